//! Ticket statistics (F-110, G-114), computed in the database.

use crate::sql::TimeRange;
use crate::support::SupportStaff;
use crate::support::error::LIST_FAILED;
use crate::support::rows::{SupportPriority, TicketCategory, TicketStatus};
use axum::response::{IntoResponse, Response};
use chrono::{DateTime, Days, NaiveDate, NaiveTime, Utc};
use http::header;
use platform::api::ApiRouter;
use platform::extract::{Json, Query};
use platform::problem::{ProblemDocument, ResultExt};
use platform::{Problem, Scope, Services, routes};
use sea_orm::{DbErr, FromQueryResult};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

/// Days of the chart if none are given, and at most.
const DAYS: (u64, u64) = (30, 92);
const MS_PER_HOUR: f64 = 3_600_000.0;

pub(super) fn routes() -> ApiRouter<Services> {
    ApiRouter::new().routes(routes!(read)).routes(routes!(export))
}

/// Days of the chart.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct StatisticsPeriod {
    /// First day; by default 29 days before the last one. At most 92 days are returned.
    from: Option<NaiveDate>,
    /// Last day; by default today (UTC).
    to: Option<NaiveDate>,
}

/// Tickets by priority.
#[derive(Debug, Default, Serialize, ToSchema)]
struct TicketsByPriority {
    low: i64,
    medium: i64,
    high: i64,
    urgent: i64,
}

/// Tickets by category.
#[derive(Debug, Default, Serialize, ToSchema)]
struct TicketsByCategory {
    general: i64,
    account: i64,
    groups: i64,
    content: i64,
    technical: i64,
    other: i64,
}

/// Tickets of one day.
#[derive(Debug, Serialize, ToSchema)]
struct TicketDay {
    /// UTC.
    day: NaiveDate,
    created: i64,
    /// Resolved or closed.
    closed: i64,
}

/// Statistics of all tickets.
#[derive(Debug, Default, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct TicketStatistics {
    total: i64,
    open: i64,
    in_progress: i64,
    resolved: i64,
    closed: i64,
    /// Hours, with one decimal.
    average_resolution_time: f64,
    /// Hours, with one decimal.
    average_first_answer_time: f64,
    by_priority: TicketsByPriority,
    by_category: TicketsByCategory,
    days: Vec<TicketDay>,
}

#[derive(FromQueryResult)]
struct GroupRow {
    status: TicketStatus,
    priority: SupportPriority,
    category: TicketCategory,
    tickets: i64,
}

#[derive(FromQueryResult)]
struct AverageRow {
    resolution: Option<f64>,
    first_answer: Option<f64>,
}

#[derive(FromQueryResult)]
struct CountRow {
    tickets: i64,
}

/// Hours with one decimal.
pub(super) fn to_hours(milliseconds: f64) -> f64 {
    (milliseconds / MS_PER_HOUR * 10.0).round() / 10.0
}

impl TicketStatistics {
    fn add(&mut self, row: &GroupRow) {
        let GroupRow { status, priority, category, tickets } = row;
        self.total += tickets;
        *match status {
            TicketStatus::Open => &mut self.open,
            TicketStatus::InProgress => &mut self.in_progress,
            TicketStatus::Resolved => &mut self.resolved,
            TicketStatus::Closed => &mut self.closed,
        } += tickets;
        *match priority {
            SupportPriority::Low => &mut self.by_priority.low,
            SupportPriority::Medium => &mut self.by_priority.medium,
            SupportPriority::High => &mut self.by_priority.high,
            SupportPriority::Urgent => &mut self.by_priority.urgent,
        } += tickets;
        *match category {
            TicketCategory::General => &mut self.by_category.general,
            TicketCategory::Account => &mut self.by_category.account,
            TicketCategory::Groups => &mut self.by_category.groups,
            TicketCategory::Content => &mut self.by_category.content,
            TicketCategory::Technical => &mut self.by_category.technical,
            TicketCategory::Other => &mut self.by_category.other,
        } += tickets;
    }
}

/// Returns the statistics of all tickets. 4 queries.
#[utoipa::path(get, path = "/staff/support/stats", operation_id = "getTicketStatistics",
    tag = "support", params(StatisticsPeriod),
    responses((status = 200, body = TicketStatistics), (status = "4XX", body = ProblemDocument)))]
#[tracing::instrument(name = "desk.statistics", skip_all)]
async fn read(
    scope: Scope<SupportStaff>,
    Query(period): Query<StatisticsPeriod>,
) -> Result<Json<TicketStatistics>, Problem> {
    Ok(Json(load(&scope, &period).await.or_detail(LIST_FAILED)?))
}

