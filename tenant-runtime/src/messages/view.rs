//! Conversations and messages as the API returns them.

use super::error::MessageError;
use super::rows::{
    ConversationKind, ConversationState, MessageKind, conversation, message, participant, reaction,
};
use super::{ConversationId, MessageId};
use crate::content;
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
    /// Reason why the viewer cannot write, in words.
    pub refusal: Option<String>,
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
        }
    }
}

/// Rows that belong to a page of messages.
#[derive(Debug, Default)]
pub(super) struct MessageContext {
    pub people: HashMap<UserId, UserSummary>,
    pub quoted: HashMap<MessageId, message::Model>,
    pub reactions: HashMap<MessageId, Vec<reaction::Model>>,
}

impl MessageContext {
    /// The message with its sender, quoted message and reactions.
    pub fn view(&self, row: message::Model) -> MessageView {
        let sender = row.sender_id.and_then(|id| self.people.get(&id).cloned());
        let reactions = self.reactions.get(&row.id).map(Vec::as_slice).unwrap_or_default();
        MessageView {
            reply_to: row.reply_to_id.and_then(|id| self.quoted.get(&id)).map(MessageExcerpt::new),
            reactions: grouped(reactions),
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

impl ConversationView {
    pub fn new(
        row: conversation::Model,
        mine: &participant::Model,
        participants: Vec<UserSummary>,
        last_message: Option<&message::Model>,
        refusal: Option<MessageError>,
    ) -> Self {
        Self {
            id: row.id,
            kind: row.kind,
            state: row.state,
            title: row.title,
            owner_id: row.owner_id,
            participants,
            created: row.created,
            last_updated: mine.last_updated,
            last_message: last_message.map(MessageExcerpt::new),
            unread_messages: mine.unread_messages,
            message_count: row.message_count,
            marked_unread: mine.marked_unread,
            muted: mine.muted,
            archived: mine.archived,
            last_read_at: mine.last_read_at,
            refusal: refusal.map(|error| error.to_string()),
        }
    }
}
