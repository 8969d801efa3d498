//! Beginnings of posts, as far as the viewer may read them, for other features.

use crate::communities::{SqlViewer, is_readable_sql};
use crate::content::{self, TypedContent};
use crate::sql::placeholders;
use platform::{AccountViewer, Member, PostId, Scope, ThreadId};
use sea_orm::{DbErr, FromQueryResult, Value};
use std::collections::HashMap;
use uuid::Uuid;

#[derive(Debug, FromQueryResult)]
struct ExcerptRow {
    subject: Uuid,
    #[sea_orm(nested)]
    content: TypedContent,
}

/// Beginnings of these posts, and of the first post of each of these threads, by the id of the post
/// or thread, at most `chars_max` characters and an ellipsis. Posts that were removed, or that the
/// viewer may not read here and now, are left out. One query, or none.
///
/// # Errors
/// Database errors.
pub async fn readable_excerpts(
    scope: &Scope<Member>,
    (posts, threads): (&[PostId], &[ThreadId]),
    chars_max: usize,
) -> Result<HashMap<Uuid, String>, DbErr> {
    let mut values: Vec<Value> = vec![scope.viewer().id().into()];
    let portal = scope.site().affiliation();
    values.extend(portal.map(Value::from));
    let viewer = SqlViewer { id: "$1", is_staff: scope.viewer().is_staff() };
    let readable = is_readable_sql(("p", "author_id"), viewer, portal.map(|_| "$2"));
    let mut parts = Vec::new();
    if !posts.is_empty() {
        let ids = placeholders(values.len() + 1, posts.len());
        values.extend(posts.iter().map(|id| Value::from(*id)));
        parts.push(format!(
            "SELECT p.id AS subject, p.content, p.content_format FROM posts p \
             WHERE p.id IN ({ids}) AND p.removed_at IS NULL AND {readable}"
        ));
    }
    if !threads.is_empty() {
        let ids = placeholders(values.len() + 1, threads.len());
        values.extend(threads.iter().map(|id| Value::from(*id)));
        parts.push(format!(
            "SELECT t.id AS subject, p.content, p.content_format FROM threads t JOIN posts p \
             ON p.id = (SELECT f.id FROM posts f WHERE f.thread_id = t.id \
               AND f.removed_at IS NULL ORDER BY f.created, f.id LIMIT 1) \
             WHERE t.id IN ({ids}) AND {readable}"
        ));
    }
    if parts.is_empty() {
        return Ok(HashMap::new());
    }
    if viewer.is_staff {
        // PostgreSQL refuses a value that the statement does not use.
        parts = parts.into_iter().map(|part| format!("{part} AND $1 = $1")).collect();
    }
    let rows = scope.raw(&parts.join(" UNION ALL "), values).all::<ExcerptRow>().await?;
    let excerpt =
        |row: ExcerptRow| (row.subject, content::post_excerpt(&row.content.content, chars_max));
    Ok(rows.into_iter().map(excerpt).collect())
}