async fn load(
    scope: &Scope<SupportStaff>,
    period: &StatisticsPeriod,
) -> Result<TicketStatistics, DbErr> {
    const GROUPS: &str = "SELECT status, priority, category, COUNT(*) AS tickets \
         FROM support_tickets GROUP BY status, priority, category";
    const AVERAGES: &str = "SELECT CAST(AVG(resolution_ms) AS DOUBLE PRECISION) AS resolution, \
         CAST(AVG(first_answer_ms) AS DOUBLE PRECISION) AS first_answer FROM support_tickets";
    let scope = &scope.on_one_connection().await?;
    let mut statistics = TicketStatistics::default();
    for row in scope.raw(GROUPS, vec![]).all::<GroupRow>().await? {
        statistics.add(&row);
    }
    if let Some(row) = scope.raw(AVERAGES, vec![]).one::<AverageRow>().await? {
        statistics.average_resolution_time = to_hours(row.resolution.unwrap_or_default());
        statistics.average_first_answer_time = to_hours(row.first_answer.unwrap_or_default());
    }
    statistics.days = load_days(scope, period).await?;
    Ok(statistics)
}

/// Days of a period, oldest first.
fn list_days(period: &StatisticsPeriod, today: NaiveDate) -> Vec<NaiveDate> {
    let last = period.to.unwrap_or(today);
    let earliest = |days: u64| last.checked_sub_days(Days::new(days - 1)).unwrap_or(last);
    let first = period.from.unwrap_or_else(|| earliest(DAYS.0));
    let first = first.max(earliest(DAYS.1));
    first.iter_days().take_while(|day| *day <= last).collect()
}

async fn load_days(
    scope: &Scope<SupportStaff>,
    period: &StatisticsPeriod,
) -> Result<Vec<TicketDay>, DbErr> {
    const CREATED: &str = "COUNT(*) AS tickets FROM support_tickets WHERE created_at";
    const CLOSED: &str = "COUNT(*) AS tickets FROM support_tickets WHERE closed_at";
    let days = list_days(period, scope.now().date_naive());
    if days.is_empty() {
        return Ok(Vec::new());
    }
    let start = |day: NaiveDate| -> DateTime<Utc> { day.and_time(NaiveTime::MIN).and_utc() };
    let ranges: Vec<TimeRange> = days
        .iter()
        .map(|day| TimeRange { from: start(*day), until: start(day.succ_opt().unwrap_or(*day)) })
        .collect();
    let created = TimeRange::of_each(scope, &ranges, CREATED, vec![]).all::<CountRow>().await?;
    let closed = TimeRange::of_each(scope, &ranges, CLOSED, vec![]).all::<CountRow>().await?;
    let counts = created.into_iter().zip(closed);
    let counted = days.into_iter().zip(counts).map(|(day, (created, closed))| TicketDay {
        day,
        created: created.tickets,
        closed: closed.tickets,
    });
    Ok(counted.collect())
}

/// Exports the tickets of each day as CSV.
#[utoipa::path(get, path = "/staff/support/stats.csv", operation_id = "exportTicketStatistics",
    tag = "support", params(StatisticsPeriod),
    responses((status = 200, body = String, content_type = "text/csv"),
        (status = "4XX", body = ProblemDocument)))]
#[tracing::instrument(name = "desk.export_statistics", skip_all)]
async fn export(
    scope: Scope<SupportStaff>,
    Query(period): Query<StatisticsPeriod>,
) -> Result<Response, Problem> {
    let days = load_days(&scope, &period).await.or_detail(LIST_FAILED)?;
    let mut text = "\"day\",\"created\",\"closed\"\r\n".to_owned();
    for TicketDay { day, created, closed } in days {
        text.push_str(&format!("\"{day}\",\"{created}\",\"{closed}\"\r\n"));
    }
    let headers = [
        (header::CONTENT_TYPE, "text/csv; charset=utf-8"),
        (header::CONTENT_DISPOSITION, "attachment; filename=\"ticket-statistics.csv\""),
    ];
    Ok((headers, text).into_response())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn periods_have_thirty_days_by_default_and_are_limited() {
        let day = |text: &str| text.parse::<NaiveDate>().ok();
        let today = day("2026-11-29").unwrap_or_default();
        let of = |from, to| list_days(&StatisticsPeriod { from, to }, today);
        assert_eq!(of(None, None).len(), 30);
        assert_eq!(of(None, None).last(), Some(&today));
        assert_eq!(of(day("2020-01-01"), None).len(), 92);
        assert_eq!(of(day("2026-11-28"), None).len(), 2);
        assert!(of(day("2026-11-30"), None).is_empty());
    }

    #[test]
    fn hours_have_one_decimal() {
        assert!((to_hours(5_580_000.0) - 1.6).abs() < f64::EPSILON);
    }
}
