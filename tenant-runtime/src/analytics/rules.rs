//! Access to community analytics, and their computation.

use super::error::AnalyticsError;
use super::time_ranges;
use super::view::{CommunityAnalytics, DayFigures, HourFigures, TopPoster, TopThread};
use crate::communities::{self, ArrivalCounts};
use crate::posts::{self, BusyAuthor};
use crate::profiles;
use crate::sql::TimeRange;
use chrono::TimeDelta;
use chrono_tz::Tz;
use platform::{CommunityId, Member, Problem, Scope, UserId};
use sea_orm::DbErr;
use std::time::Duration;

/// Default number of days (C-131).
const DAYS: i64 = 30;
/// Maximum number of days.
const DAYS_MAX: i64 = 365;
/// Days and hours of the two series.
const SERIES: (u64, i64) = (7, 24);
/// A member is active if they wrote within this number of days (`analytics.active_member_window`).
const ACTIVE_DAYS: i64 = 7;
/// The most active authors are listed only if there are more posts than this.
const NAMED_BEYOND: i64 = 10;

/// Requested time range and time zone.
pub(super) struct AnalyticsRange {
    pub days: Option<i64>,
    pub time_zone: Option<String>,
}

impl AnalyticsRange {
    fn validated_days(&self) -> Result<i64, AnalyticsError> {
        let days = self.days.unwrap_or(DAYS);
        if (1..=DAYS_MAX).contains(&days) { Ok(days) } else { Err(AnalyticsError::Window) }
    }

    fn validated_zone(&self) -> Result<Tz, AnalyticsError> {
        validated_zone(self.time_zone.as_deref())
    }
}

/// The time zone with this name, UTC by default.
pub(super) fn validated_zone(name: Option<&str>) -> Result<Tz, AnalyticsError> {
    name.map_or(Ok(Tz::UTC), |name| name.parse().map_err(|_| AnalyticsError::TimeZone))
}

/// A community's analytics, within the time limit.
pub(super) async fn read(
    scope: &Scope<Member>,
    id: CommunityId,
    asked: &AnalyticsRange,
) -> Result<CommunityAnalytics, Problem> {
    let counted = tokio::time::timeout(statement_timeout(scope), count(scope, id, asked)).await;
    counted.unwrap_or_else(|late| Err(Problem::internal(late)))
}

/// Time limit of the computation (C-133).
fn statement_timeout(scope: &Scope<Member>) -> Duration {
    Duration::from_secs(scope.services().config().analytics.statement_timeout_s)
}

async fn count(
    scope: &Scope<Member>,
    id: CommunityId,
    asked: &AnalyticsRange,
) -> Result<CommunityAnalytics, Problem> {
    let scope = &scope.with_statement_timeout(statement_timeout(scope)).await?;
    let access = communities::load_access(scope, id).await?;
    if !access.is_admin() && !scope.viewer().is_staff() {
        return Err(AnalyticsError::AdminOnly.into());
    }
    let (zone, now) = (asked.validated_zone()?, scope.now());
    let window = TimeRange { from: now - TimeDelta::days(asked.validated_days()?), until: now };
    let active = TimeRange { from: now - TimeDelta::days(ACTIVE_DAYS), until: now };
    let days = time_ranges::last_days(now, zone, SERIES.0);
    let hours = time_ranges::last_hours(now, zone, SERIES.1);
    let cut: Vec<TimeRange> =
        days.iter().map(|(_, span)| *span).chain(hours.iter().copied()).collect();
    let written = posts::count_posts_in(scope, id, &cut).await?;
    let sums = posts::post_sums(scope, id, window, active).await?;
    let spans: Vec<TimeRange> = days.iter().map(|(_, span)| *span).chain([window]).collect();
    let comings = communities::count_arrivals(scope, id, &spans).await?;
    let ArrivalCounts { joined, left } = comings.last().copied().unwrap_or_default();
    let top_posters =
        if sums.posts > NAMED_BEYOND { top_posters(scope, id, window).await? } else { Vec::new() };
    let busiest = posts::busiest_threads(scope, id, window).await?;
    let community = access.community;
    Ok(CommunityAnalytics {
        community_id: id,
        from: window.from,
        until: window.until,
        time_zone: zone.name().to_owned(),
        member_count: community.member_count,
        active_members: sums.authors,
        total_threads: community.total_threads,
        total_posts: community.total_posts,
        posts: sums.posts,
        likes: sums.likes,
        joined,
        left,
        retention_rate: retention_percent(joined, left),
        daily: days
            .iter()
            .zip(&written)
            .zip(&comings)
            .map(|(((day, _), posts), comings)| DayFigures {
                day: *day,
                posts: *posts,
                joined: comings.joined,
                left: comings.left,
            })
            .collect(),
        hourly: hours
            .iter()
            .zip(written.iter().skip(days.len()))
            .map(|(span, posts)| HourFigures { hour: span.from, posts: *posts })
            .collect(),
        top_posters,
        top_threads: busiest
            .into_iter()
            .map(|busy| TopThread {
                thread_id: busy.thread_id,
                caption: busy.caption,
                posts: busy.posts,
            })
            .collect(),
    })
}

async fn top_posters(
    scope: &Scope<Member>,
    id: CommunityId,
    window: TimeRange,
) -> Result<Vec<TopPoster>, DbErr> {
    let busy: Vec<BusyAuthor> = posts::busiest_authors(scope, id, window).await?;
    let ids: Vec<UserId> = busy.iter().map(|busy| busy.author_id).collect();
    let mut people = profiles::load_people(scope, &ids).await?;
    let named = busy.into_iter().filter_map(|busy| {
        Some(TopPoster { person: people.remove(&busy.author_id)?, posts: busy.posts })
    });
    Ok(named.collect())
}

/// In per cent, with one decimal (C-132).
#[expect(clippy::cast_precision_loss, reason = "a community has fewer than 2^53 members")]
fn retention_percent(joined: i64, left: i64) -> f64 {
    if joined == 0 {
        return 100.0;
    }
    ((joined - left) as f64 / joined as f64 * 1000.0).round() / 10.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn computes_retention_relative_to_joins() {
        let rates = [(0, 0), (0, 4), (4, 1), (3, 1), (2, 5)].map(|(j, l)| retention_percent(j, l));
        assert_eq!(rates.map(|rate| rate.to_string()), ["100", "100", "75", "66.7", "-150"]);
    }
}
