//! Content of a notification, independent of its recipients.

use super::classes;
use crate::notification_settings::NotificationKind;
use platform::ids::EventId;
use platform::{AffiliationId, CommunityId, UserId};
use sea_orm::{DeriveActiveEnum, EnumIter};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::ToSchema;
use uuid::Uuid;

/// Types of C-124.
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
#[serde(rename_all = "snake_case")]
pub enum NotificationType {
    /// A post, which may mention the recipient.
    #[sea_orm(string_value = "community_post")]
    CommunityPost,
    /// A reply to a post of the recipient.
    #[sea_orm(string_value = "community_reply")]
    CommunityReply,
    /// A new thread.
    #[sea_orm(string_value = "community_thread")]
    CommunityThread,
    /// An announcement.
    #[sea_orm(string_value = "community_announcement")]
    CommunityAnnouncement,
    /// An announcement with a start time (G-083).
    #[sea_orm(string_value = "community_event")]
    CommunityEvent,
    /// The recipient's join request was approved.
    #[sea_orm(string_value = "join_approved")]
    JoinApproved,
    /// The recipient's join request was rejected.
    #[sea_orm(string_value = "join_rejected")]
    JoinRejected,
    /// The recipient's affiliation request was approved.
    #[sea_orm(string_value = "affiliation_approved")]
    AffiliationApproved,
    /// The recipient's affiliation request was rejected.
    #[sea_orm(string_value = "affiliation_rejected")]
    AffiliationRejected,
    /// A direct message.
    #[sea_orm(string_value = "direct_message")]
    DirectMessage,
    /// Other messages from the product.
    #[sea_orm(string_value = "system_message")]
    SystemMessage,
}

/// A notification to send.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Notice {
    pub(super) source: EventId,
    pub(super) kind: NotificationType,
    pub(super) title: String,
    pub(super) message: String,
    pub(super) data: Value,
    pub(super) community: Option<CommunityId>,
    pub(super) affiliation: Option<AffiliationId>,
    /// Author of the event. Missing in jobs that were enqueued by earlier versions.
    #[serde(default)]
    pub(super) author: Option<UserId>,
    #[serde(default)]
    pub(super) action_required: bool,
    /// True if its feature sends an email of its own about the event.
    #[serde(default)]
    pub(super) has_own_mail: bool,
}

impl Notice {
    /// A notification that is visible on every site. `data` contains ids of its subject: no secrets
    /// and no addresses.
    #[must_use]
    pub fn new(kind: NotificationType, title: &str, message: &str, data: Value) -> Self {
        Self {
            source: EventId::new(),
            kind,
            title: title.to_owned(),
            message: message.to_owned(),
            data,
            community: None,
            affiliation: None,
            author: None,
            action_required: false,
            has_own_mail: false,
        }
    }

    /// Kind of the notification in the recipient's settings.
    pub(super) fn setting_kind(&self) -> NotificationKind {
        classes::setting_kind_of(self.kind, self.action_required, &self.data)
    }

    /// Sends no email about it, because the feature sends one of its own.
    #[must_use]
    pub const fn with_own_mail(mut self) -> Self {
        self.has_own_mail = true;
        self
    }

    /// Sets the author. Recipients in a block with the author do not see the notification.
    #[must_use]
    pub const fn with_author(mut self, author: UserId) -> Self {
        self.author = Some(author);
        self
    }

    /// Marks it as needing an answer, until [`super::mark_answered`] is called with the same subject.
    #[must_use]
    pub const fn to_answer(mut self, subject: Uuid) -> Self {
        self.source = EventId(subject);
        self.action_required = true;
        self
    }

    /// Visible on the sites of the community, and deleted with it.
    #[must_use]
    pub const fn of_community(mut self, community: CommunityId) -> Self {
        self.community = Some(community);
        self
    }

    /// Visible on the main site and on the affiliation's portal.
    #[must_use]
    pub const fn of_affiliation(mut self, affiliation: AffiliationId) -> Self {
        self.affiliation = Some(affiliation);
        self
    }
}
