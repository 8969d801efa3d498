//! The table `member_notice_preferences`.

use crate::activity::NotificationType;
use crate::communities::through_community;
use platform::{CommunityId, Site, SiteVisibility, UserId};
use sea_orm::Condition;
use sea_orm::entity::prelude::*;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// Which notifications a member receives from a community. Without a row, the default applies.
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
pub enum NotificationPreference {
    /// All notifications.
    #[default]
    #[sea_orm(string_value = "all")]
    All,
    /// Only mentions, replies and announcements.
    #[sea_orm(string_value = "mentions")]
    Mentions,
    /// Only notifications that concern the member themselves or the community as such.
    #[sea_orm(string_value = "mute")]
    Mute,
}

impl NotificationPreference {
    /// Returns true if this preference suppresses notifications of this kind.
    pub(super) const fn suppresses(self, kind: NotificationType) -> bool {
        use NotificationType::{
            CommunityAnnouncement, CommunityEvent, CommunityPost, CommunityReply, CommunityThread,
        };
        match self {
            Self::All => false,
            Self::Mentions => matches!(kind, CommunityThread),
            Self::Mute => matches!(
                kind,
                CommunityAnnouncement
                    | CommunityEvent
                    | CommunityPost
                    | CommunityReply
                    | CommunityThread
            ),
        }
    }
}

/// One member's preference for one community.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "member_notice_preferences")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub community_id: CommunityId,
    #[sea_orm(primary_key, auto_increment = false)]
    pub user_id: UserId,
    pub preference: NotificationPreference,
}

#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}
impl ActiveModelBehavior for ActiveModel {}
impl SiteVisibility for Entity {
    fn visible_on(site: Site) -> Condition {
        through_community(site, Column::CommunityId)
    }
}
