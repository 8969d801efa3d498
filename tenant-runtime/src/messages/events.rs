//! Live events of conversations. Each event is addressed to the participants themselves, so that
//! delivery ends with the participation, in the same transaction.

use super::ConversationId;
use super::view::MessageView;
use platform::events::Topic;
use platform::{Member, Tx, UserId};
use sea_orm::DbErr;
use serde_json::{Value, json};

/// A message was sent.
const MESSAGE_CREATED: &str = "message.created";
/// A message was edited, deleted or reacted to.
const MESSAGE_UPDATED: &str = "message.updated";
/// The conversation, or the recipient's part in it, has changed: read it again.
const CONVERSATION_CHANGED: &str = "conversation.changed";

/// Tells these users about a new message.
pub(super) async fn publish_message(
    tx: &Tx<'_, Member>,
    users: &[UserId],
    view: &MessageView,
) -> Result<(), DbErr> {
    publish(tx, MESSAGE_CREATED, users, &message_payload(view)).await
}

/// Tells these users about a changed message.
pub(super) async fn publish_update(
    tx: &Tx<'_, Member>,
    users: &[UserId],
    view: &MessageView,
) -> Result<(), DbErr> {
    publish(tx, MESSAGE_UPDATED, users, &message_payload(view)).await
}

/// Tells these users that the conversation has changed.
pub(super) async fn publish_change(
    tx: &Tx<'_, Member>,
    users: &[UserId],
    conversation: ConversationId,
) -> Result<(), DbErr> {
    publish(tx, CONVERSATION_CHANGED, users, &json!({ "conversationId": conversation })).await
}

fn message_payload(view: &MessageView) -> Value {
    json!({ "conversationId": view.conversation_id, "message": view })
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
