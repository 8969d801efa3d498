//! Which threads and posts still exist, and the text of a post, for deliveries that refer to them.

use super::rows::post;
use crate::content;
use crate::sql::{SqlReader, placeholders};
use platform::{PostId, System, Tx};
use sea_orm::{DbErr, FromQueryResult};
use std::collections::HashSet;
use uuid::Uuid;

#[derive(FromQueryResult)]
struct IdRow {
    id: Uuid,
}

/// The posts among these that were neither deleted nor removed. One query.
///
/// # Errors
/// Database errors.
pub async fn existing_posts(
    reads: &impl SqlReader,
    ids: &HashSet<Uuid>,
) -> Result<HashSet<Uuid>, DbErr> {
    existing(reads, "posts WHERE removed_at IS NULL AND", ids).await
}

/// The threads among these that were neither deleted nor removed. One query.
///
/// # Errors
/// Database errors.
pub async fn existing_threads(
    reads: &impl SqlReader,
    ids: &HashSet<Uuid>,
) -> Result<HashSet<Uuid>, DbErr> {
    existing(reads, "threads WHERE removed_at IS NULL AND", ids).await
}

/// The plain text of a post that was not removed; `None` if it only has pictures. The caller decides
/// who may read it.
///
/// # Errors
/// Database errors.
pub async fn plain_text_of(tx: &Tx<'_, System>, id: Uuid) -> Result<Option<String>, DbErr> {
    let found = tx.across_sites::<post::Entity>().by_id(PostId(id)).one().await?;
    let text = found.filter(|post| post.removed_at.is_none()).map(|post| post.source_text());
    Ok(text.map(|text| content::plain_text(&text)).filter(|text| !text.is_empty()))
}

async fn existing(
    reads: &impl SqlReader,
    from: &str,
    ids: &HashSet<Uuid>,
) -> Result<HashSet<Uuid>, DbErr> {
    if ids.is_empty() {
        return Ok(HashSet::new());
    }
    let sql = format!("SELECT id FROM {from} id IN ({})", placeholders(1, ids.len()));
    let rows = reads.sql(&sql, ids.iter().map(|id| (*id).into()).collect()).all::<IdRow>().await?;
    Ok(rows.into_iter().map(|row| row.id).collect())
}
