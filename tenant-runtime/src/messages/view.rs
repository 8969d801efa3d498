//! Conversations and messages as the API returns them.

use super::error::MessageError;
use super::presence::UserPresence;
use super::rows::{
    ConversationKind, ConversationState, MessageKind, conversation, message, participant, reaction,
};
use super::{ConversationId, MessageId};
use crate::content;
use crate::posts::images::ImageView;
use crate::profiles::UserSummary;
use chrono::{DateTime, Utc};
use platform::UserId;
use serde::{Deserialize, Serialize};
use std::collections::HashMap;
use utoipa::ToSchema;

/// Characters of the last message in the list, and of a quoted message.
const EXCERPT_CHARS: usize = 140;

/// A conversation as one participant sees it (C-094).
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Conversation)]
pub(super) struct ConversationView {
    pub id: ConversationId,
    pub kind: ConversationKind,
    pub state: ConversationState,
    /// Name of a group.
    pub title: Option<String>,
    /// Creator; missing if the account was deleted.
    pub owner_id: Option<UserId>,
    /// All participants, in the order they joined.
    pub participants: Vec<UserSummary>,
    pub created: DateTime<Utc>,
    pub last_updated: DateTime<Utc>,
    pub last_message: Option<MessageExcerpt>,
    /// The viewer's unread messages.
    pub unread_messages: i64,
    pub message_count: i64,
    pub marked_unread: bool,
    pub muted: bool,
    pub archived: bool,
    pub last_read_at: Option<DateTime<Utc>>,
    /// Oldest message that the viewer has not seen.
    pub first_unread_id: Option<MessageId>,
    /// Receipts of the other participants. Empty if the viewer has turned receipts off; without
    /// those who have.
    pub receipts: Vec<MessageReceipt>,
    /// Presence of the other participants. Empty if the viewer has turned presence off; without
    /// those who have.
    pub presence: Vec<UserPresence>,
    /// True if the viewer may report messages of others to staff.
    pub can_report: bool,
    /// Reason why the viewer cannot write, in words.
    pub refusal: Option<String>,
}

/// How far another participant has received the messages. Both times are absolute: they apply to
/// all messages up to then.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct MessageReceipt {
    pub user_id: UserId,
    pub delivered_at: Option<DateTime<Utc>>,
    pub seen_at: Option<DateTime<Utc>>,
}

/// Short view of a message.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct MessageExcerpt {
    pub id: MessageId,
    /// Missing if the account was deleted.
    pub sender_id: Option<UserId>,
    pub kind: MessageKind,
    /// The first characters; empty if the message was deleted.
    pub excerpt: String,
    pub timestamp: DateTime<Utc>,
    pub deleted: bool,
    pub image_count: i64,
}

/// A message (C-098).
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Message)]
pub(super) struct MessageView {
    pub id: MessageId,
    pub conversation_id: ConversationId,
    pub kind: MessageKind,
    /// Missing if the account was deleted.
    pub sender_id: Option<UserId>,
    /// The sender, or the placeholder of a former member.
    pub sender: UserSummary,
    /// Text as the sender typed it; empty if the message was deleted.
    pub content: String,
    pub timestamp: DateTime<Utc>,
    pub edited_at: Option<DateTime<Utc>>,
    pub deleted: bool,
    /// The quoted message.
    pub reply_to: Option<MessageExcerpt>,
    pub reactions: Vec<MessageReaction>,
    #[serde(default)]
    pub images: Vec<ImageView>,
    /// The person whom a system message is about.
    pub subject_id: Option<UserId>,
    /// Lets the sender's page match the message that it shows as pending.
    pub idempotency_key: Option<String>,
}

/// An emoji with the users who reacted with it.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct MessageReaction {
    pub emoji: String,
    pub user_ids: Vec<UserId>,
}

impl MessageExcerpt {
    pub fn new(row: &message::Model) -> Self {
        Self {
            id: row.id,
            sender_id: row.sender_id,
            kind: row.kind,
            excerpt: content::post_excerpt(&row.content, EXCERPT_CHARS),
            timestamp: row.created,
            deleted: row.deleted_at.is_some(),
            image_count: row.image_count,
        }
    }
}

/// Rows that belong to a page of messages.
#[derive(Debug, Default)]
pub(super) struct MessageContext {
    pub people: HashMap<UserId, UserSummary>,
    pub quoted: HashMap<MessageId, message::Model>,
    pub reactions: HashMap<MessageId, Vec<reaction::Model>>,
    pub images: HashMap<MessageId, Vec<ImageView>>,
}

impl MessageContext {
    /// The message with its sender, quoted message and reactions.
    pub fn to_view(&self, row: message::Model) -> MessageView {
        let sender = row.sender_id.and_then(|id| self.people.get(&id).cloned());
        let reactions = self.reactions.get(&row.id).map(Vec::as_slice).unwrap_or_default();
        MessageView {
            reply_to: row.reply_to_id.and_then(|id| self.quoted.get(&id)).map(MessageExcerpt::new),
            reactions: grouped(reactions),
            images: self.images.get(&row.id).cloned().unwrap_or_default(),
            id: row.id,
            conversation_id: row.conversation_id,
            kind: row.kind,
            sender: sender.unwrap_or_else(|| {
                UserSummary::deleted_account(row.sender_id.unwrap_or(UserId(uuid::Uuid::nil())))
            }),
            sender_id: row.sender_id,
            content: row.content,
            timestamp: row.created,
            edited_at: row.edited_at,
            deleted: row.deleted_at.is_some(),
            subject_id: row.subject_id,
            idempotency_key: row.idempotency_key,
        }
    }
}

/// Reactions by emoji, in the order of the first of each.
fn grouped(rows: &[reaction::Model]) -> Vec<MessageReaction> {
    let mut all: Vec<MessageReaction> = Vec::new();
    for row in rows {
        match all.iter_mut().find(|one| one.emoji == row.emoji) {
            Some(one) => one.user_ids.push(row.user_id),
            None => {
                all.push(MessageReaction { emoji: row.emoji.clone(), user_ids: vec![row.user_id] });
            }
        }
    }
    all
}

/// Rows that belong to a conversation, without those that the viewer may not see.
pub(super) struct ConversationContext<'c> {
    pub participants: Vec<UserSummary>,
    pub last_message: Option<&'c message::Model>,
    pub receipts: Vec<MessageReceipt>,
    pub presence: Vec<UserPresence>,
    pub refusal: Option<MessageError>,
}

impl ConversationView {
    pub fn new(
        row: conversation::Model,
        mine: &participant::Model,
        context: ConversationContext<'_>,
    ) -> Self {
        Self {
            id: row.id,
            kind: row.kind,
            state: row.state,
            title: row.title,
            owner_id: row.owner_id,
            participants: context.participants,
            created: row.created,
            last_updated: mine.last_updated,
            last_message: context.last_message.map(MessageExcerpt::new),
            unread_messages: mine.unread_messages,
            message_count: row.message_count,
            marked_unread: mine.marked_unread,
            muted: mine.muted,
            archived: mine.archived,
            last_read_at: mine.last_read_at,
            first_unread_id: mine.first_unread_id,
            receipts: context.receipts,
            presence: context.presence,
            can_report: row.message_count > 0,
            refusal: context.refusal.map(|error| error.to_string()),
        }
    }
}
