//! Tokens: random ones (stored as hashes), and two signed ones, idToken and customToken
//! (security.md section 4.2).
//!
//! A signed token is a compact JWS with a fixed algorithm, Ed25519 (RFC 8037), and without
//! caller-controlled headers: no `jku`, `jwk`, `x5u` or `crit`. `typ`, `iss`, `aud`, `exp` and
//! `iat` are all verified.

use crate::config::{KeyName, SecurityConfig};
use crate::vault::{Vault, key_id};
use chrono::{DateTime, Utc};
use data_encoding::{BASE64URL_NOPAD, HEXLOWER};
use ed25519_dalek::{Signature, Signer, SigningKey, Verifier};
use hmac::{Hmac, KeyInit, Mac};
use rand::TryRng;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use wire::{ContextKey, KeyRing, RingKeys};

/// Tolerated clock difference in seconds when a signed token is verified.
const LEEWAY_S: i64 = 30;

/// `N` random bytes from the operating system.
///
/// # Errors
/// The operating system has no randomness.
pub fn random_bytes<const N: usize>() -> Result<[u8; N], TokenError> {
    let mut bytes = [0u8; N];
    rand::rngs::SysRng.try_fill_bytes(&mut bytes).map_err(|_| TokenError::NoRandomness)?;
    Ok(bytes)
}

/// A random token of `N` bytes, base64url without padding.
///
/// # Errors
/// The operating system has no randomness.
pub fn random_token<const N: usize>() -> Result<String, TokenError> {
    Ok(BASE64URL_NOPAD.encode(&random_bytes::<N>()?))
}

/// Returns whether a text has the format of a [`random_token`] of `N` bytes.
#[must_use]
pub fn has_form<const N: usize>(text: &str) -> bool {
    BASE64URL_NOPAD.decode(text.as_bytes()).is_ok_and(|bytes| bytes.len() == N)
}

/// HMAC-SHA-256 of a value under a secret.
#[must_use]
pub fn hmac(secret: &[u8], value: &[u8]) -> [u8; 32] {
    // HMAC accepts keys of every length (RFC 2104 section 2), so the fallback is never used.
    let mut mac = Hmac::<Sha256>::new_from_slice(secret)
        .unwrap_or_else(|_| Hmac::<Sha256>::new(&Default::default()));
    mac.update(value);
    mac.finalize().into_bytes().into()
}

/// Hash under which a random token is stored: SHA-256, base64url. The token has full entropy, so a
/// plain hash is enough.
#[must_use]
pub fn hash(token: &str) -> String {
    BASE64URL_NOPAD.encode(&Sha256::digest(token.as_bytes()))
}

/// Beginning of the tokens of programs that read the public API. They open no session.
pub const API_TOKEN_PREFIX: &str = "gh_";

/// Compares two texts in constant time.
#[must_use]
pub fn equal_in_constant_time(a: &str, b: &str) -> bool {
    use subtle::ConstantTimeEq;
    a.as_bytes().ct_eq(b.as_bytes()).into()
}

/// Reason why a token was rejected.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum TokenError {
    /// Malformed, wrong signature, kind or host, or expired.
    #[error("the token is not valid")]
    Invalid,
    /// The operating system has no randomness.
    #[error("no randomness available")]
    NoRandomness,
}

/// Kind of a signed token.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TokenKind {
    /// Proof of a recent sign-in; exchanged for a session at `usersSignin`.
    Id,
    /// Proof of a live session; re-seeds a client.
    Custom,
}

impl TokenKind {
    const fn typ(self) -> &'static str {
        match self {
            Self::Id => "guildhall-id+jwt",
            Self::Custom => "guildhall-custom+jwt",
        }
    }
    /// Lifetime in seconds.
    #[must_use]
    pub const fn life_s(self) -> i64 {
        match self {
            Self::Id => 300,
            Self::Custom => 60,
        }
    }
}

