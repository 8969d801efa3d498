//! Valid handles: 3 to 30 of `a-z 0-9 . _ -`, beginning with a letter or digit, not reserved, and
//! not confusable with another handle.

use super::error::HandleError;
use unicode_normalization::UnicodeNormalization;

const CHARS: std::ops::RangeInclusive<usize> = 3..=30;
/// Placeholder that old clients showed for a missing handle; treated as no handle.
const NOT_SET: &str = "Not set";
/// Words that are used in addresses, or that would appear official.
const RESERVED: &[&str] = &[
    "about",
    "account",
    "accounts",
    "admin",
    "administrator",
    "affiliation",
    "affiliations",
    "all",
    "anonymous",
    "api",
    "app",
    "assets",
    "auth",
    "blog",
    "channel",
    "communities",
    "community",
    "contact",
    "dashboard",
    "dev",
    "directory",
    "edit",
    "everyone",
    "former-member",
    "guildhall",
    "health",
    "help",
    "here",
    "home",
    "info",
    "invite",
    "legal",
    "live",
    "login",
    "logout",
    "mail",
    "me",
    "media",
    "messages",
    "moderator",
    "network",
    "nobody",
    "notifications",
    "null",
    "official",
    "owner",
    "privacy",
    "private",
    "profile",
    "public",
    "register",
    "root",
    "search",
    "security",
    "settings",
    "signin",
    "signup",
    "staff",
    "static",
    "status",
    "support",
    "system",
    "team",
    "terms",
    "transfer",
    "trustee",
    "undefined",
    "unknown",
    "user",
    "users",
    "verify",
    "verified",
    "waitlist",
    "welcome",
    "www",
];

/// A valid handle.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SpelledHandle {
    /// Lower-case, for uniqueness.
    pub key: String,
    /// As spelled by its owner.
    pub shown_as: String,
}

impl SpelledHandle {
    /// Parses the input; `None` if it means no handle.
    ///
    /// # Errors
    /// The reason why it is not valid.
    pub fn read(typed: &str) -> Result<Option<Self>, HandleError> {
        let shown_as: String = typed.trim().trim_start_matches('@').nfkc().collect();
        if shown_as.is_empty() || shown_as.eq_ignore_ascii_case(NOT_SET) {
            return Ok(None);
        }
        let key = shown_as.to_lowercase();
        check(&key)?;
        Ok(Some(Self { key, shown_as }))
    }
}

fn check(key: &str) -> Result<(), HandleError> {
    if !key.bytes().all(|b| is_plain(b) || b".-_".contains(&b)) {
        return Err(HandleError::Characters);
    }
    if !CHARS.contains(&key.len()) {
        return Err(HandleError::Length);
    }
    if !key.bytes().next().is_some_and(is_plain) {
        return Err(HandleError::Start);
    }
    let folded = looks_like(key);
    if RESERVED.iter().any(|word| *word == key || looks_like(word) == folded) {
        return Err(HandleError::Reserved);
    }
    Ok(())
}

const fn is_plain(b: u8) -> bool {
    b.is_ascii_lowercase() || b.is_ascii_digit()
}

/// Canonical form shared by handles that look alike: capital I, small l and 1; O and 0; rn and m;
/// vv and w; trailing dots are dropped, because they could end a sentence. Only one handle of each
/// form can exist.
#[must_use]
pub fn looks_like(key: &str) -> String {
    let alike =
        key.replace("rn", "m").replace("vv", "w").replace('0', "o").replace(['1', 'i'], "l");
    alike.trim_end_matches('.').to_owned()
}

