//! Tables of support conversations. A conversation is visible on the main site and on the portal on
//! which it was started (P-17).

use super::{ChatMessageId, SupportConversationId};
use crate::support::rows::SupportPriority;
use chrono::{DateTime, Utc};
use platform::{AffiliationId, Site, SiteIndependent, SiteVisibility, UserId};
use sea_orm::entity::prelude::*;
use sea_orm::{Condition, DeriveActiveEnum, EnumIter};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// Status of a support conversation (G-111).
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, EnumIter, DeriveActiveEnum, Serialize, Deserialize, ToSchema,
)]
#[sea_orm(rs_type = "String", db_type = "Text")]
#[serde(rename_all = "kebab-case")]
pub enum ChatStatus {
    #[sea_orm(string_value = "open")]
    Open,
    #[sea_orm(string_value = "in-progress")]
    InProgress,
    /// Staff wait for the person.
    #[sea_orm(string_value = "waiting")]
    Waiting,
    #[sea_orm(string_value = "resolved")]
    Resolved,
    /// Ended: no more messages.
    #[sea_orm(string_value = "closed")]
    Closed,
}

impl ChatStatus {
    /// Statuses that count as active.
    pub const ACTIVE: [Self; 3] = [Self::Open, Self::InProgress, Self::Waiting];
}

/// The table `support_conversations`.
pub mod conversation {
    use super::*;

    /// A support conversation.
    #[derive(Clone, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "support_conversations")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub id: SupportConversationId,
        pub owner_id: UserId,
        /// Affiliation of the portal on which it was started; `None` for the main site.
        pub affiliation_id: Option<AffiliationId>,
        pub topic: Option<String>,
        pub status: ChatStatus,
        pub priority: SupportPriority,
        pub assigned_to_id: Option<UserId>,
        /// Beginning of the last message.
        pub last_message: Option<String>,
        pub message_count: i64,
        /// Messages that staff have not read.
        pub staff_unread: i64,
        /// Messages that the owner has not read.
        pub owner_unread: i64,
        /// Rises with each change, so that a change based on an old state is refused.
        pub version: i64,
        pub created_at: DateTime<Utc>,
        pub updated_at: DateTime<Utc>,
        pub first_answered_at: Option<DateTime<Utc>>,
        pub ended_at: Option<DateTime<Utc>>,
    }

    impl std::fmt::Debug for Model {
        /// Omits the texts, which are private.
        fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
            write!(f, "SupportConversation({})", self.id)
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
}

/// The table `support_conversation_messages`. Only read through conversations that the viewer may
/// read.
pub mod message {
    use super::*;

    /// A message of a support conversation.
    #[derive(Clone, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "support_conversation_messages")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub id: ChatMessageId,
        pub conversation_id: SupportConversationId,
        /// `None` if the account was deleted.
        pub sender_id: Option<UserId>,
        pub is_staff: bool,
        pub content: String,
        pub created_at: DateTime<Utc>,
    }

    impl std::fmt::Debug for Model {
        /// Omits the text, which is private.
        fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
            write!(f, "SupportChatMessage({})", self.id)
        }
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}
    impl ActiveModelBehavior for ActiveModel {}
    impl SiteIndependent for Entity {}
}

/// The table `support_chat_switches`.
pub mod switch {
    use super::*;

    /// Whether chat is on.
    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "support_chat_switches")]
    pub struct Model {
        /// `network`, or the affiliation of a portal.
        #[sea_orm(primary_key, auto_increment = false)]
        pub site: String,
        pub enabled: bool,
        pub updated_at: DateTime<Utc>,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}
    impl ActiveModelBehavior for ActiveModel {}
    impl SiteIndependent for Entity {}
}
