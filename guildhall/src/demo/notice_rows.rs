//! Notifications that belong to no community.

use super::random::id_at;
use super::store::{Rows, row};
use chrono::{DateTime, Utc};
use serde_json::Value;
use uuid::Uuid;

/// Numbers of the priorities.
pub const PRIORITY_HIGH: i64 = 3;
pub const PRIORITY_MEDIUM: i64 = 2;

/// A notification.
pub struct PersonalNotice {
    pub user: Uuid,
    pub source: Uuid,
    pub kind: &'static str,
    pub category: &'static str,
    pub priority: i64,
    pub title: String,
    pub message: String,
    pub data: Value,
    pub affiliation: Option<Uuid>,
    pub author: Option<Uuid>,
    pub asks: bool,
    pub read: bool,
    pub at: DateTime<Utc>,
}

/// Their rows.
pub struct NoticeRows(Rows);

impl Default for NoticeRows {
    fn default() -> Self {
        Self(Rows::new("notifications", COLUMNS))
    }
}

impl NoticeRows {
    /// Adds a notification.
    pub fn add(&mut self, notice: PersonalNotice) {
        self.0.add(row![
            id_at(&format!("{}/{}", notice.source, notice.user), notice.at),
            notice.user,
            notice.source,
            notice.kind,
            notice.title,
            notice.message,
            notice.data,
            notice.affiliation,
            notice.read,
            notice.at,
            notice.category,
            notice.priority,
            notice.asks,
            notice.author,
        ]);
    }

    /// The rows.
    pub fn into_rows(self) -> Rows {
        self.0
    }
}

const COLUMNS: &[&str] = &[
    "id",
    "user_id",
    "source_id",
    "type",
    "title",
    "message",
    "data",
    "affiliation_id",
    "read",
    "created_at",
    "category",
    "priority",
    "action_required",
    "author_id",
];
