//! The table `scheduled_deletions`.

use crate::communities::through_community;
use chrono::{DateTime, Utc};
use platform::{CommunityId, Site, SiteVisibility};
use sea_orm::Condition;
use sea_orm::entity::prelude::*;

/// A scheduled deletion.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "scheduled_deletions")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub community_id: CommunityId,
    pub scheduled_for: DateTime<Utc>,
    /// When its members were told that one day is left.
    pub warned_at: Option<DateTime<Utc>>,
    pub created_at: DateTime<Utc>,
}

#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}
impl ActiveModelBehavior for ActiveModel {}
impl SiteVisibility for Entity {
    fn visible_on(site: Site) -> Condition {
        through_community(site, Column::CommunityId)
    }
}
