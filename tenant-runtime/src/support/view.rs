//! Tickets and messages as the API returns them. Names and addresses come from the accounts
//! (G-118).

use super::rows::{
    SupportPriority, TicketCategory, TicketDesk, TicketStatus, attachment, message, ticket,
};
use super::{AttachmentId, TicketId, TicketMessageId};
use crate::accounts::{AccountContact, readable_email};
use chrono::{DateTime, Utc};
use platform::{AffiliationId, UserId};
use serde::{Deserialize, Serialize};
use std::collections::HashMap;
use utoipa::ToSchema;

/// Name of a deleted account.
const FORMER_MEMBER: &str = "Former member";
/// Characters of a short id in details and in lists (G-063).
const SHORT_ID_CHARS: (usize, usize) = (8, 6);

/// The last characters of a ticket's id, in upper case.
pub(super) fn short_id(id: TicketId) -> String {
    last_chars(&id.to_string(), SHORT_ID_CHARS.0).to_uppercase()
}

fn last_chars(text: &str, count: usize) -> &str {
    text.get(text.len().saturating_sub(count)..).unwrap_or(text)
}

/// A file of a ticket.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = TicketAttachment)]
pub(super) struct AttachmentView {
    pub id: AttachmentId,
    /// Path, valid on every site.
    pub url: String,
    pub file_name: String,
    pub content_type: String,
    /// Size in bytes.
    pub size: i64,
    /// Size in pixels; `null` for a PDF.
    pub width: Option<i64>,
    pub height: Option<i64>,
    pub uploaded_by_id: Option<UserId>,
}

impl From<attachment::Model> for AttachmentView {
    fn from(row: attachment::Model) -> Self {
        Self {
            id: row.id,
            url: row.address,
            file_name: row.file_name,
            content_type: row.content_type,
            size: row.bytes,
            width: row.width,
            height: row.height,
            uploaded_by_id: row.uploader_id,
        }
    }
}

/// A ticket.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = SupportTicket)]
pub(super) struct TicketView {
    pub id: TicketId,
    /// The last eight characters of the id.
    pub short_id: String,
    /// The last six characters of the id, for lists.
    pub list_id: String,
    pub title: String,
    pub description: String,
    pub status: TicketStatus,
    pub priority: SupportPriority,
    /// Priority chosen by the owner.
    pub requested_priority: SupportPriority,
    pub category: TicketCategory,
    pub created_at: DateTime<Utc>,
    pub updated_at: DateTime<Utc>,
    pub closed_at: Option<DateTime<Utc>>,
    pub user_id: UserId,
    pub user_name: String,
    pub user_picture: Option<String>,
    pub user_email: String,
    pub assigned_to_id: Option<UserId>,
    pub assigned_to_name: Option<String>,
    pub assigned_to_picture: Option<String>,
    /// Created while the account was paused.
    pub about_pause: bool,
    /// Ticket that has the messages of this duplicate.
    pub merged_into_id: Option<TicketId>,
    /// Rises with each change.
    pub version: i64,
    /// Number of messages without internal notes.
    pub message_count: i64,
    /// Files of the description; empty in lists.
    pub attachments: Vec<AttachmentView>,
    /// Changes of the status by staff, oldest first; empty in lists.
    pub status_changes: Vec<StatusChange>,
}

/// A change of a ticket's status by staff.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = TicketStatusChange)]
pub(super) struct StatusChange {
    pub at: DateTime<Utc>,
    pub new_status: TicketStatus,
    pub staff_name: String,
}

/// A ticket for staff.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct StaffTicket {
    #[serde(flatten)]
    pub ticket: TicketView,
    /// Affiliation of the portal on which it was created; `null` for the main site.
    pub site_affiliation_id: Option<AffiliationId>,
    pub site_name: Option<String>,
    pub first_answered_at: Option<DateTime<Utc>>,
    /// Platform staff, or the affiliation of the portal.
    pub desk: TicketDesk,
    /// Time at which the affiliation gave the ticket to platform staff.
    pub escalated_at: Option<DateTime<Utc>>,
}

/// A message of a ticket.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = TicketMessage)]
pub(super) struct TicketMessageView {
    pub id: TicketMessageId,
    pub ticket_id: TicketId,
    pub message: String,
    pub created_at: DateTime<Utc>,
    pub sender_id: Option<UserId>,
    pub sender_name: String,
    pub sender_picture: Option<String>,
    pub is_staff: bool,
    /// A note that only staff see.
    pub internal: bool,
    pub attachments: Vec<AttachmentView>,
}

/// Accounts that views name.
#[derive(Debug, Default)]
pub(super) struct People(pub HashMap<UserId, AccountContact>);

impl People {
    pub fn name_of(&self, user: Option<UserId>) -> String {
        let person = user.and_then(|user| self.0.get(&user));
        person.map_or_else(|| FORMER_MEMBER.to_owned(), AccountContact::display_name)
    }

    /// URL of a person's profile picture.
    pub fn picture_of(&self, user: Option<UserId>) -> Option<String> {
        self.0.get(&user?)?.profile_picture.clone()
    }

    pub fn build_ticket(
        &self,
        row: &ticket::Model,
        attachments: Vec<AttachmentView>,
    ) -> TicketView {
        let owner = self.0.get(&row.owner_id);
        TicketView {
            id: row.id,
            short_id: row.short_id.clone(),
            list_id: last_chars(&row.short_id, SHORT_ID_CHARS.1).to_owned(),
            title: row.title.clone(),
            description: row.description.clone(),
            status: row.status,
            priority: row.priority,
            requested_priority: row.requested_priority,
            category: row.category,
            created_at: row.created_at,
            updated_at: row.updated_at,
            closed_at: row.closed_at,
            user_id: row.owner_id,
            user_name: self.name_of(Some(row.owner_id)),
            user_picture: self.picture_of(Some(row.owner_id)),
            user_email: owner.map(|owner| readable_email(&owner.email)).unwrap_or_default(),
            assigned_to_id: row.assigned_to_id,
            assigned_to_name: row.assigned_to_id.map(|user| self.name_of(Some(user))),
            assigned_to_picture: self.picture_of(row.assigned_to_id),
            about_pause: row.about_pause,
            merged_into_id: row.merged_into_id,
            version: row.version,
            message_count: row.message_count,
            attachments,
            status_changes: Vec::new(),
        }
    }

    pub fn build_message(
        &self,
        row: message::Model,
        attachments: Vec<AttachmentView>,
    ) -> TicketMessageView {
        TicketMessageView {
            id: row.id,
            ticket_id: row.ticket_id,
            message: row.message,
            created_at: row.created_at,
            sender_id: row.sender_id,
            sender_name: self.name_of(row.sender_id),
            sender_picture: self.picture_of(row.sender_id),
            is_staff: row.is_staff,
            internal: row.internal,
            attachments,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn short_ids_are_the_last_characters_in_upper_case() {
        let Ok(id) = "0193e2f4a1b27c3d8e4f5a6b7c8d9eaf".parse::<TicketId>() else {
            panic!("a valid id");
        };
        assert_eq!(short_id(id), "7C8D9EAF");
        assert_eq!(last_chars(&short_id(id), SHORT_ID_CHARS.1), "8D9EAF");
        assert_eq!(last_chars("ab", 6), "ab");
    }
}
