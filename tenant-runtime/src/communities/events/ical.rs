//! Calendar files in the format of RFC 5545.

use chrono::{DateTime, Utc};
use uuid::Uuid;

/// Maximum octets of a line without its end (RFC 5545 section 3.1).
const LINE_OCTETS_MAX: usize = 75;
/// Media type of a calendar file.
pub(super) const CALENDAR_TYPE: &str = "text/calendar; charset=utf-8";

/// An event of a calendar file.
#[derive(Debug, Clone)]
pub(super) struct CalendarEvent {
    /// Identical in all versions of the event.
    pub uid: Uuid,
    pub created: DateTime<Utc>,
    /// Time of the last change.
    pub changed: DateTime<Utc>,
    /// Number of changes.
    pub revision: i64,
    pub start: DateTime<Utc>,
    pub end: Option<DateTime<Utc>>,
    pub summary: String,
    pub description: String,
    pub location: Option<String>,
    /// Page of the event.
    pub url: String,
    /// Name of its community.
    pub category: String,
    pub is_cancelled: bool,
}

/// Writes a calendar file. A `name` marks it as a feed, which programs download every hour.
pub(super) fn write_calendar(name: Option<&str>, events: &[CalendarEvent]) -> String {
    let mut file = CalendarFile::default();
    file.line("BEGIN", "VCALENDAR");
    file.line("VERSION", "2.0");
    file.line("PRODID", "-//Guildhall//Events//EN");
    file.line("CALSCALE", "GREGORIAN");
    if let Some(name) = name {
        file.text("NAME", name);
        file.text("X-WR-CALNAME", name);
        file.line("REFRESH-INTERVAL;VALUE=DURATION", "PT1H");
        file.line("X-PUBLISHED-TTL", "PT1H");
    }
    for event in events {
        file.event(event);
    }
    file.line("END", "VCALENDAR");
    file.content
}

#[derive(Default)]
struct CalendarFile {
    content: String,
}

impl CalendarFile {
    fn event(&mut self, event: &CalendarEvent) {
        self.line("BEGIN", "VEVENT");
        self.line("UID", &event.uid.to_string());
        // Without METHOD this is the time of the last change (RFC 5545 section 3.8.7.2).
        self.line("DTSTAMP", &format_time(event.changed));
        self.line("CREATED", &format_time(event.created));
        self.line("LAST-MODIFIED", &format_time(event.changed));
        self.line("SEQUENCE", &event.revision.to_string());
        self.line("DTSTART", &format_time(event.start));
        if let Some(end) = event.end {
            self.line("DTEND", &format_time(end));
        }
        self.text("SUMMARY", &event.summary);
        self.text("DESCRIPTION", &event.description);
        if let Some(location) = &event.location {
            self.text("LOCATION", location);
        }
        self.line("URL", &event.url);
        self.text("CATEGORIES", &event.category);
        self.line("STATUS", if event.is_cancelled { "CANCELLED" } else { "CONFIRMED" });
        self.line("END", "VEVENT");
    }

    /// Adds a property with a text.
    fn text(&mut self, name: &str, text: &str) {
        self.line(name, &escape_text(text));
    }

    /// Adds a property with a value that is written as it is.
    fn line(&mut self, name: &str, value: &str) {
        fold_line(&format!("{name}:{value}"), &mut self.content);
    }
}

fn format_time(time: DateTime<Utc>) -> String {
    time.format("%Y%m%dT%H%M%SZ").to_string()
}

/// Escapes a text (RFC 5545 section 3.3.11). Control characters are not allowed, except tabs and line
/// breaks, which are escaped.
fn escape_text(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.replace("\r\n", "\n").chars() {
        match c {
            '\\' | ';' | ',' => escaped.extend(['\\', c]),
            '\n' | '\r' => escaped.push_str("\\n"),
            '\t' => escaped.push(c),
            c if c.is_control() => {}
            c => escaped.push(c),
        }
    }
    escaped
}

