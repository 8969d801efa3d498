//! What an edge and the control plane say to each other beside the table itself: that an answer is
//! really the control plane's, and what an edge runs.

use data_encoding::BASE64URL_NOPAD;
use hmac::{Hmac, KeyInit, Mac};
use serde::{Deserialize, Serialize};
use sha2::Sha256;

/// Header that carries the signature of a feed's answer.
pub const SIGNATURE_HEADER: &str = "x-guildhall-signature";

/// The secret by which edges know the control plane's word. It never travels, unlike the token that
/// opens the feed: whoever reads that on its way still cannot give an edge other routes.
#[derive(Clone)]
pub struct FeedKey([u8; 32]);

impl std::fmt::Debug for FeedKey {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("FeedKey(hidden)")
    }
}

impl FeedKey {
    /// A key of 32 random bytes.
    #[must_use]
    pub const fn new(bytes: [u8; 32]) -> Self {
        Self(bytes)
    }

    /// The header's value for an answer: HMAC-SHA-256 (RFC 2104), base64url.
    #[must_use]
    pub fn sign(&self, answer: &[u8]) -> String {
        BASE64URL_NOPAD.encode(&self.mac(answer).finalize().into_bytes())
    }

    /// Whether `signature` is this key's for `answer`.
    #[must_use]
    pub fn signed(&self, answer: &[u8], signature: &str) -> bool {
        let given = BASE64URL_NOPAD.decode(signature.as_bytes());
        given.is_ok_and(|given| self.mac(answer).verify_slice(&given).is_ok())
    }

    fn mac(&self, answer: &[u8]) -> Hmac<Sha256> {
        // HMAC takes keys of every length, so the fallback is never met.
        let mut mac = Hmac::<Sha256>::new_from_slice(&self.0)
            .unwrap_or_else(|_| Hmac::<Sha256>::new(&Default::default()));
        mac.update(answer);
        mac
    }
}

/// A host whose new entry an edge did not put in force; its old one stays.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct RefusedHost {
    /// The host, or the tenant's id where its origin cannot be served.
    pub host: String,
    /// Why, for people.
    pub cause: String,
}

/// What an edge runs. Said after every change, and every few seconds, so that one that is gone is
/// noticed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct EdgeReport {
    /// The edge: new with every start of its process.
    pub id: String,
    /// Where it runs, for people: the machine's or the pod's name.
    pub name: String,
    /// Version in force; 0 before the first.
    pub version: u64,
    /// [`crate::Digests::hash`] of it; empty for a table from disk.
    pub hash: String,
    /// Hosts it answers for.
    pub hosts: u64,
    /// What it did not put in force.
    pub refused: Vec<RefusedHost>,
    /// Why it refused the newest table as a whole, if it did.
    pub table_refused: Option<String>,
    /// It serves from its own disk: the control plane has not spoken yet.
    pub recalled: bool,
    /// When the first of its certificates ends, in seconds since 1970.
    pub certificate_soonest_end: Option<i64>,
    /// When its process began, in seconds since 1970.
    pub started_at: i64,
    /// Its last word: it leaves because it was asked to, and nobody is to wait for it or miss it.
    #[serde(default)]
    pub leaving: bool,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_signature_is_good_for_one_answer_and_one_key() {
        let key = FeedKey::new([7; 32]);
        let signature = key.sign(b"table");
        assert!(key.signed(b"table", &signature));
        assert!(!key.signed(b"tablf", &signature));
        assert!(!FeedKey::new([8; 32]).signed(b"table", &signature));
        for bad in ["", "?", &signature[1..]] {
            assert!(!key.signed(b"table", bad), "{bad}");
        }
        assert_eq!(format!("{key:?}"), "FeedKey(hidden)");
    }
}
