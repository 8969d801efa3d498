//! Which threads and posts still exist, for deliveries that refer to them.

use crate::sql::{SqlReader, placeholders};
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

/// The threads among these that were not deleted. One query.
///
/// # Errors
/// Database errors.
pub async fn existing_threads(
    reads: &impl SqlReader,
    ids: &HashSet<Uuid>,
) -> Result<HashSet<Uuid>, DbErr> {
    existing(reads, "threads WHERE", ids).await
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
