//! Explanation of a strand in words, such as "12 messages, the last on 3 November".

use super::strength::Strand;
use crate::cord_activity::ActivityKind;
use chrono::{DateTime, Datelike, Utc};
use platform::Language;
use platform::language::{self, Locale};

/// Singular and plural of an activity in English.
const fn english_names(kind: ActivityKind) -> (&'static str, &'static str) {
    match kind {
        ActivityKind::DirectMessage => ("message", "messages"),
        ActivityKind::Reply => ("reply", "replies"),
        ActivityKind::ArticleComment => ("comment", "comments"),
        ActivityKind::Like => ("like", "likes"),
        ActivityKind::Vouch => ("vouch", "vouches"),
        ActivityKind::Introduction => ("introduction", "introductions"),
        ActivityKind::CommunityJoin => ("common community", "common communities"),
        ActivityKind::AffiliationJoin => ("common affiliation", "common affiliations"),
        ActivityKind::ProfessionalJoin => {
            ("common professional affiliation", "common professional affiliations")
        }
        ActivityKind::SameWeek => ("week with activity of both", "weeks with activity of both"),
        ActivityKind::MutualReply => {
            ("exchange of replies within a day", "exchanges of replies within a day")
        }
        ActivityKind::HelpfulMark => ("helpful article", "helpful articles"),
    }
}

/// Singular and plural of an activity in German.
const fn german_names(kind: ActivityKind) -> (&'static str, &'static str) {
    match kind {
        ActivityKind::DirectMessage => ("Nachricht", "Nachrichten"),
        ActivityKind::Reply => ("Antwort", "Antworten"),
        ActivityKind::ArticleComment => ("Kommentar", "Kommentare"),
        ActivityKind::Like => ("„Gefällt mir“", "„Gefällt mir“"),
        ActivityKind::Vouch => ("Bürgschaft", "Bürgschaften"),
        ActivityKind::Introduction => ("Vorstellung", "Vorstellungen"),
        ActivityKind::CommunityJoin => ("gemeinsame Community", "gemeinsame Communities"),
        ActivityKind::AffiliationJoin => ("gemeinsame Organisation", "gemeinsame Organisationen"),
        ActivityKind::ProfessionalJoin => {
            ("gemeinsame berufliche Organisation", "gemeinsame berufliche Organisationen")
        }
        ActivityKind::SameWeek => {
            ("Woche mit Aktivität von beiden", "Wochen mit Aktivität von beiden")
        }
        ActivityKind::MutualReply => (
            "Austausch von Antworten innerhalb eines Tages",
            "Austausche von Antworten innerhalb eines Tages",
        ),
        ActivityKind::HelpfulMark => ("hilfreicher Artikel", "hilfreiche Artikel"),
    }
}

/// The activities of a strand, most frequent first, and the day of the last one.
pub(super) fn describe(strand: &Strand, now: DateTime<Utc>, language: Language) -> String {
    let names = match language {
        Language::En => english_names,
        Language::De => german_names,
    };
    let mut counts: Vec<(ActivityKind, i64)> =
        strand.metadata.iter().map(|(kind, count)| (*kind, *count)).collect();
    counts.sort_by_key(|(kind, count)| (-count, *kind));
    let parts: Vec<String> = counts
        .into_iter()
        .map(|(kind, count)| {
            let (one, many) = names(kind);
            format!("{count} {}", if count == 1 { one } else { many })
        })
        .collect();
    let last = strand.last_activity;
    let format = if last.year() == now.year() { "%-d %B" } else { "%-d %B %Y" };
    let day = last.format(format).to_string();
    let day = language::localize_time(&day, Locale::new(language));
    let (and, on, last_on) = match language {
        Language::En => ("and", "on", "the last on"),
        Language::De => ("und", "am", "zuletzt am"),
    };
    let all = match parts.split_last() {
        Some((last, [])) => last.clone(),
        Some((last, before)) => format!("{} {and} {last}", before.join(", ")),
        None => return format!("{last_on} {day}"),
    };
    match strand.activity_count {
        1 => format!("{all}, {on} {day}"),
        _ => format!("{all}, {last_on} {day}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeMap;

    fn strand(counts: &[(ActivityKind, i64)]) -> Strand {
        let at = "2026-11-03T10:00:00Z".parse().unwrap_or_default();
        Strand {
            strength: 5.0,
            last_updated: at,
            last_activity: at,
            activity_count: counts.iter().map(|(_, count)| count).sum(),
            metadata: counts.iter().copied().collect::<BTreeMap<_, _>>(),
        }
    }

    #[test]
    fn names_the_activities_and_the_day_of_the_last_one() {
        let now = "2026-11-29T10:00:00Z".parse().unwrap_or_default();
        let text = |counts: &[(ActivityKind, i64)]| describe(&strand(counts), now, Language::En);
        let messages = text(&[(ActivityKind::DirectMessage, 12)]);
        assert_eq!(messages, "12 messages, the last on 3 November");
        assert_eq!(text(&[(ActivityKind::Vouch, 1)]), "1 vouch, on 3 November");
        let both = text(&[(ActivityKind::DirectMessage, 1), (ActivityKind::Reply, 3)]);
        assert_eq!(both, "3 replies and 1 message, the last on 3 November");
    }

    #[test]
    fn names_the_year_if_it_is_not_the_current_one() {
        let now = "2027-01-02T10:00:00Z".parse().unwrap_or_default();
        let text = describe(&strand(&[(ActivityKind::Like, 2)]), now, Language::En);
        assert_eq!(text, "2 likes, the last on 3 November 2026");
    }

    #[test]
    fn german_names_the_activities_and_the_day() {
        let now = "2027-01-02T10:00:00Z".parse().unwrap_or_default();
        let both = strand(&[(ActivityKind::DirectMessage, 1), (ActivityKind::Reply, 3)]);
        let text = describe(&both, now, Language::De);
        assert_eq!(text, "3 Antworten und 1 Nachricht, zuletzt am 3. November 2026");
    }
}
