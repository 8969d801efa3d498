//! Deletion of posts and threads with their community.

use platform::{CommunityId, System, Tx};
use sea_orm::DbErr;

/// Deletes up to `most` posts of a community with their dependent rows, newest first, so that
/// replies are deleted before their parents. Returns their number.
///
/// # Errors
/// Database errors.
pub async fn delete_posts_of_community(
    tx: &Tx<'_, System>,
    community: CommunityId,
    most: u64,
) -> Result<u64, DbErr> {
    const POSTS: &str = "DELETE FROM posts WHERE id IN (SELECT id FROM posts \
         WHERE community_id = $1 ORDER BY created DESC, id DESC LIMIT $2)";
    tx.execute(POSTS, vec![community.into(), most.cast_signed().into()]).await
}

/// Deletes up to `most` threads of a community. Returns their number.
///
/// # Errors
/// Database errors.
pub async fn delete_threads_of_community(
    tx: &Tx<'_, System>,
    community: CommunityId,
    most: u64,
) -> Result<u64, DbErr> {
    const THREADS: &str = "DELETE FROM threads WHERE id IN (SELECT id FROM threads \
         WHERE community_id = $1 LIMIT $2)";
    tx.execute(THREADS, vec![community.into(), most.cast_signed().into()]).await
}
