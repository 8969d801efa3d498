//! The sections, their fields and their defaults. A field's sentence is its documentation.

use super::lists::{networks, said_words, words};
use super::show::{hidden, hidden_address, plain_address};
use chrono::{DateTime, TimeZone, Utc};
use ipnet::IpNet;
use secrecy::SecretString;
use serde::{Deserialize, Serialize};
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::path::PathBuf;
use wire::routes::origin_host;

/// Listeners, hosts and the web builds.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct ServerConfig {
    /// Where the role listens.
    pub listen: SocketAddr,
    /// Where an edge of its own listens for TLS, with the certificates of its routes; `listen` is then
    /// not opened.
    pub tls_listen: Option<SocketAddr>,
    /// Where such an edge listens for plain HTTP, to answer certificate authorities and to lead
    /// everybody else to https.
    pub plain_listen: Option<SocketAddr>,
    /// Addresses and networks of balancers that an edge believes when they say who is behind them, such
    /// as `10.0.0.0/8`.
    #[serde(deserialize_with = "words")]
    pub trusted_proxies: Vec<String>,
    /// Connections from trusted proxies begin with a PROXY header of version 2.
    pub proxy_protocol: bool,
    /// Where `/metrics` and the probes listen; never reachable from outside.
    pub admin_listen: SocketAddr,
    /// The origin of the main application, such as `https://guildhall.example`.
    pub main_origin: String,
    /// The domain below which every portal has its subdomain; without a port.
    pub portal_domain: String,
    /// Further hosts that lead to the main application. Where none are said, the host of `main_origin`
    /// with `www.` before it, or without; where the list is empty, none.
    #[serde(deserialize_with = "said_words")]
    pub main_aliases: Option<Vec<String>>,
    /// The built main application.
    pub web_main_dir: PathBuf,
    /// The built portal application.
    pub web_brand_dir: PathBuf,
    /// How long open requests may still run after a signal to stop, in seconds.
    pub drain_seconds: u64,
    /// Where an edge of its own finds the runtime: `http://host:port`, or those of several with commas,
    /// which then share the requests.
    pub runtime_url: Option<String>,
    /// Where an edge of its own finds the control plane, likewise.
    pub control_url: Option<String>,
    /// Where an edge of its own finds the route feed: the control plane's internal listener.
    pub feed_url: Option<String>,
    /// Where the control plane's internal listener is; never reachable from outside.
    pub internal_listen: SocketAddr,
}

impl Default for ServerConfig {
    fn default() -> Self {
        Self {
            listen: SocketAddr::from((Ipv4Addr::LOCALHOST, 8080)),
            tls_listen: None,
            plain_listen: None,
            trusted_proxies: Vec::new(),
            proxy_protocol: false,
            admin_listen: SocketAddr::from((Ipv4Addr::LOCALHOST, 9090)),
            main_origin: String::from("http://localhost:8080"),
            portal_domain: String::from("localhost"),
            main_aliases: None,
            web_main_dir: PathBuf::from("web-main/dist"),
            web_brand_dir: PathBuf::from("web-brand/dist"),
            drain_seconds: 20,
            runtime_url: None,
            control_url: None,
            feed_url: None,
            internal_listen: SocketAddr::from((Ipv4Addr::LOCALHOST, 9091)),
        }
    }
}

impl ServerConfig {
    /// The hosts that lead to the main application.
    #[must_use]
    pub fn aliases_of_main(&self) -> Vec<String> {
        let unsaid = || www_of(origin_host(&self.main_origin)).into_iter().collect();
        self.main_aliases.clone().unwrap_or_else(unsaid)
    }

    /// The trusted proxies as networks, a single address as a network of one; `None` for a word that is
    /// neither.
    pub fn trusted_networks(&self) -> impl Iterator<Item = Option<IpNet>> {
        networks(&self.trusted_proxies)
    }
}

/// A host with its `www.`, or without the one it has; nothing for an address or a name that stands for
/// this machine.
fn www_of(host: &str) -> Option<String> {
    let last = host.rsplit('.').next().unwrap_or_default();
    let is_name = host.contains('.') && last != "localhost" && host.parse::<IpAddr>().is_err();
    let bare = || host.strip_prefix("www.").filter(|bare| bare.contains('.'));
    is_name.then(|| bare().map_or_else(|| format!("www.{host}"), str::to_owned))
}

