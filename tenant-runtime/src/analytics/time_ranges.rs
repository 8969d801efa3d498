//! Hours and days of a time zone as time ranges.

use crate::sql::TimeRange;
use chrono::{DateTime, Datelike, Days, Duration, NaiveDate, TimeZone, Timelike, Utc};
use chrono_tz::Tz;

/// The last `count` days of a time zone including today, oldest first. A day with a clock change
/// has 23 or 25 hours.
pub(super) fn last_days(now: DateTime<Utc>, zone: Tz, count: u64) -> Vec<(NaiveDate, TimeRange)> {
    let today = now.with_timezone(&zone).date_naive();
    let back = (0..count).rev().filter_map(|n| today.checked_sub_days(Days::new(n)));
    back.filter_map(|day| {
        let next = day.succ_opt()?;
        Some((day, TimeRange { from: start_of_day(day, zone), until: start_of_day(next, zone) }))
    })
    .collect()
}

/// The last `count` hours of a time zone including the current one, oldest first.
pub(super) fn last_hours(now: DateTime<Utc>, zone: Tz, count: i64) -> Vec<TimeRange> {
    let local = now.with_timezone(&zone);
    let into = Duration::minutes(i64::from(local.minute()))
        + Duration::seconds(i64::from(local.second()))
        + Duration::nanoseconds(i64::from(local.nanosecond()));
    let running = now - into;
    (0..count)
        .rev()
        .map(|n| {
            let from = running - Duration::hours(n);
            TimeRange { from, until: from + Duration::hours(1) }
        })
        .collect()
}

/// Start of a day. If clocks skip midnight, the first existing hour.
pub(crate) fn start_of_day(day: NaiveDate, zone: Tz) -> DateTime<Utc> {
    let at =
        |hour| zone.with_ymd_and_hms(day.year(), day.month(), day.day(), hour, 0, 0).earliest();
    let first = (0..24).find_map(at);
    // Days that a zone skipped completely when it moved across the date line begin as in UTC.
    first.map_or_else(|| Utc.from_utc_datetime(&day.into()), |first| first.with_timezone(&Utc))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(text: &str) -> DateTime<Utc> {
        text.parse().unwrap_or_default()
    }

    #[test]
    fn days_follow_the_viewers_time_zone() {
        let now = at("2026-11-22T23:30:00Z");
        let days = last_days(now, chrono_tz::Asia::Tokyo, 2);
        let begins: Vec<String> = days.iter().map(|(day, _)| day.to_string()).collect();
        assert_eq!(begins, ["2026-11-22", "2026-11-23"]);
        assert_eq!(days.last().map(|(_, span)| span.from), Some(at("2026-11-22T15:00:00Z")));
    }

    #[test]
    fn days_have_no_gaps_when_clocks_change() {
        // London leaves summer time in the night to 25 October 2026.
        let days = last_days(at("2026-10-26T12:00:00Z"), chrono_tz::Europe::London, 7);
        let longs: Vec<i64> =
            days.iter().map(|(_, span)| (span.until - span.from).num_hours()).collect();
        assert_eq!(longs, [24, 24, 24, 24, 24, 25, 24]);
        assert!(days.iter().zip(days.iter().skip(1)).all(|(a, b)| a.1.until == b.1.from));
    }

    #[test]
    fn a_day_without_midnight_starts_at_its_first_hour() {
        // Cairo changed to summer time at midnight of 24 April 2026.
        let days = last_days(at("2026-04-24T12:00:00Z"), chrono_tz::Africa::Cairo, 1);
        assert_eq!(days.first().map(|(_, span)| span.from), Some(at("2026-04-23T22:00:00Z")));
    }

    #[test]
    fn hours_follow_time_zones_with_half_hour_offsets() {
        let hours = last_hours(at("2026-11-22T10:45:30Z"), chrono_tz::Asia::Kolkata, 24);
        assert_eq!(hours.len(), 24);
        assert_eq!(hours.last().map(|span| span.from), Some(at("2026-11-22T10:30:00Z")));
        assert_eq!(hours.first().map(|span| span.from), Some(at("2026-11-21T11:30:00Z")));
    }
}
