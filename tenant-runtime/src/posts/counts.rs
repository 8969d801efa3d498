//! Counts of what a user has written and liked.

use crate::communities;
use crate::sql::SqlReader;
use platform::UserId;
use platform::db::{JsonSelect, JsonType};
use sea_orm::{DbErr, FromQueryResult};
use serde::Deserialize;

/// A user's counts.
#[derive(Debug, Clone, Copy, Default, FromQueryResult, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Counts {
    /// Posts that are not replies.
    pub posts: i64,
    /// Number of replies.
    pub comments: i64,
    /// Number of likes given.
    pub likes_given: i64,
}

/// SQL for the counts of the user named by `user`, on the portal named by `portal`. The user's
/// posts are scanned once.
struct CountSource {
    likes_given: String,
    from: String,
}

const POSTS: &str = "COUNT(*) FILTER (WHERE p.parent_post_id IS NULL)";
const COMMENTS: &str = "COUNT(*) FILTER (WHERE p.parent_post_id IS NOT NULL)";

impl CountSource {
    fn new(user: &str, portal: Option<&str>) -> Self {
        let here = |post: &str| {
            portal.map_or_else(String::new, |portal| {
                let community = format!("{post}.community_id");
                format!("AND {}", communities::on_site_sql(&community, Some(portal)))
            })
        };
        // On the main site the posts need not be joined, so the index of likes is enough.
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

/// A user's counts of posts visible on this site. Computed by index on each read and not stored, so
/// they are always correct.
///
/// # Errors
/// Database errors.
pub async fn counts_of(reads: &impl SqlReader, user: UserId) -> Result<Counts, DbErr> {
    let mut values = vec![user.into()];
    let portal = reads.site().affiliation().map(|affiliation| {
        values.push(affiliation.into());
        "$2"
    });
    let CountSource { likes_given, from } = CountSource::new("$1", portal);
    let sql = format!(
        "SELECT {POSTS} AS posts, {COMMENTS} AS comments, {likes_given} AS likes_given FROM {from}"
    );
    Ok(reads.sql(&sql, values).one::<Counts>().await?.unwrap_or_default())
}

/// SQL for the same [`Counts`], selected together with the user.
#[must_use]
pub fn post_counts_sql(select: &JsonSelect) -> String {
    let CountSource { likes_given, from } = CountSource::new("u.id", select.portal_expression());
    let counts = select.json_object(&[
        ("posts", JsonType::Plain, POSTS),
        ("comments", JsonType::Plain, COMMENTS),
        ("likesGiven", JsonType::Plain, &likes_given),
    ]);
    select.json_one(&counts, &from)
}
