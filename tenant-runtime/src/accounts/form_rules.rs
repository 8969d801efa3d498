//! The limits, patterns and messages of the sign-up form, read from `form-rules.json`. The web client
//! reads the same file, and both sides are tested with `form-examples.json`.

use regex::Regex;
use serde::Deserialize;
use std::sync::LazyLock;

const SOURCE: &str = include_str!("form-rules.json");

/// Rules of the form, checked by client and server.
#[derive(Default, Deserialize)]
pub(super) struct FormRules {
    pub email: EmailRules,
    pub name: NameRules,
    pub password: PasswordRules,
    pub code: CodeRules,
}

#[derive(Default, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct EmailRules {
    pub chars_max: usize,
    pub local_chars_max: usize,
    pub local_pattern: Pattern,
    pub local_dots_pattern: Pattern,
    pub domain_pattern: Pattern,
    pub required: String,
    pub malformed: String,
}

#[derive(Default, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct NameRules {
    pub chars_min: usize,
    pub chars_max: usize,
    pub pattern: Pattern,
    pub letter_pattern: Pattern,
    pub too_short: Message,
    pub too_long: Message,
    pub malformed: Message,
}

#[derive(Default, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct PasswordRules {
    pub chars_max: usize,
    pub class_patterns: Vec<Pattern>,
    pub known_word_chars_min: usize,
    pub chars_beyond_known_min: usize,
    pub required: String,
    pub too_short: Message,
    pub too_long: Message,
    pub classes: String,
    pub different: String,
}

#[derive(Default, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct CodeRules {
    pub ignored_pattern: Pattern,
}

/// A regular expression of the file.
#[derive(Default, Deserialize)]
#[serde(try_from = "String")]
pub(super) struct Pattern(Option<Regex>);

impl Pattern {
    pub fn matches_all(&self, text: &str) -> bool {
        self.0.as_ref().is_some_and(|pattern| pattern.is_match(text))
    }

    /// Removes all matches from the text.
    pub fn removed_from(&self, text: &str) -> String {
        match &self.0 {
            Some(pattern) => pattern.replace_all(text, "").into_owned(),
            None => text.to_owned(),
        }
    }
}

impl TryFrom<String> for Pattern {
    type Error = regex::Error;

    fn try_from(source: String) -> Result<Self, regex::Error> {
        Regex::new(&source).map(|pattern| Self(Some(pattern)))
    }
}

/// A message with the placeholders `{label}` and `{n}`.
#[derive(Default, Deserialize)]
pub(super) struct Message(String);

impl Message {
    pub fn message_text(&self, label: &str, n: usize) -> String {
        self.0.replace("{label}", label).replace("{n}", &n.to_string())
    }
}

/// The rules. If the file were unreadable, all limits would be zero and no pattern would match, so
/// that each form is refused. A test parses the file.
pub(super) static RULES: LazyLock<FormRules> =
    LazyLock::new(|| serde_json::from_str(SOURCE).unwrap_or_default());

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn form_rules_file_is_valid() {
        assert_eq!(serde_json::from_str::<FormRules>(SOURCE).err().map(|e| e.to_string()), None);
    }
}
