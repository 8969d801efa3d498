//! The table `message_reports`. Its visibility on a site follows the conversation.

use super::MessageReportId;
use crate::messages::{ConversationId, MessageId};
use crate::reports::ReportStatus;
use chrono::{DateTime, Utc};
use platform::conversations::through_conversation;
use platform::{Site, SiteVisibility, UserId};
use sea_orm::Condition;
use sea_orm::entity::prelude::*;

/// A report.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "message_reports")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: MessageReportId,
    pub conversation_id: ConversationId,
    pub message_id: MessageId,
    /// Sender of the message; `None` if the account was deleted.
    pub sender_id: Option<UserId>,
    /// `None` if the account was deleted.
    pub reporter_id: Option<UserId>,
    pub reason: String,
    pub status: ReportStatus,
    pub created_at: DateTime<Utc>,
    pub handled_by: Option<UserId>,
    pub handled_at: Option<DateTime<Utc>>,
}

#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}
impl ActiveModelBehavior for ActiveModel {}
impl SiteVisibility for Entity {
    fn visible_on(site: Site) -> Condition {
        through_conversation(site, Column::ConversationId)
    }
}
