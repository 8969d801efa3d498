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

/// The counts of the person that `user` names, through the portal whose id `portal` names: what is
/// counted, and of which rows. What somebody wrote is walked once.
struct Counted {
    likes_given: String,
    from: String,
}

const POSTS: &str = "COUNT(*) FILTER (WHERE p.parent_post_id IS NULL)";
const COMMENTS: &str = "COUNT(*) FILTER (WHERE p.parent_post_id IS NOT NULL)";

impl Counted {
    fn of(user: &str, portal: Option<&str>) -> Self {
        let here = |post: &str| {
            portal.map_or_else(String::new, |portal| {
                format!(
                    "AND {post}.community_id IN (SELECT a.community_id \
                     FROM community_affiliations a WHERE a.affiliation_id = {portal})"
                )
            })
        };
        // On main nothing of the posts matters, so that the likes' own index answers.
        let liked = if portal.is_some() {
            "post_likes l JOIN posts q ON q.id = l.post_id"
        } else {
            "post_likes l"
        };
        Self {
            likes_given: format!(
                "(SELECT COUNT(*) FROM {liked} WHERE l.user_id = {user} {})",
                here("q")
            ),
            from: format!(
                "posts p WHERE p.author_id = {user} AND p.removed_at IS NULL {}",
                here("p")
            ),
        }
    }
}

/// Somebody's counts, as far as the door shows what is counted. Counted, not kept, so that they are
/// never wrong; by index.
///
/// # Errors
/// Database errors.
pub async fn counts_of(reads: &impl Reads, user: UserId) -> Result<Counts, DbErr> {
    let mut values = vec![user.into()];
    let portal = reads.door().affiliation().map(|affiliation| {
        values.push(affiliation.into());
        "$2"
    });
    let Counted { likes_given, from } = Counted::of("$1", portal);
    let sql = format!(
        "SELECT {POSTS} AS posts, {COMMENTS} AS comments, {likes_given} AS likes_given FROM {from}"
    );
    Ok(reads.sql(&sql, values).one::<Counts>().await?.unwrap_or_default())
}

/// The same of the person, as [`Counts`] to be gathered with them.
#[must_use]
pub fn counts_gathered(gather: &Gather) -> String {
    let Counted { likes_given, from } = Counted::of("u.id", gather.portal());
    let counts = gather.object(&[
        ("posts", Holds::Plain, POSTS),
        ("comments", Holds::Plain, COMMENTS),
        ("likesGiven", Holds::Plain, &likes_given),
    ]);
    gather.one(&counts, &from)
}
