//! Reachability probe: the control plane checks from outside that a host is served by one of our
//! edges (edge design, section 5.2). It requests a response that only holders of the shared key can
//! compute.

use crate::context::ContextKey;
use crate::key_ring::RingKeys;

/// Path prefix of the probe; the nonce follows. Served for every host of the table, over plain HTTP
/// and TLS.
pub const PROBE_PATH: &str = "/.well-known/guildhall-probe/";
/// Maximum length of a nonce in characters.
const NONCE_MAX: usize = 64;

/// Returns the nonce in `path`, if it is a probe path with a valid nonce.
#[must_use]
pub fn probe_nonce(path: &str) -> Option<&str> {
    let nonce = path.strip_prefix(PROBE_PATH)?;
    let plain = nonce.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'-' | b'_'));
    (plain && (1..=NONCE_MAX).contains(&nonce.len())).then_some(nonce)
}

impl ContextKey {
    /// Returns the response for a host and nonce. It can never equal the signature of a context,
    /// because a context contains no newline.
    #[must_use]
    pub fn expected_response(&self, host: &str, nonce: &str) -> String {
        self.accepted_probes(host, nonce).first().clone()
    }

    /// Returns the responses that the edges may give, one for each key of the ring.
    #[must_use]
    pub fn accepted_probes(&self, host: &str, nonce: &str) -> RingKeys<String> {
        self.authentication_tags(&format!("probe\n{host}\n{nonce}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn probe_response_depends_on_host_nonce_and_key() {
        let key = ContextKey::new([7; 32]);
        let word = key.expected_response("club.example", "abc");
        assert_eq!(word, key.expected_response("club.example", "abc"));
        assert_ne!(word, key.expected_response("club.example", "abd"));
        assert_ne!(word, key.expected_response("guild.example", "abc"));
        assert_ne!(word, ContextKey::new([8; 32]).expected_response("club.example", "abc"));
    }

    #[test]
    fn nonce_must_be_alphanumeric() {
        assert_eq!(probe_nonce("/.well-known/guildhall-probe/aZ0-_"), Some("aZ0-_"));
        let long = format!("{PROBE_PATH}{}", "a".repeat(65));
        for path in [PROBE_PATH, "/x", "/.well-known/guildhall-probe/a/b", &long] {
            assert_eq!(probe_nonce(path), None, "{path}");
        }
    }
}