/// Adds a line, folded between characters after at most 75 octets.
fn fold_line(line: &str, to: &mut String) {
    let mut octets = 0;
    for c in line.chars() {
        if octets + c.len_utf8() > LINE_OCTETS_MAX {
            to.push_str("\r\n ");
            octets = 1;
        }
        to.push(c);
        octets += c.len_utf8();
    }
    to.push_str("\r\n");
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn folded(line: &str) -> String {
        let mut file = String::new();
        fold_line(line, &mut file);
        file
    }

    fn sample() -> CalendarEvent {
        let start = DateTime::<Utc>::UNIX_EPOCH + chrono::Duration::days(20_000);
        CalendarEvent {
            uid: Uuid::nil(),
            created: DateTime::UNIX_EPOCH,
            changed: DateTime::UNIX_EPOCH + chrono::Duration::seconds(61),
            revision: 2,
            start,
            end: Some(start + chrono::Duration::minutes(90)),
            summary: "Walk; bring bread, jam".to_owned(),
            description: "One\nTwo \\ three".to_owned(),
            location: Some("Hall 1, Oak Street".to_owned()),
            url: "https://a.example/communities/1?x=1,2;3".to_owned(),
            category: "Long spans".to_owned(),
            is_cancelled: false,
        }
    }

    #[test]
    fn folds_lines_after_75_octets() {
        assert_eq!(folded(&"a".repeat(75)), format!("{}\r\n", "a".repeat(75)));
        let two = format!("{}\r\n {}\r\n", "a".repeat(75), "a".repeat(74));
        assert_eq!(folded(&"a".repeat(149)), two);
        let three = format!("{}\r\n {}\r\n a\r\n", "a".repeat(75), "a".repeat(74));
        assert_eq!(folded(&"a".repeat(150)), three);
    }

    #[test]
    fn folds_between_characters() {
        let line = format!("{}é", "a".repeat(74));
        assert_eq!(folded(&line), format!("{}\r\n é\r\n", "a".repeat(74)));
        let line = format!("{}🎉b", "a".repeat(72));
        assert_eq!(folded(&line), format!("{}\r\n 🎉b\r\n", "a".repeat(72)));
    }

    #[test]
    fn escapes_special_characters_and_removes_controls() {
        assert_eq!(escape_text("a;b,c\\d\ne"), "a\\;b\\,c\\\\d\\ne");
        assert_eq!(escape_text("a\r\nb\rc\u{0}\u{7f}\td:\"e\""), "a\\nb\\nc\td:\"e\"");
    }

    #[test]
    fn writes_an_event_with_utc_times() {
        let file = write_calendar(None, &[sample()]);
        let expected = [
            "BEGIN:VCALENDAR",
            "VERSION:2.0",
            "PRODID:-//Guildhall//Events//EN",
            "CALSCALE:GREGORIAN",
            "BEGIN:VEVENT",
            "UID:00000000-0000-0000-0000-000000000000",
            "DTSTAMP:19700101T000101Z",
            "CREATED:19700101T000000Z",
            "LAST-MODIFIED:19700101T000101Z",
            "SEQUENCE:2",
            "DTSTART:20241004T000000Z",
            "DTEND:20241004T013000Z",
            "SUMMARY:Walk\\; bring bread\\, jam",
            "DESCRIPTION:One\\nTwo \\\\ three",
            "LOCATION:Hall 1\\, Oak Street",
            "URL:https://a.example/communities/1?x=1,2;3",
            "CATEGORIES:Long spans",
            "STATUS:CONFIRMED",
            "END:VEVENT",
            "END:VCALENDAR",
        ];
        assert_eq!(file, format!("{}\r\n", expected.join("\r\n")));
    }

    #[test]
    fn writes_cancelled_events_and_events_without_end_or_place() {
        let event = CalendarEvent { end: None, location: None, is_cancelled: true, ..sample() };
        let file = write_calendar(Some("Events, all"), &[event]);
        assert!(file.contains("\r\nSTATUS:CANCELLED\r\n"));
        assert!(file.contains("\r\nNAME:Events\\, all\r\n"));
        assert!(!file.contains("DTEND") && !file.contains("LOCATION"));
    }

    proptest! {
        #[test]
        fn no_text_breaks_out_of_its_line(text in "[a-zé🎉\\\\;,:\"\r\n\t\u{0}\u{85}]{0,300}") {
            let event = CalendarEvent { description: text, ..sample() };
            let file = write_calendar(None, &[event]);
            prop_assert!(file.split("\r\n").all(|line| line.len() <= LINE_OCTETS_MAX));
            let unfolded = file.replace("\r\n ", "");
            prop_assert_eq!(unfolded.matches("\r\n").count(), 20);
            prop_assert!(!unfolded.replace("\r\n", "").contains(['\r', '\n']));
        }
    }
}
