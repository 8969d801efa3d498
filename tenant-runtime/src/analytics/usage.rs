//! Usage of a portal or of the whole installation over some weeks. Reads the aggregates of
//! `hourly_counts`, so the cost does not depend on the number of events.

use super::error::AnalyticsError;
use super::hourly_counts::{counted_until, week_of};
use super::rules::validated_zone;
use crate::sql::SqlReader;
use chrono::{DateTime, Datelike, Duration, Timelike, Utc};
use chrono_tz::Tz;
use platform::AffiliationId;
use platform::analytics::AnalyticsEventType;
use sea_orm::{DbErr, FromQueryResult, Value};
use serde::Serialize;
use std::collections::HashMap;
use utoipa::ToSchema;

/// Available numbers of weeks (a month, a quarter, a year), and the default.
const COUNT_WEEK_SQL: [u32; 3] = [4, 12, 52];
const WEEKS_UNASKED: u32 = 12;
/// Distance to the same week of the previous year.
const YEAR: Duration = Duration::weeks(52);

/// Requested time range and time zone.
pub(super) struct UsageRange {
    pub weeks: Option<u32>,
    pub time_zone: Option<String>,
}

/// A value, and that of the preceding period of the same length.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct UsageFigure {
    now: i64,
    before: i64,
}

/// Active users of a week: those with at least one action.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct UsageWeek {
    /// Monday on which the week begins, in UTC.
    from: DateTime<Utc>,
    active: i64,
    /// Active users in the same week of the previous year.
    active_year_before: i64,
    posts: i64,
}

/// Number of actions of one kind.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct UsageAction {
    event_type: AnalyticsEventType,
    count: i64,
}

/// Usage figures.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct UsageReport {
    /// Affiliation of the portal; `null` for the whole installation.
    affiliation_id: Option<AffiliationId>,
    /// Number of weeks, including the current one.
    weeks: u32,
    /// Time until which events have been counted; `null` before the first count.
    counted_until: Option<DateTime<Utc>>,
    /// Users with at least one action.
    active_members: UsageFigure,
    /// New members of the affiliation, or new users of the installation.
    new_members: UsageFigure,
    /// Number of posts and replies.
    posts: UsageFigure,
    by_week: Vec<UsageWeek>,
    /// Actions by number, most frequent first.
    actions: Vec<UsageAction>,
    /// Sign-ins by weekday, starting on Monday, and hour in the requested time zone: seven times
    /// twenty-four.
    sign_ins_by_hour: Vec<Vec<i64>>,
    time_zone: String,
}

/// The evaluated time range.
#[derive(Debug, Clone, Copy)]
struct ReportPeriod {
    weeks: u32,
    from: DateTime<Utc>,
    before: DateTime<Utc>,
    zone: Tz,
}

impl UsageRange {
    fn report_time(&self, now: DateTime<Utc>) -> Result<ReportPeriod, AnalyticsError> {
        let weeks = self.weeks.unwrap_or(WEEKS_UNASKED);
        if !COUNT_WEEK_SQL.contains(&weeks) {
            return Err(AnalyticsError::Weeks);
        }
        let zone = validated_zone(self.time_zone.as_deref())?;
        let from = week_of(now) - Duration::weeks(i64::from(weeks) - 1);
        Ok(ReportPeriod { weeks, from, before: from - Duration::weeks(i64::from(weeks)), zone })
    }
}

/// Reads with a condition for the portal, if one was requested.
struct UsageReader<'r, R> {
    reads: &'r R,
    affiliation: Option<AffiliationId>,
}

impl<R: SqlReader> UsageReader<'_, R> {
    /// Runs a statement in which `{site}` stands for the condition; the portal is bound after
    /// `values`.
    async fn all_hours<M: FromQueryResult>(
        &self,
        sql: &str,
        mut values: Vec<Value>,
    ) -> Result<Vec<M>, DbErr> {
        let of_portal = match self.affiliation {
            Some(affiliation) => {
                values.push(affiliation.into());
                format!(" AND affiliation_id = ${}", values.len())
            }
            None => String::new(),
        };
        self.reads.sql(&sql.replace("{site}", &of_portal), values).all().await
    }
}

/// Usage of the portal, or of the whole installation. 6 queries.
pub(super) async fn read(
    reads: &impl SqlReader,
    affiliation: Option<AffiliationId>,
    asked: &UsageRange,
    now: DateTime<Utc>,
) -> Result<UsageReport, platform::Problem> {
    let time = asked.report_time(now)?;
    let site = UsageReader { reads, affiliation };
    let hours = count_by_hour(&site, time).await?;
    let earlier = count_members_before(&site, time).await?;
    let actives = actives_by_week(&site, time, now).await?;
    let actions = count_actions(&hours);
    let total =
        |event| actions.iter().filter(|done| done.event_type == event).map(|d| d.count).sum();
    let figure = |event: AnalyticsEventType| UsageFigure {
        now: total(event),
        before: earlier.get(event.name()).copied().unwrap_or(0),
    };
    let new_members = match affiliation {
        Some(_) => count_new_members(&site, time).await?,
        None => figure(AnalyticsEventType::UserJoin),
    };
    Ok(UsageReport {
        affiliation_id: affiliation,
        weeks: time.weeks,
        counted_until: counted_until(reads).await?,
        active_members: active_people(&site, time).await?,
        new_members,
        posts: figure(AnalyticsEventType::CreatePost),
        by_week: by_week(time, &hours, &actives),
        sign_ins_by_hour: count_sign_ins(&hours, time.zone),
        time_zone: time.zone.name().to_owned(),
        actions,
    })
}

#[derive(FromQueryResult)]
struct HourRow {
    hour: DateTime<Utc>,
    event_type: String,
    happened: i64,
}