/// The database.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct DatabaseConfig {
    /// `postgres://…` or `sqlite://…`; without it a SQLite file in the data folder.
    #[serde(serialize_with = "hidden_address")]
    pub url: Option<SecretString>,
    /// A file that holds the address.
    pub url_file: Option<PathBuf>,
    /// The address with the role that owns the tables, for `guildhall migrate` alone; the role in `url` then
    /// needs no right to change the schema.
    #[serde(serialize_with = "hidden_address")]
    pub owner_url: Option<SecretString>,
    /// A file that holds the owner's address.
    pub owner_url_file: Option<PathBuf>,
    /// Most connections of one process.
    pub max_connections: u32,
}

impl Default for DatabaseConfig {
    fn default() -> Self {
        Self {
            url: None,
            url_file: None,
            owner_url: None,
            owner_url_file: None,
            max_connections: 16,
        }
    }
}

/// Redis, if there is one.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct RedisConfig {
    /// `redis://…` or `rediss://…`; without it bus and limits live in the process.
    #[serde(serialize_with = "hidden_address")]
    pub url: Option<SecretString>,
    /// A file that holds the address.
    pub url_file: Option<PathBuf>,
}

/// Where pictures lie.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct BlobConfig {
    /// A folder, or `s3://bucket?region=…&endpoint=…`; without it a folder in the data folder.
    #[serde(serialize_with = "plain_address")]
    pub url: Option<String>,
    /// Access key of the bucket.
    #[serde(serialize_with = "hidden")]
    pub access_key: Option<SecretString>,
    /// A file that holds the access key.
    pub access_key_file: Option<PathBuf>,
    /// Secret key of the bucket.
    #[serde(serialize_with = "hidden")]
    pub secret_key: Option<SecretString>,
    /// A file that holds the secret key.
    pub secret_key_file: Option<PathBuf>,
}

/// How mail leaves.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct MailConfig {
    /// `smtp://…` (with `?tls=required` for STARTTLS) or `smtps://…`; without it an embedded
    /// instance keeps its mails in memory.
    #[serde(serialize_with = "hidden_address")]
    pub smtp_url: Option<SecretString>,
    /// A file that holds the address.
    pub smtp_url_file: Option<PathBuf>,
    /// A certificate in PEM of an authority that the mail server's own may come from, beside the
    /// public ones.
    pub smtp_ca_file: Option<PathBuf>,
    /// The sender's address; the brand's name goes before it.
    pub from: String,
}

impl Default for MailConfig {
    fn default() -> Self {
        let from = String::from("no-reply@localhost");
        Self { smtp_url: None, smtp_url_file: None, smtp_ca_file: None, from }
    }
}

/// Keys and the cost of a password hash. A key is at least 32 characters of chance, the same on
/// every node; an embedded instance makes its own.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct SecurityConfig {
    /// Signs the request context that the edge hands on.
    #[serde(serialize_with = "hidden")]
    pub context_key: Option<SecretString>,
    /// A file that holds the context key.
    pub context_key_file: Option<PathBuf>,
    /// Opens the control plane's feed to edges and runtimes.
    #[serde(serialize_with = "hidden")]
    pub feed_token: Option<SecretString>,
    /// A file that holds the feed token.
    pub feed_token_file: Option<PathBuf>,
    /// Signs sign-in tokens, and blinds what rate limits count.
    #[serde(serialize_with = "hidden")]
    pub token_key: Option<SecretString>,
    /// A file that holds the token key.
    pub token_key_file: Option<PathBuf>,
    /// The cost of a password hash.
    pub argon2: Argon2Config,
}

/// The cost of a password hash (argon2id; OWASP's minimum by default).
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Argon2Config {
    /// Memory of one hash, in KiB.
    pub memory_kib: u32,
    /// Passes over that memory.
    pub iterations: u32,
    /// Lanes of one hash.
    pub lanes: u32,
    /// How many may wait for a turn before the answer is 503.
    pub waiting_max: usize,
}

impl Default for Argon2Config {
    fn default() -> Self {
        Self { memory_kib: 19_456, iterations: 2, lanes: 1, waiting_max: 64 }
    }
}

