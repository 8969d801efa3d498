//! What somebody has written and liked, in numbers.

use crate::reads::Reads;
use platform::UserId;
use sea_orm::{DbErr, FromQueryResult};

/// Somebody's counts.
#[derive(Debug, Clone, Copy, Default, FromQueryResult)]
pub struct Counts {
    /// Posts of their own.
    pub posts: i64,
    /// Replies.
    pub comments: i64,
    /// Posts they like.
    pub likes_given: i64,
}

/// Somebody's counts, as far as the door shows what is counted. Counted, not kept, so that they are
/// never wrong; by index.
///
/// # Errors
/// The database's.
pub async fn counts_of(reads: &impl Reads, user: UserId) -> Result<Counts, DbErr> {
    let mut values = vec![user.into()];
    let here = reads.door().affiliation().map(|affiliation| {
        values.push(affiliation.into());
        "AND p.community_id IN (SELECT a.community_id FROM community_affiliations a \
         WHERE a.affiliation_id = $2)"
    });
    let here = here.unwrap_or_default();
    let sql = format!(
        "SELECT \
         (SELECT COUNT(*) FROM posts p WHERE p.author_id = $1 AND p.parent_post_id IS NULL {here}) \
           AS posts, \
         (SELECT COUNT(*) FROM posts p WHERE p.author_id = $1 AND p.parent_post_id IS NOT NULL {here}) \
           AS comments, \
         (SELECT COUNT(*) FROM post_likes l JOIN posts p ON p.id = l.post_id \
           WHERE l.user_id = $1 {here}) AS likes_given"
    );
    Ok(reads.sql(&sql, values).one::<Counts>().await?.unwrap_or_default())
}
