//! Key rings in the settings: a setting or file may contain several keys, one a line. The first one
//! signs and encrypts; all verify and decrypt.

use super::{KeyName, SecurityConfig};
use crate::private_files::create_private_dir;
use data_encoding::{BASE64URL_NOPAD, HEXLOWER};
use hmac::{Hmac, KeyInit, Mac};
use secrecy::ExposeSecret;
use sha2::Sha256;
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use wire::RingKeys;

/// Maximum number of keys in a ring: a rotation needs two.
pub const RING_KEYS_MAX: usize = 4;
/// Bytes of a fingerprint.
const FINGERPRINT_BYTES: usize = 16;

impl SecurityConfig {
    /// Configured keys, the first one first. A single empty key only in a configuration that was not
    /// validated.
    #[must_use]
    pub fn ring(&self, name: KeyName) -> RingKeys<&str> {
        let text = self.secret(name).map(ExposeSecret::expose_secret).unwrap_or_default();
        let mut keys = lines(text);
        RingKeys::new(keys.next().unwrap_or_default(), keys)
    }

    /// First key of a ring.
    #[must_use]
    pub fn text(&self, name: KeyName) -> &str {
        let ring = self.ring(name);
        let first: &str = ring.first();
        first
    }

    /// Derives 32 bytes for one purpose from the first key, so that several independent keys come
    /// from one configured secret.
    #[must_use]
    pub fn derive(&self, name: KeyName, purpose: &str) -> [u8; 32] {
        *self.derive_ring(name, purpose).first()
    }

    /// Derives 32 bytes for one purpose from each key.
    #[must_use]
    pub fn derive_ring(&self, name: KeyName, purpose: &str) -> RingKeys<[u8; 32]> {
        self.ring(name).map(|key| mac(key, &format!("guildhall/{purpose}")))
    }

    /// File that a key was read from: its `*_file` setting, or the key file of an embedded instance.
    #[must_use]
    pub fn key_file(&self, name: KeyName) -> Option<&Path> {
        let file = self.key_files.iter().find(|(of, _)| *of == name);
        file.map(|(_, path)| path.as_path())
    }

    /// Returns whether a key was read from a file, which can change while the process runs.
    #[must_use]
    pub fn has_key_files(&self) -> bool {
        !self.key_files.is_empty()
    }

    /// Key files that settings name.
    pub(super) fn named_files(&self) -> impl Iterator<Item = (KeyName, PathBuf)> + use<> {
        let files = [
            (KeyName::Context, self.context_key_file.clone()),
            (KeyName::Feed, self.feed_token_file.clone()),
            (KeyName::Token, self.token_key_file.clone()),
        ];
        files.into_iter().filter_map(|(name, path)| Some((name, path?)))
    }

    /// These settings with the present content of the key files.
    ///
    /// # Errors
    /// A file cannot be read, or its keys are not valid.
    pub fn reload_keys(&self) -> io::Result<Self> {
        let mut newest = self.clone();
        for (name, path) in &self.key_files {
            let text = fs::read_to_string(path)?;
            if let Some(problem) = ring_problem(&text) {
                let words = format!("{}: {problem}", path.display());
                return Err(io::Error::new(io::ErrorKind::InvalidData, words));
            }
            // Trimmed as at the start.
            let is_named = self.named_files().any(|(of, _)| of == *name);
            let text = if is_named { text.trim_end_matches(['\r', '\n']) } else { text.trim_end() };
            *newest.secret_mut(*name) = Some(text.into());
        }
        Ok(newest)
    }

    /// Returns whether both have the same keys in the same order.
    #[must_use]
    pub fn has_same_keys(&self, other: &Self) -> bool {
        KeyName::ALL.into_iter().all(|name| self.ring(name).iter().eq(other.ring(name).iter()))
    }
}

/// Keys in a setting or file.
pub(super) fn lines(text: &str) -> impl Iterator<Item = &str> {
    text.lines().filter(|line| !line.trim().is_empty())
}

