//! How the control plane sees, from outside, that a host is answered by an edge of ours (edge design,
//! section 5.2): it asks the host for a word that only whoever holds the shared key can say.

use crate::context::ContextKey;

/// Below which the word's number stands. Answered for every host of the table, by plain HTTP and TLS.
pub const PROBE_PATH: &str = "/.well-known/guildhall-probe/";
/// Characters of a number.
const NONCE_MAX: usize = 64;

/// The number that is asked about at this path, if it is one.
#[must_use]
pub fn nonce(path: &str) -> Option<&str> {
    let nonce = path.strip_prefix(PROBE_PATH)?;
    let plain = nonce.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'-' | b'_'));
    (plain && (1..=NONCE_MAX).contains(&nonce.len())).then_some(nonce)
}

impl ContextKey {
    /// The word for a host and a number. No context is ever signed that looks like it: a context holds
    /// no line end.
    #[must_use]
    pub fn probe(&self, host: &str, nonce: &str) -> String {
        self.word(&format!("probe\n{host}\n{nonce}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_is_good_for_one_host_one_number_and_one_key() {
        let key = ContextKey::new([7; 32]);
        let word = key.probe("club.example", "abc");
        assert_eq!(word, key.probe("club.example", "abc"));
        assert_ne!(word, key.probe("club.example", "abd"));
        assert_ne!(word, key.probe("guild.example", "abc"));
        assert_ne!(word, ContextKey::new([8; 32]).probe("club.example", "abc"));
    }

    #[test]
    fn only_a_plain_number_is_asked_about() {
        assert_eq!(nonce("/.well-known/guildhall-probe/aZ0-_"), Some("aZ0-_"));
        let long = format!("{PROBE_PATH}{}", "a".repeat(65));
        for path in [PROBE_PATH, "/x", "/.well-known/guildhall-probe/a/b", &long] {
            assert_eq!(nonce(path), None, "{path}");
        }
    }
}
