//! Secrets that travel: random tokens (kept as hashes) and the two signed ones, idToken and
//! customToken (security.md section 4.2).
//!
//! A signed token is a JWS in compact form with one algorithm, Ed25519 (RFC 8037), and nothing a
//! caller can choose: no `jku`, `jwk`, `x5u` or `crit`, and `typ`, `iss`, `aud`, `exp` and `iat` are
//! all checked.

use crate::vault::Vault;
use chrono::{DateTime, Utc};
use data_encoding::{BASE64URL_NOPAD, HEXLOWER};
use ed25519_dalek::{Signature, Signer, SigningKey, Verifier};
use hmac::{Hmac, KeyInit, Mac};
use rand::TryRng;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use wire::ContextKey;

/// Seconds that clocks may differ by when a signed token is checked.
const LEEWAY_S: i64 = 30;

/// `N` random bytes from the operating system.
///
/// # Errors
/// When the operating system has none to give.
pub fn random_bytes<const N: usize>() -> Result<[u8; N], TokenError> {
    let mut bytes = [0u8; N];
    rand::rngs::SysRng.try_fill_bytes(&mut bytes).map_err(|_| TokenError::NoRandomness)?;
    Ok(bytes)
}

/// A random token of `N` bytes, base64url without padding.
///
/// # Errors
/// When the operating system has no randomness to give.
pub fn random_token<const N: usize>() -> Result<String, TokenError> {
    Ok(BASE64URL_NOPAD.encode(&random_bytes::<N>()?))
}

/// Whether a text has the form of a [`random_token`] of `N` bytes.
#[must_use]
pub fn has_form<const N: usize>(text: &str) -> bool {
    BASE64URL_NOPAD.decode(text.as_bytes()).is_ok_and(|bytes| bytes.len() == N)
}

/// What is kept of a random token: SHA-256, base64url. The token has full entropy, so a plain hash
/// is enough.
#[must_use]
pub fn hash(token: &str) -> String {
    BASE64URL_NOPAD.encode(&Sha256::digest(token.as_bytes()))
}

/// Compares two texts without telling by the time where they differ.
#[must_use]
pub fn same(a: &str, b: &str) -> bool {
    use subtle::ConstantTimeEq;
    a.as_bytes().ct_eq(b.as_bytes()).into()
}

/// Why a token was not believed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum TokenError {
    /// Malformed, wrongly signed, of another kind, for another host, or expired.
    #[error("the token is not valid")]
    Invalid,
    /// The operating system has no randomness to give.
    #[error("no randomness")]
    NoRandomness,
}

/// What kind of signed token it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TokenKind {
    /// Proof of a fresh sign-in; becomes a session at `usersSignin`.
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
    /// How long it is good for.
    #[must_use]
    pub const fn life_s(self) -> i64 {
        match self {
            Self::Id => 300,
            Self::Custom => 60,
        }
    }
}

/// What a signed token says.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Claims {
    /// The main origin.
    pub iss: String,
    /// The host that asked, or `identity`.
    pub aud: String,
    /// The account.
    pub sub: String,
    /// 128 random bits, for single use.
    pub jti: String,
    /// When it was made, Unix seconds.
    pub iat: i64,
    /// When it ends.
    pub exp: i64,
    /// When the person last proved who they are.
    pub auth_time: i64,
    /// How: `pwd`, `otp`, `hwk`.
    pub amr: Vec<String>,
    /// With how much assurance: `aal1` or `aal2`.
    pub acr: String,
    /// What it is bound to: the hash of the pre-session (id) or of the session (custom).
    pub nonce: String,
    /// Whether the person asked to stay signed in.
    #[serde(default)]
    pub stay: bool,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Header {
    alg: String,
    typ: String,
    kid: String,
}

/// The process's keys.
#[derive(Clone)]
pub struct Keys {
    /// Signs the context between the edge and the roles behind it.
    pub context: ContextKey,
    /// Seals what must be read back.
    pub vault: Vault,
    signing: SigningKey,
    sealing: [u8; 32],
}

