//! Daily values of the last two weeks for the whole installation, counted from the events. Days are
//! in UTC; the last is today.

use crate::sql::{SqlReader, TimeRange};
use chrono::{DateTime, Days, NaiveDate, NaiveTime, Utc};
use platform::analytics::AnalyticsEventType;
use sea_orm::{DbErr, FromQueryResult};
use serde::Serialize;
use utoipa::ToSchema;

/// Number of days.
const DAYS: u64 = 14;

/// Daily values, oldest first.
#[derive(Debug, Clone, Default, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DailyTrends {
    /// The days, as `YYYY-MM-DD`.
    days: Vec<NaiveDate>,
    /// New accounts.
    sign_ups: Vec<i64>,
    /// Posts and replies.
    posts: Vec<i64>,
    /// People with at least one action.
    active_people: Vec<i64>,
}

#[derive(FromQueryResult)]
struct DayRow {
    sign_ups: i64,
    posts: i64,
    people: i64,
}

/// Counts the events of the last fourteen days. One query.
///
/// # Errors
/// Database errors.
pub async fn daily_trends(
    reads: &impl SqlReader,
    now: DateTime<Utc>,
) -> Result<DailyTrends, DbErr> {
    let today = now.date_naive();
    let days: Vec<NaiveDate> =
        (0..DAYS).rev().filter_map(|n| today.checked_sub_days(Days::new(n))).collect();
    let start = |day: NaiveDate| day.and_time(NaiveTime::MIN).and_utc();
    let ranges: Vec<TimeRange> = days
        .iter()
        .map(|day| TimeRange { from: start(*day), until: start(*day) + chrono::Duration::days(1) })
        .collect();
    let select = format!(
        "COUNT(CASE WHEN event_type = '{}' THEN 1 END) AS sign_ups, \
         COUNT(CASE WHEN event_type = '{}' THEN 1 END) AS posts, \
         COUNT(DISTINCT user_id) AS people FROM analytics_events WHERE timestamp",
        AnalyticsEventType::UserJoin.name(),
        AnalyticsEventType::CreatePost.name(),
    );
    let rows = TimeRange::of_each(reads, &ranges, &select, Vec::new()).all::<DayRow>().await?;
    Ok(DailyTrends {
        days,
        sign_ups: rows.iter().map(|row| row.sign_ups).collect(),
        posts: rows.iter().map(|row| row.posts).collect(),
        active_people: rows.iter().map(|row| row.people).collect(),
    })
}
