//! What went on at a portal, or on the whole network, over some weeks: read from what `counting` keeps, so
//! that it costs the same however much happened.

use super::counting::{counted_until, week_of};
use super::error::AnalyticsError;
use super::rules::zone;
use crate::reads::Reads;
use chrono::{DateTime, Datelike, Duration, Timelike, Utc};
use chrono_tz::Tz;
use platform::AffiliationId;
use platform::analytics::AnalyticsEventType;
use sea_orm::{DbErr, FromQueryResult, Value};
use serde::Serialize;
use std::collections::HashMap;
use utoipa::ToSchema;

/// Weeks that can be asked for (a month, a season, a year), and those that are shown without asking.
const WEEKS: [u32; 3] = [4, 12, 52];
const WEEKS_UNASKED: u32 = 12;
/// As far back as the same week of the year before lies.
const YEAR: Duration = Duration::weeks(52);

/// What is asked for.
pub(super) struct Asked {
    pub weeks: Option<u32>,
    pub time_zone: Option<String>,
}

/// How much of something there was, and in the span of the same length before.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = UsageFigure)]
pub(super) struct Figure {
    now: i64,
    before: i64,
}

/// Who was there in a week: whoever did anything.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = UsageWeek)]
pub(super) struct Week {
    /// The Monday that it begins with, in UTC.
    from: DateTime<Utc>,
    active: i64,
    /// In the same week of the year before.
    active_year_before: i64,
    posts: i64,
}

/// How often something was done.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = UsageAction)]
pub(super) struct Action {
    event_type: AnalyticsEventType,
    count: i64,
}

/// What went on.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct UsageReport {
    /// Whose portal; `null` for the whole network.
    affiliation_id: Option<AffiliationId>,
    /// The running week and those before it.
    weeks: u32,
    /// Up to when everything is counted; `null` before it was for the first time.
    counted_until: Option<DateTime<Utc>>,
    /// People who did anything.
    active_members: Figure,
    /// Those who came to belong to the affiliation, or to the network.
    new_members: Figure,
    /// Posts and replies.
    posts: Figure,
    by_week: Vec<Week>,
    /// What was done at all, the most often done first.
    actions: Vec<Action>,
    /// Sign-ins by weekday, from Monday on, and hour of the asked time zone: seven times twenty-four.
    sign_ins_by_hour: Vec<Vec<i64>>,
    time_zone: String,
}

/// The time that is looked at.
#[derive(Debug, Clone, Copy)]
struct Time {
    weeks: u32,
    from: DateTime<Utc>,
    before: DateTime<Utc>,
    zone: Tz,
}

impl Asked {
    fn time(&self, now: DateTime<Utc>) -> Result<Time, AnalyticsError> {
        let weeks = self.weeks.unwrap_or(WEEKS_UNASKED);
        if !WEEKS.contains(&weeks) {
            return Err(AnalyticsError::Weeks);
        }
        let zone = zone(self.time_zone.as_deref())?;
        let from = week_of(now) - Duration::weeks(i64::from(weeks) - 1);
        Ok(Time { weeks, from, before: from - Duration::weeks(i64::from(weeks)), zone })
    }
}

/// Reads with the condition that a row is of that portal, if one is asked about.
struct Door<'r, R> {
    reads: &'r R,
    affiliation: Option<AffiliationId>,
}

impl<R: Reads> Door<'_, R> {
    /// Rows of a statement whose `{door}` is where the condition belongs; the portal comes after `values`.
    async fn all<M: FromQueryResult>(
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
        self.reads.sql(&sql.replace("{door}", &of_portal), values).all().await
    }
}

/// What went on at that portal, or everywhere. 6 queries.
pub(super) async fn read(
    reads: &impl Reads,
    affiliation: Option<AffiliationId>,
    asked: &Asked,
    now: DateTime<Utc>,
) -> Result<UsageReport, platform::Problem> {
    let time = asked.time(now)?;
    let door = Door { reads, affiliation };
    let hours = hours(&door, time).await?;
    let earlier = totals_before(&door, time).await?;
    let actives = actives_by_week(&door, time, now).await?;
    let actions = actions(&hours);
    let total =
        |event| actions.iter().filter(|done| done.event_type == event).map(|d| d.count).sum();
    let figure = |event: AnalyticsEventType| Figure {
        now: total(event),
        before: earlier.get(event.name()).copied().unwrap_or(0),
    };
    let new_members = match affiliation {
        Some(_) => newly_belonging(&door, time).await?,
        None => figure(AnalyticsEventType::UserJoin),
    };
    Ok(UsageReport {
        affiliation_id: affiliation,
        weeks: time.weeks,
        counted_until: counted_until(reads).await?,
        active_members: active_people(&door, time).await?,
        new_members,
        posts: figure(AnalyticsEventType::CreatePost),
        by_week: by_week(time, &hours, &actives),
        sign_ins_by_hour: sign_ins(&hours, time.zone),
        time_zone: time.zone.name().to_owned(),
        actions,
    })
}

#[derive(FromQueryResult)]
struct Hour {
    hour: DateTime<Utc>,
    event_type: String,
    happened: i64,
}