/// Claims of a signed token.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Claims {
    /// Main origin.
    pub iss: String,
    /// Requesting host, or `identity`.
    pub aud: String,
    /// Account.
    pub sub: String,
    /// 128 random bits, for single use.
    pub jti: String,
    /// Issue time in Unix seconds.
    pub iat: i64,
    /// Expiry in Unix seconds.
    pub exp: i64,
    /// Time of the last authentication.
    pub auth_time: i64,
    /// Authentication methods: `pwd`, `otp`, `hwk`.
    pub amr: Vec<String>,
    /// Assurance level: `aal1` or `aal2`.
    pub acr: String,
    /// Binding: hash of the pre-session (id) or of the session (custom).
    pub nonce: String,
    /// True if the user chose to stay signed in.
    #[serde(default)]
    pub stay: bool,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct TokenHeader {
    alg: String,
    typ: String,
    kid: String,
}

/// Keys of the process: rings, of which the first key signs and encrypts, and all verify and
/// decrypt. Clones share them.
#[derive(Clone)]
pub struct Keys {
    /// Signs the context between the edge and the roles behind it.
    pub context: ContextKey,
    /// Encrypts secrets that must be readable again.
    pub vault: Vault,
    /// Pseudonymises rate limit keys.
    pub limits: KeyRing<[u8; 32]>,
    signing: KeyRing<SigningKey>,
    sealing: KeyRing<[u8; 32]>,
}

/// Purpose of the keys that encrypt stored values.
const VAULT: &str = "guildhall/aes-256-gcm/1";
const LIMITS: &str = "guildhall/limits";
const SIGNING: &str = "guildhall/ed25519/1";
const SEALING: &str = "guildhall/hmac/1";

impl std::fmt::Debug for Keys {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Keys(hidden)")
    }
}

impl Keys {
    /// Derives the keys from two secrets of at least 32 bytes: one shared with the edge, and one
    /// shared among the roles behind it. Each use has its own key.
    #[must_use]
    pub fn derive(context_secret: &[u8], token_secret: &[u8]) -> Self {
        Self::from_rings(&context_secret.into(), &token_secret.into())
    }

    /// Derives the keys from the configured ones.
    #[must_use]
    pub fn from_config(security: &SecurityConfig) -> Self {
        let bytes = |name| security.ring(name).map(|key| key.as_bytes());
        Self::from_rings(&bytes(KeyName::Context), &bytes(KeyName::Token))
    }

    fn from_rings(context: &RingKeys<&[u8]>, token: &RingKeys<&[u8]>) -> Self {
        let derive = |purpose: &str| token.map(|key| derive_key(key, purpose));
        Self {
            context: ContextKey::from_ring(context),
            vault: Vault::new(&derive(VAULT)),
            limits: KeyRing::new(derive(LIMITS)),
            signing: KeyRing::new(derive(SIGNING).map(SigningKey::from_bytes)),
            sealing: KeyRing::new(derive(SEALING)),
        }
    }

    /// Replaces the keys for every clone, in the running process. A request uses the new keys from
    /// its next operation on, so the new rings must contain the keys of stored and issued values.
    pub fn replace(&self, security: &SecurityConfig) {
        let context = security.ring(KeyName::Context);
        let token = security.ring(KeyName::Token);
        let derive = |purpose: &str| token.map(|key| derive_key(key.as_bytes(), purpose));
        self.context.replace(&context);
        self.vault.replace(&derive(VAULT));
        self.limits.replace(derive(LIMITS));
        self.signing.replace(derive(SIGNING).map(SigningKey::from_bytes));
        self.sealing.replace(derive(SEALING));
    }

    /// Name with which the vault marks the values that a token key encrypted.
    #[must_use]
    pub fn vault_key_of(token_secret: &str) -> String {
        key_id(&derive_key(token_secret.as_bytes(), VAULT))
    }

