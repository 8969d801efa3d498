//! A community's figures as they are shown.

use crate::communities::CommunityId;
use crate::posts::ThreadId;
use crate::profiles::Person;
use chrono::{DateTime, NaiveDate, Utc};
use serde::Serialize;
use utoipa::ToSchema;

/// What went on in a community.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct CommunityAnalytics {
    pub community_id: CommunityId,
    /// When the window begins.
    pub from: DateTime<Utc>,
    /// When it ends: now.
    pub until: DateTime<Utc>,
    /// The zone of the tz database whose days and hours these are.
    pub time_zone: String,
    pub member_count: i64,
    /// Who wrote something in the last seven days.
    pub active_members: i64,
    pub total_threads: i64,
    pub total_posts: i64,
    /// Posts and replies of the window.
    pub posts: i64,
    /// Likes of these.
    pub likes: i64,
    /// Who came in the window.
    pub joined: i64,
    /// Who went in the window.
    pub left: i64,
    /// Those who came less those who went, in per cent of those who came; 100 if nobody came (C-132).
    pub retention_rate: f64,
    /// The last seven days, today the last.
    pub daily: Vec<DayFigures>,
    /// The last 24 hours, the one that runs the last.
    pub hourly: Vec<HourFigures>,
    /// Up to five of those who wrote most of the latest hundred posts; nobody where there are ten or
    /// fewer in the window.
    pub top_posters: Vec<TopPoster>,
    /// Up to five of the threads with most of the window's posts.
    pub top_threads: Vec<TopThread>,
}

/// One day.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct DayFigures {
    /// By the calendar of the zone.
    pub day: NaiveDate,
    pub posts: i64,
    pub joined: i64,
    pub left: i64,
}

/// One hour.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct HourFigures {
    /// When it begins.
    pub hour: DateTime<Utc>,
    pub posts: i64,
}

/// Somebody who writes much.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct TopPoster {
    pub person: Person,
    pub posts: i64,
}

/// A thread in which much is written.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct TopThread {
    pub thread_id: ThreadId,
    pub caption: String,
    pub posts: i64,
}
