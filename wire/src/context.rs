//! Signed request context: the edge's decision about a request, sent to the runtime and the control
//! plane in one header, so that no role behind the edge reads `Host`.
//!
//! Format: `base64url(json) "." base64url(HMAC-SHA-256(key, base64url(json)))`, valid for 30 s
//! (house plan section 3; HMAC is RFC 2104).

use crate::ids::TenantId;
use crate::key_ring::{KeyRing, RingKeys};
use crate::language::Language;
use crate::routes::Site;
use data_encoding::BASE64URL_NOPAD;
use hmac::{Hmac, KeyInit, Mac};
use serde::{Deserialize, Serialize};
use sha2::Sha256;
use std::net::IpAddr;

/// Header that carries the context. The edge removes it from every client request.
pub const CONTEXT_HEADER: &str = "x-guildhall-ctx";
/// Validity of a context and tolerated clock difference, in seconds.
pub const CONTEXT_LIFE_S: i64 = 30;

/// Initial buffer size; enough for most contexts as JSON.
const JSON_BYTES: usize = 640;
const TAG_BYTES: usize = 32;

/// The edge's decision about a request. Generic over the text type so that the edge can serialise
/// borrowed strings.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Context<Text = String> {
    /// Normalised host of the request.
    pub host: Text,
    /// Canonical origin of that host, for same-origin checks and links.
    pub origin: Text,
    /// Origin of the main site.
    pub main_origin: Text,
    /// Site that the host belongs to.
    #[serde(rename = "door")]
    pub site: Site,
    /// Tenant of a portal; `None` on the main site.
    pub tenant: Option<TenantId>,
    /// Brand name of the site, for emails.
    pub brand_name: Text,
    /// Default language of the site; edges of earlier versions do not send it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub language: Option<Language>,
    /// True if identity routes (password, second factor) exist on this host.
    pub identity: bool,
    /// The client's network address.
    pub client_ip: IpAddr,
    /// Request id; also set on everything that the request causes, such as jobs.
    pub request_id: Text,
    /// Time of the edge's decision, in Unix seconds.
    pub issued_at: i64,
}

/// Reason why a context was rejected.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum ContextError {
    /// The signature is missing or wrong.
    #[error("the request context is not signed by our edge")]
    Forged,
    /// Issued more than 30 s ago, or more than 30 s in the future.
    #[error("the request context has expired")]
    Expired,
    /// The signature is valid but the content cannot be parsed: the roles run different versions.
    #[error("failed to parse the request context")]
    Unreadable,
}

/// Secret shared by the edge and the roles behind it: a key ring. Clones share it.
#[derive(Clone)]
pub struct ContextKey(KeyRing<Hmac<Sha256>>);

impl std::fmt::Debug for ContextKey {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("ContextKey(hidden)")
    }
}

impl ContextKey {
    /// Creates a ring of one key, from at least 32 random bytes.
    #[must_use]
    pub fn new(bytes: impl AsRef<[u8]>) -> Self {
        Self(KeyRing::single(keyed(bytes.as_ref())))
    }

    /// Creates a ring of several keys, each from at least 32 random bytes.
    #[must_use]
    pub fn from_ring<Bytes: AsRef<[u8]>>(keys: &RingKeys<Bytes>) -> Self {
        Self(KeyRing::new(keys.map(|key| keyed(key.as_ref()))))
    }

    /// Replaces the keys for every clone.
    pub fn replace<Bytes: AsRef<[u8]>>(&self, keys: &RingKeys<Bytes>) {
        self.0.replace(keys.map(|key| keyed(key.as_ref())));
    }

    /// Signs `context` and returns the header value.
    #[must_use]
    pub fn sign_context<Text: Serialize>(&self, context: &Context<Text>) -> String {
        let mut json = Vec::with_capacity(JSON_BYTES);
        if serde_json::to_writer(&mut json, context).is_err() {
            json.clear();
        }
        let body = BASE64URL_NOPAD.encode_len(json.len());
        let mut sealed = String::with_capacity(body + 1 + BASE64URL_NOPAD.encode_len(TAG_BYTES));
        BASE64URL_NOPAD.encode_append(&json, &mut sealed);
        let tag = mac(self.0.load().first(), &sealed).finalize().into_bytes();
        sealed.push('.');
        BASE64URL_NOPAD.encode_append(&tag, &mut sealed);
        sealed
    }

