//! Configuration: read once, checked whole, before anything binds.
//!
//! Sources, each stronger than the one before: the defaults in [`sections`], one TOML file, the
//! environment (`GUILDHALL_SECTION__FIELD`), the caller's flags. The environment is handed in, so
//! that a test never touches the process's own. Start at [`Config::load`]; [`check`] has every
//! rule, [`keys`] the secrets, [`show`] what `doctor` prints.

mod certificates;
mod check;
mod edge;
mod keys;
mod lists;
mod load;
mod sections;
mod show;

pub use certificates::{CertificatesConfig, DnsUpdateConfig, IssuerConfig, IssuerLimits};
pub use check::Faults;
pub use edge::{EdgeSection, PaceConfig, RoomConfig};
pub use keys::{KEY_CHARS_MIN, KeyName, KeysError};
pub use load::{ConfigError, Sources};
pub use sections::{
    AnalyticsConfig, Argon2Config, AuthConfig, BlobConfig, ContentConfig, ContentFilter,
    DatabaseConfig, FeedConfig, GoogleConfig, LimitsConfig, LogFormat, MailConfig, RedisConfig,
    SecurityConfig, ServerConfig, TelemetryConfig,
};

use secrecy::{ExposeSecret, SecretString};
use serde::{Deserialize, Serialize};
use sqlx::sqlite::SqliteConnectOptions;
use std::path::PathBuf;
use std::str::FromStr;

/// Everything an operator can set.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Config {
    /// Where the embedded mode keeps its database, pictures, keys and snapshots.
    pub data_dir: PathBuf,
    /// Listeners, hosts and the web builds.
    pub server: ServerConfig,
    /// What an edge puts up with, and how it leaves.
    pub edge: EdgeSection,
    /// The database.
    pub database: DatabaseConfig,
    /// Redis, if there is one.
    pub redis: RedisConfig,
    /// Where pictures lie.
    pub blob: BlobConfig,
    /// How mail leaves.
    pub mail: MailConfig,
    /// Keys and the cost of a password hash.
    pub security: SecurityConfig,
    /// What members may write.
    pub content: ContentConfig,
    /// What the home page shows.
    pub feed: FeedConfig,
    /// A community's figures.
    pub analytics: AnalyticsConfig,
    /// Sign-up and sign-in.
    pub auth: AuthConfig,
    /// Sign-in with Google.
    pub google: GoogleConfig,
    /// Rate limits that are the operator's choice.
    pub limits: LimitsConfig,
    /// Where certificates come from.
    pub certificates: CertificatesConfig,
    /// Logs.
    pub telemetry: TelemetryConfig,
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
            security: SecurityConfig::default(),
            content: ContentConfig::default(),
            feed: FeedConfig::default(),
            analytics: AnalyticsConfig::default(),
            auth: AuthConfig::default(),
            google: GoogleConfig::default(),
            limits: LimitsConfig::default(),
            certificates: CertificatesConfig::default(),
            telemetry: TelemetryConfig::default(),
        }
    }
}

impl Config {
    /// The database's address: as configured, or a file in the data folder.
    #[must_use]
    pub fn database_url(&self) -> SecretString {
        self.database.url.clone().unwrap_or_else(|| {
            format!("sqlite://{}?mode=rwc", self.data_dir.join("guildhall.db").display()).into()
        })
    }

    /// The file of a SQLite database; `None` for a database in memory or on a server.
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

    /// One node with SQLite, which makes what it lacks by itself.
    #[must_use]
    pub fn is_embedded(&self) -> bool {
        self.database_url().expose_secret().starts_with("sqlite:")
    }

    /// Mails are kept in memory and shown at `/dev/mail`: embedded, and no SMTP server is set.
    #[must_use]
    pub fn catches_mail(&self) -> bool {
        self.is_embedded() && self.mail.smtp_url.is_none()
    }

    /// Whether staff and affiliation admins must have a second factor (security.md, "Server policy
    /// switches").
    #[must_use]
    pub fn admins_need_second_factor(&self) -> bool {
        self.auth.second_factor_for_admins.unwrap_or_else(|| !self.is_embedded())
    }

    /// Whether people may sign in with Google.
    #[must_use]
    pub const fn offers_google(&self) -> bool {
        self.google.client_id.is_some()
    }

    /// Where pictures lie: as configured, or a folder in the data folder.
    #[must_use]
    pub fn blob_url(&self) -> String {
        let own = || self.data_dir.join("blobs").display().to_string();
        self.blob.url.clone().unwrap_or_else(own)
    }
}
