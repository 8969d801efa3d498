//! The secrets: from `*_file`s, from the embedded instance's own key files, and what is derived
//! from them.

use super::{Config, Faults, SecurityConfig};
use crate::private_files::create_private_dir;
use data_encoding::BASE64URL_NOPAD;
use hmac::{Hmac, KeyInit, Mac};
use secrecy::{ExposeSecret, SecretString};
use sha2::Sha256;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// Fewest characters of a key.
pub const KEY_CHARS_MIN: usize = 32;

/// The keys every node of an instance shares.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum KeyName {
    /// Signs the request context.
    Context,
    /// Opens the control plane's feed.
    Feed,
    /// Signs tokens and blinds limit keys.
    Token,
}

impl KeyName {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Context, Self::Feed, Self::Token];

    /// The name of its field in the section `security`.
    #[must_use]
    pub const fn field(self) -> &'static str {
        match self {
            Self::Context => "context_key",
            Self::Feed => "feed_token",
            Self::Token => "token_key",
        }
    }

    const fn file(self) -> &'static str {
        match self {
            Self::Context => "context.key",
            Self::Feed => "feed.key",
            Self::Token => "token.key",
        }
    }
}

impl SecurityConfig {
    pub(super) const fn secret(&self, name: KeyName) -> Option<&SecretString> {
        match name {
            KeyName::Context => self.context_key.as_ref(),
            KeyName::Feed => self.feed_token.as_ref(),
            KeyName::Token => self.token_key.as_ref(),
        }
    }

    fn secret_mut(&mut self, name: KeyName) -> &mut Option<SecretString> {
        match name {
            KeyName::Context => &mut self.context_key,
            KeyName::Feed => &mut self.feed_token,
            KeyName::Token => &mut self.token_key,
        }
    }

    /// The secret as it was configured; empty only in a configuration that was never checked.
    #[must_use]
    pub fn text(&self, name: KeyName) -> &str {
        self.secret(name).map(ExposeSecret::expose_secret).unwrap_or_default()
    }

    /// 32 bytes for one purpose, so that one configured secret serves several without their
    /// outputs having anything to do with each other.
    #[must_use]
    pub fn derive(&self, name: KeyName, purpose: &str) -> [u8; 32] {
        // HMAC takes keys of every length (RFC 2104 section 2), so the fallback is never met.
        let mut mac = Hmac::<Sha256>::new_from_slice(self.text(name).as_bytes())
            .unwrap_or_else(|_| Hmac::<Sha256>::new(&Default::default()));
        mac.update(b"guildhall/");
        mac.update(purpose.as_bytes());
        mac.finalize().into_bytes().into()
    }
}

/// Why an embedded instance has no keys to start with.
#[derive(Debug, thiserror::Error)]
pub enum KeysError {
    /// The database is there and its keys are not.
    #[error(
        "the database {} exists, but its keys are missing: {}. Guildhall does not create new ones \
         for it: every session would end, and what the old keys sealed (authenticator secrets, \
         keys of certificates) could never be read again. Restore the folder {} from the backup \
         that the database is from, and start again",
        .database.display(), list(.files), .folder.display()
    )]
    Missing {
        /// The database's file.
        database: PathBuf,
        /// Where the keys belong.
        folder: PathBuf,
        /// The missing files.
        files: Vec<PathBuf>,
    },
    /// A key file cannot be written.
    #[error("the key {} cannot be created: {source}", .path.display())]
    Unwritable {
        /// The file.
        path: PathBuf,
        /// The system's error.
        source: io::Error,
    },
}

fn list(files: &[PathBuf]) -> String {
    files.iter().map(|file| file.display().to_string()).collect::<Vec<_>>().join(", ")
}

impl Config {
    /// Reads every `*_file`, and the keys that an embedded instance created at its first start. Writes
    /// nothing.
    pub(super) fn read_keys(&mut self) -> Result<(), Faults> {
        let mut faults = Faults::default();
        self.read_files(&mut faults);
        if self.is_embedded() && faults.0.is_empty() {
            for name in KeyName::ALL {
                let path = self.keys_dir().join(name.file());
                let secret = self.security.secret_mut(name);
                if secret.is_some() {
                    continue;
                }
                match fs::read_to_string(&path) {
                    Ok(text) => *secret = Some(text.trim_end().into()),
                    Err(error) if error.kind() == io::ErrorKind::NotFound => {}
                    Err(error) => faults.add(format!("{}: {error}", path.display())),
                }
            }
        }
        faults.or_nothing()
    }

