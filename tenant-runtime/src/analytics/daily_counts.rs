//! Actions of each day, for the public API. Reads the aggregates of `hourly_counts`.

use super::error::AnalyticsError;
use super::hourly_counts::counted_until;
use crate::sql::SqlReader;
use chrono::{DateTime, Days, NaiveDate, NaiveTime, Utc};
use platform::AffiliationId;
use platform::analytics::AnalyticsEventType;
use sea_orm::{DbBackend, DbErr, FromQueryResult};
use serde::Serialize;
use std::collections::BTreeMap;
use utoipa::ToSchema;

/// Default and maximum number of days.
const DAYS: u64 = 30;
const DAYS_MAX: u64 = 366;

/// Actions of each day in UTC.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ApiAnalytics {
    pub from: NaiveDate,
    /// The last day, inclusive.
    pub to: NaiveDate,
    /// Time until which actions have been counted; `null` before the first count.
    pub counted_until: Option<DateTime<Utc>>,
    /// One entry for each day, oldest first.
    pub days: Vec<ApiDay>,
}

/// Actions of one day.
#[derive(Debug, Serialize, ToSchema)]
pub struct ApiDay {
    pub day: NaiveDate,
    /// Number of actions by type; every type is listed.
    pub counts: BTreeMap<&'static str, i64>,
}

#[derive(FromQueryResult)]
struct DayRow {
    day: String,
    event_type: String,
    happened: i64,
}

/// Counts the actions of each day on an affiliation's portal, or on all sites: by default of the
/// last 30 days, at most 366. 2 queries.
///
/// # Errors
/// The range is empty or too long; database errors.
pub async fn daily_counts(
    reads: &impl SqlReader,
    affiliation: Option<AffiliationId>,
    (from, to): (Option<NaiveDate>, Option<NaiveDate>),
    today: NaiveDate,
) -> Result<ApiAnalytics, platform::Problem> {
    let to = to.unwrap_or(today);
    let from = from.or_else(|| to.checked_sub_days(Days::new(DAYS - 1))).unwrap_or(to);
    let next = to.checked_add_days(Days::new(1)).ok_or(AnalyticsError::Days)?;
    let length = u64::try_from((next - from).num_days()).unwrap_or(0);
    if !(1..=DAYS_MAX).contains(&length) {
        return Err(AnalyticsError::Days.into());
    }
    let rows = count(reads, affiliation, (from, next)).await?;
    let mut days: Vec<ApiDay> =
        from.iter_days().take_while(|day| *day < next).map(empty_day).collect();
    for row in rows {
        let Some(event) = AnalyticsEventType::from_name(&row.event_type) else { continue };
        let found = days.iter_mut().find(|one| one.day.to_string() == row.day);
        if let Some(day) = found {
            day.counts.insert(event.name(), row.happened);
        }
    }
    Ok(ApiAnalytics { from, to, counted_until: counted_until(reads).await?, days })
}

fn empty_day(day: NaiveDate) -> ApiDay {
    let counts = AnalyticsEventType::ALL.into_iter().map(|event| (event.name(), 0));
    ApiDay { day, counts: counts.collect() }
}

async fn count(
    reads: &impl SqlReader,
    affiliation: Option<AffiliationId>,
    (from, until): (NaiveDate, NaiveDate),
) -> Result<Vec<DayRow>, DbErr> {
    let day = match reads.backend() {
        DbBackend::Postgres => "to_char(hour AT TIME ZONE 'UTC', 'YYYY-MM-DD')",
        _ => "substr(hour, 1, 10)",
    };
    let start = |day: NaiveDate| day.and_time(NaiveTime::MIN).and_utc();
    let mut values = vec![start(from).into(), start(until).into()];
    let site = affiliation.map_or("", |affiliation| {
        values.push(affiliation.into());
        " AND affiliation_id = $3"
    });
    let sql = format!(
        "SELECT {day} AS day, event_type, CAST(SUM(count) AS BIGINT) AS happened \
         FROM analytics_hours WHERE hour >= $1 AND hour < $2{site} GROUP BY {day}, event_type"
    );
    reads.sql(&sql, values).all().await
}
