//! Tables of tickets. A ticket is visible on the main site and on the portal on which it was
//! created (P-17).

use super::{AttachmentId, SupportActivityId, TicketId, TicketMessageId};
use chrono::{DateTime, Utc};
use platform::{AffiliationId, Site, SiteIndependent, SiteVisibility, UserId, UserOwned};
use sea_orm::entity::prelude::*;
use sea_orm::{Condition, DeriveActiveEnum, EnumIter};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// Status of a ticket (F-093).
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, EnumIter, DeriveActiveEnum, Serialize, Deserialize, ToSchema,
)]
#[sea_orm(rs_type = "String", db_type = "Text")]
#[serde(rename_all = "snake_case")]
pub enum TicketStatus {
    #[sea_orm(string_value = "open")]
    Open,
    #[sea_orm(string_value = "in_progress")]
    InProgress,
    #[sea_orm(string_value = "resolved")]
    Resolved,
    #[sea_orm(string_value = "closed")]
    Closed,
}

impl TicketStatus {
    /// Returns true for statuses that stamp the time of closing (F-107).
    pub const fn is_finished(self) -> bool {
        matches!(self, Self::Resolved | Self::Closed)
    }
}

/// Priority of a ticket or support conversation (F-093).
#[derive(
    Debug,
    Clone,
    Copy,
    Default,
    PartialEq,
    Eq,
    EnumIter,
    DeriveActiveEnum,
    Serialize,
    Deserialize,
    ToSchema,
)]
#[sea_orm(rs_type = "String", db_type = "Text")]
#[serde(rename_all = "lowercase")]
pub enum SupportPriority {
    #[sea_orm(string_value = "low")]
    Low,
    #[default]
    #[sea_orm(string_value = "medium")]
    Medium,
    #[sea_orm(string_value = "high")]
    High,
    #[sea_orm(string_value = "urgent")]
    Urgent,
}

/// Category of a ticket (F-093).
#[derive(
    Debug,
    Clone,
    Copy,
    Default,
    PartialEq,
    Eq,
    EnumIter,
    DeriveActiveEnum,
    Serialize,
    Deserialize,
    ToSchema,
)]
#[sea_orm(rs_type = "String", db_type = "Text")]
#[serde(rename_all = "lowercase")]
pub enum TicketCategory {
    #[default]
    #[sea_orm(string_value = "general")]
    General,
    #[sea_orm(string_value = "account")]
    Account,
    #[sea_orm(string_value = "groups")]
    Groups,
    #[sea_orm(string_value = "content")]
    Content,
    #[sea_orm(string_value = "technical")]
    Technical,
    #[sea_orm(string_value = "other")]
    Other,
}

/// The people who answer a ticket.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, EnumIter, DeriveActiveEnum, Serialize, Deserialize, ToSchema,
)]
#[sea_orm(rs_type = "String", db_type = "Text")]
#[serde(rename_all = "lowercase")]
pub enum TicketDesk {
    #[sea_orm(string_value = "platform")]
    Platform,
    /// The affiliation of the portal on which the ticket was created.
    #[sea_orm(string_value = "affiliation")]
    Affiliation,
}

/// The table `support_tickets`.
pub mod ticket {
    use super::*;

    /// A ticket.
    #[derive(Clone, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "support_tickets")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub id: TicketId,
        pub owner_id: UserId,
        /// Affiliation of the portal on which it was created; `None` for the main site.
        pub affiliation_id: Option<AffiliationId>,
        pub title: String,
        pub description: String,
        pub status: TicketStatus,
        pub priority: SupportPriority,
        /// Priority chosen by the owner (G-051).
        pub requested_priority: SupportPriority,
        pub category: TicketCategory,
        /// Created while the account was paused.
        pub about_pause: bool,
        pub desk: TicketDesk,
        /// Time at which the affiliation gave the ticket to platform staff.
        pub escalated_at: Option<DateTime<Utc>>,
        pub assigned_to_id: Option<UserId>,
        pub merged_into_id: Option<TicketId>,
        /// The last eight characters of the id, in upper case.
        pub short_id: String,
        /// Number of messages without internal notes.
        pub message_count: i64,
        /// Rises with each change, so that a change based on an old state is refused.
        pub version: i64,
        pub created_at: DateTime<Utc>,
        pub updated_at: DateTime<Utc>,
        pub closed_at: Option<DateTime<Utc>>,
        pub first_answered_at: Option<DateTime<Utc>>,
        pub first_answer_ms: Option<i64>,
        pub resolution_ms: Option<i64>,
    }

    impl std::fmt::Debug for Model {
        /// Omits the texts, which are private.
        fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
            write!(f, "Ticket({})", self.id)
        }
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}
    impl ActiveModelBehavior for ActiveModel {}
    impl SiteVisibility for Entity {
        fn visible_on(site: Site) -> Condition {
            let of_portal = site.affiliation().map(|id| Column::AffiliationId.eq(id.uuid()));
            Condition::all().add_option(of_portal)
        }
    }
    impl UserOwned for Entity {
        fn owner() -> Column {
            Column::OwnerId
        }
    }
}

