//! Tables of conversations and messages. A conversation is visible on a portal if all of its
//! participants are members of the portal's affiliation (P-11).

use super::{ConversationId, MessageId};
use chrono::{DateTime, Utc};
use platform::conversations::through_conversation;
use platform::{Site, SiteIndependent, SiteVisibility, UserId, UserOwned};
use sea_orm::entity::prelude::*;
use sea_orm::{Condition, DeriveActiveEnum, EnumIter};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// Kind of a conversation.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, EnumIter, DeriveActiveEnum, Serialize, Deserialize, ToSchema,
)]
#[sea_orm(rs_type = "String", db_type = "Text")]
#[serde(rename_all = "camelCase")]
pub enum ConversationKind {
    /// Between two people; there is one for each pair.
    #[sea_orm(string_value = "direct")]
    Direct,
    /// A named group.
    #[sea_orm(string_value = "group")]
    Group,
}

/// State of a conversation.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, EnumIter, DeriveActiveEnum, Serialize, Deserialize, ToSchema,
)]
#[sea_orm(rs_type = "String", db_type = "Text")]
#[serde(rename_all = "camelCase")]
pub enum ConversationState {
    /// Everyone in it may write.
    #[sea_orm(string_value = "open")]
    Open,
    /// A message request: the recipient has not accepted it yet.
    #[sea_orm(string_value = "requested")]
    Requested,
    /// The recipient has declined the request.
    #[sea_orm(string_value = "declined")]
    Declined,
}

/// Kind of a message.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, EnumIter, DeriveActiveEnum, Serialize, Deserialize, ToSchema,
)]
#[sea_orm(rs_type = "String", db_type = "Text")]
#[serde(rename_all = "camelCase")]
pub enum MessageKind {
    /// Written by a participant.
    #[sea_orm(string_value = "text")]
    Text,
    /// The sender added the subject to the group.
    #[sea_orm(string_value = "added")]
    Added,
    /// The sender left the group.
    #[sea_orm(string_value = "left")]
    Left,
    /// The sender gave the group the name in the content.
    #[sea_orm(string_value = "renamed")]
    Renamed,
}

/// List of a participant that shows a conversation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, EnumIter, DeriveActiveEnum)]
#[sea_orm(rs_type = "String", db_type = "Text")]
pub enum ListFolder {
    /// The list of conversations.
    #[sea_orm(string_value = "inbox")]
    Inbox,
    /// The list of message requests that the participant has received.
    #[sea_orm(string_value = "requests")]
    Requests,
    /// None: another person has opened the conversation and not written yet.
    #[sea_orm(string_value = "none")]
    Hidden,
}

/// People from whom a user accepts messages without a request.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, EnumIter, DeriveActiveEnum, Serialize, Deserialize, ToSchema,
)]
#[sea_orm(rs_type = "String", db_type = "Text")]
#[serde(rename_all = "camelCase")]
pub enum AcceptsFrom {
    /// People with whom they share a community or an affiliation.
    #[sea_orm(string_value = "shared")]
    Shared,
    /// People whom they follow.
    #[sea_orm(string_value = "followed")]
    Followed,
    /// No one: message requests are refused too.
    #[sea_orm(string_value = "nobody")]
    Nobody,
}

/// The table `conversations`.
pub mod conversation {
    use super::*;

    /// A conversation.
    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "conversations")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub id: ConversationId,
        pub kind: ConversationKind,
        /// Both user ids, sorted; `None` for a group.
        pub pair_key: Option<String>,
        pub title: Option<String>,
        /// Creator; `None` if the account was deleted.
        pub owner_id: Option<UserId>,
        pub state: ConversationState,
        pub last_message_id: Option<MessageId>,
        pub message_count: i64,
        pub created: DateTime<Utc>,
        pub last_updated: DateTime<Utc>,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}
    impl ActiveModelBehavior for ActiveModel {}
    impl SiteVisibility for Entity {
        fn visible_on(site: Site) -> Condition {
            through_conversation(site, Column::Id)
        }
    }

    impl Model {
        /// Returns true for a group, and for two people of whom neither waits for an answer to a
        /// request or a first message.
        pub fn is_open(&self) -> bool {
            let is_accepted = self.state == ConversationState::Open && self.message_count > 0;
            self.kind == ConversationKind::Group || is_accepted
        }
    }
}

