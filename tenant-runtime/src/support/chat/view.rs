//! Support conversations as the API returns them.

use super::rows::{ChatStatus, conversation, message};
use super::{ChatMessageId, SupportConversationId};
use crate::accounts::readable_email;
use crate::support::rows::SupportPriority;
use crate::support::view::People;
use chrono::{DateTime, Utc};
use platform::{AffiliationId, UserId};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// Reader of a conversation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::support) enum ChatReader {
    Owner,
    Staff,
}

/// A support conversation.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = SupportConversation)]
pub(in crate::support) struct ConversationView {
    pub id: SupportConversationId,
    pub topic: Option<String>,
    pub status: ChatStatus,
    pub priority: SupportPriority,
    pub created_at: DateTime<Utc>,
    pub updated_at: DateTime<Utc>,
    /// Beginning of the last message.
    pub last_message: Option<String>,
    /// Messages that the reader has not read.
    pub unread_count: i64,
    pub user_id: UserId,
    pub user_display_name: String,
    /// Only for staff.
    pub user_email: Option<String>,
    pub assigned_to: Option<UserId>,
    pub assigned_to_name: Option<String>,
    /// Affiliation of the portal on which it was started; `null` for the main site.
    pub site_affiliation_id: Option<AffiliationId>,
    /// Rises with each change.
    pub version: i64,
    pub ended_at: Option<DateTime<Utc>>,
}

/// A message of a support conversation.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = SupportChatMessage)]
pub(in crate::support) struct ChatMessageView {
    pub id: ChatMessageId,
    pub conversation_id: SupportConversationId,
    pub content: String,
    pub sender_id: Option<UserId>,
    pub sender_name: String,
    pub sender_picture: Option<String>,
    pub is_staff: bool,
    pub timestamp: DateTime<Utc>,
}

pub(super) fn to_view(
    people: &People,
    reader: ChatReader,
    row: &conversation::Model,
) -> ConversationView {
    let email = people.0.get(&row.owner_id).map(|owner| readable_email(&owner.email));
    ConversationView {
        id: row.id,
        topic: row.topic.clone(),
        status: row.status,
        priority: row.priority,
        created_at: row.created_at,
        updated_at: row.updated_at,
        last_message: row.last_message.clone(),
        unread_count: match reader {
            ChatReader::Owner => row.owner_unread,
            ChatReader::Staff => row.staff_unread,
        },
        user_id: row.owner_id,
        user_display_name: people.name_of(Some(row.owner_id)),
        user_email: email.filter(|_| reader == ChatReader::Staff),
        assigned_to: row.assigned_to_id,
        assigned_to_name: row.assigned_to_id.map(|user| people.name_of(Some(user))),
        site_affiliation_id: row.affiliation_id,
        version: row.version,
        ended_at: row.ended_at,
    }
}

pub(super) fn to_message_view(people: &People, row: message::Model) -> ChatMessageView {
    ChatMessageView {
        id: row.id,
        conversation_id: row.conversation_id,
        content: row.content,
        sender_name: people.name_of(row.sender_id),
        sender_picture: people.picture_of(row.sender_id),
        sender_id: row.sender_id,
        is_staff: row.is_staff,
        timestamp: row.created_at,
    }
}
