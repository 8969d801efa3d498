//! Validation of URL paths (F-034, F-035).

use super::error::UrlPathError;
use std::fmt;
use wire::reserved;

const CHARS: std::ops::RangeInclusive<usize> = 2..=50;

/// Short address of an affiliation: groups of lower-case letters and digits, separated by single
/// hyphens.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct UrlPath(String);

impl UrlPath {
    /// Parses a path, ignoring case and surrounding spaces.
    ///
    /// # Errors
    /// [`UrlPathError::Format`] or [`UrlPathError::Reserved`].
    pub fn read(typed: &str) -> Result<Self, UrlPathError> {
        let path = typed.trim().to_lowercase();
        let is_group = |group: &str| {
            !group.is_empty() && group.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit())
        };
        if !CHARS.contains(&path.len()) || !path.split('-').all(is_group) {
            return Err(UrlPathError::Format);
        }
        if reserved::WORDS.contains(&path.as_str()) {
            return Err(UrlPathError::Reserved);
        }
        Ok(Self(path))
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for UrlPath {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn accepts_letters_and_digits_separated_by_hyphens() {
        let long = "a".repeat(50);
        for path in ["ab", "1a", "ashcombe-alumni", "a-1-b", &long] {
            assert_eq!(UrlPath::read(path).map(|path| path.to_string()), Ok(path.to_owned()));
        }
        assert_eq!(
            UrlPath::read("  Ashcombe ").map(|path| path.to_string()),
            Ok("ashcombe".into())
        );
    }

    #[test]
    fn rejects_malformed_paths() {
        let long = "a".repeat(51);
        for path in
            ["", " ", "a", "-ab", "ab-", "a--b", "a b", "a_b", "a.b", "a/b", "é1", "ſs", &long]
        {
            assert_eq!(UrlPath::read(path), Err(UrlPathError::Format), "{path:?}");
        }
    }

    #[test]
    fn rejects_reserved_words_in_any_case() {
        for word in reserved::WORDS {
            for typed in [word.to_owned(), word.to_uppercase(), format!(" {word} ")] {
                assert_eq!(UrlPath::read(&typed), Err(UrlPathError::Reserved), "{typed:?}");
            }
        }
        assert!(UrlPath::read("admins").is_ok());
    }
}