impl Hour {
    fn is(&self, event: AnalyticsEventType) -> bool {
        self.event_type == event.name()
    }
}

async fn hours<R: Reads>(door: &Door<'_, R>, time: Time) -> Result<Vec<Hour>, DbErr> {
    const SQL: &str = "SELECT hour, event_type, CAST(SUM(count) AS BIGINT) AS happened \
         FROM analytics_hours WHERE hour >= $1{door} GROUP BY hour, event_type";
    door.all(SQL, vec![time.from.into()]).await
}

async fn totals_before<R: Reads>(
    door: &Door<'_, R>,
    time: Time,
) -> Result<HashMap<String, i64>, DbErr> {
    #[derive(FromQueryResult)]
    struct Total {
        event_type: String,
        happened: i64,
    }
    const SQL: &str = "SELECT event_type, CAST(SUM(count) AS BIGINT) AS happened \
         FROM analytics_hours WHERE hour >= $1 AND hour < $2{door} GROUP BY event_type";
    let totals: Vec<Total> = door.all(SQL, vec![time.before.into(), time.from.into()]).await?;
    Ok(totals.into_iter().map(|row| (row.event_type, row.happened)).collect())
}

/// Who was there each week, and each week a year before.
async fn actives_by_week<R: Reads>(
    door: &Door<'_, R>,
    time: Time,
    now: DateTime<Utc>,
) -> Result<HashMap<DateTime<Utc>, i64>, DbErr> {
    #[derive(FromQueryResult)]
    struct Actives {
        week: DateTime<Utc>,
        people: i64,
    }
    const SQL: &str = "SELECT week, COUNT(DISTINCT user_id) AS people FROM analytics_weeks \
         WHERE (week >= $1 OR (week >= $2 AND week <= $3)){door} GROUP BY week";
    let values = vec![time.from.into(), (time.from - YEAR).into(), (now - YEAR).into()];
    let weeks: Vec<Actives> = door.all(SQL, values).await?;
    Ok(weeks.into_iter().map(|row| (row.week, row.people)).collect())
}

#[derive(FromQueryResult)]
struct NowAndBefore {
    now: i64,
    before: i64,
}

impl NowAndBefore {
    fn figure(rows: &[Self]) -> Figure {
        rows.first().map_or_else(Figure::default, |row| Figure { now: row.now, before: row.before })
    }
}

async fn active_people<R: Reads>(door: &Door<'_, R>, time: Time) -> Result<Figure, DbErr> {
    const SQL: &str = "SELECT COUNT(DISTINCT CASE WHEN week >= $2 THEN user_id END) AS now, \
         COUNT(DISTINCT CASE WHEN week < $2 THEN user_id END) AS before \
         FROM analytics_weeks WHERE week >= $1{door}";
    let values = vec![time.before.into(), time.from.into()];
    Ok(NowAndBefore::figure(&door.all(SQL, values).await?))
}

async fn newly_belonging<R: Reads>(door: &Door<'_, R>, time: Time) -> Result<Figure, DbErr> {
    const SQL: &str = "SELECT COUNT(CASE WHEN joined_at >= $2 THEN 1 END) AS now, \
         COUNT(CASE WHEN joined_at < $2 THEN 1 END) AS before \
         FROM affiliation_members WHERE joined_at >= $1{door}";
    let values = vec![time.before.into(), time.from.into()];
    Ok(NowAndBefore::figure(&door.all(SQL, values).await?))
}

fn by_week(time: Time, hours: &[Hour], actives: &HashMap<DateTime<Utc>, i64>) -> Vec<Week> {
    let mut posts: HashMap<DateTime<Utc>, i64> = HashMap::new();
    for hour in hours.iter().filter(|hour| hour.is(AnalyticsEventType::CreatePost)) {
        *posts.entry(week_of(hour.hour)).or_default() += hour.happened;
    }
    let of = |counts: &HashMap<_, i64>, week| counts.get(&week).copied().unwrap_or(0);
    (0..time.weeks)
        .map(|n| {
            let from = time.from + Duration::weeks(i64::from(n));
            Week {
                from,
                active: of(actives, from),
                active_year_before: of(actives, from - YEAR),
                posts: of(&posts, from),
            }
        })
        .collect()
}

fn actions(hours: &[Hour]) -> Vec<Action> {
    let mut actions: Vec<Action> = AnalyticsEventType::ALL
        .into_iter()
        .map(|event_type| {
            let done = hours.iter().filter(|hour| hour.is(event_type));
            Action { event_type, count: done.map(|hour| hour.happened).sum() }
        })
        .filter(|action| action.count > 0)
        .collect();
    actions.sort_by_key(|action| std::cmp::Reverse(action.count));
    actions
}

fn sign_ins(hours: &[Hour], zone: Tz) -> Vec<Vec<i64>> {
    let mut counts = vec![vec![0; 24]; 7];
    for hour in hours.iter().filter(|hour| hour.is(AnalyticsEventType::UserLogin)) {
        let local = hour.hour.with_timezone(&zone);
        let (day, at) = (local.weekday().num_days_from_monday(), local.hour());
        if let Some(count) = counts.get_mut(day as usize).and_then(|day| day.get_mut(at as usize)) {
            *count += hour.happened;
        }
    }
    counts
}
