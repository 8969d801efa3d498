//! Secrets: read from `*_file` settings and from the key files of an embedded instance, and keys
//! derived from them.

use super::key_rings::{new_key, write_draft};
use super::{Config, ConfigErrors, SecurityConfig};
use crate::private_files::create_private_dir;
use secrecy::SecretString;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// Minimum length of a key in characters.
pub const KEY_CHARS_MIN: usize = 32;

/// Keys that all nodes of an instance share.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum KeyName {
    /// Signs the request context.
    Context,
    /// Authorises access to the control plane's feed.
    Feed,
    /// Signs tokens and pseudonymises rate limit keys.
    Token,
}

impl KeyName {
    /// All keys.
    pub const ALL: [Self; 3] = [Self::Context, Self::Feed, Self::Token];

    /// Name of its field in the section `security`.
    #[must_use]
    pub const fn field_name(self) -> &'static str {
        match self {
            Self::Context => "context_key",
            Self::Feed => "feed_token",
            Self::Token => "token_key",
        }
    }

    /// Name of its file in the key folder of an embedded instance.
    #[must_use]
    pub const fn file_name(self) -> &'static str {
        match self {
            Self::Context => "context.key",
            Self::Feed => "feed.key",
            Self::Token => "token.key",
        }
    }
}

impl SecurityConfig {
    pub(crate) const fn secret(&self, name: KeyName) -> Option<&SecretString> {
        match name {
            KeyName::Context => self.context_key.as_ref(),
            KeyName::Feed => self.feed_token.as_ref(),
            KeyName::Token => self.token_key.as_ref(),
        }
    }

    pub(super) fn secret_mut(&mut self, name: KeyName) -> &mut Option<SecretString> {
        match name {
            KeyName::Context => &mut self.context_key,
            KeyName::Feed => &mut self.feed_token,
            KeyName::Token => &mut self.token_key,
        }
    }
}

/// Reason why the keys of an embedded instance are not available.
#[derive(Debug, thiserror::Error)]
pub enum KeysError {
    /// The database exists but its keys are missing.
    #[error(
        "the database {} exists, but its keys are missing: {}. Guildhall does not create new ones \
         for it: every session would end, and what the old keys sealed (authenticator secrets, \
         keys of certificates) could never be read again. Restore the folder {} from the backup \
         that the database is from, and start again",
        .database.display(), list(.files), .folder.display()
    )]
    Missing {
        /// File of the database.
        database: PathBuf,
        /// Expected folder of the keys.
        folder: PathBuf,
        /// Missing files.
        files: Vec<PathBuf>,
    },
    /// A key file cannot be written.
    #[error("failed to create the key {}: {source}", .path.display())]
    Unwritable {
        /// Path of the file.
        path: PathBuf,
        /// I/O error.
        source: io::Error,
    },
}

fn list(files: &[PathBuf]) -> String {
    files.iter().map(|file| file.display().to_string()).collect::<Vec<_>>().join(", ")
}

impl Config {
    /// Reads every `*_file`, and the key files of an embedded instance. Does not write.
    pub(super) fn read_keys(&mut self) -> Result<(), ConfigErrors> {
        let mut faults = ConfigErrors::default();
        self.read_files(&mut faults);
        self.security.key_files = self.security.named_files().collect();
        if self.is_embedded() && faults.0.is_empty() {
            for name in KeyName::ALL {
                let path = self.keys_dir().join(name.file_name());
                let secret = self.security.secret_mut(name);
                if secret.is_some() {
                    continue;
                }
                match fs::read_to_string(&path) {
                    Ok(text) => {
                        *secret = Some(text.trim_end().into());
                        self.security.key_files.push((name, path));
                    }
                    Err(error) if error.kind() == io::ErrorKind::NotFound => {}
                    Err(error) => faults.add(format!("{}: {error}", path.display())),
                }
            }
        }
        faults.or_nothing()
    }

    /// Folder of the key files of an embedded instance.
    #[must_use]
    pub fn keys_dir(&self) -> PathBuf {
        self.data_dir.join("keys")
    }

    /// File of a key of an embedded instance.
    #[must_use]
    pub fn key_file(&self, name: KeyName) -> PathBuf {
        self.keys_dir().join(name.file_name())
    }

    /// Every `*_file` setting that is set, with its path.
    #[must_use]
    pub fn secret_files(&self) -> Vec<(String, PathBuf)> {
        let fields = [
            ("database.url_file", &self.database.url_file),
            ("database.owner_url_file", &self.database.owner_url_file),
            ("redis.url_file", &self.redis.url_file),
            ("blob.access_key_file", &self.blob.access_key_file),
            ("blob.secret_key_file", &self.blob.secret_key_file),
            ("mail.smtp_url_file", &self.mail.smtp_url_file),
            ("security.context_key_file", &self.security.context_key_file),
            ("security.feed_token_file", &self.security.feed_token_file),
            ("security.token_key_file", &self.security.token_key_file),
            ("google.client_secret_file", &self.google.client_secret_file),
        ];
        let issuers = self.certificates.issuers.iter();
        let issuers = issuers.map(|issuer| ("certificates.issuers", &issuer.eab_key_file));
        let update = self.certificates.dns_update.iter();
        let update = update.map(|update| ("certificates.dns_update.key_file", &update.key_file));
        let all = fields.into_iter().chain(issuers).chain(update);
        all.filter_map(|(name, file)| Some((name.to_owned(), file.clone()?))).collect()
    }

    /// Fails if the database exists and its keys are missing. Does not write.
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

    /// Creates missing keys at the first start of an embedded instance.
    ///
    /// # Errors
    /// [`KeysError`]: a database exists already, or a key cannot be written.
    pub fn create_missing_keys(&mut self) -> Result<(), KeysError> {
        self.check_keys_present()?;
        let missing: Vec<_> = self.missing_keys().collect();
        for (name, path) in missing {
            let key = create_key_file(&path)
                .map_err(|source| KeysError::Unwritable { path: path.clone(), source })?;
            *self.security.secret_mut(name) = Some(key.into());
            self.security.key_files.push((name, path));
        }
        Ok(())
    }

    fn missing_keys(&self) -> impl Iterator<Item = (KeyName, PathBuf)> {
        let missing =
            KeyName::ALL.into_iter().filter(move |name| self.security.secret(*name).is_none());
        missing.map(move |name| (name, self.keys_dir().join(name.file_name())))
    }

    fn read_files(&mut self, faults: &mut ConfigErrors) {
        let Self { database, redis, blob, mail, security, google, certificates, telemetry, .. } =
            self;
        let fields: [(&str, &mut Option<SecretString>, &Option<PathBuf>); 11] = [
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
            ("telemetry.otlp_headers", &mut telemetry.otlp_headers, &telemetry.otlp_headers_file),
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

/// An empty file is not a database yet.
fn has_content(file: &Path) -> bool {
    file.metadata().is_ok_and(|file| file.len() > 0)
}

/// Creates a key file that only this user can read. Of two processes that start at once, both use
/// the first one's key: a complete file is hard-linked to its final name, which fails if that
/// exists.
fn create_key_file(path: &Path) -> io::Result<String> {
    let folder = path.parent().unwrap_or(Path::new("."));
    create_private_dir(folder)?;
    let key = new_key();
    let draft = write_draft(path, &[&key])?;
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
