//! The words of a text as the databases store them.

use super::fold::{folded, is_dense, is_word_sign};
use std::collections::BTreeSet;

/// Longest word in bytes; longer ones are cut.
const WORD_BYTES_MAX: usize = 60;
/// Prefix of a word of a name with one sign left out, which cannot be typed.
pub(super) const NEAR_MARK: char = '\u{E001}';
/// Prefix of a word of a profile that only viewers of an open profile may find.
pub(crate) const PROFILE_MARK: char = '\u{E002}';
/// Shortest word with a typing error that is found, in signs.
pub(super) const NEAR_SIGNS_MIN: usize = 4;
/// Longest word that is found with a typing error. Each sign adds a word to the index.
const NEAR_SIGNS_MAX: usize = 24;

/// A part of a folded text.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Part {
    /// A word of a script with spaces.
    Word(String),
    /// Signs of a script without spaces.
    Run(Vec<char>),
}

/// The parts of a folded text, in order.
pub(super) fn parts(folded: &str) -> Vec<Part> {
    let mut parts = Vec::new();
    let (mut word, mut run) = (String::new(), Vec::new());
    for sign in folded.chars().chain([' ']) {
        let is_sign = is_word_sign(sign);
        let is_of_run = is_sign && is_dense(sign);
        if !run.is_empty() && !is_of_run {
            parts.push(Part::Run(std::mem::take(&mut run)));
        }
        if !word.is_empty() && (is_of_run || !is_sign) {
            parts.push(Part::Word(std::mem::take(&mut word)));
        }
        if is_of_run {
            run.push(sign);
        } else if is_sign && word.len() < WORD_BYTES_MAX {
            word.push(sign);
        }
    }
    parts
}

/// Pairs of neighbouring signs.
pub(super) fn pairs(run: &[char]) -> impl Iterator<Item = String> + '_ {
    run.windows(2).map(|pair| pair.iter().collect())
}

/// The words of a text, sorted: of signs without spaces each pair, and the last sign alone, so that
/// each sign begins a word.
pub(super) fn words(text: &str) -> BTreeSet<String> {
    let mut words = BTreeSet::new();
    for part in parts(&folded(text)) {
        match part {
            Part::Word(word) => {
                words.insert(word);
            }
            Part::Run(run) => {
                words.extend(pairs(&run));
                words.extend(run.last().map(char::to_string));
            }
        }
    }
    words
}

/// A word, and the word with each sign left out: two words with at most one typing error between
/// them share one of these.
pub(super) fn near(word: &str) -> BTreeSet<String> {
    let signs: Vec<char> = word.chars().collect();
    if !(NEAR_SIGNS_MIN..=NEAR_SIGNS_MAX).contains(&signs.len()) {
        return BTreeSet::new();
    }
    let without = |left_out: usize| {
        let rest = signs.iter().enumerate().filter(|(at, _)| *at != left_out);
        rest.map(|(_, sign)| *sign).collect()
    };
    let mut near: BTreeSet<String> = (0..signs.len()).map(without).collect();
    near.insert(word.to_owned());
    near
}

/// Texts of a row to index.
#[derive(Debug, Clone, Copy, Default)]
pub struct SourceTexts<'t> {
    /// Name, title or caption, which is also found with one typing error.
    pub name: &'t str,
    /// Other text.
    pub text: &'t str,
    /// Text that only viewers of an open profile may find.
    pub profile: &'t str,
}

impl SourceTexts<'_> {
    /// The stored words, separated by spaces.
    #[must_use]
    pub fn stored_words(&self) -> String {
        let mut all = words(self.text);
        let of_name = words(self.name);
        let near = of_name.iter().flat_map(|word| near(word));
        let near: Vec<String> = near.map(|near| format!("{NEAR_MARK}{near}")).collect();
        all.extend(near);
        all.extend(of_name);
        all.extend(words(self.profile).into_iter().map(|word| format!("{PROFILE_MARK}{word}")));
        all.into_iter().collect::<Vec<_>>().join(" ")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn list(text: &str) -> Vec<String> {
        words(text).into_iter().collect()
    }

    #[test]
    fn punctuation_separates_words() {
        assert_eq!(
            list("The-Straße, <b>of</b> x@y.z"),
            ["b", "of", "strasse", "the", "x", "y", "z"]
        );
        assert_eq!(list(" \u{E000}!? "), Vec::<String>::new());
        assert_eq!(list(&"x".repeat(200)), ["x".repeat(WORD_BYTES_MAX)]);
    }

    #[test]
    fn scripts_without_spaces_are_indexed_in_pairs() {
        assert_eq!(list("東京都"), ["京都", "東京", "都"]);
        assert_eq!(list("한국어"), ["국어", "어", "한국"]);
        assert_eq!(list("Web東京"), ["web", "京", "東京"]);
        assert!(list("ภาษาไทย").contains(&"ไท".to_owned()));
    }

    #[test]
    fn near_words_have_one_sign_less() {
        assert_eq!(near("abba").into_iter().collect::<Vec<_>>(), ["aba", "abb", "abba", "bba"]);
        assert!(near("abc").is_empty());
        assert!(near(&"a".repeat(NEAR_SIGNS_MAX + 1)).is_empty());
    }

    #[test]
    fn stored_words_are_distinct_and_marked() {
        let texts = SourceTexts { name: "Adam", text: "adam b", profile: "Bern" };
        let stored = texts.stored_words();
        let all: Vec<&str> = stored.split(' ').collect();
        assert_eq!(all.iter().filter(|word| **word == "adam").count(), 1);
        for word in ["b", "\u{E001}adam", "\u{E001}dam", "\u{E002}bern"] {
            assert!(all.contains(&word), "{word}");
        }
        assert!(!all.contains(&"bern"));
    }
}
