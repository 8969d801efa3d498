//! The live event of a poll. It never tells who voted.

use super::view::PollView;
use crate::posts::rows::post;
use platform::events::Topic;
use platform::{Member, Tx};
use sea_orm::DbErr;
use serde_json::json;

/// Publishes the counts and the state of a poll to the readers of its post.
pub(super) async fn publish(
    tx: &Tx<'_, Member>,
    post: &post::Model,
    poll: &PollView,
) -> Result<(), DbErr> {
    let said = json!({
        "communityId": post.community_id, "threadId": post.thread_id, "postId": post.id,
        "poll": poll.counts(),
        "post": { "id": post.id, "authorId": post.author_id, "created": post.created },
    });
    tx.publish(Topic::Community(post.community_id.uuid()), "poll.updated", &said).await.map(drop)
}
