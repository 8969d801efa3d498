//! Beginnings of comments, as far as the viewer may read them, for other features.

use crate::communities::{SqlViewer, is_readable_sql};
use crate::content::{self, TypedContent};
use crate::sql::placeholders;
use platform::{AccountViewer, Member, Scope};
use sea_orm::{DbErr, FromQueryResult, Value};
use std::collections::HashMap;
use uuid::Uuid;

#[derive(Debug, FromQueryResult)]
struct ExcerptRow {
    id: Uuid,
    #[sea_orm(nested)]
    content: TypedContent,
}

/// Beginnings of these comments, at most `chars_max` characters and an ellipsis, without those that
/// the viewer may not read here and now. One query, or none.
///
/// # Errors
/// Database errors.
pub async fn readable_comment_excerpts(
    scope: &Scope<Member>,
    comments: &[Uuid],
    chars_max: usize,
) -> Result<HashMap<Uuid, String>, DbErr> {
    if comments.is_empty() {
        return Ok(HashMap::new());
    }
    let mut values: Vec<Value> = vec![scope.viewer().id().into()];
    let portal = scope.site().affiliation();
    values.extend(portal.map(Value::from));
    let viewer = SqlViewer { id: "$1", is_staff: scope.viewer().is_staff() };
    let readable = |row| is_readable_sql((row, "author_id"), viewer, portal.map(|_| "$2"));
    let sql = format!(
        "SELECT k.id, k.content, k.content_format FROM article_comments k \
         JOIN articles a ON a.id = k.article_id \
         WHERE k.id IN ({}) AND $1 = $1 AND {} AND {}",
        placeholders(values.len() + 1, comments.len()),
        readable("k"),
        readable("a")
    );
    values.extend(comments.iter().map(|id| Value::from(*id)));
    let rows = scope.raw(&sql, values).all::<ExcerptRow>().await?;
    let excerpt =
        |row: ExcerptRow| (row.id, content::post_excerpt(&row.content.content, chars_max));
    Ok(rows.into_iter().map(excerpt).collect())
}
