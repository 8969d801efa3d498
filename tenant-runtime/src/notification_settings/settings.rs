//! A person's settings with their defaults.

use super::kinds::{EmailTiming, NotificationKind};
use super::rows::{DigestWeekday, channel, setting};
use super::schedule::QuietHours;
use chrono_tz::Tz;

/// Channels of one kind of notification.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct KindChannels {
    /// Listed in the activity centre and counted in its badge.
    pub in_app: bool,
    pub email: EmailTiming,
    pub push: bool,
}

impl KindChannels {
    /// Channels of a person who has chosen none. What concerns the person is mailed at once if they
    /// do not read it in the app; news of communities is collected.
    #[must_use]
    pub const fn default_of(kind: NotificationKind) -> Self {
        use NotificationKind as Kind;
        let (email, push) = match kind {
            Kind::Mention | Kind::Message | Kind::Request | Kind::Decision => {
                (EmailTiming::Immediately, true)
            }
            Kind::Reply | Kind::Event => (EmailTiming::Daily, true),
            Kind::Announcement => (EmailTiming::Weekly, false),
        };
        Self { in_app: true, email, push }
    }
}

/// A person's settings.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NotificationSettings {
    /// In the order of the kinds.
    pub(crate) channels: [KindChannels; NotificationKind::ALL.len()],
    pub quiet_hours: QuietHours,
    /// `None` until the person or one of their browsers has chosen it.
    pub time_zone: Option<Tz>,
    /// Local hour of digests.
    pub digest_hour: u32,
    pub digest_weekday: DigestWeekday,
    /// False if pushes must not contain text.
    pub push_shows_content: bool,
}

impl Default for NotificationSettings {
    fn default() -> Self {
        Self {
            channels: NotificationKind::ALL.map(KindChannels::default_of),
            quiet_hours: QuietHours::default(),
            time_zone: None,
            digest_hour: 8,
            digest_weekday: DigestWeekday::default(),
            push_shows_content: true,
        }
    }
}

impl NotificationSettings {
    /// The channels of a kind.
    #[must_use]
    pub const fn channels_of(&self, kind: NotificationKind) -> KindChannels {
        self.channels[kind as usize]
    }

    /// Replaces the channels of a kind.
    pub const fn set_channels(&mut self, kind: NotificationKind, channels: KindChannels) {
        self.channels[kind as usize] = channels;
    }

    /// The time zone that applies.
    #[must_use]
    pub fn zone(&self) -> Tz {
        self.time_zone.unwrap_or(Tz::UTC)
    }

    pub(super) fn apply(&mut self, row: &setting::Model) {
        let default = Self::default();
        self.quiet_hours = QuietHours {
            is_enabled: row.quiet_enabled,
            from: u32::try_from(row.quiet_from).unwrap_or(default.quiet_hours.from),
            to: u32::try_from(row.quiet_to).unwrap_or(default.quiet_hours.to),
        };
        // A zone that a later version of the database no longer has counts as not chosen.
        self.time_zone = row.time_zone.as_deref().and_then(|name| name.parse().ok());
        self.digest_hour = u32::try_from(row.digest_hour).unwrap_or(default.digest_hour);
        self.digest_weekday = row.digest_weekday;
        self.push_shows_content = row.push_shows_content;
    }

    pub(super) const fn apply_channel(&mut self, row: &channel::Model) {
        let channels = KindChannels { in_app: row.in_app, email: row.email, push: row.push };
        self.set_channels(row.kind, channels);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kinds_are_in_the_order_of_their_numbers() {
        let numbers = NotificationKind::ALL.map(|kind| kind as usize);
        assert_eq!(numbers, [0, 1, 2, 3, 4, 5, 6]);
    }
}
