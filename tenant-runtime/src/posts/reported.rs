//! Post data for moderators, in reports.

use super::error::PostError;
use super::rows::post;
use super::rules;
use crate::communities::{self, ReadableContent};
use crate::content;
use platform::{Member, PostId, Problem, Scope, ThreadId, Tx};
use sea_orm::{ColumnTrait, DbErr};
use std::collections::HashMap;

/// Characters of the excerpt in the report queue.
const EXCERPT_CHARS: usize = 300;

#[derive(Debug, Clone)]
pub struct ReportedPost {
    pub thread_id: ThreadId,
    /// Beginning of its content.
    pub excerpt: String,
}

/// These posts, as far as they exist and are visible on the site. One query.
///
/// # Errors
/// Database errors.
pub async fn reported_posts<V>(
    scope: &Scope<V>,
    ids: &[PostId],
) -> Result<HashMap<PostId, ReportedPost>, DbErr> {
    if ids.is_empty() {
        return Ok(HashMap::new());
    }
    let rows = scope
        .select::<post::Entity>()
        .filter(post::Column::Id.is_in(ids.iter().map(|id| id.uuid())))
        .filter(post::Column::RemovedAt.is_null())
        .all()
        .await?;
    let shown = |row: post::Model| ReportedPost {
        thread_id: row.thread_id,
        excerpt: content::post_excerpt(&row.source_text(), EXCERPT_CHARS),
    };
    Ok(rows.into_iter().map(|row| (row.id, shown(row))).collect())
}

/// Community and author of a post that the viewer may read.
///
/// # Errors
/// [`PostError::NotFound`].
pub async fn find_readable(
    tx: &Tx<'_, Member>,
    id: PostId,
) -> Result<ReadableContent, Problem> {
    let post = tx.select::<post::Entity>().by_id(id).one().await?.ok_or(PostError::NotFound)?;
    match communities::load_access(tx, post.community_id).await {
        Ok(access) if rules::is_readable(tx, &access, &post).await? => {
            Ok(ReadableContent::new(&access, post.author_id))
        }
        Err(problem) if problem.entry.status.is_server_error() => Err(problem),
        _ => Err(PostError::NotFound.into()),
    }
}