    /// Pseudonym of `value` by the first key: HMAC-SHA-256 under `purpose`, in hex.
    #[must_use]
    pub fn pseudonym(&self, purpose: &str, value: &str) -> String {
        self.pseudonyms(purpose, value).first().clone()
    }

    /// Pseudonyms of `value` by each key, in the order of the ring.
    #[must_use]
    pub fn pseudonyms(&self, purpose: &str, value: &str) -> RingKeys<String> {
        let input = format!("{purpose}\0{value}");
        self.sealing.load().map(|key| HEXLOWER.encode(&derive_key(key, &input)))
    }

    /// Public keys of the signed tokens, as a JWK set (RFC 7517, RFC 8037).
    #[must_use]
    pub fn public_set(&self) -> serde_json::Value {
        let public = self.signing.load().map(|key| {
            let public = BASE64URL_NOPAD.encode(key.verifying_key().as_bytes());
            serde_json::json!({
                "kty": "OKP", "crv": "Ed25519", "use": "sig", "alg": "EdDSA",
                "kid": signing_key_id(key), "x": public,
            })
        });
        serde_json::json!({ "keys": public.iter().collect::<Vec<_>>() })
    }

    /// Signs `claims` as a token of `kind`.
    #[must_use]
    pub fn sign(&self, kind: TokenKind, claims: &Claims) -> String {
        let keys = self.signing.load();
        let key = keys.first();
        let header = TokenHeader {
            alg: "EdDSA".to_owned(),
            typ: kind.typ().to_owned(),
            kid: signing_key_id(key),
        };
        let header = BASE64URL_NOPAD.encode(&serde_json::to_vec(&header).unwrap_or_default());
        let body = BASE64URL_NOPAD.encode(&serde_json::to_vec(claims).unwrap_or_default());
        let signed = format!("{header}.{body}");
        let signature = key.sign(signed.as_bytes());
        format!("{signed}.{}", BASE64URL_NOPAD.encode(&signature.to_bytes()))
    }

    /// Verifies and parses a token of `kind` for `audience`.
    ///
    /// # Errors
    /// [`TokenError::Invalid`] for every defect.
    pub fn verify(
        &self,
        kind: TokenKind,
        token: &str,
        issuer: &str,
        audience: &str,
        now: DateTime<Utc>,
    ) -> Result<Claims, TokenError> {
        let (signed, signature) = token.rsplit_once('.').ok_or(TokenError::Invalid)?;
        let (header, body) = signed.split_once('.').ok_or(TokenError::Invalid)?;
        let header: TokenHeader = decode(header)?;
        if header.alg != "EdDSA" || header.typ != kind.typ() {
            return Err(TokenError::Invalid);
        }
        let keys = self.signing.load();
        let key =
            keys.iter().find(|key| signing_key_id(key) == header.kid).ok_or(TokenError::Invalid)?;
        let signature =
            BASE64URL_NOPAD.decode(signature.as_bytes()).map_err(|_| TokenError::Invalid)?;
        let signature = Signature::from_slice(&signature).map_err(|_| TokenError::Invalid)?;
        key.verifying_key()
            .verify(signed.as_bytes(), &signature)
            .map_err(|_| TokenError::Invalid)?;
        let claims: Claims = decode(body)?;
        let now = now.timestamp();
        let fits = claims.iss == issuer
            && claims.aud == audience
            && claims.exp + LEEWAY_S > now
            && claims.iat <= now + LEEWAY_S;
        if fits { Ok(claims) } else { Err(TokenError::Invalid) }
    }
}

fn signing_key_id(key: &SigningKey) -> String {
    HEXLOWER.encode(&Sha256::digest(key.verifying_key().as_bytes())[..8])
}

fn derive_key(secret: &[u8], purpose: &str) -> [u8; 32] {
    hmac(secret, purpose.as_bytes())
}

