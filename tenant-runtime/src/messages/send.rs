//! Sends messages (C-095, C-098, C-099, G-112).

use super::rows::{ConversationKind, ConversationState, MessageKind, conversation, message};
use super::store::{self, LockedConversation};
use super::view::{MessageContext, MessageView};
use super::{ConversationId, MessageId, contact, events};
use crate::content::{self, LengthLimit};
use crate::cord_activity::{self, ActivityKind, PairActivity};
use crate::limits::check_limit;
use crate::profiles;
use crate::profiles::blocks::{Blocks, blocked_pairs};
use platform::idempotency::{self, Claim, CreatedResponse, IdempotencyKey};
use platform::limiter::LimitedAction;
use platform::{AccountViewer, Member, Problem, Scope, Tx, UserId};
use sea_orm::ActiveValue::Set;
use sea_orm::DbErr;
use serde::{Deserialize, Serialize};
use std::collections::HashMap;
use utoipa::ToSchema;

/// A message to send.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct NewMessage {
    #[serde(default)]
    pub content: String,
    /// Message of the same conversation that this one replies to.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reply_to_id: Option<MessageId>,
}

/// The checked text of a message.
pub(super) fn check_text(scope: &Scope<Member>, text: &str) -> Result<String, Problem> {
    let filter = scope.services().config().content.filter;
    content::check_post(text, LengthLimit::Message, filter)
        .map_err(|error| Problem::from(error).with_errors(vec![error.to_field_error("content")]))
}

/// Sends a message. A repeated idempotency key returns the first response and counts against no
/// limit.
pub(super) async fn send(
    scope: &mut Scope<Member>,
    id: ConversationId,
    key: &IdempotencyKey,
    new: &NewMessage,
) -> Result<CreatedResponse<MessageView>, Problem> {
    let text = check_text(scope, &new.content)?;
    let tx = scope.begin().await?;
    let fingerprint =
        idempotency::request_fingerprint(&format!("/conversations/{id}/messages"), new);
    if let Claim::Replay(view) = idempotency::claim(&tx, key, &fingerprint).await? {
        return Ok(CreatedResponse::repeated(view));
    }
    let locked = store::lock(&tx, id).await?;
    let me = tx.viewer().id();
    let blocked = blocked_pairs(&tx, me).await?;
    let users: Vec<UserId> = locked.participants.iter().map(|one| one.user_id).collect();
    if let Some(refusal) = contact::refusal(&locked.conversation, &users, me, &blocked) {
        return Err(refusal.into());
    }
    check_limit(tx.services(), tx.viewer(), LimitedAction::SendMessage).await?;
    let mut quoted = HashMap::new();
    if let Some(reply_to) = new.reply_to_id {
        quoted.insert(reply_to, store::message_of(&tx, id, reply_to).await?);
    }
    accept_by_answer(&tx, &locked).await?;
    // A block delivers nothing, also between two people in a group.
    let recipients: Vec<UserId> =
        locked.others(me).filter(|user| !blocked.contains_user(*user, Blocks::Both)).collect();
    let row = insert(&tx, &locked, text, new.reply_to_id, key).await?;
    store::record_message(&tx, &row, &recipients).await?;
    let sender = profiles::person_of(&tx, me).await?;
    let people = HashMap::from([(me, sender)]);
    let view = MessageContext { people, quoted, ..MessageContext::default() }.view(row);
    let audience: Vec<UserId> = std::iter::once(me).chain(recipients).collect();
    events::publish_message(&tx, &audience, &view).await?;
    strengthen_cord(&tx, &locked).await?;
    idempotency::store_response(&tx, key, &view).await?;
    tx.commit().await?;
    Ok(CreatedResponse::created(view))
}

/// A message between two people strengthens their cord, once both have accepted the conversation.
async fn strengthen_cord(tx: &Tx<'_, Member>, locked: &LockedConversation) -> Result<(), DbErr> {
    let row = &locked.conversation;
    let me = tx.viewer().id();
    let is_accepted = row.state == ConversationState::Open || row.owner_id != Some(me);
    if row.kind == ConversationKind::Direct
        && is_accepted
        && let Some(other) = locked.others(me).next()
    {
        let message = PairActivity::new(ActivityKind::DirectMessage, me, other);
        cord_activity::publish(tx, message).await?;
    }
    Ok(())
}

/// An answer of the recipient accepts a message request.
async fn accept_by_answer(tx: &Tx<'_, Member>, locked: &LockedConversation) -> Result<(), DbErr> {
    let row = &locked.conversation;
    if row.state == ConversationState::Open || row.owner_id == Some(tx.viewer().id()) {
        return Ok(());
    }
    let state =
        conversation::ActiveModel { state: Set(ConversationState::Open), ..Default::default() };
    store::change(tx, row.id, |update| update.set(state)).await
}

async fn insert(
    tx: &Tx<'_, Member>,
    locked: &LockedConversation,
    content: String,
    reply_to_id: Option<MessageId>,
    key: &IdempotencyKey,
) -> Result<message::Model, DbErr> {
    let row = message::ActiveModel {
        content: Set(content),
        reply_to_id: Set(reply_to_id),
        idempotency_key: Set(key.0.clone()),
        ..blank(tx, &locked.conversation, MessageKind::Text)
    };
    tx.table::<message::Entity>().insert(row).await
}

/// A message of the viewer without a text, at the end of a locked conversation.
pub(super) fn blank(
    tx: &Tx<'_, Member>,
    conversation: &conversation::Model,
    kind: MessageKind,
) -> message::ActiveModel {
    message::ActiveModel {
        id: Set(MessageId::new()),
        conversation_id: Set(conversation.id),
        sender_id: Set(Some(tx.viewer().id())),
        kind: Set(kind),
        content: Set(String::new()),
        reply_to_id: Set(None),
        subject_id: Set(None),
        idempotency_key: Set(None),
        // `max` keeps the order even if clocks differ.
        created: Set(tx.now().max(conversation.last_updated)),
        edited_at: Set(None),
        deleted_at: Set(None),
    }
}
