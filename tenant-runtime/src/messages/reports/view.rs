//! Reports of messages as the API returns them.

use super::MessageReportId;
use super::rows::Model;
use crate::messages::rows::MessageKind;
use crate::messages::view::MessageView;
use crate::messages::{ConversationId, MessageId};
use crate::posts::images::ImageView;
use crate::profiles::UserSummary;
use crate::reports::ReportStatus;
use chrono::{DateTime, Utc};
use platform::UserId;
use serde::{Deserialize, Serialize};
use std::collections::HashMap;
use utoipa::ToSchema;

/// A report in the response to its sender.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct MessageReportReceipt {
    pub id: MessageReportId,
    pub message_id: MessageId,
    pub reason: String,
    pub status: ReportStatus,
    pub created_at: DateTime<Utc>,
}

impl From<Model> for MessageReportReceipt {
    fn from(row: Model) -> Self {
        Self {
            id: row.id,
            message_id: row.message_id,
            reason: row.reason,
            status: row.status,
            created_at: row.created_at,
        }
    }
}

/// A report in the list of staff, without the message.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct MessageReport {
    pub id: MessageReportId,
    pub conversation_id: ConversationId,
    pub message_id: MessageId,
    /// Sender of the message; `null` if the account was deleted.
    pub sender: Option<UserSummary>,
    pub reporter: Option<UserSummary>,
    pub reason: String,
    pub status: ReportStatus,
    pub created_at: DateTime<Utc>,
    pub handled_by: Option<UserSummary>,
    pub handled_at: Option<DateTime<Utc>>,
}

impl MessageReport {
    pub fn new(row: Model, people: &HashMap<UserId, UserSummary>) -> Self {
        let person = |id: Option<UserId>| id.and_then(|id| people.get(&id).cloned());
        Self {
            id: row.id,
            conversation_id: row.conversation_id,
            message_id: row.message_id,
            sender: person(row.sender_id),
            reporter: person(row.reporter_id),
            reason: row.reason,
            status: row.status,
            created_at: row.created_at,
            handled_by: person(row.handled_by),
            handled_at: row.handled_at,
        }
    }

    /// People who are named in a report.
    pub fn people_of(row: &Model) -> impl Iterator<Item = UserId> {
        [row.sender_id, row.reporter_id, row.handled_by].into_iter().flatten()
    }
}

/// A page of reports.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct MessageReports {
    pub items: Vec<MessageReport>,
    /// Cursor of the next page; `null` at the end.
    pub next_cursor: Option<String>,
    /// Number of open reports on all pages.
    pub open_count: u64,
}

/// A message as staff see it in a report.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct ReportedMessage {
    pub id: MessageId,
    pub kind: MessageKind,
    pub sender: UserSummary,
    /// Text as the sender typed it; empty if the message was deleted.
    pub content: String,
    pub timestamp: DateTime<Utc>,
    pub edited_at: Option<DateTime<Utc>>,
    pub deleted: bool,
    pub images: Vec<ImageView>,
    /// True for the reported message, false for its neighbours.
    pub reported: bool,
}

impl ReportedMessage {
    pub fn new(view: MessageView, reported: MessageId) -> Self {
        Self {
            reported: view.id == reported,
            id: view.id,
            kind: view.kind,
            sender: view.sender,
            content: view.content,
            timestamp: view.timestamp,
            edited_at: view.edited_at,
            deleted: view.deleted,
            images: view.images,
        }
    }
}

/// A report with the reported message and its neighbours.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct MessageReportDetails {
    pub report: MessageReport,
    /// The reported message and up to three messages before and after it, oldest first.
    pub messages: Vec<ReportedMessage>,
}
