//! Sends messages (C-095, C-098, C-099, G-112).

use super::contact::{self, Contact};
use super::delivery::MessageDelivery;
use super::error::MessageError;
use super::rows::{ConversationKind, ConversationState, MessageKind, conversation, message};
use super::store::{self, LockedConversation};
use super::view::{MessageContext, MessageView};
use super::{ConversationId, MessageId, images, notices};
use crate::content::{self, ContentError, LengthLimit};
use crate::cord_activity::{self, ActivityKind, PairActivity};
use crate::limits::check_limit_within;
use crate::posts::ImageId;
use crate::profiles;
use crate::profiles::blocks::{Blocks, blocked_pairs};
use platform::config::ContentFilter;
use platform::idempotency::{self, Claim, CreatedResponse, IdempotencyKey};
use platform::limiter::LimitedAction;
use platform::{AccountViewer, Member, Problem, Scope, Tx, UserId, content_filters};
use sea_orm::ActiveValue::Set;
use sea_orm::DbErr;
use serde::{Deserialize, Serialize};
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
    /// Uploaded images, in their order; at most four.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub image_ids: Vec<ImageId>,
}

/// The checked text of a message. With images, it may be empty.
pub(super) fn check_text(
    text: &str,
    has_images: bool,
    filter: ContentFilter,
) -> Result<String, Problem> {
    match content::check_post(text, LengthLimit::Message, filter) {
        Err(ContentError::MessageEmpty) if has_images => Ok(String::new()),
        checked => checked.map_err(|error| content::post_problem(error, "content", text, filter)),
    }
}

/// Sends a message. A repeated idempotency key returns the first response and counts against no
/// limit.
pub(super) async fn send(
    scope: &mut Scope<Member>,
    id: ConversationId,
    key: &IdempotencyKey,
    new: &NewMessage,
) -> Result<CreatedResponse<MessageView>, Problem> {
    let filter = content_filters::current(scope.services(), scope.site()).await?;
    let text = check_text(&new.content, !new.image_ids.is_empty(), filter)?;
    let tx = scope.begin().await?;
    let path = format!("/conversations/{id}/messages");
    let fingerprint = idempotency::request_fingerprint(&path, new);
    if let Claim::Replay(view) = idempotency::claim(&tx, key, &fingerprint).await? {
        return Ok(CreatedResponse::repeated(view));
    }
    let mut locked = store::lock(&tx, id).await?;
    let me = tx.viewer().id();
    let blocked = blocked_pairs(&tx, me).await?;
    if let Some(refusal) = contact::refusal(&locked.conversation, &locked.users(), me, &blocked) {
        return Err(refusal.into());
    }
    check_limit_within(&tx, LimitedAction::SendMessage).await?;
    let mut context = MessageContext::default();
    if let Some(reply_to) = new.reply_to_id {
        context.quoted.insert(reply_to, store::message_of(&tx, &locked, reply_to).await?);
    }
    open_conversation(&tx, &mut locked).await?;
    // A block delivers nothing, also between two people in a group.
    let recipients: Vec<UserId> =
        locked.others(me).filter(|user| !blocked.contains_user(*user, Blocks::Both)).collect();
    let row = insert(&tx, &locked, (text, new), key).await?;
    if !new.image_ids.is_empty() {
        let attached = images::attach_to_message(&tx, &row, &new.image_ids).await?;
        context.images.insert(row.id, attached);
    }
    store::record_message(&tx, &locked.conversation, &row, &recipients).await?;
    let sender = profiles::person_of(&tx, me).await?;
    notices::notify_recipients(&tx, &locked, &sender, &recipients).await?;
    context.people.insert(me, sender);
    let delivery = MessageDelivery::new(&tx, &locked, (row, context), blocked).await?;
    let audience: Vec<UserId> = std::iter::once(me).chain(recipients).collect();
    delivery.publish_created(&tx, &audience).await?;
    strengthen_cord(&tx, &locked).await?;
    let view = delivery.view_for(me);
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

/// Changes the state of a conversation of two people if this message does. The first message opens
/// it or requests that, by the settings of the recipient at this time; an answer of the recipient
/// accepts a request.
async fn open_conversation(
    tx: &Tx<'_, Member>,
    locked: &mut LockedConversation,
) -> Result<(), Problem> {
    let me = tx.viewer().id();
    let row = &locked.conversation;
    if row.kind == ConversationKind::Group {
        return Ok(());
    }
    let (owner, state) = if row.message_count == 0 {
        let other = locked.others(me).next().ok_or(MessageError::FormerMember)?;
        match contact::check(tx, other).await? {
            Contact::Direct => (row.owner_id, ConversationState::Open),
            Contact::ByRequest => (Some(me), ConversationState::Requested),
        }
    } else if row.state != ConversationState::Open && row.owner_id != Some(me) {
        (row.owner_id, ConversationState::Open)
    } else {
        return Ok(());
    };
    if (owner, state) != (row.owner_id, row.state) {
        let opened = conversation::ActiveModel {
            owner_id: Set(owner),
            state: Set(state),
            ..Default::default()
        };
        store::change(tx, row.id, |update| update.set(opened)).await?;
        locked.conversation.owner_id = owner;
        locked.conversation.state = state;
    }
    Ok(())
}

async fn insert(
    tx: &Tx<'_, Member>,
    locked: &LockedConversation,
    (content, new): (String, &NewMessage),
    key: &IdempotencyKey,
) -> Result<message::Model, DbErr> {
    let row = message::ActiveModel {
        content: Set(content),
        reply_to_id: Set(new.reply_to_id),
        idempotency_key: Set(key.0.clone()),
        image_count: Set(i64::try_from(new.image_ids.len()).unwrap_or(i64::MAX)),
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
        image_count: Set(0),
    }
}
