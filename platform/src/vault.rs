//! Encryption of secrets that must be readable again, such as the seed of an authenticator:
//! AES-256-GCM, so that read access to the database alone reveals nothing.

use crate::tokens::{TokenError, random_bytes};
use aes_gcm::aead::{Aead, Payload};
use aes_gcm::{Aes256Gcm, KeyInit, Nonce};
use data_encoding::{BASE64URL_NOPAD, HEXLOWER};
use sha2::{Digest, Sha256};
use wire::{KeyRing, RingKeys};

const NONCE_BYTES: usize = 12;

/// Ring of encryption keys. Clones share it.
#[derive(Clone)]
pub struct Vault(KeyRing<VaultKey>);

struct VaultKey {
    key: [u8; 32],
    id: String,
}

impl VaultKey {
    fn new(key: &[u8; 32]) -> Self {
        Self { key: *key, id: key_id(key) }
    }

    fn open(&self, place: &str, nonce: [u8; NONCE_BYTES], sealed: &[u8]) -> Option<Vec<u8>> {
        let payload = Payload { msg: sealed, aad: place.as_bytes() };
        Aes256Gcm::new(&self.key.into()).decrypt(&Nonce::from(nonce), payload).ok()
    }
}

/// Public name of an encryption key, stored with each value that it encrypts.
pub(crate) fn key_id(key: &[u8; 32]) -> String {
    HEXLOWER.encode(&Sha256::digest(key)[..4])
}

/// Returns the name of the key that encrypted a value.
#[must_use]
pub fn key_of(sealed: &str) -> Option<&str> {
    sealed.split_once('.').map(|(id, _)| id)
}

impl Vault {
    pub(crate) fn new(keys: &RingKeys<[u8; 32]>) -> Self {
        Self(KeyRing::new(keys.map(VaultKey::new)))
    }

    pub(crate) fn replace(&self, keys: &RingKeys<[u8; 32]>) {
        self.0.replace(keys.map(VaultKey::new));
    }

    /// Name of the key that encrypts.
    #[must_use]
    pub fn first_key(&self) -> String {
        self.0.load().first().id.clone()
    }

    /// Encrypts a secret for one place. It cannot be decrypted for another place, so rows cannot be
    /// swapped.
    ///
    /// # Errors
    /// The operating system has no randomness.
    pub fn seal(&self, place: &str, secret: &[u8]) -> Result<String, TokenError> {
        let keys = self.0.load();
        let first = keys.first();
        let nonce = random_bytes::<NONCE_BYTES>()?;
        let payload = Payload { msg: secret, aad: place.as_bytes() };
        let cipher = Aes256Gcm::new(&first.key.into());
        let sealed =
            cipher.encrypt(&Nonce::from(nonce), payload).map_err(|_| TokenError::Invalid)?;
        let bytes = [nonce.as_slice(), &sealed].concat();
        Ok(format!("{}.{}", first.id, BASE64URL_NOPAD.encode(&bytes)))
    }

    /// Decrypts a secret that was encrypted for this place with a key of the ring.
    ///
    /// # Errors
    /// [`TokenError::Invalid`] for every defect.
    pub fn open(&self, place: &str, sealed: &str) -> Result<Vec<u8>, TokenError> {
        let (id, bytes) = sealed.split_once('.').ok_or(TokenError::Invalid)?;
        let bytes = BASE64URL_NOPAD.decode(bytes.as_bytes()).map_err(|_| TokenError::Invalid)?;
        let (nonce, sealed) =
            bytes.split_first_chunk::<NONCE_BYTES>().ok_or(TokenError::Invalid)?;
        let keys = self.0.load();
        let mut named = keys.iter().filter(|key| key.id == id);
        named.find_map(|key| key.open(place, *nonce, sealed)).ok_or(TokenError::Invalid)
    }

    /// Encrypts a value with the first key, if another key encrypted it; `None` if the first one
    /// did.
    ///
    /// # Errors
    /// As [`Self::open`] and [`Self::seal`].
    pub fn reseal(&self, place: &str, sealed: &str) -> Result<Option<String>, TokenError> {
        if key_of(sealed) == Some(self.first_key().as_str()) {
            return Ok(None);
        }
        let secret = self.open(place, sealed)?;
        self.seal(place, &secret).map(Some)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn secret_decrypts_only_for_its_place_and_key() {
        let vault = Vault::new(&[7; 32].into());
        let Ok(sealed) = vault.seal("totp/ada", b"seed") else { panic!("not sealed") };
        assert_eq!(vault.open("totp/ada", &sealed).as_deref(), Ok(&b"seed"[..]));
        assert!(vault.open("totp/bob", &sealed).is_err());
        assert!(Vault::new(&[8; 32].into()).open("totp/ada", &sealed).is_err());
        assert!(vault.open("totp/ada", &sealed[..sealed.len() - 2]).is_err());
        assert!(!sealed.contains("seed"));
        assert_ne!(vault.seal("totp/ada", b"seed").ok(), Some(sealed));
    }

    #[test]
    fn rotated_vault_opens_older_values_and_reseals_them() {
        let (old, new) = (Vault::new(&[7; 32].into()), Vault::new(&[8; 32].into()));
        let Ok(sealed) = old.seal("totp/ada", b"seed") else { panic!("not sealed") };
        let rotated = Vault::new(&RingKeys::new([8; 32], [[7; 32]]));
        assert_eq!(rotated.open("totp/ada", &sealed).as_deref(), Ok(&b"seed"[..]));
        let Ok(Some(resealed)) = rotated.reseal("totp/ada", &sealed) else {
            panic!("not resealed")
        };
        assert_eq!(new.open("totp/ada", &resealed).as_deref(), Ok(&b"seed"[..]));
        assert_eq!(rotated.reseal("totp/ada", &resealed), Ok(None));
        assert!(new.reseal("totp/ada", &sealed).is_err(), "the ring lacks its key");
        let shared = old.clone();
        old.replace(&[8; 32].into());
        assert_eq!(shared.open("totp/ada", &resealed).as_deref(), Ok(&b"seed"[..]));
    }
}
