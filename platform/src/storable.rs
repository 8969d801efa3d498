//! Text that both databases can store: valid Unicode without U+0000.
//!
//! PostgreSQL stores neither U+0000 nor an unpaired surrogate in text and JSON; SQLite stores both.
//! The check at the input parsers ([`crate::extract`], [`crate::upload`]) makes both behave the
//! same.

use crate::problem::{Problem, ProblemEntry};
use percent_encoding::percent_decode_str;
use std::borrow::Cow;

/// 422 for text that one of the databases cannot store.
#[must_use]
pub fn unstorable_text() -> Problem {
    let detail =
        "The text contains a character that cannot be saved. Please remove it and try again.";
    Problem::new(ProblemEntry::invalid("unstorable-text"), detail)
}

/// Checks every string of a JSON document, including field names. Invalid JSON is left to the
/// parser.
///
/// # Errors
/// [`unstorable_text`].
pub fn check_json(document: &[u8]) -> Result<(), Problem> {
    // A raw U+0000 is not valid JSON, so only escapes can contain text that UTF-8 allows and a
    // database does not.
    let is_storable = std::str::from_utf8(document).is_ok() && escapes_are_storable(document);
    if is_storable { Ok(()) } else { Err(unstorable_text()) }
}

/// Checks a path or a query string after percent-decoding.
///
/// # Errors
/// [`unstorable_text`].
pub fn check_uri_part(part: &str) -> Result<(), Problem> {
    let decoded: Cow<'_, [u8]> = percent_decode_str(part).into();
    check_bytes(&decoded).map(drop)
}

/// Checks a text without escapes, such as a part of a form.
///
/// # Errors
/// [`unstorable_text`].
pub fn check_bytes(bytes: &[u8]) -> Result<&str, Problem> {
    let text = std::str::from_utf8(bytes).ok().filter(|text| !text.contains('\0'));
    text.ok_or_else(unstorable_text)
}

/// Escapes occur only in strings, and each starts with a backslash that is not itself escaped.
fn escapes_are_storable(json: &[u8]) -> bool {
    let mut rest = json;
    while let Some(at) = rest.iter().position(|byte| *byte == b'\\') {
        let escape = &rest[at..];
        let length = match unit_of(escape) {
            None => 2,
            Some(0 | 0xDC00..=0xDFFF) => return false,
            Some(0xD800..=0xDBFF) => match unit_of(&escape[6..]) {
                Some(0xDC00..=0xDFFF) => 12,
                _ => return false,
            },
            Some(_) => 6,
        };
        rest = escape.get(length..).unwrap_or_default();
    }
    true
}

/// UTF-16 code unit of the `\uXXXX` at the beginning of `json`.
fn unit_of(json: &[u8]) -> Option<u32> {
    let digits = json.strip_prefix(br"\u")?.get(..4)?;
    digits.iter().try_fold(0, |unit, digit| Some(unit * 16 + char::from(*digit).to_digit(16)?))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn is_storable(json: &str) -> bool {
        check_json(json.as_bytes()).is_ok()
    }

    #[test]
    fn rejects_escapes_that_a_database_cannot_store() {
        for json in [
            r#"{"code":"WEL\u0000COME1"}"#,
            r#"{"a\u0000b":1}"#,
            r#"["\\\u0000"]"#,
            r#"["\ud800"]"#,
            r#"["\uD800x"]"#,
            r#"["\ud800\ud800"]"#,
            r#"["\udc00\ud800"]"#,
            r#"["\ud800\u0041"]"#,
        ] {
            assert!(!is_storable(json), "{json}");
        }
        assert!(check_json(b"[\"\xed\xa0\x80\"]").is_err(), "a surrogate written as bytes");
    }

    #[test]
    fn accepts_other_escapes_and_escaped_backslashes() {
        for json in [
            r#"["\\u0000", "\\\\u0000", "u0000", "\u0001\u00e9\n\"\\"]"#,
            r#"["\ud83c\udf09", "\uFFFE\uffff"]"#,
            r#"["\u12"#,
            r"\",
            r"\u",
            "",
        ] {
            assert!(is_storable(json), "{json}");
        }
    }

    #[test]
    fn checks_paths_and_queries_after_decoding_them() {
        for part in ["/api/communities/%00", "q=a%00b", "a%00=1", "q=%ff", "q=%C3", "q=%ed%a0%80"] {
            assert!(check_uri_part(part).is_err(), "{part}");
        }
        for part in ["", "/api/search", "q=%2500&limit=5", "q=%C3%A9+x", "q=%", "q=%zz"] {
            assert!(check_uri_part(part).is_ok(), "{part}");
        }
    }

    proptest! {
        #[test]
        fn document_is_storable_if_all_its_strings_are(text in r#"(\\\\|\\u(0000|d800|dc00|00e9)|\\n|[au0\\])*"#) {
            let json = format!("\"{text}\"");
            // serde_json decides whether the string is valid; only U+0000 is our own rule.
            match serde_json::from_str::<String>(&json) {
                Ok(value) => prop_assert_eq!(is_storable(&json), !value.contains('\0'), "{}", json),
                Err(error) if error.to_string().contains("surrogate") => prop_assert!(!is_storable(&json), "{}", json),
                Err(_) => {}
            }
        }
    }
}
