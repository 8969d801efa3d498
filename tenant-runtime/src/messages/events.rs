//! Live events of conversations. Each event is addressed to the participants themselves, so that
//! delivery ends with the participation, in the same transaction.

use super::ConversationId;
use super::view::{MessageReceipt, MessageView};
use platform::events::Topic;
use platform::{Member, Tx, UserId};
use sea_orm::DbErr;
use serde_json::{Value, json};

/// A message was sent.
pub(super) const MESSAGE_CREATED: &str = "message.created";
/// A message was edited, deleted or reacted to.
pub(super) const MESSAGE_UPDATED: &str = "message.updated";
/// The conversation, or the recipient's part in it, has changed: read it again.
const CONVERSATION_CHANGED: &str = "conversation.changed";
/// The recipient has left the group, and can no longer read it.
const CONVERSATION_LEFT: &str = "conversation.left";
/// Another participant has received or seen messages.
const RECEIPTS_CHANGED: &str = "conversation.receipts";

/// Publishes a new or changed message, to each user as they see it.
pub(super) async fn publish_messages(
    tx: &Tx<'_, Member>,
    kind: &'static str,
    views: Vec<(UserId, MessageView)>,
) -> Result<(), DbErr> {
    let to_event = |(user, view): (UserId, MessageView)| {
        let payload = json!({ "conversationId": view.conversation_id, "message": view });
        (Topic::User(user), payload)
    };
    tx.publish_each(kind, views.into_iter().map(to_event).collect()).await
}

/// Tells these users that the conversation has changed.
pub(super) async fn publish_change(
    tx: &Tx<'_, Member>,
    users: &[UserId],
    conversation: ConversationId,
) -> Result<(), DbErr> {
    publish(tx, CONVERSATION_CHANGED, users, &json!({ "conversationId": conversation })).await
}

/// Tells a user's other tabs that they have left the conversation.
pub(super) async fn publish_left(
    tx: &Tx<'_, Member>,
    user: UserId,
    conversation: ConversationId,
) -> Result<(), DbErr> {
    publish(tx, CONVERSATION_LEFT, &[user], &json!({ "conversationId": conversation })).await
}

/// Tells these users how far another participant has received the messages.
pub(super) async fn publish_receipt(
    tx: &Tx<'_, Member>,
    users: &[UserId],
    conversation: ConversationId,
    receipt: &MessageReceipt,
) -> Result<(), DbErr> {
    let payload = json!({
        "conversationId": conversation,
        "userId": receipt.user_id,
        "deliveredAt": receipt.delivered_at,
        "seenAt": receipt.seen_at,
    });
    publish(tx, RECEIPTS_CHANGED, users, &payload).await
}

async fn publish(
    tx: &Tx<'_, Member>,
    kind: &'static str,
    users: &[UserId],
    payload: &Value,
) -> Result<(), DbErr> {
    let events = users.iter().map(|user| (Topic::User(*user), payload.clone())).collect();
    tx.publish_each(kind, events).await
}
