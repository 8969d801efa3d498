//! The live events of a poll. That of the community never tells who voted; the choice of the viewer
//! goes to their other devices only.

use super::PollOptionId;
use super::view::PollView;
use crate::posts::rows::post;
use platform::events::Topic;
use platform::{AccountViewer, Member, Tx};
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

/// Publishes the viewer's choice to their devices.
pub(super) async fn publish_own_choice(
    tx: &Tx<'_, Member>,
    post: &post::Model,
    chosen: &[PollOptionId],
) -> Result<(), DbErr> {
    let said = json!({
        "communityId": post.community_id, "threadId": post.thread_id, "postId": post.id,
        "chosen": chosen,
    });
    tx.publish(Topic::User(tx.viewer().id()), "poll.answered", &said).await.map(drop)
}