/// How prose is filtered.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ContentFilter {
    /// As specified: shell signs and words that look like SQL are refused in posts and messages.
    #[default]
    Strict,
    /// Prose may hold them; what is dangerous is made harmless all the same.
    Relaxed,
}

/// What members may write.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct ContentConfig {
    /// `strict` or `relaxed`.
    pub filter: ContentFilter,
}

/// What the home page shows.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct FeedConfig {
    /// Communities whose latest posts are in somebody's feed: those where something happened last.
    pub max_communities: u32,
}

impl Default for FeedConfig {
    fn default() -> Self {
        Self { max_communities: 5 }
    }
}

/// A community's figures.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct AnalyticsConfig {
    /// How long counting them may take before it is given up.
    pub patience_seconds: u64,
}

impl Default for AnalyticsConfig {
    fn default() -> Self {
        Self { patience_seconds: 15 }
    }
}

/// Sign-up and sign-in.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct AuthConfig {
    /// Whether messages may say that an account exists. Unset, only a sign-up with a valid code does, ten
    /// times a day for each code and each network; `false`: never; `true`: sign-in and recovery do as well.
    pub reveal_accounts: Option<bool>,
    /// Shortest password.
    pub password_min_length: usize,
    /// Agreements given before this moment must be given again.
    pub agreement_cutoff: DateTime<Utc>,
    /// Staff and affiliation admins must have a second factor; unset, they must unless the instance
    /// is embedded.
    pub second_factor_for_admins: Option<bool>,
}

impl Default for AuthConfig {
    fn default() -> Self {
        // 2025-07-12T00:00:00Z is unambiguous in UTC, so the fallback is never met.
        let cutoff = Utc.with_ymd_and_hms(2025, 7, 12, 0, 0, 0).single();
        Self {
            reveal_accounts: None,
            password_min_length: 8,
            agreement_cutoff: cutoff.unwrap_or_default(),
            second_factor_for_admins: None,
        }
    }
}

impl AuthConfig {
    /// Whether sign-in and recovery may say that an account exists.
    #[must_use]
    pub fn reveals_accounts(&self) -> bool {
        self.reveal_accounts.unwrap_or(false)
    }

    /// Whether even a sign-up with a valid code must not tell.
    #[must_use]
    pub fn hides_accounts_at_sign_up(&self) -> bool {
        self.reveal_accounts == Some(false)
    }
}

/// Signing in with Google, or with any other issuer that speaks OpenID Connect.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct GoogleConfig {
    /// The issuer, exactly as its discovery document writes it.
    pub issuer: String,
    /// What the issuer calls this instance; without it nobody signs in this way.
    pub client_id: Option<String>,
    /// The secret that the issuer gave with the client id.
    #[serde(serialize_with = "hidden")]
    pub client_secret: Option<SecretString>,
    /// A file that holds the client secret.
    pub client_secret_file: Option<PathBuf>,
}

impl Default for GoogleConfig {
    fn default() -> Self {
        Self {
            issuer: String::from("https://accounts.google.com"),
            client_id: None,
            client_secret: None,
            client_secret_file: None,
        }
    }
}

/// Rate limits that are the operator's choice; the others are fixed.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct LimitsConfig {
    /// Google sign-ins of one client on one UTC day.
    pub google_sign_ins_per_day: u32,
    /// Processes that share a limit while Redis is away: each then grants its part.
    pub replicas: u32,
    /// How long a limit may ask Redis before this process counts by itself, in milliseconds.
    pub redis_patience_ms: u64,
}

impl Default for LimitsConfig {
    fn default() -> Self {
        Self { google_sign_ins_per_day: 20, replicas: 1, redis_patience_ms: 100 }
    }
}

/// How a log line is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum LogFormat {
    /// One JSON object a line, for machines.
    Json,
    /// Short lines, for people.
    #[default]
    Pretty,
}

/// Logs.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct TelemetryConfig {
    /// `json` or `pretty`.
    pub log_format: LogFormat,
    /// Which lines are written, in tracing's filter syntax.
    pub log_filter: String,
}

impl Default for TelemetryConfig {
    fn default() -> Self {
        Self { log_format: LogFormat::default(), log_filter: String::from("info,sqlx=warn") }
    }
}