/// The table `conversation_participants`.
pub mod participant {
    use super::*;

    /// A participant's view of a conversation.
    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "conversation_participants")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub conversation_id: ConversationId,
        #[sea_orm(primary_key, auto_increment = false)]
        pub user_id: UserId,
        pub joined_at: DateTime<Utc>,
        pub unread_messages: i64,
        pub last_read_at: Option<DateTime<Utc>>,
        pub marked_unread: bool,
        pub muted: bool,
        pub archived: bool,
        /// Equal to that of the conversation.
        pub last_updated: DateTime<Utc>,
        pub folder: ListFolder,
        /// Messages up to this time have reached one of the participant's devices.
        pub delivered_at: Option<DateTime<Utc>>,
        /// Oldest message that the participant has not seen.
        pub first_unread_id: Option<MessageId>,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}
    impl ActiveModelBehavior for ActiveModel {}
    impl SiteVisibility for Entity {
        fn visible_on(site: Site) -> Condition {
            through_conversation(site, Column::ConversationId)
        }
    }
}

/// The table `messages`.
pub mod message {
    use super::*;

    /// A message.
    #[derive(Clone, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "messages")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub id: MessageId,
        pub conversation_id: ConversationId,
        /// `None` if the account was deleted.
        pub sender_id: Option<UserId>,
        pub kind: MessageKind,
        /// Empty if the message was deleted.
        pub content: String,
        pub reply_to_id: Option<MessageId>,
        pub subject_id: Option<UserId>,
        pub idempotency_key: Option<String>,
        pub created: DateTime<Utc>,
        pub edited_at: Option<DateTime<Utc>>,
        pub deleted_at: Option<DateTime<Utc>>,
        pub image_count: i64,
    }

    impl std::fmt::Debug for Model {
        /// Omits the text, which is private.
        fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
            write!(f, "Message({})", self.id)
        }
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}
    impl ActiveModelBehavior for ActiveModel {}
    impl SiteVisibility for Entity {
        fn visible_on(site: Site) -> Condition {
            through_conversation(site, Column::ConversationId)
        }
    }
}

/// The table `message_reactions`. Only read through messages that the viewer may read.
pub mod reaction {
    use super::*;

    /// A user's reaction to a message.
    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "message_reactions")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub message_id: MessageId,
        #[sea_orm(primary_key, auto_increment = false)]
        pub user_id: UserId,
        #[sea_orm(primary_key, auto_increment = false)]
        pub emoji: String,
        pub created_at: DateTime<Utc>,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}
    impl ActiveModelBehavior for ActiveModel {}
    impl SiteIndependent for Entity {}
}

/// The table `message_settings`.
pub mod settings {
    use super::*;

    /// A user's settings of messages; without a row, the defaults.
    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "message_settings")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub user_id: UserId,
        pub sends_receipts: bool,
        pub shows_typing: bool,
        pub shows_presence: bool,
        pub accepts_from: AcceptsFrom,
        pub updated_at: DateTime<Utc>,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}
    impl ActiveModelBehavior for ActiveModel {}
    impl SiteIndependent for Entity {}
    impl UserOwned for Entity {
        fn owner() -> Column {
            Column::UserId
        }
    }
}

/// The table `user_presence`.
pub mod presence {
    use super::*;

    /// Last activity of a user who shows it.
    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "user_presence")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub user_id: UserId,
        pub last_active_at: DateTime<Utc>,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}
    impl ActiveModelBehavior for ActiveModel {}
    impl SiteIndependent for Entity {}
    impl UserOwned for Entity {
        fn owner() -> Column {
            Column::UserId
        }
    }
}
