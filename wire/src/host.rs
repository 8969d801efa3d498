//! Host name normalisation, shared by all roles, so that the edge, the control plane and the
//! runtime always agree on which host is meant.

use idna::AsciiDenyList;
use std::borrow::Cow;

/// Reason why a `Host` value was refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum HostError {
    /// Empty after normalisation.
    #[error("the host is empty")]
    Empty,
    /// Longer than a DNS name can be (RFC 1035: 253 characters).
    #[error("the host is too long")]
    TooLong,
    /// Contains a character, label or port that is not allowed in our hosts.
    #[error("the host is malformed")]
    Malformed,
}

/// Turns a `Host` header or `:authority` into the name that tables are keyed by: lower case,
/// without port and without one trailing dot, international labels as A-labels (UTS 46, as the URL standard
/// has it). Only letters, digits, hyphens and dots remain, so user information, IPv6 literals and control
/// characters are refused.
///
/// # Errors
/// [`HostError`] when the value is empty, too long or malformed.
pub fn normalise_host(raw: &str) -> Result<String, HostError> {
    let name = match raw.split_once(':') {
        Some((name, port)) => {
            let digits =
                !port.is_empty() && port.len() <= 5 && port.bytes().all(|b| b.is_ascii_digit());
            if !digits {
                return Err(HostError::Malformed);
            }
            name
        }
        None => raw,
    };
    let name = in_ascii(name)?;
    let name = name.strip_suffix('.').unwrap_or(&name);
    if name.is_empty() {
        return Err(HostError::Empty);
    }
    if name.len() > 253 {
        return Err(HostError::TooLong);
    }
    if name.split('.').all(is_label) {
        Ok(name.to_ascii_lowercase())
    } else {
        Err(HostError::Malformed)
    }
}

/// Returns the name with its international labels as A-labels.
fn in_ascii(name: &str) -> Result<Cow<'_, str>, HostError> {
    // Fast path: nearly every name is ASCII and needs no UTS 46 processing.
    if name.is_ascii() {
        return Ok(Cow::Borrowed(name));
    }
    idna::domain_to_ascii_cow(name.as_bytes(), AsciiDenyList::STD3)
        .map_err(|_| HostError::Malformed)
}

/// Returns whether `label` is a DNS label (RFC 1123): 1 to 63 letters, digits or inner hyphens.
#[must_use]
pub fn is_label(label: &str) -> bool {
    (1..=63).contains(&label.len())
        && label.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-')
        && !label.starts_with('-')
        && !label.ends_with('-')
}

#[cfg(test)]
mod tests {
    use super::{HostError, normalise_host};
    use proptest::prelude::*;

    #[test]
    fn normalises_case_port_and_trailing_dot() {
        for raw in ["ashcombe.example", "Ashcombe.Example:8080", "ASHCOMBE.example."] {
            assert_eq!(normalise_host(raw).as_deref(), Ok("ashcombe.example"), "{raw}");
        }
    }

    #[test]
    fn international_names_become_a_labels() {
        for raw in [
            "xn--bcher-kva.example",
            "b\u{fc}cher.example",
            "B\u{dc}CHER.example.",
            "bu\u{308}cher.example:443",
            "b\u{fc}cher\u{3002}example",
            "b\u{fc}cher.ｅxample",
        ] {
            assert_eq!(normalise_host(raw).as_deref(), Ok("xn--bcher-kva.example"), "{raw}");
        }
        assert_eq!(normalise_host("fa\u{df}.example").as_deref(), Ok("xn--fa-hia.example"));
    }

    #[test]
    fn rejects_invalid_hosts() {
        let malformed = [
            "a..b",
            "-a.b",
            "a@b",
            "[::1]:80",
            "a:b",
            "a:",
            "a b",
            "a/b",
            "b\u{fc}cher\u{fffd}.example",
            "\u{200d}a.example",
            "\u{fe55}80.example",
            "\u{ff0f}b\u{fc}cher.example",
            "a.example:123456",
            "a.example..",
        ];
        for raw in malformed {
            assert_eq!(normalise_host(raw), Err(HostError::Malformed), "{raw}");
        }
        assert_eq!(normalise_host("."), Err(HostError::Empty));
        assert_eq!(normalise_host(&"a.".repeat(200)), Err(HostError::TooLong));
    }

    proptest! {
        #[test]
        fn normalising_is_idempotent(raw in "\\PC{0,60}") {
            if let Ok(once) = normalise_host(&raw) {
                prop_assert_eq!(normalise_host(&once), Ok(once));
            }
        }
    }
}
