//! The table `announcements`.

use super::AnnouncementId;
use crate::communities::through_community;
use crate::content::TextFormat;
use chrono::{DateTime, Utc};
use platform::{CommunityId, Site, SiteVisibility, UserId};
use sea_orm::Condition;
use sea_orm::entity::prelude::*;

/// An announcement.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "announcements")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: AnnouncementId,
    pub community_id: CommunityId,
    /// `None` if the account was deleted.
    pub author_id: Option<UserId>,
    /// Encoded as `content_format` says; [`Model::source_text`] returns the source text.
    pub content: String,
    pub content_format: TextFormat,
    pub is_active: bool,
    /// At most one per community.
    pub is_pinned: bool,
    /// Start of the event; `None` if the announcement is not an event.
    pub starts_at: Option<DateTime<Utc>>,
    pub created_at: DateTime<Utc>,
    pub ended_at: Option<DateTime<Utc>>,
}

#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}
impl ActiveModelBehavior for ActiveModel {}
impl Model {
    /// Source text as the author typed it.
    pub fn source_text(&self) -> String {
        self.content_format.to_source(self.content.clone())
    }
}
impl SiteVisibility for Entity {
    fn visible_on(site: Site) -> Condition {
        through_community(site, Column::CommunityId)
    }
}
