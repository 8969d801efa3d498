//! Translations of whole texts and of templates, compiled into the program.

use super::template::{Template, Translation};
use super::{Language, Locale};
use std::borrow::Cow;
use std::collections::{BTreeMap, HashMap};
use std::sync::OnceLock;

const GERMAN: [(TextGroup, &str); 4] = [
    (TextGroup::Problems, include_str!("de/problems.toml")),
    (TextGroup::Notices, include_str!("de/notices.toml")),
    (TextGroup::NoticeTexts, include_str!("de/notice-texts.toml")),
    (TextGroup::Labels, include_str!("de/labels.toml")),
];

/// Group of texts. A text is only translated as what it is, because text that a person wrote may
/// equal one of ours.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum TextGroup {
    /// Messages of problem documents and their fields.
    Problems,
    /// Titles of notifications.
    Notices,
    /// Texts of notifications, if people did not write them.
    NoticeTexts,
    /// Labels, and words that other texts contain.
    Labels,
}

/// Translations of one group into one language.
#[derive(Default)]
struct Catalogue {
    whole: HashMap<String, String>,
    /// Those with the most fixed characters first, so that the most specific one matches.
    templates: Vec<(Template, Translation)>,
}

impl Catalogue {
    fn parse(source: &str) -> Result<Self, toml::de::Error> {
        let mut catalogue = Self::default();
        for (text, translation) in toml::from_str::<BTreeMap<String, String>>(source)? {
            let template = Template::parse(&text);
            if template.has_values() {
                catalogue.templates.push((template, Translation::parse(&translation)));
            } else {
                catalogue.whole.insert(text, translation);
            }
        }
        catalogue.templates.sort_by_key(|(template, _)| std::cmp::Reverse(template.fixed_chars()));
        Ok(catalogue)
    }

    fn translate(&self, text: &str, locale: Locale) -> Option<String> {
        if let Some(translation) = self.whole.get(text) {
            return Some(translation.clone());
        }
        self.templates.iter().find_map(|(template, translation)| {
            Some(translation.fill(&template.match_values(text)?, locale))
        })
    }
}

/// Translates a text. One without a translation stays as it is, and a test names it.
#[must_use]
pub fn translate(group: TextGroup, text: &str, language: Language) -> Cow<'_, str> {
    translate_with(group, text, Locale::new(language))
}

/// Like [`translate`], with times in the reader's time zone.
pub(crate) fn translate_with(group: TextGroup, text: &str, locale: Locale) -> Cow<'_, str> {
    let catalogue = match locale.language {
        Language::En => return Cow::Borrowed(text),
        Language::De => german(group),
    };
    match catalogue.and_then(|catalogue| catalogue.translate(text, locale)) {
        Some(translation) => Cow::Owned(translation),
        None => Cow::Borrowed(text),
    }
}

fn german(group: TextGroup) -> Option<&'static Catalogue> {
    static CATALOGUES: OnceLock<HashMap<TextGroup, Catalogue>> = OnceLock::new();
    let all = CATALOGUES.get_or_init(|| {
        let parsed = GERMAN.into_iter().filter_map(|(group, source)| {
            let catalogue = Catalogue::parse(source);
            let failed = |error| tracing::error!(%error, "failed to parse a catalogue");
            Some((group, catalogue.map_err(failed).ok()?))
        });
        parsed.collect()
    });
    all.get(&group)
}

/// English texts with a translation, for the test that compares them with the code.
///
/// # Errors
/// The error of a catalogue that is not valid TOML.
pub fn catalogue_keys(language: Language) -> Result<Vec<String>, toml::de::Error> {
    let mut keys = Vec::new();
    if language == Language::De {
        for (_, source) in GERMAN {
            keys.extend(toml::from_str::<BTreeMap<String, String>>(source)?.into_keys());
        }
    }
    Ok(keys)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entries(source: &str) -> BTreeMap<String, String> {
        let entries: BTreeMap<String, String> = toml::from_str(source).unwrap_or_default();
        assert!(!entries.is_empty(), "the catalogue is no TOML, or empty");
        entries
    }

    #[test]
    fn translations_use_only_the_values_of_their_texts() {
        for (group, source) in GERMAN {
            for (text, translation) in entries(source) {
                let (template, filled) = (Template::parse(&text), Translation::parse(&translation));
                let names = template.value_names();
                let is_known = |name: &&str| names.contains(name);
                assert!(filled.value_names().iter().all(is_known), "{group:?}: {text}");
                assert!(!translation.trim().is_empty(), "{group:?}: {text}");
            }
        }
    }

    #[test]
    fn no_two_templates_of_a_group_match_the_same_texts() {
        for (group, source) in GERMAN {
            let mut shapes = std::collections::HashSet::new();
            for text in entries(source).keys() {
                let shape = Template::parse(text).shape();
                assert!(shapes.insert(shape), "{group:?}: {text}");
            }
        }
    }

    #[test]
    fn german_texts_are_complete_sentences_with_their_values() {
        let german = |group, text| translate(group, text, Language::De).into_owned();
        use TextGroup::{Notices, Problems};
        assert_eq!(german(Problems, "Not found"), "Nicht gefunden");
        assert_eq!(
            german(Problems, "Too many login attempts. Please try again in 1 minute(s)."),
            "Zu viele Anmeldeversuche. Bitte versuchen Sie es in 1 Minute erneut."
        );
        assert_eq!(
            german(Problems, "Too many login attempts. Please try again in 12 minute(s)."),
            "Zu viele Anmeldeversuche. Bitte versuchen Sie es in 12 Minuten erneut."
        );
        assert_eq!(
            german(Problems, "Rate limit exceeded. Try again at 14:05:09 UTC"),
            "Zu viele Anfragen. Bitte versuchen Sie es wieder um 14:05:09 UTC"
        );
        assert_eq!(
            german(Problems, "Rate limit exceeded. Try again at 14:05 UTC on 28 March"),
            "Zu viele Anfragen. Bitte versuchen Sie es wieder um 14:05 UTC am 28. März"
        );
        assert_eq!(
            german(Notices, "Long spans will be deleted on 3 December 2026"),
            "Long spans wird gelöscht am 3. Dezember 2026"
        );
        assert_eq!(
            german(Problems, "First name must be at least 2 characters long"),
            "Vorname muss mindestens 2 Zeichen lang sein"
        );
    }

    #[test]
    fn text_of_another_group_and_unknown_text_stay_as_they_are() {
        assert_eq!(translate(TextGroup::Notices, "Not found", Language::De), "Not found");
        assert_eq!(translate(TextGroup::Problems, "Moving day", Language::De), "Moving day");
        assert_eq!(translate(TextGroup::Problems, "Not found", Language::En), "Not found");
    }
}
