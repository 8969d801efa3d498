//! The instance's key pair for push messages, and the token that it signs (RFC 8292).

use super::encryption::PushError;
use aws_lc_rs::agreement::{ECDH_P256, PrivateKey};
use aws_lc_rs::encoding::{AsBigEndian, EcPrivateKeyBin, EcPublicKeyUncompressedBin};
use aws_lc_rs::rand::SystemRandom;
use aws_lc_rs::signature::{ECDSA_P256_SHA256_FIXED_SIGNING, EcdsaKeyPair, KeyPair};
use chrono::{DateTime, Duration, Utc};
use data_encoding::BASE64URL_NOPAD;
use serde_json::json;

/// Lifetime of a token; push services accept 24 hours at most.
const TOKEN_LIFETIME: Duration = Duration::hours(12);

/// A key pair that signs push messages. Browsers bind each subscription to its public key.
pub struct VapidKey(EcdsaKeyPair);

impl std::fmt::Debug for VapidKey {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("VapidKey(hidden)")
    }
}

impl VapidKey {
    /// Creates a key pair: the private key of 32 bytes, and the point of 65 bytes.
    pub(super) fn generate() -> Result<(Vec<u8>, Vec<u8>), PushError> {
        let made = PrivateKey::generate(&ECDH_P256)?;
        let private: EcPrivateKeyBin<'_> = made.as_be_bytes()?;
        let public: EcPublicKeyUncompressedBin<'_> = made.compute_public_key()?.as_be_bytes()?;
        Ok((private.as_ref().to_vec(), public.as_ref().to_vec()))
    }

    /// Reads a stored key pair.
    ///
    /// # Errors
    /// [`PushError::Key`] if the two do not belong together.
    pub fn from_bytes(private: &[u8], public: &[u8]) -> Result<Self, PushError> {
        let algorithm = &ECDSA_P256_SHA256_FIXED_SIGNING;
        Ok(Self(EcdsaKeyPair::from_private_key_and_public_key(algorithm, private, public)?))
    }

    /// `Authorization` header for one push service. `audience` is the origin of the endpoint,
    /// `contact` a `mailto:` or `https:` address of the operator.
    ///
    /// # Errors
    /// [`PushError::Key`] if the library cannot sign.
    pub fn authorization(
        &self,
        audience: &str,
        contact: &str,
        now: DateTime<Utc>,
    ) -> Result<String, PushError> {
        let header = BASE64URL_NOPAD.encode(br#"{"typ":"JWT","alg":"ES256"}"#);
        let expires = (now + TOKEN_LIFETIME).timestamp();
        let claims = json!({ "aud": audience, "exp": expires, "sub": contact }).to_string();
        let signed = format!("{header}.{}", BASE64URL_NOPAD.encode(claims.as_bytes()));
        let signature = self.0.sign(&SystemRandom::new(), signed.as_bytes())?;
        let signature = BASE64URL_NOPAD.encode(signature.as_ref());
        let public = BASE64URL_NOPAD.encode(self.0.public_key().as_ref());
        Ok(format!("vapid t={signed}.{signature}, k={public}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use aws_lc_rs::signature::{ECDSA_P256_SHA256_FIXED, UnparsedPublicKey};

    #[test]
    fn token_names_the_push_service_and_verifies_with_the_public_key() {
        let Ok((private, public)) = VapidKey::generate() else { panic!("no key pair") };
        assert_eq!((private.len(), public.len()), (32, 65));
        let Ok(key) = VapidKey::from_bytes(&private, &public) else { panic!("refused") };
        let now = crate::Clock::system_clock().now();
        let header = key.authorization("https://push.example.net", "mailto:ops@example.org", now);
        let header = header.unwrap_or_default();
        let (token, sent) =
            header.trim_start_matches("vapid t=").split_once(", k=").unwrap_or_default();
        assert_eq!(sent, BASE64URL_NOPAD.encode(&public));
        let (signed, signature) = token.rsplit_once('.').unwrap_or_default();
        let signature = BASE64URL_NOPAD.decode(signature.as_bytes()).unwrap_or_default();
        let verifier = UnparsedPublicKey::new(&ECDSA_P256_SHA256_FIXED, &public);
        assert!(verifier.verify(signed.as_bytes(), &signature).is_ok());
        let claims = signed.split('.').nth(1).unwrap_or_default();
        let claims = BASE64URL_NOPAD.decode(claims.as_bytes()).unwrap_or_default();
        let claims: serde_json::Value = serde_json::from_slice(&claims).unwrap_or_default();
        assert_eq!(claims["aud"], "https://push.example.net");
        assert_eq!(claims["exp"], (now + Duration::hours(12)).timestamp());
    }

    #[test]
    fn rejects_a_public_key_of_another_pair() {
        let (Ok((private, _)), Ok((_, other))) = (VapidKey::generate(), VapidKey::generate())
        else {
            panic!("no key pair")
        };
        assert!(VapidKey::from_bytes(&private, &other).is_err());
    }
}