impl std::fmt::Debug for Keys {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Keys(hidden)")
    }
}

impl Keys {
    /// Keys from two secrets of at least 32 bytes: the one shared with the edge, and the one the
    /// roles behind it share with each other. Each use gets a key of its own from them.
    #[must_use]
    pub fn derive(context_secret: &[u8], token_secret: &[u8]) -> Self {
        Self {
            context: ContextKey::new(context_secret),
            vault: Vault::new(derived(token_secret, "guildhall/aes-256-gcm/1")),
            signing: SigningKey::from_bytes(&derived(token_secret, "guildhall/ed25519/1")),
            sealing: derived(token_secret, "guildhall/hmac/1"),
        }
    }

    /// A name for `value` that tells nothing about it: HMAC-SHA-256 under `purpose`, in hex.
    #[must_use]
    pub fn pseudonym(&self, purpose: &str, value: &str) -> String {
        HEXLOWER.encode(&derived(&self.sealing, &format!("{purpose}\0{value}")))
    }

    /// The public keys that signed tokens are checked with, as a JWK set (RFC 7517, RFC 8037).
    #[must_use]
    pub fn public_set(&self) -> serde_json::Value {
        let public = BASE64URL_NOPAD.encode(self.signing.verifying_key().as_bytes());
        let key = serde_json::json!({
            "kty": "OKP", "crv": "Ed25519", "use": "sig", "alg": "EdDSA",
            "kid": self.kid(), "x": public,
        });
        serde_json::json!({ "keys": [key] })
    }

    fn kid(&self) -> String {
        HEXLOWER.encode(&Sha256::digest(self.signing.verifying_key().as_bytes())[..8])
    }

    /// Signs `claims` as a token of `kind`.
    #[must_use]
    pub fn sign(&self, kind: TokenKind, claims: &Claims) -> String {
        let header =
            Header { alg: "EdDSA".to_owned(), typ: kind.typ().to_owned(), kid: self.kid() };
        let header = BASE64URL_NOPAD.encode(&serde_json::to_vec(&header).unwrap_or_default());
        let body = BASE64URL_NOPAD.encode(&serde_json::to_vec(claims).unwrap_or_default());
        let signed = format!("{header}.{body}");
        let signature = self.signing.sign(signed.as_bytes());
        format!("{signed}.{}", BASE64URL_NOPAD.encode(&signature.to_bytes()))
    }

    /// Reads a token of `kind` made for `audience`.
    ///
    /// # Errors
    /// [`TokenError::Invalid`], whatever was wrong with it.
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
        let header: Header = decode(header)?;
        if header.alg != "EdDSA" || header.typ != kind.typ() || header.kid != self.kid() {
            return Err(TokenError::Invalid);
        }
        let signature =
            BASE64URL_NOPAD.decode(signature.as_bytes()).map_err(|_| TokenError::Invalid)?;
        let signature = Signature::from_slice(&signature).map_err(|_| TokenError::Invalid)?;
        self.signing
            .verifying_key()
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

fn derived(secret: &[u8], purpose: &str) -> [u8; 32] {
    // HMAC takes keys of every length (RFC 2104 section 2), so the fallback is never met.
    let mut mac = Hmac::<Sha256>::new_from_slice(secret)
        .unwrap_or_else(|_| Hmac::<Sha256>::new(&Default::default()));
    mac.update(purpose.as_bytes());
    mac.finalize().into_bytes().into()
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
    fn a_token_is_believed_only_as_what_it_was_made_for() {
        let keys = Keys::derive(&[1; 32], &[2; 32]);
        let now = crate::Clock::system().now();
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
    fn other_algorithms_and_extra_headers_are_refused() {
        let keys = Keys::derive(&[1; 32], &[2; 32]);
        let now = crate::Clock::system().now();
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
