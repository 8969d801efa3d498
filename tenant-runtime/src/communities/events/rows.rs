//! The table `event_answers`.

use super::answers::EventAnswer;
use crate::communities::announcements::AnnouncementId;
use crate::communities::through_community;
use chrono::{DateTime, Utc};
use platform::{CommunityId, Site, SiteVisibility, UserId};
use sea_orm::Condition;
use sea_orm::entity::prelude::*;

/// A member's answer to an event.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "event_answers")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub announcement_id: AnnouncementId,
    #[sea_orm(primary_key, auto_increment = false)]
    pub user_id: UserId,
    pub community_id: CommunityId,
    pub answer: EventAnswer,
    pub updated_at: DateTime<Utc>,
}

#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}
impl ActiveModelBehavior for ActiveModel {}
impl SiteVisibility for Entity {
    fn visible_on(site: Site) -> Condition {
        through_community(site, Column::CommunityId)
    }
}
