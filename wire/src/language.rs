//! Languages with a complete translation, and their choice from `Accept-Language`.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// A language, by its BCP 47 tag.
#[derive(
    Debug,
    Clone,
    Copy,
    Default,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    Hash,
    Serialize,
    Deserialize,
    ToSchema,
)]
#[serde(rename_all = "lowercase")]
pub enum Language {
    /// English, in which all texts are written.
    #[default]
    En,
    /// German.
    De,
}

impl Language {
    /// All languages.
    pub const ALL: [Self; 2] = [Self::En, Self::De];

    /// The BCP 47 tag.
    #[must_use]
    pub const fn tag(self) -> &'static str {
        match self {
            Self::En => "en",
            Self::De => "de",
        }
    }

    /// The language with exactly this tag.
    #[must_use]
    pub fn from_tag(tag: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|language| language.tag() == tag)
    }

    /// The best language for an `Accept-Language` value (RFC 9110 section 12.5.4): the one with the
    /// highest weight, the first of equal ones. Regions are ignored. `None` if it names no language
    /// of ours, or only `*`.
    #[must_use]
    pub fn from_accept_language(value: &str) -> Option<Self> {
        let mut best: Option<(Self, u16)> = None;
        for range in value.split(',') {
            let mut parts = range.split(';');
            let tag = parts.next().unwrap_or_default().trim();
            let primary = tag.split('-').next().unwrap_or_default().to_ascii_lowercase();
            let Some(language) = Self::from_tag(&primary) else { continue };
            let weight =
                parts.find_map(|part| part.trim().strip_prefix("q=")).map_or(1000, weight_of);
            if weight > best.map_or(0, |(_, weight)| weight) {
                best = Some((language, weight));
            }
        }
        best.map(|(language, _)| language)
    }
}

/// A weight in thousandths; 0 if it is malformed.
fn weight_of(text: &str) -> u16 {
    let (whole, fraction) = text.trim().split_once('.').unwrap_or((text.trim(), ""));
    let is_number = fraction.len() <= 3 && fraction.bytes().all(|b| b.is_ascii_digit());
    match whole {
        "1" if is_number => 1000,
        "0" if is_number => format!("{fraction:0<3}").parse().unwrap_or(0),
        _ => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn highest_weight_wins_and_the_first_of_equal_ones() {
        let cases = [
            ("de", Some(Language::De)),
            ("de-CH, en;q=0.9", Some(Language::De)),
            ("EN-gb", Some(Language::En)),
            ("en;q=0.7, de;q=0.8", Some(Language::De)),
            ("en, de", Some(Language::En)),
            ("fr, de;q=0.3", Some(Language::De)),
            ("de ; q=0.5 , en ; q=0.25", Some(Language::De)),
        ];
        for (value, language) in cases {
            assert_eq!(Language::from_accept_language(value), language, "{value}");
        }
    }

    #[test]
    fn unknown_refused_and_malformed_languages_are_not_chosen() {
        for value in
            ["", "*", "fr, es;q=0.9", "de;q=0", "de;q=0.000", "de;q=x", "den", "de;q=2", ","]
        {
            assert_eq!(Language::from_accept_language(value), None, "{value}");
        }
    }

    #[test]
    fn tag_is_what_serde_writes() {
        for language in Language::ALL {
            let json = serde_json::to_string(&language).unwrap_or_default();
            assert_eq!(json, format!("\"{}\"", language.tag()));
            assert_eq!(Language::from_tag(language.tag()), Some(language));
        }
    }
}
