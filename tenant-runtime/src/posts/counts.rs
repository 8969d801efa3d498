//! What somebody has written and liked, in numbers.

use crate::reads::Reads;
use platform::UserId;
use platform::db::{Gather, Holds};
use sea_orm::{DbErr, FromQueryResult};
use serde::Deserialize;

/// Somebody's counts.
#[derive(Debug, Clone, Copy, Default, FromQueryResult, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Counts {
    /// Posts of their own.
    pub posts: i64,
    /// Replies.
    pub comments: i64,
    /// Posts they like.
    pub likes_given: i64,
}

/// What the counts are, of the person that `user` names, through the portal whose id `portal` names.
struct Counted {
    posts: String,
    comments: String,
    likes_given: String,
}

impl Counted {
    fn of(user: &str, portal: Option<&str>) -> Self {
        let here = portal.map_or_else(String::new, |portal| {
            format!(
                "AND p.community_id IN (SELECT a.community_id FROM community_affiliations a \
                 WHERE a.affiliation_id = {portal})"
            )
        });
        let written = |parent: &str| {
            format!(
                "(SELECT COUNT(*) FROM posts p WHERE p.author_id = {user} \
                 AND p.parent_post_id {parent} {here})"
            )
        };
        // On main nothing of the posts matters, so that the likes' own index answers.
        let likes_given = if portal.is_some() {
            format!(
                "(SELECT COUNT(*) FROM post_likes l JOIN posts p ON p.id = l.post_id \
                 WHERE l.user_id = {user} {here})"
            )
        } else {
            format!("(SELECT COUNT(*) FROM post_likes l WHERE l.user_id = {user})")
        };
        Self { posts: written("IS NULL"), comments: written("IS NOT NULL"), likes_given }
    }
}

/// Somebody's counts, as far as the door shows what is counted. Counted, not kept, so that they are
/// never wrong; by index.
///
/// # Errors
/// The database's.
pub async fn counts_of(reads: &impl Reads, user: UserId) -> Result<Counts, DbErr> {
    let mut values = vec![user.into()];
    let portal = reads.door().affiliation().map(|affiliation| {
        values.push(affiliation.into());
        "$2"
    });
    let Counted { posts, comments, likes_given } = Counted::of("$1", portal);
    let sql =
        format!("SELECT {posts} AS posts, {comments} AS comments, {likes_given} AS likes_given");
    Ok(reads.sql(&sql, values).one::<Counts>().await?.unwrap_or_default())
}

/// The same of the person, as [`Counts`] to be gathered with them.
#[must_use]
pub fn counts_gathered(gather: &Gather) -> String {
    let Counted { posts, comments, likes_given } = Counted::of("u.id", gather.portal());
    gather.object(&[
        ("posts", Holds::Plain, &posts),
        ("comments", Holds::Plain, &comments),
        ("likesGiven", Holds::Plain, &likes_given),
    ])
}