/// The table `support_ticket_messages`. Only read through tickets that the viewer may read.
pub mod message {
    use super::*;

    /// A message of a ticket, or an internal note of staff.
    #[derive(Clone, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "support_ticket_messages")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub id: TicketMessageId,
        pub ticket_id: TicketId,
        /// `None` if the account was deleted.
        pub sender_id: Option<UserId>,
        pub is_staff: bool,
        /// A note that only staff see.
        pub internal: bool,
        pub message: String,
        pub created_at: DateTime<Utc>,
    }

    impl std::fmt::Debug for Model {
        /// Omits the text, which is private.
        fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
            write!(f, "TicketMessage({})", self.id)
        }
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}
    impl ActiveModelBehavior for ActiveModel {}
    impl SiteIndependent for Entity {}
}

/// The table `support_attachments`. Only read through tickets that the viewer may read.
pub mod attachment {
    use super::*;

    /// A file of a ticket.
    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "support_attachments")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub id: AttachmentId,
        pub ticket_id: TicketId,
        /// `None` if it belongs to the description.
        pub message_id: Option<TicketMessageId>,
        pub uploader_id: Option<UserId>,
        /// Path, valid on every site.
        pub address: String,
        pub file_name: String,
        pub content_type: String,
        pub bytes: i64,
        pub width: Option<i64>,
        pub height: Option<i64>,
        pub created_at: DateTime<Utc>,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}
    impl ActiveModelBehavior for ActiveModel {}
    impl SiteIndependent for Entity {}
}

/// The table `support_activity`, for staff.
pub mod activity {
    use super::*;

    /// An action of a member of staff (F-123).
    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "support_activity")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub id: SupportActivityId,
        /// `None` if the account was deleted.
        pub staff_id: Option<UserId>,
        pub action: String,
        pub ticket_id: Option<Uuid>,
        pub conversation_id: Option<Uuid>,
        pub metadata: Json,
        /// Seconds.
        pub duration: Option<i64>,
        pub created_at: DateTime<Utc>,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}
    impl ActiveModelBehavior for ActiveModel {}
    impl SiteIndependent for Entity {}
}

/// The table `support_canned_answers`, for staff.
pub mod canned {
    use super::*;
    use crate::support::CannedAnswerId;

    /// A prepared answer.
    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "support_canned_answers")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub id: CannedAnswerId,
        pub title: String,
        pub body: String,
        pub updated_by: Option<UserId>,
        pub created_at: DateTime<Utc>,
        pub updated_at: DateTime<Utc>,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}
    impl ActiveModelBehavior for ActiveModel {}
    impl SiteIndependent for Entity {}
}

/// The table `support_affiliation_desks`: affiliations that answer the tickets of their portal.
pub mod affiliation_desk {
    use super::*;

    /// An affiliation whose desk is on.
    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "support_affiliation_desks")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub affiliation_id: AffiliationId,
        pub enabled_by: Option<UserId>,
        pub created_at: DateTime<Utc>,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}
    impl ActiveModelBehavior for ActiveModel {}
    impl SiteIndependent for Entity {}
}

/// The table `support_presence`, for staff.
pub mod presence {
    use super::*;

    /// The last heartbeat of a member of staff, and the subject on their screen.
    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "support_presence")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub user_id: UserId,
        pub seen_at: DateTime<Utc>,
        pub ticket_id: Option<Uuid>,
        pub conversation_id: Option<Uuid>,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}
    impl ActiveModelBehavior for ActiveModel {}
    impl SiteIndependent for Entity {}
}