    /// Folder of the keys that an embedded instance creates.
    #[must_use]
    pub fn keys_dir(&self) -> PathBuf {
        self.data_dir.join("keys")
    }

    /// Refuses a database whose keys are missing. Writes nothing.
    ///
    /// # Errors
    /// [`KeysError::Missing`].
    pub fn check_keys_present(&self) -> Result<(), KeysError> {
        let files: Vec<_> = self.missing_keys().map(|(_, path)| path).collect();
        match self.database_file().filter(|file| has_content(file) && !files.is_empty()) {
            Some(database) => Err(KeysError::Missing { database, folder: self.keys_dir(), files }),
            None => Ok(()),
        }
    }

    /// Creates the keys that an embedded instance lacks at its first start.
    ///
    /// # Errors
    /// [`KeysError`]: a database exists already, or a key cannot be written.
    pub fn create_missing_keys(&mut self) -> Result<(), KeysError> {
        self.check_keys_present()?;
        let missing: Vec<_> = self.missing_keys().collect();
        for (name, path) in missing {
            let key = make(&path).map_err(|source| KeysError::Unwritable { path, source })?;
            *self.security.secret_mut(name) = Some(key.into());
        }
        Ok(())
    }

    fn missing_keys(&self) -> impl Iterator<Item = (KeyName, PathBuf)> {
        let missing =
            KeyName::ALL.into_iter().filter(move |name| self.security.secret(*name).is_none());
        missing.map(move |name| (name, self.keys_dir().join(name.file())))
    }

    fn read_files(&mut self, faults: &mut Faults) {
        let Self { database, redis, blob, mail, security, google, certificates, .. } = self;
        let fields: [(&str, &mut Option<SecretString>, &Option<PathBuf>); 10] = [
            ("database.url", &mut database.url, &database.url_file),
            ("database.owner_url", &mut database.owner_url, &database.owner_url_file),
            ("redis.url", &mut redis.url, &redis.url_file),
            ("blob.access_key", &mut blob.access_key, &blob.access_key_file),
            ("blob.secret_key", &mut blob.secret_key, &blob.secret_key_file),
            ("mail.smtp_url", &mut mail.smtp_url, &mail.smtp_url_file),
            ("security.context_key", &mut security.context_key, &security.context_key_file),
            ("security.feed_token", &mut security.feed_token, &security.feed_token_file),
            ("security.token_key", &mut security.token_key, &security.token_key_file),
            ("google.client_secret", &mut google.client_secret, &google.client_secret_file),
        ];
        let fields = fields.into_iter().map(|(name, value, file)| (name.to_owned(), value, file));
        for (field, value, file) in fields.chain(certificates.secrets()) {
            let Some(path) = file else { continue };
            if value.is_some() {
                faults.add(format!("{field}, {field}_file: only one of the two"));
                continue;
            }
            match fs::read_to_string(path) {
                Ok(text) => *value = Some(text.trim_end_matches(['\r', '\n']).into()),
                Err(error) => faults.add(format!("{field}_file: {}: {error}", path.display())),
            }
        }
    }
}

/// An empty file holds no database yet.
fn has_content(file: &Path) -> bool {
    file.metadata().is_ok_and(|file| file.len() > 0)
}

/// Makes a key that only this user may read. Two processes that start at once agree on the first
/// one's: a finished file is linked into place, and that fails if there is one already.
fn make(path: &Path) -> io::Result<String> {
    let folder = path.parent().unwrap_or(Path::new("."));
    create_private_dir(folder)?;
    let key = BASE64URL_NOPAD.encode(&crate::random::bytes::<32>());
    let draft = path.with_extension(format!("{}.draft", uuid::Uuid::now_v7().simple()));
    let mut options = fs::OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let mut file = options.open(&draft)?;
    writeln!(file, "{key}")?;
    file.sync_all()?;
    let linked = fs::hard_link(&draft, path);
    fs::remove_file(&draft)?;
    match linked {
        Ok(()) => Ok(key),
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
            Ok(fs::read_to_string(path)?.trim_end().to_owned())
        }
        Err(error) => Err(error),
    }
}
