//! Validation of a new or changed announcement.

use super::error::AnnouncementError;
use super::rows::{ActiveModel, Model};
use crate::content::{self, ContentError, TextFormat, TextRule};
use chrono::{DateTime, SubsecRound, TimeDelta, Utc};
use platform::Problem;
use sea_orm::ActiveValue::Set;
use serde::{Deserialize, Serialize};
use url::Url;
use utoipa::ToSchema;

/// Maximum time from now to the start of an event.
const START_WITHIN: TimeDelta = TimeDelta::days(5 * 366);
/// Maximum length of an event.
const LENGTH_MAX: TimeDelta = TimeDelta::days(14);
const LOCATION_CHARS_MAX: usize = 200;
const LINK_CHARS_MAX: usize = 2000;
const CAPACITY_MAX: i64 = 100_000;

/// A new announcement, or all fields of a changed one.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct NewAnnouncement {
    /// At most 5000 characters.
    #[serde(default)]
    pub content: String,
    /// Start of the event; omit if it is not an event. Without fractions of a second.
    pub starts_at: Option<DateTime<Utc>>,
    /// End of the event, at most 14 days after its start.
    pub ends_at: Option<DateTime<Utc>>,
    /// Place of the event, at most 200 characters.
    pub location: Option<String>,
    /// Web address of the event.
    pub link: Option<String>,
    /// Maximum number of people who answer yes.
    pub capacity: Option<i64>,
}

/// A valid announcement.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct AnnouncementInput {
    pub content: String,
    pub starts_at: Option<DateTime<Utc>>,
    pub ends_at: Option<DateTime<Utc>>,
    pub location: Option<String>,
    pub link: Option<String>,
    pub capacity: Option<i64>,
}

impl NewAnnouncement {
    /// Validates the fields. The start may be in the past if `before` has the same one.
    pub(super) fn validated(
        &self,
        now: DateTime<Utc>,
        before: Option<&Model>,
    ) -> Result<AnnouncementInput, Problem> {
        let starts_at = self.starts_at.map(|start| start.trunc_subsecs(0));
        let ends_at = self.ends_at.map(|end| end.trunc_subsecs(0));
        if let Some(start) = starts_at {
            let is_same = before.is_some_and(|row| row.starts_at == Some(start));
            check_times((start, ends_at), now, is_same)?;
        }
        let content =
            content::check_remark(&self.content).map_err(|error| in_field(error, "content"))?;
        let input = AnnouncementInput {
            content,
            starts_at,
            ends_at,
            location: check_location(self.location.as_deref())?,
            link: check_link(self.link.as_deref())?,
            capacity: check_capacity(self.capacity)?,
        };
        if input.starts_at.is_none() && input.has_details() {
            return Err(AnnouncementError::NoStart.in_field("startsAt"));
        }
        Ok(input)
    }
}

impl AnnouncementInput {
    const fn has_details(&self) -> bool {
        self.ends_at.is_some()
            || self.location.is_some()
            || self.link.is_some()
            || self.capacity.is_some()
    }

    /// The columns with these values.
    pub(super) fn into_active_model(self) -> ActiveModel {
        ActiveModel {
            content: Set(self.content),
            content_format: Set(TextFormat::Text),
            starts_at: Set(self.starts_at),
            ends_at: Set(self.ends_at),
            location: Set(self.location),
            link: Set(self.link),
            capacity: Set(self.capacity),
            ..Default::default()
        }
    }
}

fn check_times(
    (start, end): (DateTime<Utc>, Option<DateTime<Utc>>),
    now: DateTime<Utc>,
    is_same_start: bool,
) -> Result<(), Problem> {
    if start <= now && !is_same_start {
        return Err(AnnouncementError::PastStart.in_field("startsAt"));
    }
    if start > now + START_WITHIN {
        return Err(AnnouncementError::LateStart.in_field("startsAt"));
    }
    match end {
        Some(end) if end <= start => Err(AnnouncementError::EndBeforeStart.in_field("endsAt")),
        Some(end) if end - start > LENGTH_MAX => {
            Err(AnnouncementError::EventTooLong.in_field("endsAt"))
        }
        _ => Ok(()),
    }
}

fn check_location(typed: Option<&str>) -> Result<Option<String>, Problem> {
    let rule = TextRule::single_line(LOCATION_CHARS_MAX).allow_empty();
    let place =
        rule.check(typed.unwrap_or_default()).map_err(|error| in_field(error, "location"))?;
    Ok(Some(place).filter(|place| !place.is_empty()))
}

fn check_link(typed: Option<&str>) -> Result<Option<String>, Problem> {
    let typed = typed.unwrap_or_default().trim();
    if typed.is_empty() {
        return Ok(None);
    }
    let url = Url::parse(typed).map_err(|_| AnnouncementError::Link.in_field("link"))?;
    let is_web = matches!(url.scheme(), "http" | "https") && url.has_host();
    let link = String::from(url);
    if is_web && link.chars().count() <= LINK_CHARS_MAX {
        Ok(Some(link))
    } else {
        Err(AnnouncementError::Link.in_field("link"))
    }
}

fn check_capacity(typed: Option<i64>) -> Result<Option<i64>, Problem> {
    if typed.is_some_and(|most| !(1..=CAPACITY_MAX).contains(&most)) {
        return Err(AnnouncementError::Capacity.in_field("capacity"));
    }
    Ok(typed)
}

fn in_field(error: ContentError, field: &str) -> Problem {
    Problem::from(error).with_errors(vec![error.to_field_error(field)])
}
