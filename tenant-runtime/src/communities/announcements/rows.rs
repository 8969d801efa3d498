//! The table `announcements`.

use super::AnnouncementId;
use crate::communities::through_community;
use crate::content::TextFormat;
use chrono::{DateTime, TimeDelta, Utc};
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
    pub ends_at: Option<DateTime<Utc>>,
    pub location: Option<String>,
    pub link: Option<String>,
    /// Maximum number of people who answer yes; `None` if it is not limited.
    pub capacity: Option<i64>,
    pub created_at: DateTime<Utc>,
    pub ended_at: Option<DateTime<Utc>>,
    /// Time of the last change of its text or event.
    pub edited_at: Option<DateTime<Utc>>,
    /// The event does not take place.
    pub cancelled_at: Option<DateTime<Utc>>,
    /// Number of changes, for calendars.
    pub revision: i64,
}

#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}
impl ActiveModelBehavior for ActiveModel {}
impl Model {
    /// Source text as the author typed it.
    pub fn source_text(&self) -> String {
        self.content_format.to_source(self.content.clone())
    }

    /// Time when the event is over; `None` if it is not an event.
    pub fn over_at(&self) -> Option<DateTime<Utc>> {
        let start = self.starts_at?;
        Some(self.ends_at.unwrap_or(start + LENGTH_WITHOUT_END))
    }

    /// Returns true for an event that is over.
    pub fn is_over(&self, now: DateTime<Utc>) -> bool {
        self.over_at().is_some_and(|over| over <= now)
    }
}

/// Time after its start for which an event without an end is not over.
const LENGTH_WITHOUT_END: TimeDelta = TimeDelta::hours(1);

/// Condition that an event is over or, otherwise, that it is not.
pub fn is_over_condition(is_over: bool, now: DateTime<Utc>) -> Condition {
    let start = now - LENGTH_WITHOUT_END;
    let without_end = Condition::all().add(Column::EndsAt.is_null());
    if is_over {
        let without_end = without_end.add(Column::StartsAt.lte(start));
        Condition::any().add(Column::EndsAt.lte(now)).add(without_end)
    } else {
        let without_end = without_end.add(Column::StartsAt.gt(start));
        Condition::any().add(Column::EndsAt.gt(now)).add(without_end)
    }
}
impl SiteVisibility for Entity {
    fn visible_on(site: Site) -> Condition {
        through_community(site, Column::CommunityId)
    }
}
