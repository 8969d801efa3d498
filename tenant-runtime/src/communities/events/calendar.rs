//! Events as entries of calendar files.

use super::ical::{CALENDAR_TYPE, CalendarEvent, write_calendar};
use crate::communities::announcements::{self, Announcement, AnnouncementError, AnnouncementId};
use crate::communities::visible_names;
use crate::content;
use axum::response::{IntoResponse, Response};
use http::header::{CACHE_CONTROL, CONTENT_DISPOSITION, CONTENT_TYPE, X_CONTENT_TYPE_OPTIONS};
use platform::{CommunityId, Member, Problem, Scope};

/// Maximum characters of an entry's title.
const SUMMARY_CHARS_MAX: usize = 100;

/// The calendar file of one event, for members.
pub(super) async fn event_file(
    scope: &Scope<Member>,
    community: CommunityId,
    id: AnnouncementId,
) -> Result<Response, Problem> {
    let event = announcements::find_inside(scope, community, id).await?;
    let names = visible_names(scope, &[community]).await?;
    let name = names.get(&community).map(String::as_str).unwrap_or_default();
    let entry = to_entry(&event, name, &scope.facts().context.origin);
    let entry = entry.ok_or(AnnouncementError::NotEvent)?;
    let headers = [
        (CONTENT_TYPE, CALENDAR_TYPE),
        (CONTENT_DISPOSITION, "attachment; filename=\"event.ics\""),
        (X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (CACHE_CONTROL, "private, no-cache"),
    ];
    Ok((headers, write_calendar(None, &[entry])).into_response())
}

/// The entry of an event on the site with this origin; `None` if it is another announcement.
pub(super) fn to_entry(
    event: &Announcement,
    community: &str,
    origin: &str,
) -> Option<CalendarEvent> {
    let start = event.starts_at?;
    let text = plain_lines(&event.source_text());
    let changes = [event.edited_at, event.cancelled_at];
    let changed = changes.into_iter().flatten().fold(event.created_at, Ord::max);
    let description = match &event.link {
        Some(link) => format!("{text}\n\n{link}"),
        None => text.clone(),
    };
    Some(CalendarEvent {
        uid: event.id.uuid(),
        created: event.created_at,
        changed,
        revision: event.revision,
        start,
        end: event.ends_at,
        summary: summary_of(&text),
        description,
        location: event.location.clone().or_else(|| event.link.clone()),
        url: format!("{origin}/communities/{}", event.community_id),
        category: community.to_owned(),
        is_cancelled: event.cancelled_at.is_some(),
    })
}

/// The text without markup, with its line breaks.
fn plain_lines(source: &str) -> String {
    let lines: Vec<String> = source.lines().map(content::plain_text).collect();
    lines.join("\n").trim().to_owned()
}

/// First line of the text, shortened.
fn summary_of(text: &str) -> String {
    let line = text.lines().map(str::trim).find(|line| !line.is_empty()).unwrap_or_default();
    if line.chars().count() <= SUMMARY_CHARS_MAX {
        return line.to_owned();
    }
    let start: String = line.chars().take(SUMMARY_CHARS_MAX - 1).collect();
    format!("{}…", start.trim_end())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_keeps_its_lines_without_markup() {
        assert_eq!(plain_lines("**Walk**\n\n- _bread_\n- jam\n"), "Walk\n\nbread\njam");
    }

    #[test]
    fn summary_is_the_first_line_of_at_most_100_characters() {
        assert_eq!(summary_of("\n  Walk  \nBring bread"), "Walk");
        assert_eq!(summary_of(&"é".repeat(100)), "é".repeat(100));
        assert_eq!(summary_of(&"é".repeat(101)), format!("{}…", "é".repeat(99)));
    }
}