/// Candidate handles for a word after an `@`, in lower case, longest first: trailing dots may be
/// part of the handle or end a sentence.
#[must_use]
pub fn meant_by(word: &str) -> Vec<String> {
    let word = word.to_lowercase();
    let shortest = word.trim_end_matches('.').len();
    (shortest..=word.len())
        .rev()
        .filter(|length| CHARS.contains(length))
        .filter_map(|length| word.get(..length).map(str::to_owned))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn describe(typed: &str) -> String {
        match SpelledHandle::read(typed) {
            Ok(Some(handle)) => format!("{} as {}", handle.key, handle.shown_as),
            Ok(None) => "none".to_owned(),
            Err(error) => error.to_string(),
        }
    }

    #[test]
    fn keeps_the_spelling_and_lower_cases_the_key() {
        assert_eq!(describe(" @Ada.Byron "), "ada.byron as Ada.Byron");
        assert_eq!(describe("9-lives_x"), "9-lives_x as 9-lives_x");
        assert_eq!(describe("Ａｄａ"), "ada as Ada");
    }

    #[test]
    fn empty_input_and_not_set_mean_no_handle() {
        for nothing in ["", "  ", "@", "Not set", "not set"] {
            assert_eq!(describe(nothing), "none", "{nothing}");
        }
    }

    #[test]
    fn rejects_handles_of_wrong_length_characters_or_start() {
        let length = "A handle has 3 to 30 characters.";
        for wrong in ["ab", &"a".repeat(31)] {
            assert_eq!(describe(wrong), length);
        }
        assert_eq!(describe(&"a".repeat(30)), format!("{0} as {0}", "a".repeat(30)));
        let alphabet =
            "A handle is made of the letters a to z, digits, dots, hyphens and underscores.";
        for wrong in ["ada lovelace", "ädä", "ada!", "аda", "ada\u{200b}x", "a/b/c", "ada\u{0}"]
        {
            assert_eq!(describe(wrong), alphabet, "{wrong:?}");
        }
        for wrong in [".ada", "-ada", "_ada"] {
            assert_eq!(describe(wrong), "A handle begins with a letter or a digit.", "{wrong}");
        }
    }

    #[test]
    fn rejects_reserved_words_and_their_look_alikes() {
        for word in ["admin", "Settings", "STAFF", "adm1n", "Gu1ldha11", "supp0rt", "adrnin"] {
            assert_eq!(
                describe(word),
                "This handle is reserved. Please choose another one.",
                "{word}"
            );
        }
        assert_eq!(describe("administration"), "administration as administration");
    }

    #[test]
    fn look_alike_handles_have_the_same_canonical_form() {
        for (one, other) in [("paul", "pau1"), ("modern", "modem"), ("wow", "vvow"), ("z0e", "zoe")]
        {
            assert_eq!(looks_like(one), looks_like(other));
        }
        for dotted in ["ada.", "ada.."] {
            assert_eq!(looks_like(dotted), looks_like("ada"), "{dotted}");
        }
        assert_eq!(describe("admin."), "This handle is reserved. Please choose another one.");
        assert_ne!(looks_like("ada.byron"), looks_like("ada-byron"));
    }

    #[test]
    fn a_mention_matches_handles_with_and_without_trailing_dots() {
        assert_eq!(meant_by("Ada.."), ["ada..", "ada.", "ada"]);
        assert_eq!(meant_by("ada.byron-"), ["ada.byron-"]);
        assert_eq!(meant_by("a.."), ["a.."], "no handle is shorter");
        assert_eq!(meant_by(&format!("{}.", "a".repeat(30))), ["a".repeat(30)]);
        assert!(meant_by(&"a".repeat(31)).is_empty());
    }

    proptest! {
        #[test]
        fn any_input_yields_an_ascii_key_or_an_error(typed in "\\PC{0,40}") {
            if let Ok(Some(handle)) = SpelledHandle::read(&typed) {
                prop_assert!(handle.key.is_ascii() && CHARS.contains(&handle.key.len()));
                prop_assert_eq!(handle.shown_as.to_lowercase(), handle.key.clone());
                prop_assert_eq!(SpelledHandle::read(&handle.shown_as).ok().flatten(), Some(handle));
            }
        }
    }
}
