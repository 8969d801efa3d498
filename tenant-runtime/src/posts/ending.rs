//! What was said in a community that ends.

use crate::communities::CommunityId;
use platform::{System, Tx};
use sea_orm::DbErr;

/// Removes up to `most` posts of a community, with everything that hangs on them. The newest go first,
/// and so every reply before what it answers. How many there were.
///
/// # Errors
/// The database's.
pub async fn forget_posts_of(
    tx: &Tx<'_, System>,
    community: CommunityId,
    most: u64,
) -> Result<u64, DbErr> {
    const POSTS: &str = "DELETE FROM posts WHERE id IN (SELECT id FROM posts \
         WHERE community_id = $1 ORDER BY created DESC, id DESC LIMIT $2)";
    tx.execute(POSTS, vec![community.into(), most.cast_signed().into()]).await
}

/// Removes up to `most` threads of a community. How many there were.
///
/// # Errors
/// The database's.
pub async fn forget_threads_of(
    tx: &Tx<'_, System>,
    community: CommunityId,
    most: u64,
) -> Result<u64, DbErr> {
    const THREADS: &str = "DELETE FROM threads WHERE id IN (SELECT id FROM threads \
         WHERE community_id = $1 LIMIT $2)";
    tx.execute(THREADS, vec![community.into(), most.cast_signed().into()]).await
}
