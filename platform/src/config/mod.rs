//! Configuration: read once, and validated completely before any socket is bound.
//!
//! Sources in increasing precedence: the defaults in [`sections`], one TOML file, the environment
//! (`GUILDHALL_SECTION__FIELD`), the command-line flags. The environment is a parameter, so that
//! tests do not modify the process's own. Start at [`Config::load`]; [`check`] holds the rules,
//! [`keys`] the secrets, [`show`] the output of `doctor`.

mod certificates;
mod check;
mod cords;
mod edge;
mod key_rings;
mod keys;
mod lists;
mod load;
mod native_apps;
mod otlp;
mod push;
mod reference;
mod renamed;
mod sections;
mod show;
mod webhooks;

pub use certificates::{CertificatesConfig, DnsUpdateConfig, IssuerConfig, IssuerLimits};
pub use check::ConfigErrors;
pub use cords::{CordCaps, CordHalfLives, CordStrengths, CordWeights, CordsConfig};
pub use edge::{ConcurrencyConfig, EdgeSection, PaceConfig};
pub use key_rings::{RING_KEYS_MAX, fingerprint, new_key, replace_key_file};
pub use keys::{KEY_CHARS_MIN, KeyName, KeysError};
pub use load::{ConfigError, Sources};
pub use native_apps::NativeAppsConfig;
pub use push::PushConfig;
pub use reference::reference;
pub use sections::{
    AnalyticsConfig, Argon2Config, AuthConfig, BlobConfig, ContentConfig, ContentFilter,
    DatabaseConfig, FeedConfig, GoogleConfig, LimitsConfig, LinkPreviews, LogFormat, MailConfig,
    RedisConfig, SecurityConfig, ServerConfig, TelemetryConfig,
};
pub use show::address_without_secrets;
pub use webhooks::WebhooksConfig;

use secrecy::{ExposeSecret, SecretString};
use serde::{Deserialize, Serialize};
use sqlx::sqlite::SqliteConnectOptions;
use std::path::PathBuf;
use std::str::FromStr;

/// All settings.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Config {
    /// Folder for the database, pictures, keys and snapshots of an embedded instance.
    pub data_dir: PathBuf,
    /// Listeners, hosts and the web builds.
    pub server: ServerConfig,
    /// Edge limits, timeouts and shutdown.
    pub edge: EdgeSection,
    /// Address and pool size of the database.
    pub database: DatabaseConfig,
    /// Redis, for the bus and the rate limits that several processes share.
    pub redis: RedisConfig,
    /// Object store for pictures.
    pub blob: BlobConfig,
    /// Outgoing email.
    pub mail: MailConfig,
    /// Web push.
    pub push: PushConfig,
    /// Webhooks.
    pub webhooks: WebhooksConfig,
    /// Keys and the cost of a password hash.
    pub security: SecurityConfig,
    /// Content filter.
    pub content: ContentConfig,
    /// Home feed.
    pub feed: FeedConfig,
    /// Community analytics.
    pub analytics: AnalyticsConfig,
    /// Strength of the cords between people.
    pub cords: CordsConfig,
    /// Sign-up and sign-in.
    pub auth: AuthConfig,
    /// Sign-in with Google.
    pub google: GoogleConfig,
    /// Native apps that open links of the main site.
    pub native_apps: NativeAppsConfig,
    /// Configurable rate limits.
    pub limits: LimitsConfig,
    /// Certificate authorities, resolvers and DNS updates.
    pub certificates: CertificatesConfig,
    /// Logs.
    pub telemetry: TelemetryConfig,
    /// Old names of renamed settings that the sources use.
    #[serde(skip)]
    old_names: Vec<String>,
}

impl Default for Config {
    fn default() -> Self {
        Self {
            data_dir: PathBuf::from("var/guildhall"),
            server: ServerConfig::default(),
            edge: EdgeSection::default(),
            database: DatabaseConfig::default(),
            redis: RedisConfig::default(),
            blob: BlobConfig::default(),
            mail: MailConfig::default(),
            push: PushConfig::default(),
            webhooks: WebhooksConfig::default(),
            security: SecurityConfig::default(),
            content: ContentConfig::default(),
            feed: FeedConfig::default(),
            analytics: AnalyticsConfig::default(),
            cords: CordsConfig::default(),
            auth: AuthConfig::default(),
            google: GoogleConfig::default(),
            native_apps: NativeAppsConfig::default(),
            limits: LimitsConfig::default(),
            certificates: CertificatesConfig::default(),
            telemetry: TelemetryConfig::default(),
            old_names: Vec::new(),
        }
    }
}

impl Config {
    /// One sentence for each setting that is set by its old name, with the new name.
    pub fn deprecation_warnings(&self) -> impl Iterator<Item = String> {
        self.old_names.iter().filter_map(|old| {
            let new = renamed::new_name(old)?;
            Some(format!("setting {old} is deprecated; use {new}"))
        })
    }

    /// Database address: as configured, or a file in the data folder.
    #[must_use]
    pub fn database_url(&self) -> SecretString {
        self.database.url.clone().unwrap_or_else(|| {
            format!("sqlite://{}?mode=rwc", self.data_dir.join("guildhall.db").display()).into()
        })
    }

    /// File of a SQLite database; `None` for a database in memory or on a server.
    #[must_use]
    pub fn database_file(&self) -> Option<PathBuf> {
        let url = self.database_url();
        let url = url.expose_secret();
        let in_memory = url.contains(":memory:") || url.contains("mode=memory");
        if !self.is_embedded() || in_memory {
            return None;
        }
        Some(SqliteConnectOptions::from_str(url).ok()?.get_filename().to_path_buf())
    }

    /// Returns whether this is a single node with SQLite, which creates missing keys and folders
    /// itself.
    #[must_use]
    pub fn is_embedded(&self) -> bool {
        self.database_url().expose_secret().starts_with("sqlite:")
    }

    /// Returns whether emails are stored in memory and shown at `/dev/mail`: on an embedded
    /// instance without an SMTP server.
    #[must_use]
    pub fn catches_mail(&self) -> bool {
        self.is_embedded() && self.mail.smtp_url.is_none()
    }

    /// The operator's address for push services.
    #[must_use]
    pub fn push_contact(&self) -> String {
        let origin = &self.server.main_origin;
        let fallback = || match origin.starts_with("https://") {
            true => origin.clone(),
            false => format!("mailto:{}", self.mail.from),
        };
        self.push.contact.clone().unwrap_or_else(fallback)
    }

    /// Returns whether staff and affiliation admins need a second factor (security.md, "Server
    /// policy switches").
    #[must_use]
    pub fn admins_need_second_factor(&self) -> bool {
        self.auth.second_factor_for_admins.unwrap_or_else(|| !self.is_embedded())
    }

    /// Returns whether sign-in with Google is available.
    #[must_use]
    pub const fn offers_google(&self) -> bool {
        self.google.client_id.is_some()
    }

    /// Object store address: as configured, or a folder in the data folder.
    #[must_use]
    pub fn blob_url(&self) -> String {
        let own = || self.data_dir.join("blobs").display().to_string();
        self.blob.url.clone().unwrap_or_else(own)
    }
}
