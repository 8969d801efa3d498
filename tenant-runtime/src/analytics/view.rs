//! Community analytics in API responses.

use crate::profiles::UserSummary;
use chrono::{DateTime, NaiveDate, Utc};
use platform::{CommunityId, ThreadId};
use serde::Serialize;
use utoipa::ToSchema;

/// Analytics of a community.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct CommunityAnalytics {
    pub community_id: CommunityId,
    /// Start of the time range.
    pub from: DateTime<Utc>,
    /// End of the time range: now.
    pub until: DateTime<Utc>,
    /// IANA time zone of the days and hours.
    pub time_zone: String,
    pub member_count: i64,
    /// Members who wrote in the last seven days.
    pub active_members: i64,
    pub total_threads: i64,
    pub total_posts: i64,
    /// Posts and replies in the time range.
    pub posts: i64,
    /// Likes of these posts.
    pub likes: i64,
    /// Members who joined in the time range.
    pub joined: i64,
    /// Members who left in the time range.
    pub left: i64,
    /// Joins minus leaves, in per cent of joins; 100 without joins (C-132).
    pub retention_rate: f64,
    /// The last seven days, ending today.
    pub daily: Vec<DayFigures>,
    /// The last 24 hours, ending with the current one.
    pub hourly: Vec<HourFigures>,
    /// Up to five authors with the most posts among the latest hundred; empty if the time range has
    /// ten posts or fewer.
    pub top_posters: Vec<TopPoster>,
    /// Up to five threads with the most posts in the time range.
    pub top_threads: Vec<TopThread>,
}

/// Figures of one day.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct DayFigures {
    /// Calendar day of the time zone.
    pub day: NaiveDate,
    pub posts: i64,
    pub joined: i64,
    pub left: i64,
}

/// Figures of one hour.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct HourFigures {
    /// Start of the hour.
    pub hour: DateTime<Utc>,
    pub posts: i64,
}

/// An author with many posts.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct TopPoster {
    pub person: UserSummary,
    pub posts: i64,
}

/// A thread with many posts.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct TopThread {
    pub thread_id: ThreadId,
    pub caption: String,
    pub posts: i64,
}
