//! Reactions to posts: the same six emojis as for messages. The rows are authoritative, counts are
//! derived from them; a flag of the post saves the query for posts without reactions.
//!
//! `toggle` adds and removes a reaction, `reactors` lists who reacted, `account_deletion` exports and
//! deletes those of a user.

mod account_deletion;
mod reactors;
mod toggle;

pub use account_deletion::delete_reactions_of;
pub use reactors::{ReactionCursor, ReactionsQuery, Reactor, to_reactors};

pub(super) use account_deletion::reactions_of;
pub(super) use reactors::routes;
pub(super) use toggle::{PostReactions, toggle_reaction};

use super::rows::post;
use crate::communities::Access;
use crate::profiles::blocks::not_blocked_sql;
use crate::sql::{SqlReader, placeholders};
use platform::{AccountViewer, CommunityId, Member, PostId, Scope, ThreadId, UserId};
use sea_orm::{DbErr, FromQueryResult};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::collections::HashMap;
use utoipa::ToSchema;

/// Reactions that a post or a message can get.
pub const REACTIONS: [&str; 6] = ["👍", "❤️", "😂", "😮", "😢", "🙏"];
/// Maximum users listed for one emoji.
const USERS_MAX: i64 = 20;
/// Kind of the event with the changed counts of a post.
const CHANGED_KIND: &str = "post.reacted";

/// A reaction to add, or to remove if the viewer has it.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct NewReaction {
    /// One of 👍 ❤️ 😂 😮 😢 🙏.
    pub emoji: String,
}

/// An emoji with the users who reacted to a post with it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PostReaction {
    pub emoji: String,
    /// The first 20 users, without those in a block with the viewer; the viewer always, if they
    /// reacted.
    pub user_ids: Vec<UserId>,
    /// Number of all users who reacted with it.
    pub count: i64,
    /// True if the viewer reacted with it.
    pub mine: bool,
}

#[derive(FromQueryResult)]
struct RankedRow {
    post_id: PostId,
    emoji: String,
    user_id: UserId,
    is_visible: i64,
    total: i64,
}

/// Reactions to these posts by emoji, in the order of the first of each. One query for any number of
/// posts and reactions, none if no post has any.
pub(super) async fn of_posts(
    scope: &Scope<Member>,
    access: &Access,
    posts: &[post::Model],
) -> Result<HashMap<PostId, Vec<PostReaction>>, DbErr> {
    let ids: Vec<PostId> =
        posts.iter().filter(|post| post.has_reactions).map(|post| post.id).collect();
    let mut reactions: HashMap<PostId, Vec<PostReaction>> = HashMap::new();
    if ids.is_empty() {
        return Ok(reactions);
    }
    let me = scope.viewer().id();
    let sql = format!(
        "SELECT post_id, emoji, user_id, is_visible, total FROM \
         (SELECT post_id, emoji, user_id, is_visible, ROW_NUMBER() OVER \
           (PARTITION BY post_id, emoji, is_visible ORDER BY created_at, user_id) AS place, \
           COUNT(*) OVER (PARTITION BY post_id, emoji) AS total, \
           MIN(created_at) OVER (PARTITION BY post_id, emoji) AS first_at FROM \
           (SELECT post_id, emoji, user_id, created_at, CAST(CASE WHEN {} THEN 1 ELSE 0 END AS \
             BIGINT) AS is_visible FROM post_reactions WHERE post_id IN ({})) AS seen) AS ranked \
         WHERE place <= {USERS_MAX} OR user_id = $1 \
         ORDER BY post_id, first_at, emoji, is_visible DESC, place",
        not_blocked_sql("user_id", "$1", access.applicable_blocks()),
        placeholders(2, ids.len()),
    );
    let values = std::iter::once(me.into()).chain(ids.iter().map(|id| (*id).into())).collect();
    for row in scope.raw(&sql, values).all::<RankedRow>().await? {
        add_row(reactions.entry(row.post_id).or_default(), &row, me);
    }
    Ok(reactions)
}

fn add_row(of_post: &mut Vec<PostReaction>, row: &RankedRow, me: UserId) {
    if of_post.last().is_none_or(|last| last.emoji != row.emoji) {
        of_post.push(PostReaction {
            emoji: row.emoji.clone(),
            user_ids: Vec::new(),
            count: row.total,
            mine: false,
        });
    }
    let Some(reaction) = of_post.last_mut() else { return };
    reaction.mine |= row.user_id == me;
    if row.is_visible != 0 {
        reaction.user_ids.push(row.user_id);
    }
}

/// A post whose reactions have changed.
#[derive(Debug, Clone, FromQueryResult)]
struct ReactedPost {
    id: PostId,
    community_id: CommunityId,
    thread_id: ThreadId,
    author_id: Option<UserId>,
    created: chrono::DateTime<chrono::Utc>,
}

impl From<&post::Model> for ReactedPost {
    fn from(row: &post::Model) -> Self {
        Self {
            id: row.id,
            community_id: row.community_id,
            thread_id: row.thread_id,
            author_id: row.author_id,
            created: row.created,
        }
    }
}

impl ReactedPost {
    /// Event with the current counts, for all readers of the post.
    fn event(&self, counts: &[Value]) -> Value {
        json!({
            "communityId": self.community_id, "threadId": self.thread_id, "postId": self.id,
            "reactions": counts,
            "post": { "id": self.id, "authorId": self.author_id, "created": self.created },
        })
    }
}

/// Counts of these posts as events have them: by emoji, in the order of the first of each. One query.
async fn counts_of(
    reads: &impl SqlReader,
    posts: &[PostId],
) -> Result<HashMap<PostId, Vec<Value>>, DbErr> {
    #[derive(FromQueryResult)]
    struct CountRow {
        post_id: PostId,
        emoji: String,
        count: i64,
    }
    let sql = format!(
        "SELECT post_id, emoji, COUNT(*) AS count FROM post_reactions WHERE post_id IN ({}) \
         GROUP BY post_id, emoji ORDER BY post_id, MIN(created_at), emoji",
        placeholders(1, posts.len())
    );
    let values = posts.iter().map(|id| (*id).into()).collect();
    let mut counts: HashMap<PostId, Vec<Value>> = HashMap::new();
    for row in reads.sql(&sql, values).all::<CountRow>().await? {
        let count = json!({ "emoji": row.emoji, "count": row.count });
        counts.entry(row.post_id).or_default().push(count);
    }
    Ok(counts)
}
