//! Feed protocol between edges and the control plane, apart from the route table itself: the
//! signature of the control plane's answers, and the edges' status reports.

use crate::key_ring::RingKeys;
use data_encoding::BASE64URL_NOPAD;
use hmac::{Hmac, KeyInit, Mac};
use serde::{Deserialize, Serialize};
use sha2::Sha256;
use std::sync::Arc;

/// Header with the signature of a feed answer.
pub const SIGNATURE_HEADER: &str = "x-guildhall-signature";

/// Keys with which the control plane signs feed answers: the first one signs, all verify. Unlike the feed's bearer token it is
/// never transmitted, so an eavesdropper who reads the token still cannot send routes to an edge.
#[derive(Clone)]
pub struct FeedKey(Arc<RingKeys<[u8; 32]>>);

impl std::fmt::Debug for FeedKey {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("FeedKey(hidden)")
    }
}

impl FeedKey {
    /// Creates a key from 32 random bytes.
    #[must_use]
    pub fn new(bytes: [u8; 32]) -> Self {
        RingKeys::new(bytes, []).into()
    }

    /// Returns the header value for `answer`: HMAC-SHA-256 (RFC 2104), base64url.
    #[must_use]
    pub fn sign(&self, answer: &[u8]) -> String {
        BASE64URL_NOPAD.encode(&mac(self.0.first(), answer).finalize().into_bytes())
    }

    /// Returns whether `signature` is a signature of `answer` by one of these keys.
    #[must_use]
    pub fn is_signed_by(&self, answer: &[u8], signature: &str) -> bool {
        let given = BASE64URL_NOPAD.decode(signature.as_bytes());
        given.is_ok_and(|given| {
            self.0.iter().any(|key| mac(key, answer).verify_slice(&given).is_ok())
        })
    }
}

impl From<RingKeys<[u8; 32]>> for FeedKey {
    fn from(keys: RingKeys<[u8; 32]>) -> Self {
        Self(Arc::new(keys))
    }
}

fn mac(key: &[u8; 32], answer: &[u8]) -> Hmac<Sha256> {
    // HMAC accepts keys of every length, so the fallback is never used.
    let mut mac = Hmac::<Sha256>::new_from_slice(key)
        .unwrap_or_else(|_| Hmac::<Sha256>::new(&Default::default()));
    mac.update(answer);
    mac
}

/// A host whose new route an edge rejected; the previous route stays active.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct RefusedHost {
    /// Host name, or the tenant id when the portal's origin cannot be served.
    pub host: String,
    /// Reason, as text for operators.
    pub cause: String,
}

/// Status report of an edge. Sent after every change and every few seconds, so that a missing edge
/// is noticed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct EdgeReport {
    /// Id of the edge process; new at every start.
    pub id: String,
    /// Display name of the edge: host name of the machine or pod.
    pub name: String,
    /// Active route version; 0 before the first.
    pub version: u64,
    /// [`crate::Digests::hash`] of the active table; empty when the table was loaded from disk.
    pub hash: String,
    /// Number of hosts that the edge serves.
    pub hosts: u64,
    /// Routes and certificates that the edge rejected.
    pub refused: Vec<RefusedHost>,
    /// Reason why the edge rejected the newest table as a whole, if it did.
    pub table_refused: Option<String>,
    /// True if the edge still serves the table from its disk because the control plane has not
    /// answered yet.
    pub recalled: bool,
    /// Earliest expiry of its certificates, in Unix seconds.
    pub certificate_soonest_end: Option<i64>,
    /// Start of the process, in Unix seconds.
    pub started_at: i64,
    /// Last report before a requested shutdown: the control plane must not wait for this edge or
    /// report it as missing.
    #[serde(default)]
    pub leaving: bool,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn feed_signature_is_valid_for_one_answer_and_key() {
        let key = FeedKey::new([7; 32]);
        let signature = key.sign(b"table");
        assert!(key.is_signed_by(b"table", &signature));
        assert!(!key.is_signed_by(b"tablf", &signature));
        assert!(!FeedKey::new([8; 32]).is_signed_by(b"table", &signature));
        for bad in ["", "?", &signature[1..]] {
            assert!(!key.is_signed_by(b"table", bad), "{bad}");
        }
        let rotated = FeedKey::from(RingKeys::new([8; 32], [[7; 32]]));
        assert!(rotated.is_signed_by(b"table", &signature));
        assert!(!key.is_signed_by(b"table", &rotated.sign(b"table")));
        assert_eq!(format!("{key:?}"), "FeedKey(hidden)");
    }
}
