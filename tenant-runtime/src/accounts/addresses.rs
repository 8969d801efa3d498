//! Email addresses: the normalised form that is stored and mailed to, and the display form.
//!
//! The domain is stored as A-labels (`xn--bcher-kva.example`), so that each mailbox has one
//! spelling. It is displayed in its own script unless it could be confused with another domain.

use super::form_rules::RULES;
use unicode_security::{MixedScript, skeleton};

/// Normalises an email address: trims it, lower-cases it, and converts the domain to A-labels. An
/// invalid address is only lower-cased.
#[must_use]
pub fn normalise_email(text: &str) -> String {
    let text = text.trim();
    let Some((local, domain)) = text.rsplit_once('@') else { return text.to_lowercase() };
    if domain.is_ascii() {
        return text.to_lowercase();
    }
    match idna::domain_to_ascii(domain) {
        Ok(ascii) => format!("{}@{ascii}", local.to_lowercase()),
        Err(_) => text.to_lowercase(),
    }
}

/// Returns true if a normalised email address is well-formed.
pub(super) fn is_well_formed(address: &str) -> bool {
    let rules = &RULES.email;
    address.len() <= rules.chars_max
        && address.rsplit_once('@').is_some_and(|(local, domain)| {
            rules.local_pattern.matches_all(local) && rules.domain_pattern.matches_all(domain)
        })
}

/// Returns true if mail servers accept the local part of a well-formed address.
pub(super) fn is_mailable(address: &str) -> bool {
    let rules = &RULES.email;
    let local = address.rsplit_once('@').map_or("", |(local, _)| local);
    local.len() <= rules.local_chars_max
        && rules.local_dots_pattern.matches_all(local)
        && platform::mail::can_be_sent_to(address)
}

/// Display form of a stored address: `user@bücher.example`. A domain with mixed scripts, or one
/// that looks like another in Latin letters, stays in A-labels.
#[must_use]
pub fn display_email(stored: &str) -> String {
    let Some((local, domain)) = stored.rsplit_once('@') else { return stored.to_owned() };
    if !domain.contains("xn--") {
        return stored.to_owned();
    }
    let (unicode, result) = idna::domain_to_unicode(domain);
    if result.is_ok() && unicode.split('.').all(is_unmistakable) {
        format!("{local}@{unicode}")
    } else {
        stored.to_owned()
    }
}

/// Serialises the display form of a stored address.
///
/// # Errors
/// Errors of the serialiser.
pub fn serialize_readable<S: serde::Serializer>(
    stored: &str,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(&display_email(stored))
}

fn is_unmistakable(label: &str) -> bool {
    label.is_ascii() || (label.is_single_script() && !skeleton(label).all(|c| c.is_ascii()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stores_international_domains_as_a_labels() {
        for (typed, stored) in [
            (" User@Bücher.Example ", "user@xn--bcher-kva.example"),
            ("user@BU\u{308}CHER.example", "user@xn--bcher-kva.example"),
            ("user@例え。テスト", "user@xn--r8jz45g.xn--zckzah"),
            ("User@People.EXAMPLE", "user@people.example"),
            ("no address", "no address"),
        ] {
            assert_eq!(normalise_email(typed), stored);
        }
    }

    #[test]
    fn shows_a_domain_in_its_script_unless_it_is_confusable() {
        for shown in ["user@bücher.example", "user@例え.テスト", "user@почта.example"] {
            assert_eq!(display_email(&normalise_email(shown)), shown);
        }
        // Cyrillic among Latin letters, and a Cyrillic word that looks like a Latin one.
        for mistaken in ["user@pаypal.example", "user@сосо.example"] {
            let stored = normalise_email(mistaken);
            assert!(stored.contains("xn--"));
            assert_eq!(display_email(&stored), stored);
        }
        assert_eq!(display_email("user@people.example"), "user@people.example");
    }
}