impl HourRow {
    fn is_event(&self, event: AnalyticsEventType) -> bool {
        self.event_type == event.name()
    }
}

async fn count_by_hour<R: SqlReader>(
    site: &UsageReader<'_, R>,
    time: ReportPeriod,
) -> Result<Vec<HourRow>, DbErr> {
    const SQL: &str = "SELECT hour, event_type, CAST(SUM(count) AS BIGINT) AS happened \
         FROM analytics_hours WHERE hour >= $1{site} GROUP BY hour, event_type";
    site.all_hours(SQL, vec![time.from.into()]).await
}

async fn count_members_before<R: SqlReader>(
    site: &UsageReader<'_, R>,
    time: ReportPeriod,
) -> Result<HashMap<String, i64>, DbErr> {
    #[derive(FromQueryResult)]
    struct TotalRow {
        event_type: String,
        happened: i64,
    }
    const SQL: &str = "SELECT event_type, CAST(SUM(count) AS BIGINT) AS happened \
         FROM analytics_hours WHERE hour >= $1 AND hour < $2{site} GROUP BY event_type";
    let totals: Vec<TotalRow> =
        site.all_hours(SQL, vec![time.before.into(), time.from.into()]).await?;
    Ok(totals.into_iter().map(|row| (row.event_type, row.happened)).collect())
}

/// Active users by week, and one year before.
async fn actives_by_week<R: SqlReader>(
    site: &UsageReader<'_, R>,
    time: ReportPeriod,
    now: DateTime<Utc>,
) -> Result<HashMap<DateTime<Utc>, i64>, DbErr> {
    #[derive(FromQueryResult)]
    struct ActiveMembersRow {
        week: DateTime<Utc>,
        people: i64,
    }
    const SQL: &str = "SELECT week, COUNT(DISTINCT user_id) AS people FROM analytics_weeks \
         WHERE (week >= $1 OR (week >= $2 AND week <= $3)){site} GROUP BY week";
    let values = vec![time.from.into(), (time.from - YEAR).into(), (now - YEAR).into()];
    let weeks: Vec<ActiveMembersRow> = site.all_hours(SQL, values).await?;
    Ok(weeks.into_iter().map(|row| (row.week, row.people)).collect())
}

#[derive(FromQueryResult)]
struct NowAndBefore {
    now: i64,
    before: i64,
}

impl NowAndBefore {
    fn sum_figure(rows: &[Self]) -> UsageFigure {
        rows.first().map_or_else(UsageFigure::default, |row| UsageFigure {
            now: row.now,
            before: row.before,
        })
    }
}

async fn active_people<R: SqlReader>(
    site: &UsageReader<'_, R>,
    time: ReportPeriod,
) -> Result<UsageFigure, DbErr> {
    const SQL: &str = "SELECT COUNT(DISTINCT CASE WHEN week >= $2 THEN user_id END) AS now, \
         COUNT(DISTINCT CASE WHEN week < $2 THEN user_id END) AS before \
         FROM analytics_weeks WHERE week >= $1{site}";
    let values = vec![time.before.into(), time.from.into()];
    Ok(NowAndBefore::sum_figure(&site.all_hours(SQL, values).await?))
}

async fn count_new_members<R: SqlReader>(
    site: &UsageReader<'_, R>,
    time: ReportPeriod,
) -> Result<UsageFigure, DbErr> {
    const SQL: &str = "SELECT COUNT(CASE WHEN joined_at >= $2 THEN 1 END) AS now, \
         COUNT(CASE WHEN joined_at < $2 THEN 1 END) AS before \
         FROM affiliation_members WHERE joined_at >= $1{site}";
    let values = vec![time.before.into(), time.from.into()];
    Ok(NowAndBefore::sum_figure(&site.all_hours(SQL, values).await?))
}

fn by_week(
    time: ReportPeriod,
    hours: &[HourRow],
    actives: &HashMap<DateTime<Utc>, i64>,
) -> Vec<UsageWeek> {
    let mut posts: HashMap<DateTime<Utc>, i64> = HashMap::new();
    for hour in hours.iter().filter(|hour| hour.is_event(AnalyticsEventType::CreatePost)) {
        *posts.entry(week_of(hour.hour)).or_default() += hour.happened;
    }
    let of = |counts: &HashMap<_, i64>, week| counts.get(&week).copied().unwrap_or(0);
    (0..time.weeks)
        .map(|n| {
            let from = time.from + Duration::weeks(i64::from(n));
            UsageWeek {
                from,
                active: of(actives, from),
                active_year_before: of(actives, from - YEAR),
                posts: of(&posts, from),
            }
        })
        .collect()
}

fn count_actions(hours: &[HourRow]) -> Vec<UsageAction> {
    let mut actions: Vec<UsageAction> = AnalyticsEventType::ALL
        .into_iter()
        .map(|event_type| {
            let done = hours.iter().filter(|hour| hour.is_event(event_type));
            UsageAction { event_type, count: done.map(|hour| hour.happened).sum() }
        })
        .filter(|action| action.count > 0)
        .collect();
    actions.sort_by_key(|action| std::cmp::Reverse(action.count));
    actions
}

fn count_sign_ins(hours: &[HourRow], zone: Tz) -> Vec<Vec<i64>> {
    let mut counts = vec![vec![0; 24]; 7];
    for hour in hours.iter().filter(|hour| hour.is_event(AnalyticsEventType::UserLogin)) {
        let local = hour.hour.with_timezone(&zone);
        let (day, at) = (local.weekday().num_days_from_monday(), local.hour());
        if let Some(count) = counts.get_mut(day as usize).and_then(|day| day.get_mut(at as usize)) {
            *count += hour.happened;
        }
    }
    counts
}
