//! Local times of a person: quiet hours and digests, also on days on which the clocks change.

use super::settings::NotificationSettings;
use chrono::{
    DateTime, Days, LocalResult, NaiveDate, NaiveTime, TimeDelta, TimeZone, Timelike, Utc,
};
use chrono::{Datelike, Weekday};
use chrono_tz::Tz;
use serde::{Deserialize, Serialize};

/// Local time in which nothing is pushed. Times are minutes since midnight; the end may be on the
/// next day.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct QuietHours {
    pub is_enabled: bool,
    pub from: u32,
    pub to: u32,
}

impl Default for QuietHours {
    fn default() -> Self {
        Self { is_enabled: false, from: 22 * 60, to: 7 * 60 }
    }
}

impl QuietHours {
    const fn contains(self, minute: u32) -> bool {
        if self.from <= self.to {
            self.from <= minute && minute < self.to
        } else {
            self.from <= minute || minute < self.to
        }
    }
}

/// Cadence of digests.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum DigestCadence {
    Daily,
    Weekly,
}

impl NotificationSettings {
    /// End of the quiet hours, if `now` is in them.
    #[must_use]
    pub fn quiet_until(&self, now: DateTime<Utc>) -> Option<DateTime<Utc>> {
        let (hours, zone) = (self.quiet_hours, self.zone());
        let local = now.with_timezone(&zone);
        if !hours.is_enabled || !hours.contains(local.hour() * 60 + local.minute()) {
            return None;
        }
        next_local(zone, now, hours.to, None)
    }

    /// First digest of this cadence after `now`.
    #[must_use]
    pub fn next_digest(&self, cadence: DigestCadence, now: DateTime<Utc>) -> Option<DateTime<Utc>> {
        let weekday = match cadence {
            DigestCadence::Daily => None,
            DigestCadence::Weekly => Some(self.digest_weekday.into()),
        };
        next_local(self.zone(), now, self.digest_hour * 60, weekday)
    }

    /// Returns whether a digest of this cadence is due at exactly this time.
    #[must_use]
    pub fn is_digest_time(&self, cadence: DigestCadence, at: DateTime<Utc>) -> bool {
        self.next_digest(cadence, at - TimeDelta::seconds(1)) == Some(at)
    }
}

/// The first time after `now` at which the local clock shows `minute`, on the given weekday if any.
fn next_local(
    zone: Tz,
    now: DateTime<Utc>,
    minute: u32,
    weekday: Option<Weekday>,
) -> Option<DateTime<Utc>> {
    let today = now.with_timezone(&zone).date_naive();
    (0..=8)
        .filter_map(|days| today.checked_add_days(Days::new(days)))
        .filter(|date| weekday.is_none_or(|weekday| date.weekday() == weekday))
        .filter_map(|date| at_local(zone, date, minute))
        .find(|at| *at > now)
}

/// The time at which the local clock shows `minute` on this date. A time that the clocks skip is
/// moved by the skipped time; of two equal times the first one counts.
fn at_local(zone: Tz, date: NaiveDate, minute: u32) -> Option<DateTime<Utc>> {
    let time = NaiveTime::from_num_seconds_from_midnight_opt(minute * 60, 0)?;
    let local = date.and_time(time);
    match zone.from_local_datetime(&local) {
        LocalResult::Single(at) | LocalResult::Ambiguous(at, _) => Some(at.to_utc()),
        LocalResult::None => {
            // The offset from before the change, which a clock that was not changed would show.
            let before = zone.from_local_datetime(&(local - TimeDelta::hours(6))).earliest()?;
            Some(before.to_utc() + TimeDelta::hours(6))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::rows::DigestWeekday;
    use super::*;

    fn at(text: &str) -> DateTime<Utc> {
        DateTime::parse_from_rfc3339(text).unwrap_or_default().to_utc()
    }

    fn berlin(from: u32, to: u32) -> NotificationSettings {
        NotificationSettings {
            quiet_hours: QuietHours { is_enabled: true, from, to },
            time_zone: Some(chrono_tz::Europe::Berlin),
            ..NotificationSettings::default()
        }
    }

    #[test]
    fn quiet_hours_over_midnight_end_in_the_morning() {
        let settings = berlin(22 * 60, 7 * 60);
        let until = |now| settings.quiet_until(at(now));
        assert_eq!(until("2026-11-30T20:59:00Z"), None);
        assert_eq!(until("2026-11-30T21:00:00Z"), Some(at("2026-12-01T06:00:00Z")));
        assert_eq!(until("2026-12-01T05:59:00Z"), Some(at("2026-12-01T06:00:00Z")));
        assert_eq!(until("2026-12-01T06:00:00Z"), None);
    }

    #[test]
    fn quiet_hours_within_a_day_end_on_that_day() {
        let settings = berlin(12 * 60, 14 * 60);
        assert_eq!(
            settings.quiet_until(at("2026-07-01T10:30:00Z")),
            Some(at("2026-07-01T12:00:00Z"))
        );
        assert_eq!(settings.quiet_until(at("2026-07-01T12:00:00Z")), None);
    }

    #[test]
    fn quiet_hours_end_at_the_local_time_when_the_clocks_change() {
        let settings = berlin(22 * 60, 7 * 60);
        // Forward on 29 March 2026, back on 25 October 2026.
        assert_eq!(
            settings.quiet_until(at("2026-03-28T22:00:00Z")),
            Some(at("2026-03-29T05:00:00Z"))
        );
        assert_eq!(
            settings.quiet_until(at("2026-10-24T21:00:00Z")),
            Some(at("2026-10-25T06:00:00Z"))
        );
    }

    #[test]
    fn quiet_hours_that_end_in_the_skipped_hour_end_after_it() {
        let settings = berlin(22 * 60, 2 * 60 + 30);
        assert_eq!(
            settings.quiet_until(at("2026-03-28T22:00:00Z")),
            Some(at("2026-03-29T01:30:00Z"))
        );
    }

    #[test]
    fn digests_stay_at_their_local_hour_when_the_clocks_change() {
        let settings = berlin(0, 1);
        let next = |now| settings.next_digest(DigestCadence::Daily, at(now));
        assert_eq!(next("2026-03-28T06:00:00Z"), Some(at("2026-03-28T07:00:00Z")));
        assert_eq!(next("2026-03-28T07:00:00Z"), Some(at("2026-03-29T06:00:00Z")));
        assert_eq!(next("2026-10-24T06:00:00Z"), Some(at("2026-10-25T07:00:00Z")));
    }

    #[test]
    fn weekly_digest_is_on_the_chosen_weekday() {
        let settings =
            NotificationSettings { digest_weekday: DigestWeekday::Friday, ..berlin(0, 1) };
        let next = |now| settings.next_digest(DigestCadence::Weekly, at(now));
        assert_eq!(next("2026-11-30T06:00:00Z"), Some(at("2026-12-04T07:00:00Z")));
        assert_eq!(next("2026-12-04T07:00:00Z"), Some(at("2026-12-11T07:00:00Z")));
        assert!(settings.is_digest_time(DigestCadence::Weekly, at("2026-12-04T07:00:00Z")));
        assert!(!settings.is_digest_time(DigestCadence::Weekly, at("2026-12-03T07:00:00Z")));
        assert!(settings.is_digest_time(DigestCadence::Daily, at("2026-12-03T07:00:00Z")));
    }
}
