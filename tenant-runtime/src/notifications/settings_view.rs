//! Notification settings in API requests and responses.

use super::error::NotificationSettingsError;
use crate::communities::{CommunityLevel, NotificationPreference};
use crate::notification_settings::{
    DigestWeekday, EmailTiming, KindChannels, NotificationKind, NotificationSettings, QuietHours,
};
use chrono::NaiveTime;
use platform::CommunityId;
use serde::{Deserialize, Serialize};
use std::collections::HashSet;
use utoipa::ToSchema;

/// Channels of one kind of notification.
#[derive(Debug, Clone, Copy, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct NotificationKindSetting {
    pub kind: NotificationKind,
    /// Listed in the activity centre and counted in its badge.
    pub in_app: bool,
    pub email: EmailTiming,
    pub push: bool,
}

/// Local time in which nothing is pushed.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct QuietHoursSetting {
    pub enabled: bool,
    /// `HH:MM`.
    pub from: String,
    /// `HH:MM`; on the next day if it is before `from`.
    pub to: String,
}

/// New notification settings.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct NotificationSettingsChange {
    /// All seven kinds.
    pub kinds: Vec<NotificationKindSetting>,
    pub quiet_hours: QuietHoursSetting,
    /// Name of the IANA database; `null` until one was chosen, which means UTC.
    pub time_zone: Option<String>,
    /// Local hour of digests.
    pub digest_hour: u32,
    pub digest_weekday: DigestWeekday,
    /// False if pushes must not contain text.
    pub push_shows_content: bool,
}

/// A community of the viewer with its notification level.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct CommunityNotificationLevel {
    pub community_id: CommunityId,
    pub name: String,
    pub level: NotificationPreference,
}

impl From<CommunityLevel> for CommunityNotificationLevel {
    fn from(row: CommunityLevel) -> Self {
        Self { level: row.level(), community_id: row.community_id, name: row.name }
    }
}

impl From<&NotificationSettings> for NotificationSettingsChange {
    fn from(settings: &NotificationSettings) -> Self {
        let kinds = NotificationKind::ALL.map(|kind| {
            let KindChannels { in_app, email, push } = settings.channels_of(kind);
            NotificationKindSetting { kind, in_app, email, push }
        });
        let QuietHours { is_enabled, from, to } = settings.quiet_hours;
        Self {
            kinds: kinds.to_vec(),
            quiet_hours: QuietHoursSetting {
                enabled: is_enabled,
                from: format_time(from),
                to: format_time(to),
            },
            time_zone: settings.time_zone.map(|zone| zone.name().to_owned()),
            digest_hour: settings.digest_hour,
            digest_weekday: settings.digest_weekday,
            push_shows_content: settings.push_shows_content,
        }
    }
}

impl NotificationSettingsChange {
    pub(super) fn validated(&self) -> Result<NotificationSettings, NotificationSettingsError> {
        let given: HashSet<NotificationKind> = self.kinds.iter().map(|one| one.kind).collect();
        let all = NotificationKind::ALL.len();
        if given.len() != all || self.kinds.len() != all {
            return Err(NotificationSettingsError::Kinds);
        }
        let time_zone = match self.time_zone.as_deref() {
            Some(name) => Some(name.parse().map_err(|_| NotificationSettingsError::TimeZone)?),
            None => None,
        };
        if self.digest_hour > 23 {
            return Err(NotificationSettingsError::DigestHour);
        }
        let mut settings = NotificationSettings {
            quiet_hours: self.quiet_hours.validated()?,
            time_zone,
            digest_hour: self.digest_hour,
            digest_weekday: self.digest_weekday,
            push_shows_content: self.push_shows_content,
            ..NotificationSettings::default()
        };
        for NotificationKindSetting { kind, in_app, email, push } in self.kinds.iter().copied() {
            settings.set_channels(kind, KindChannels { in_app, email, push });
        }
        Ok(settings)
    }
}

impl QuietHoursSetting {
    fn validated(&self) -> Result<QuietHours, NotificationSettingsError> {
        let from = parse_time(&self.from, "quietHours.from")?;
        let to = parse_time(&self.to, "quietHours.to")?;
        if self.enabled && from == to {
            return Err(NotificationSettingsError::EmptyQuietHours);
        }
        Ok(QuietHours { is_enabled: self.enabled, from, to })
    }
}

/// Minutes since midnight of a time `HH:MM`.
fn parse_time(text: &str, field: &'static str) -> Result<u32, NotificationSettingsError> {
    use chrono::Timelike;
    let malformed = NotificationSettingsError::Time(field);
    if text.len() != "22:00".len() {
        return Err(malformed);
    }
    let time = NaiveTime::parse_from_str(text, "%H:%M").map_err(|_| malformed)?;
    Ok(time.hour() * 60 + time.minute())
}

fn format_time(minutes: u32) -> String {
    format!("{:02}:{:02}", minutes / 60, minutes % 60)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn with(change: impl FnOnce(&mut NotificationSettingsChange)) -> NotificationSettingsChange {
        let mut settings = NotificationSettingsChange::from(&NotificationSettings::default());
        change(&mut settings);
        settings
    }

    #[test]
    fn defaults_are_valid_and_survive_the_round_trip() {
        assert_eq!(with(|_| {}).validated(), Ok(NotificationSettings::default()));
    }

    #[test]
    fn refuses_settings_with_a_missing_or_repeated_kind() {
        use NotificationSettingsError::Kinds;
        assert_eq!(with(|one| one.kinds.truncate(6)).validated(), Err(Kinds));
        assert_eq!(with(|one| one.kinds[1] = one.kinds[0]).validated(), Err(Kinds));
        assert_eq!(with(|one| one.kinds.push(one.kinds[0])).validated(), Err(Kinds));
    }

    #[test]
    fn refuses_malformed_times_unknown_zones_and_hours() {
        use NotificationSettingsError::{DigestHour, EmptyQuietHours, Time, TimeZone};
        for time in ["", "7:00", "24:00", "22:60", "22:00:00", "+1:00"] {
            let changed = with(|one| one.quiet_hours.from = time.to_owned());
            assert_eq!(changed.validated(), Err(Time("quietHours.from")), "{time}");
        }
        let equal = with(|one| {
            one.quiet_hours =
                QuietHoursSetting { enabled: true, from: "07:00".into(), to: "07:00".into() };
        });
        assert_eq!(equal.validated(), Err(EmptyQuietHours));
        let zone = with(|one| one.time_zone = Some("Europe/Atlantis".to_owned()));
        assert_eq!(zone.validated(), Err(TimeZone));
        assert_eq!(with(|one| one.digest_hour = 24).validated(), Err(DigestHour));
    }
}