fn decode<T: for<'de> Deserialize<'de>>(part: &str) -> Result<T, TokenError> {
    let bytes = BASE64URL_NOPAD.decode(part.as_bytes()).map_err(|_| TokenError::Invalid)?;
    serde_json::from_slice(&bytes).map_err(|_| TokenError::Invalid)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn claims(now: DateTime<Utc>) -> Claims {
        Claims {
            iss: "http://localhost:8080".to_owned(),
            aud: "localhost".to_owned(),
            sub: "u".to_owned(),
            jti: "j".to_owned(),
            iat: now.timestamp(),
            exp: now.timestamp() + TokenKind::Id.life_s(),
            auth_time: now.timestamp(),
            amr: vec!["pwd".to_owned()],
            acr: "aal1".to_owned(),
            nonce: "n".to_owned(),
            stay: false,
        }
    }

    #[test]
    fn token_is_valid_only_for_its_kind_and_audience() {
        let keys = Keys::derive(&[1; 32], &[2; 32]);
        let now = crate::Clock::system_clock().now();
        let token = keys.sign(TokenKind::Id, &claims(now));
        let read = |kind, token: &str, iss, aud, at| keys.verify(kind, token, iss, aud, at);
        let main = "http://localhost:8080";
        assert!(read(TokenKind::Id, &token, main, "localhost", now).is_ok());
        assert!(read(TokenKind::Custom, &token, main, "localhost", now).is_err());
        assert!(read(TokenKind::Id, &token, main, "other", now).is_err());
        assert!(read(TokenKind::Id, &token, "http://other", "localhost", now).is_err());
        let late = now + chrono::Duration::seconds(331);
        assert!(read(TokenKind::Id, &token, main, "localhost", late).is_err());
        let other = Keys::derive(&[1; 32], &[3; 32]).sign(TokenKind::Id, &claims(now));
        assert!(read(TokenKind::Id, &other, main, "localhost", now).is_err());
    }

    #[test]
    fn rotated_keys_accept_tokens_of_the_older_key() {
        let now = crate::Clock::system_clock().now();
        let old = Keys::derive(&[1; 32], &[2; 32]);
        let rotated = Keys::from_rings(
            &RingKeys::from(&[1; 32][..]),
            &RingKeys::new(&[3; 32][..], [&[2; 32][..]]),
        );
        let main = "http://localhost:8080";
        let token = old.sign(TokenKind::Id, &claims(now));
        assert!(rotated.verify(TokenKind::Id, &token, main, "localhost", now).is_ok());
        let token = rotated.sign(TokenKind::Id, &claims(now));
        assert!(old.verify(TokenKind::Id, &token, main, "localhost", now).is_err());
        assert_eq!(rotated.public_set()["keys"].as_array().map(Vec::len), Some(2));
        assert_ne!(rotated.pseudonym("p", "v"), old.pseudonym("p", "v"));
        let both = rotated.pseudonyms("p", "v");
        assert!(both.iter().any(|one| *one == old.pseudonym("p", "v")));
    }

    #[test]
    fn rejects_other_algorithms_and_extra_headers() {
        let keys = Keys::derive(&[1; 32], &[2; 32]);
        let now = crate::Clock::system_clock().now();
        let token = keys.sign(TokenKind::Id, &claims(now));
        let body = token.split('.').nth(1).unwrap_or_default();
        for header in [
            r#"{"alg":"none","typ":"guildhall-id+jwt","kid":"x"}"#,
            r#"{"alg":"HS256","typ":"guildhall-id+jwt","kid":"x"}"#,
            r#"{"alg":"EdDSA","typ":"guildhall-id+jwt","kid":"x","jku":"https://evil"}"#,
        ] {
            let forged = format!("{}.{body}.", BASE64URL_NOPAD.encode(header.as_bytes()));
            assert!(
                keys.verify(TokenKind::Id, &forged, "http://localhost:8080", "localhost", now)
                    .is_err()
            );
        }
    }
}
