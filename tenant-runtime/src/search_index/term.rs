//! A typed search, as words of the index.

use super::fold::folded;
use super::words::{NEAR_SIGNS_MIN, Part, near, pairs, parts};
use platform::UserId;
use std::collections::BTreeSet;
use uuid::Uuid;

/// Characters of the input that are used.
const CHARS_MAX: usize = 100;
/// Words of the input that are used.
const WORDS_MAX: usize = 8;
/// Pairs of signs of the input that are used; the whole text is compared afterwards.
const PAIRS_MAX: usize = 16;
/// A term longer than this is looked up as an id first (C-137).
const ID_CHARS_BEYOND: usize = 20;

/// A word to find.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct TermWord {
    pub text: String,
    /// True if longer words that begin with it are found as well.
    pub is_prefix: bool,
}

impl TermWord {
    fn begins_one_of(&self, words: &BTreeSet<String>) -> bool {
        if self.is_prefix {
            words.iter().any(|word| word.starts_with(&self.text))
        } else {
            words.contains(&self.text)
        }
    }
}

/// A parsed search.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct SearchTerm {
    /// The input on one line.
    pub line: String,
    /// The line in lower case.
    pub lower: String,
    /// The folded line.
    pub folded: String,
    /// Words that all must occur, in any order.
    pub words: Vec<TermWord>,
    /// Typed parts, of which a text is to contain the beginning of a word or, for scripts without
    /// spaces, any place.
    pub parts: Vec<TermPart>,
}

/// A typed part, to be found in the folded text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TermPart {
    pub signs: Vec<char>,
    /// True if it is in a script without spaces.
    pub is_run: bool,
}

impl SearchTerm {
    /// Parses the input; `None` if it contains nothing to search for.
    #[must_use]
    pub fn parse(typed: &str) -> Option<Self> {
        let cut: String = typed.chars().filter(|c| !c.is_control()).take(CHARS_MAX).collect();
        let line = cut.split_whitespace().collect::<Vec<_>>().join(" ");
        if line.is_empty() {
            return None;
        }
        let (lower, folded) = (line.to_lowercase(), folded(&line));
        let (mut words, mut typed_parts) = (Vec::new(), Vec::new());
        for part in parts(&folded).into_iter().take(WORDS_MAX) {
            match part {
                Part::Word(word) => {
                    typed_parts.push(TermPart { signs: word.chars().collect(), is_run: false });
                    words.push(TermWord { text: word, is_prefix: true });
                }
                Part::Run(run) => {
                    if let [sign] = run.as_slice() {
                        words.push(TermWord { text: sign.to_string(), is_prefix: true });
                    }
                    let pairs = pairs(&run).take(PAIRS_MAX);
                    words.extend(pairs.map(|text| TermWord { text, is_prefix: false }));
                    typed_parts.push(TermPart { signs: run, is_run: true });
                }
            }
        }
        words.sort();
        words.dedup();
        Some(Self { line, lower, folded, words, parts: typed_parts })
    }

    /// The input as an id, if it is one.
    #[must_use]
    pub fn id(&self) -> Option<Uuid> {
        let long = self.lower.chars().count() > ID_CHARS_BEYOND;
        long.then(|| self.lower.parse::<UserId>().ok().map(|id| id.uuid())).flatten()
    }

    /// The input as a handle, without `@`.
    #[must_use]
    pub fn as_handle(&self) -> &str {
        self.lower.trim_start_matches('@')
    }

    /// Returns true if its words do not suffice: three signs in a row are two pairs, which may also
    /// occur apart.
    #[must_use]
    pub fn needs_check(&self) -> bool {
        self.parts.iter().any(|part| part.is_run && part.signs.len() > 2)
    }

    /// Returns true if a text contains the runs of three and more signs.
    #[must_use]
    pub fn is_in(&self, text: &str) -> bool {
        if !self.needs_check() {
            return true;
        }
        let text = folded(text);
        let runs = self.parts.iter().filter(|part| part.is_run && part.signs.len() > 2);
        runs.map(|run| run.signs.iter().collect::<String>()).all(|run| text.contains(&run))
    }

    /// Returns true if a word is long enough for a typing error.
    #[must_use]
    pub fn allows_typo(&self) -> bool {
        self.words.iter().any(|word| !near(&word.text).is_empty() && word.is_prefix)
    }

    /// Returns true if all words begin a word of the name.
    #[must_use]
    pub fn begins_words_of(&self, name: &str) -> bool {
        let of_name = super::words::words(name);
        self.words.iter().all(|word| word.begins_one_of(&of_name))
    }

    /// Returns true if all words begin a word of the name, one of them with at most one typing
    /// error.
    #[must_use]
    pub fn is_near(&self, name: &str) -> bool {
        let of_name = super::words::words(name);
        let mut others = self.words.iter().filter(|word| !word.begins_one_of(&of_name));
        let Some(mistyped) = others.next() else { return true };
        let is_like = |own: &String| strsim::osa_distance(own, &mistyped.text) <= 1;
        let is_long = mistyped.text.chars().count() >= NEAR_SIGNS_MIN;
        others.next().is_none() && is_long && of_name.iter().any(is_like)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(typed: &str) -> Vec<String> {
        let term = SearchTerm::parse(typed).unwrap_or_default();
        let sign = |word: &TermWord| if word.is_prefix { "*" } else { "" };
        term.words.iter().map(|word| format!("{}{}", word.text, sign(word))).collect()
    }

    #[test]
    fn ignores_punctuation_in_search_terms() {
        assert_eq!(words("  Long\n SPANS' | (bridges):* "), ["bridges*", "long*", "spans*"]);
        assert_eq!(SearchTerm::parse(" \t "), None);
        assert_eq!(words("&|!"), Vec::<String>::new());
    }

    #[test]
    fn signs_without_spaces_are_pairs_and_one_sign_is_a_prefix() {
        assert_eq!(words("東京都"), ["京都", "東京"]);
        assert_eq!(words("東"), ["東*"]);
        assert_eq!(words("Łódź東京"), ["lodz*", "東京"]);
    }

    #[test]
    fn treats_only_long_terms_as_ids() {
        let id = |typed: &str| SearchTerm::parse(typed).and_then(|term| term.id());
        assert_eq!(id(&Uuid::nil().simple().to_string()), Some(Uuid::nil()));
        assert_eq!(id("a very long name of twenty more"), None);
        assert_eq!(id("short"), None);
    }

    #[test]
    fn runs_of_signs_are_compared_with_the_text() {
        let term = SearchTerm::parse("東京都").unwrap_or_default();
        assert!(term.is_in("私は東京都に") && !term.is_in("東京の京都"));
        assert!(SearchTerm::parse("東京").unwrap_or_default().is_in("any"));
    }

    #[test]
    fn one_typing_error_in_one_word_is_near() {
        let near =
            |typed: &str, name: &str| SearchTerm::parse(typed).unwrap_or_default().is_near(name);
        for typed in ["byorn ada", "Bryon", "byro", "ada byrron", "byrom"] {
            assert!(near(typed, "Ada Byron"), "{typed}");
        }
        for typed in ["bzrom", "adx", "adz byorn", "byronxx"] {
            assert!(!near(typed, "Ada Byron"), "{typed}");
        }
    }
}
