//! What a notification says, before it is anybody's.

use crate::communities::CommunityId;
use platform::ids::EventId;
use platform::{AffiliationId, UserId};
use sea_orm::{DeriveActiveEnum, EnumIter};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::ToSchema;
use uuid::Uuid;

/// The types of C-124.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, EnumIter, DeriveActiveEnum, Serialize, Deserialize, ToSchema,
)]
#[sea_orm(rs_type = "String", db_type = "Text")]
#[serde(rename_all = "snake_case")]
pub enum NoticeKind {
    /// A post, which may mention whoever is told.
    #[sea_orm(string_value = "community_post")]
    CommunityPost,
    /// A reply to something of theirs.
    #[sea_orm(string_value = "community_reply")]
    CommunityReply,
    /// A thread.
    #[sea_orm(string_value = "community_thread")]
    CommunityThread,
    /// An announcement.
    #[sea_orm(string_value = "community_announcement")]
    CommunityAnnouncement,
    /// An announcement with a start time (G-083).
    #[sea_orm(string_value = "community_event")]
    CommunityEvent,
    /// Their request to join was approved.
    #[sea_orm(string_value = "join_approved")]
    JoinApproved,
    /// Their request to join was rejected.
    #[sea_orm(string_value = "join_rejected")]
    JoinRejected,
    /// Their application to an affiliation was approved.
    #[sea_orm(string_value = "affiliation_approved")]
    AffiliationApproved,
    /// Their application to an affiliation was rejected.
    #[sea_orm(string_value = "affiliation_rejected")]
    AffiliationRejected,
    /// A direct message.
    #[sea_orm(string_value = "direct_message")]
    DirectMessage,
    /// Whatever else the product has to say.
    #[sea_orm(string_value = "system_message")]
    SystemMessage,
}

/// Something that people are to know of.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Notice {
    pub(super) source: EventId,
    pub(super) kind: NoticeKind,
    pub(super) title: String,
    pub(super) message: String,
    pub(super) data: Value,
    pub(super) community: Option<CommunityId>,
    pub(super) affiliation: Option<AffiliationId>,
    /// Whose doing it was. Jobs that were left before this was known name nobody.
    #[serde(default)]
    pub(super) author: Option<UserId>,
    #[serde(default)]
    pub(super) action_required: bool,
}

impl Notice {
    /// A notice that every door shows. `data` names what it is about, by ids: no secrets, no addresses.
    #[must_use]
    pub fn new(kind: NoticeKind, title: &str, message: &str, data: Value) -> Self {
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
        }
    }

    /// Whose doing it was. Whoever is estranged from them does not read it.
    #[must_use]
    pub const fn by(mut self, author: UserId) -> Self {
        self.author = Some(author);
        self
    }

    /// Waits for an answer until [`super::settle`] is called with the same subject.
    #[must_use]
    pub const fn to_answer(mut self, subject: Uuid) -> Self {
        self.source = EventId(subject);
        self.action_required = true;
        self
    }

    /// Shown where the community is, and gone with it.
    #[must_use]
    pub const fn of_community(mut self, community: CommunityId) -> Self {
        self.community = Some(community);
        self
    }

    /// Shown on main and on the affiliation's portal.
    #[must_use]
    pub const fn of_affiliation(mut self, affiliation: AffiliationId) -> Self {
        self.affiliation = Some(affiliation);
        self
    }
}
