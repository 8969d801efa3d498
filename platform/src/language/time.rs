//! Times within texts. Code writes them in English and UTC; readers see their own language and time
//! zone. A time without a year or of another form keeps its zone.

use super::{Language, Locale};
use chrono::{DateTime, Datelike, NaiveDate, NaiveDateTime, Timelike, Utc};

const GERMAN_MONTHS: [&str; 12] = [
    "Januar",
    "Februar",
    "März",
    "April",
    "Mai",
    "Juni",
    "Juli",
    "August",
    "September",
    "Oktober",
    "November",
    "Dezember",
];

/// English forms of a date with a time, each with the text between the two.
const MOMENTS: [(&str, &str); 2] =
    [("%d %B %Y at %H:%M UTC", " at "), ("%d %B %Y, %H:%M UTC", ", ")];

/// A time in the reader's language and time zone, such as `22. November 2026, 10:14 CET`. Any other
/// text stays as it is.
#[must_use]
pub fn localize(text: &str, locale: Locale) -> String {
    for (form, between) in MOMENTS {
        if let Ok(at) = NaiveDateTime::parse_from_str(text, form) {
            return format_moment(at.and_utc(), between, locale);
        }
    }
    if locale.language == Language::En {
        return text.to_owned();
    }
    if let Ok(day) = NaiveDate::parse_from_str(text, "%d %B %Y") {
        return format_day(day, Language::De);
    }
    // A leap year, so that the last of February is a day.
    let day_of_year = |text: &str| NaiveDate::parse_from_str(&format!("{text} 2000"), "%d %B %Y");
    if let Some((time, day)) = text.split_once(" UTC on ")
        && let Ok(day) = day_of_year(day)
    {
        return format!("{time} UTC am {}", format_day_of_year(day));
    }
    day_of_year(text).map_or_else(|_| text.to_owned(), format_day_of_year)
}

fn format_moment(at: DateTime<Utc>, between: &str, locale: Locale) -> String {
    let (day, hour, minute, zone) = match locale.time_zone {
        Some(zone) => {
            let local = at.with_timezone(&zone);
            (local.date_naive(), local.hour(), local.minute(), local.format("%Z").to_string())
        }
        None => (at.date_naive(), at.hour(), at.minute(), "UTC".to_owned()),
    };
    let day = format_day(day, locale.language);
    let between = match locale.language {
        Language::De if between == " at " => " um ",
        _ => between,
    };
    format!("{day}{between}{hour:02}:{minute:02} {zone}")
}

fn format_day(day: NaiveDate, language: Language) -> String {
    match language {
        Language::En => day.format("%-d %B %Y").to_string(),
        Language::De => format!("{} {}", format_day_of_year(day), day.year()),
    }
}

fn format_day_of_year(day: NaiveDate) -> String {
    let month = usize::try_from(day.month0()).ok().and_then(|month| GERMAN_MONTHS.get(month));
    format!("{}. {}", day.day(), month.copied().unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn german_times_keep_utc_without_a_time_zone() {
        let german = |text| localize(text, Locale::new(Language::De));
        assert_eq!(german("22 November 2026, 09:14 UTC"), "22. November 2026, 09:14 UTC");
        assert_eq!(german("3 May 2026 at 09:04 UTC"), "3. Mai 2026 um 09:04 UTC");
        assert_eq!(german("3 May 2026"), "3. Mai 2026");
        assert_eq!(german("14:05:09 UTC"), "14:05:09 UTC");
        assert_eq!(german("14:05 UTC on 29 February"), "14:05 UTC am 29. Februar");
        assert_eq!(german("tomorrow"), "tomorrow");
    }

    #[test]
    fn times_are_in_the_time_zone_of_the_reader() {
        let berlin = Some(chrono_tz::Europe::Berlin);
        let german = Locale { language: Language::De, time_zone: berlin };
        let winter = "31 December 2026, 23:30 UTC";
        assert_eq!(localize(winter, german), "1. Januar 2027, 00:30 CET");
        assert_eq!(localize("3 July 2026 at 09:04 UTC", german), "3. Juli 2026 um 11:04 CEST");
        let english = Locale { language: Language::En, time_zone: berlin };
        assert_eq!(localize(winter, english), "1 January 2027, 00:30 CET");
        assert_eq!(localize(winter, Locale::new(Language::En)), winter);
    }
}