    /// Verifies and parses a header value that a key of the ring signed within the last 30 s.
    ///
    /// # Errors
    /// [`ContextError`] if the signature, age or format is wrong.
    pub fn open(&self, value: &str, now_unix_s: i64) -> Result<Context, ContextError> {
        let (body, tag) = value.split_once('.').ok_or(ContextError::Forged)?;
        let tag = BASE64URL_NOPAD.decode(tag.as_bytes()).map_err(|_| ContextError::Forged)?;
        let keys = self.0.load();
        if !keys.iter().any(|key| mac(key, body).verify_slice(&tag).is_ok()) {
            return Err(ContextError::Forged);
        }
        let json = BASE64URL_NOPAD.decode(body.as_bytes()).map_err(|_| ContextError::Unreadable)?;
        let context: Context =
            serde_json::from_slice(&json).map_err(|_| ContextError::Unreadable)?;
        if (now_unix_s - context.issued_at).abs() > CONTEXT_LIFE_S {
            return Err(ContextError::Expired);
        }
        Ok(context)
    }

    /// Derives a 32-byte key for another purpose from each key. It reveals nothing about these keys
    /// or their signatures.
    #[must_use]
    pub fn derive(&self, purpose: &str) -> RingKeys<[u8; 32]> {
        // Signed bodies are base64url and contain no slash, so a derivation input cannot be a
        // signed body.
        let purpose = format!("guildhall/{purpose}");
        self.0.load().map(|key| mac(key, &purpose).finalize().into_bytes().into())
    }

    /// Returns the authentication tag of `body` by each key, as base64url.
    pub(crate) fn authentication_tags(&self, body: &str) -> RingKeys<String> {
        self.0.load().map(|key| BASE64URL_NOPAD.encode(&mac(key, body).finalize().into_bytes()))
    }
}

fn keyed(bytes: &[u8]) -> Hmac<Sha256> {
    // HMAC accepts keys of every length (RFC 2104 section 2), so the fallback is never used.
    let keyed = Hmac::new_from_slice(bytes);
    keyed.unwrap_or_else(|_| Hmac::new(&Default::default()))
}

fn mac(key: &Hmac<Sha256>, body: &str) -> Hmac<Sha256> {
    // Clones the keyed state, so that the key is hashed only once.
    let mut mac = key.clone();
    mac.update(body.as_bytes());
    mac
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ids::AffiliationId;

    fn context() -> Context {
        Context {
            host: "ashcombe.localhost".to_owned(),
            origin: "http://ashcombe.localhost:8080".to_owned(),
            main_origin: "http://localhost:8080".to_owned(),
            site: Site::Portal(AffiliationId::new()),
            tenant: Some(TenantId::new()),
            brand_name: "Ashcombe".to_owned(),
            language: None,
            identity: true,
            client_ip: IpAddr::from([127, 0, 0, 1]),
            request_id: "r1".to_owned(),
            issued_at: 1_000,
        }
    }

    #[test]
    fn context_is_valid_for_thirty_seconds() {
        let key = ContextKey::new([7; 32]);
        let written = context();
        let sealed = key.sign_context(&written);
        assert_eq!(key.open(&sealed, 1_030), Ok(written));
        assert_eq!(key.open(&sealed, 1_031), Err(ContextError::Expired));
        assert_eq!(key.open(&sealed, 969), Err(ContextError::Expired));
    }

    #[test]
    fn derived_keys_differ_by_key_and_purpose() {
        let of = |byte: u8, purpose| *ContextKey::new([byte; 32]).derive(purpose).first();
        assert_eq!(of(7, "a"), of(7, "a"));
        assert_ne!(of(7, "a"), of(7, "b"));
        assert_ne!(of(7, "a"), of(8, "a"));
    }

    #[test]
    fn ring_verifies_every_key_and_signs_with_the_first() {
        let [old, new] = [[7; 32], [8; 32]];
        let rotated = ContextKey::from_ring(&RingKeys::new(new, [old]));
        let written = context();
        let sealed = ContextKey::new(old).sign_context(&written);
        assert_eq!(rotated.open(&sealed, 1_000).as_ref(), Ok(&written));
        let sealed = rotated.sign_context(&written);
        assert_eq!(ContextKey::new(new).open(&sealed, 1_000).as_ref(), Ok(&written));
        assert_eq!(ContextKey::new(old).open(&sealed, 1_000), Err(ContextError::Forged));
        let shared = rotated.clone();
        rotated.replace(&RingKeys::new(new, []));
        assert_eq!(shared.open(&sealed, 1_000).as_ref(), Ok(&written));
        let sealed = ContextKey::new(old).sign_context(&written);
        assert_eq!(shared.open(&sealed, 1_000), Err(ContextError::Forged));
    }

    #[test]
    fn rejects_a_context_with_another_key_or_body() {
        let key = ContextKey::new([7; 32]);
        let sealed = key.sign_context(&context());
        assert_eq!(ContextKey::new([8; 32]).open(&sealed, 1_000), Err(ContextError::Forged));
        let (body, tag) = sealed.split_once('.').unwrap_or_default();
        assert_eq!(key.open(&format!("{body}A.{tag}"), 1_000), Err(ContextError::Forged));
        assert_eq!(key.open(body, 1_000), Err(ContextError::Forged));
        assert_eq!(key.open("", 1_000), Err(ContextError::Forged));
    }
}