/// Reason why a text is not a valid ring.
pub(super) fn ring_problem(text: &str) -> Option<String> {
    let keys: Vec<&str> = lines(text).collect();
    if keys.is_empty() || keys.iter().any(|key| key.len() < super::KEY_CHARS_MIN) {
        return Some(format!("must have at least {} characters", super::KEY_CHARS_MIN));
    }
    if keys.len() > RING_KEYS_MAX {
        return Some(format!("must have at most {RING_KEYS_MAX} keys, one a line"));
    }
    let is_repeated = |(at, key): (usize, &&str)| keys[..at].contains(key);
    keys.iter().enumerate().any(is_repeated).then(|| "contains the same key twice".to_owned())
}

/// Fingerprint of a key: 128 bits of an HMAC. It identifies the key and reveals nothing about it.
#[must_use]
pub fn fingerprint(name: KeyName, key: &str) -> String {
    let tag = mac(key, &format!("guildhall/fingerprint/1/{}", name.field_name()));
    HEXLOWER.encode(&tag[..FINGERPRINT_BYTES])
}

/// A new random key, in the form in which files contain it.
#[must_use]
pub fn new_key() -> String {
    BASE64URL_NOPAD.encode(&crate::random::random_bytes::<32>())
}

/// Replaces a key file, atomically and synced to disk. Only this user can read it.
///
/// # Errors
/// I/O errors; the previous file is then unchanged.
pub fn replace_key_file(path: &Path, keys: &[&str]) -> io::Result<()> {
    let draft = write_draft(path, keys)?;
    fs::rename(&draft, path)?;
    // The rename is durable only after the folder is synced.
    File::open(path.parent().unwrap_or(Path::new(".")))?.sync_all()
}

/// Writes keys to a new file next to `path`, synced to disk.
pub(super) fn write_draft(path: &Path, keys: &[&str]) -> io::Result<PathBuf> {
    create_private_dir(path.parent().unwrap_or(Path::new(".")))?;
    let draft = path.with_extension(format!("{}.draft", uuid::Uuid::now_v7().simple()));
    let mut options = fs::OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let mut file = options.open(&draft)?;
    for key in keys {
        writeln!(file, "{key}")?;
    }
    file.sync_all()?;
    Ok(draft)
}

fn mac(key: &str, input: &str) -> [u8; 32] {
    // HMAC accepts keys of every length (RFC 2104 section 2), so the fallback is never used.
    let mut mac = Hmac::<Sha256>::new_from_slice(key.as_bytes())
        .unwrap_or_else(|_| Hmac::<Sha256>::new(&Default::default()));
    mac.update(input.as_bytes());
    mac.finalize().into_bytes().into()
}

#[cfg(test)]
mod tests {
    use super::*;

    const KEYS: [&str; 2] =
        ["old-key-old-key-old-key-old-key-1", "new-key-new-key-new-key-new-key-1"];

    fn config(text: &str) -> SecurityConfig {
        SecurityConfig { token_key: Some(text.into()), ..SecurityConfig::default() }
    }

    #[test]
    fn one_line_is_one_key() {
        let [old, new] = KEYS;
        let rotated = config(&format!("{new}\r\n\n{old}\n"));
        assert!(rotated.ring(KeyName::Token).iter().eq(&[new, old]));
        assert_eq!(rotated.derive(KeyName::Token, "x"), config(new).derive(KeyName::Token, "x"));
    }

    #[test]
    fn rejects_short_repeated_and_too_many_keys() {
        let [old, new] = KEYS;
        assert_eq!(ring_problem(&format!("{old}\n{new}")), None);
        for bad in [
            String::new(),
            "\n".to_owned(),
            format!("{old}\nshort"),
            format!("{old}\n{old}"),
            (0..5).map(|n| format!("{old}{n}\n")).collect(),
        ] {
            assert!(ring_problem(&bad).is_some(), "{bad}");
        }
    }

    #[test]
    fn fingerprint_differs_by_key_and_name() {
        let [old, new] = KEYS;
        let of = |name, key| fingerprint(name, key);
        assert_eq!(of(KeyName::Token, old), of(KeyName::Token, old));
        assert_ne!(of(KeyName::Token, old), of(KeyName::Token, new));
        assert_ne!(of(KeyName::Token, old), of(KeyName::Feed, old));
        assert_eq!(of(KeyName::Token, old).len(), 2 * FINGERPRINT_BYTES);
    }
}
