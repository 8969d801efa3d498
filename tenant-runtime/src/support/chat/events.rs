//! Live events of support conversations: to the owner, and to staff. `site` cuts them to the site of
//! the conversation.

use super::rows::conversation;
use super::view::ChatMessageView;
use platform::Tx;
use platform::events::Topic;
use sea_orm::DbErr;
use serde_json::{Value, json};

/// A conversation was started or has changed: read it again.
const CONVERSATION_CHANGED: &str = "support.conversation-changed";
/// A message was sent.
const CHAT_MESSAGE: &str = "support.chat-message";

/// Tells the owner and staff that a conversation has changed.
pub(super) async fn publish_change<V>(
    tx: &Tx<'_, V>,
    row: &conversation::Model,
) -> Result<(), DbErr> {
    let payload = json!({ "supportConversationId": row.id, "version": row.version,
        "site": row.affiliation_id });
    publish(tx, CONVERSATION_CHANGED, row, payload).await
}

/// Tells the owner and staff about a message.
pub(super) async fn publish_message<V>(
    tx: &Tx<'_, V>,
    row: &conversation::Model,
    message: &ChatMessageView,
) -> Result<(), DbErr> {
    let payload = json!({ "supportConversationId": row.id, "message": message,
        "site": row.affiliation_id });
    publish(tx, CHAT_MESSAGE, row, payload).await
}

async fn publish<V>(
    tx: &Tx<'_, V>,
    kind: &'static str,
    row: &conversation::Model,
    payload: Value,
) -> Result<(), DbErr> {
    let audience = vec![(Topic::User(row.owner_id), payload.clone()), (Topic::Staff, payload)];
    tx.publish_each(kind, audience).await
}
