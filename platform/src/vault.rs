//! Encryption of secrets that must be readable again, such as the seed of an authenticator:
//! AES-256-GCM, so that read access to the database alone reveals nothing.

use crate::tokens::{TokenError, random_bytes};
use aes_gcm::aead::{Aead, Payload};
use aes_gcm::{Aes256Gcm, KeyInit, Nonce};
use data_encoding::{BASE64URL_NOPAD, HEXLOWER};
use sha2::{Digest, Sha256};

const NONCE_BYTES: usize = 12;

/// Encryption key, with its name.
#[derive(Clone)]
pub struct Vault {
    key: [u8; 32],
    id: String,
}

impl Vault {
    pub(crate) fn new(key: [u8; 32]) -> Self {
        let id = HEXLOWER.encode(&Sha256::digest(key)[..4]);
        Self { key, id }
    }

    /// Encrypts a secret for one place. It cannot be decrypted for another place, so rows cannot be
    /// swapped.
    ///
    /// # Errors
    /// The operating system has no randomness.
    pub fn seal(&self, place: &str, secret: &[u8]) -> Result<String, TokenError> {
        let nonce = random_bytes::<NONCE_BYTES>()?;
        let payload = Payload { msg: secret, aad: place.as_bytes() };
        let cipher = Aes256Gcm::new(&self.key.into());
        let sealed =
            cipher.encrypt(&Nonce::from(nonce), payload).map_err(|_| TokenError::Invalid)?;
        let bytes = [nonce.as_slice(), &sealed].concat();
        Ok(format!("{}.{}", self.id, BASE64URL_NOPAD.encode(&bytes)))
    }

    /// Decrypts a secret that was encrypted for this place with this key.
    ///
    /// # Errors
    /// [`TokenError::Invalid`] for every defect.
    pub fn open(&self, place: &str, sealed: &str) -> Result<Vec<u8>, TokenError> {
        let (id, bytes) = sealed.split_once('.').ok_or(TokenError::Invalid)?;
        let bytes = BASE64URL_NOPAD.decode(bytes.as_bytes()).map_err(|_| TokenError::Invalid)?;
        let (nonce, sealed) =
            bytes.split_first_chunk::<NONCE_BYTES>().ok_or(TokenError::Invalid)?;
        if id != self.id {
            return Err(TokenError::Invalid);
        }
        let payload = Payload { msg: sealed, aad: place.as_bytes() };
        let cipher = Aes256Gcm::new(&self.key.into());
        cipher.decrypt(&Nonce::from(*nonce), payload).map_err(|_| TokenError::Invalid)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn secret_decrypts_only_for_its_place_and_key() {
        let vault = Vault::new([7; 32]);
        let Ok(sealed) = vault.seal("totp/ada", b"seed") else { panic!("not sealed") };
        assert_eq!(vault.open("totp/ada", &sealed).as_deref(), Ok(&b"seed"[..]));
        assert!(vault.open("totp/bob", &sealed).is_err());
        assert!(Vault::new([8; 32]).open("totp/ada", &sealed).is_err());
        assert!(vault.open("totp/ada", &sealed[..sealed.len() - 2]).is_err());
        assert!(!sealed.contains("seed"));
        assert_ne!(vault.seal("totp/ada", b"seed").ok(), Some(sealed));
    }
}
