//! Kinds of notifications and times of emails.

use sea_orm::{DeriveActiveEnum, EnumIter};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// Kind of a notification in the settings.
#[derive(
    Debug,
    Clone,
    Copy,
    PartialEq,
    Eq,
    Hash,
    EnumIter,
    DeriveActiveEnum,
    Serialize,
    Deserialize,
    ToSchema,
)]
#[sea_orm(rs_type = "String", db_type = "Text")]
#[serde(rename_all = "lowercase")]
pub enum NotificationKind {
    /// A post names the recipient.
    #[sea_orm(string_value = "mention")]
    Mention,
    /// An answer to the recipient's post or support ticket.
    #[sea_orm(string_value = "reply")]
    Reply,
    /// A direct message.
    #[sea_orm(string_value = "message")]
    Message,
    /// News of a community: announcements, new threads, another visibility.
    #[sea_orm(string_value = "announcement")]
    Announcement,
    /// An announcement with a start time.
    #[sea_orm(string_value = "event")]
    Event,
    /// A question that the recipient may answer: requests, reports, introductions.
    #[sea_orm(string_value = "request")]
    Request,
    /// A decision about the recipient, their content or their role.
    #[sea_orm(string_value = "decision")]
    Decision,
}

impl NotificationKind {
    /// All kinds, in the order of the settings.
    pub const ALL: [Self; 7] = [
        Self::Mention,
        Self::Reply,
        Self::Message,
        Self::Announcement,
        Self::Event,
        Self::Request,
        Self::Decision,
    ];
}

/// When notifications of a kind are emailed.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, EnumIter, DeriveActiveEnum, Serialize, Deserialize, ToSchema,
)]
#[sea_orm(rs_type = "String", db_type = "Text")]
#[serde(rename_all = "lowercase")]
pub enum EmailTiming {
    /// Never.
    #[sea_orm(string_value = "off")]
    Off,
    /// A few minutes after the event, unless it was read.
    #[sea_orm(string_value = "immediately")]
    Immediately,
    /// In the daily digest.
    #[sea_orm(string_value = "daily")]
    Daily,
    /// In the weekly digest.
    #[sea_orm(string_value = "weekly")]
    Weekly,
}
