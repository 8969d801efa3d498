//! Sections, fields and defaults. The doc comment of a field is its reference documentation.

use super::lists::{deserialize_list, deserialize_optional_list, parse_networks};
use super::show::{hidden_address, plain_address, serialize_hidden};
use chrono::{DateTime, TimeZone, Utc};
use ipnet::IpNet;
use secrecy::SecretString;
use serde::{Deserialize, Serialize};
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::path::PathBuf;
use std::time::Duration;
use wire::ContentFilter;
use wire::routes::origin_host;

/// Listeners, hosts and the web builds.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct ServerConfig {
    /// Address on which the role listens.
    pub listen: SocketAddr,
    /// Address on which a separate edge listens for TLS, with the certificates of its routes;
    /// `listen` is then not used.
    pub tls_listen: Option<SocketAddr>,
    /// Address on which such an edge listens for plain HTTP, to answer ACME challenges and to
    /// redirect everything else to https.
    pub plain_listen: Option<SocketAddr>,
    /// Addresses and networks of balancers whose `X-Forwarded-For` or PROXY header is trusted, such
    /// as `10.0.0.0/8`.
    #[serde(deserialize_with = "deserialize_list")]
    pub trusted_proxies: Vec<String>,
    /// Connections from trusted proxies begin with a PROXY protocol header, version 2.
    pub proxy_protocol: bool,
    /// Address for `/metrics` and the probes; must not be reachable from outside.
    pub admin_listen: SocketAddr,
    /// Origin of the main site, such as `https://guildhall.example`.
    pub main_origin: String,
    /// Domain whose subdomains are the portals; without a port.
    pub portal_domain: String,
    /// Further hosts that redirect to the main site. By default the host of `main_origin` with or
    /// without `www.`; an empty list disables this.
    #[serde(deserialize_with = "deserialize_optional_list")]
    pub main_aliases: Option<Vec<String>>,
    /// Folder of the main web app.
    pub web_main_dir: PathBuf,
    /// Folder of the portal web app.
    pub web_brand_dir: PathBuf,
    /// Time after a stop signal for which a role reports not ready but still accepts connections,
    /// so that balancers and edges stop using it, in seconds. Default: 5 for a separate role, 0 for
    /// `up`.
    pub shutdown_delay_s: Option<u64>,
    /// Time for which running requests may then continue, in seconds.
    pub drain_timeout_s: u64,
    /// Runtime address for a separate edge: `http://host:port`, or several separated by commas,
    /// which then share the requests.
    pub runtime_url: Option<String>,
    /// Control plane address for a separate edge, in the same form.
    pub control_url: Option<String>,
    /// Route feed address for a separate edge: the control plane's internal listener.
    pub feed_url: Option<String>,
    /// Address of the control plane's internal listener; must not be reachable from outside.
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
            shutdown_delay_s: None,
            drain_timeout_s: 20,
            runtime_url: None,
            control_url: None,
            feed_url: None,
            internal_listen: SocketAddr::from((Ipv4Addr::LOCALHOST, 9091)),
        }
    }
}

/// Default of `shutdown_delay_s` for a separate role.
const SHUTDOWN_DELAY_S: u64 = 5;

impl ServerConfig {
    /// Time for which a separate role still accepts connections after a stop signal.
    #[must_use]
    pub fn shutdown_delay(&self) -> Duration {
        Duration::from_secs(self.shutdown_delay_s.unwrap_or(SHUTDOWN_DELAY_S))
    }

    /// Hosts that redirect to the main site.
    #[must_use]
    pub fn aliases_of_main(&self) -> Vec<String> {
        let unsaid = || www_of(origin_host(&self.main_origin)).into_iter().collect();
        self.main_aliases.clone().unwrap_or_else(unsaid)
    }

    /// Trusted proxies as networks; a single address is a network of one. `None` for an invalid
    /// value.
    pub fn trusted_networks(&self) -> impl Iterator<Item = Option<IpNet>> {
        parse_networks(&self.trusted_proxies)
    }
}

/// Returns a host with `www.`, or without it if it has it; `None` for an address or a local name.
fn www_of(host: &str) -> Option<String> {
    let last = host.rsplit('.').next().unwrap_or_default();
    let is_name = host.contains('.') && last != "localhost" && host.parse::<IpAddr>().is_err();
    let bare = || host.strip_prefix("www.").filter(|bare| bare.contains('.'));
    is_name.then(|| bare().map_or_else(|| format!("www.{host}"), str::to_owned))
}

/// Address and pool size of the database, and the owner's address for migrations.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct DatabaseConfig {
    /// `postgres://…` or `sqlite://…`; by default a SQLite file in the data folder.
    #[serde(serialize_with = "hidden_address")]
    pub url: Option<SecretString>,
    /// File with the address.
    pub url_file: Option<PathBuf>,
    /// Address with the role that owns the tables, used only by `guildhall migrate`; the role in
    /// `url` then needs no right to change the schema.
    #[serde(serialize_with = "hidden_address")]
    pub owner_url: Option<SecretString>,
    /// File with the owner's address.
    pub owner_url_file: Option<PathBuf>,
    /// Maximum number of connections of one process.
    pub max_connections: u32,
    /// Time for which a separate role waits at start-up until `guildhall migrate` has run, in
    /// seconds.
    pub schema_wait_s: u64,
}

impl Default for DatabaseConfig {
    fn default() -> Self {
        Self {
            url: None,
            url_file: None,
            owner_url: None,
            owner_url_file: None,
            max_connections: 16,
            schema_wait_s: 300,
        }
    }
}

/// Address of Redis, for the bus and the rate limits that several processes share.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct RedisConfig {
    /// `redis://…` or `rediss://…`; without it bus and rate limits are local to the process.
    #[serde(serialize_with = "hidden_address")]
    pub url: Option<SecretString>,
    /// File with the address.
    pub url_file: Option<PathBuf>,
}

/// Object store for pictures.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct BlobConfig {
    /// A folder, or `s3://bucket?region=…&endpoint=…`; by default a folder in the data folder.
    #[serde(serialize_with = "plain_address")]
    pub url: Option<String>,
    /// Access key of the bucket.
    #[serde(serialize_with = "serialize_hidden")]
    pub access_key: Option<SecretString>,
    /// File with the access key.
    pub access_key_file: Option<PathBuf>,
    /// Secret key of the bucket.
    #[serde(serialize_with = "serialize_hidden")]
    pub secret_key: Option<SecretString>,
    /// File with the secret key.
    pub secret_key_file: Option<PathBuf>,
}

/// Outgoing email.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct MailConfig {
    /// `smtp://…` (with `?tls=required` for STARTTLS) or `smtps://…`; without it an embedded
    /// instance stores emails in memory.
    #[serde(serialize_with = "hidden_address")]
    pub smtp_url: Option<SecretString>,
    /// File with the address.
    pub smtp_url_file: Option<PathBuf>,
    /// PEM file with an additional root certificate for the mail server.
    pub smtp_ca_file: Option<PathBuf>,
    /// Sender address; the brand name is added as display name.
    pub from: String,
    /// Seconds between a notification and its email. What is read in the app meanwhile is not mailed.
    pub notification_delay_s: u32,
    /// Address to which mail servers report undelivered emails, such as `bounce@mail.example`. Each
    /// account's emails get their own form of it, `bounce+TOKEN@mail.example`. Without it, reports
    /// go to the sender address, and are not read.
    pub return_path: Option<String>,
    /// Address on which the worker accepts these reports by SMTP or LMTP, such as `0.0.0.0:2525`.
    pub feedback_listen: Option<SocketAddr>,
}

impl Default for MailConfig {
    fn default() -> Self {
        let from = String::from("no-reply@localhost");
        Self {
            smtp_url: None,
            smtp_url_file: None,
            smtp_ca_file: None,
            from,
            notification_delay_s: 120,
            return_path: None,
            feedback_listen: None,
        }
    }
}

/// Keys and the cost of a password hash. A key has at least 32 random characters and is the same on
/// every node; an embedded instance creates its own.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct SecurityConfig {
    /// Signs the request context from the edge, and the route feed. Each of these three may contain
    /// several keys, one a line: the first signs and encrypts, all verify and decrypt.
    #[serde(serialize_with = "serialize_hidden")]
    pub context_key: Option<SecretString>,
    /// File with the context key.
    pub context_key_file: Option<PathBuf>,
    /// Token with which edges and runtimes access the control plane's feed.
    #[serde(serialize_with = "serialize_hidden")]
    pub feed_token: Option<SecretString>,
    /// File with the feed token.
    pub feed_token_file: Option<PathBuf>,
    /// Signs sign-in tokens, encrypts stored secrets, and pseudonymises rate limit keys.
    #[serde(serialize_with = "serialize_hidden")]
    pub token_key: Option<SecretString>,
    /// File with the token key.
    pub token_key_file: Option<PathBuf>,
    /// The cost of a password hash.
    pub argon2: Argon2Config,
    /// Files that the keys were read from.
    #[serde(skip)]
    pub(super) key_files: Vec<(super::KeyName, PathBuf)>,
}

/// The cost of a password hash (argon2id; OWASP's minimum by default).
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Argon2Config {
    /// Memory per hash, in KiB.
    pub memory_kib: u32,
    /// Number of passes.
    pub iterations: u32,
    /// Degree of parallelism.
    pub lanes: u32,
    /// Maximum number of queued hash computations; more are answered with 503.
    pub queue_max: usize,
}

impl Default for Argon2Config {
    fn default() -> Self {
        Self { memory_kib: 19_456, iterations: 2, lanes: 1, queue_max: 64 }
    }
}

/// Whether pages that posts link to are fetched for previews.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum LinkPreviews {
    /// They are fetched.
    #[default]
    On,
    /// Links have no previews.
    Off,
}

/// Content of posts and messages.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct ContentConfig {
    /// `strict` or `relaxed`: the filter of posts and messages until staff choose one in the staff
    /// portal.
    pub filter: ContentFilter,
    /// `on` or `off`: fetch the pages that posts link to, from public addresses only, and show their
    /// titles and descriptions. Their servers learn of the links, but not who reads them.
    pub link_previews: LinkPreviews,
    /// Fetch pages on private networks too. For tests, and for a network whose members link to
    /// servers of the operator; users can then make this instance send requests into its own
    /// network.
    pub allow_local_previews: bool,
}

/// Home feed.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct FeedConfig {
    /// Maximum number of communities whose latest posts are in a user's feed: the most recently
    /// active ones.
    pub max_communities: u32,
}

impl Default for FeedConfig {
    fn default() -> Self {
        Self { max_communities: 5 }
    }
}

/// Community analytics.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct AnalyticsConfig {
    /// Timeout for computing them, in seconds, 1 to 60.
    pub statement_timeout_s: u64,
}

impl Default for AnalyticsConfig {
    fn default() -> Self {
        Self { statement_timeout_s: 15 }
    }
}

/// Sign-up and sign-in.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct AuthConfig {
    /// Controls whether messages may reveal that an account exists. Unset: only a sign-up with a
    /// valid code does, ten times a day per code and network; after that every sign-up gets the
    /// same answer, and the owner of the address gets an email. `false`: every sign-up gets the
    /// same answer (a registered address still consumes a use of the code). `true`: sign-in and
    /// recovery reveal it too.
    pub reveal_accounts: Option<bool>,
    /// Minimum length of a password, 6 to 128.
    pub password_min_length: usize,
    /// Consents given before this time must be given again.
    pub agreement_cutoff: DateTime<Utc>,
    /// Staff and affiliation admins need a second factor; default: true unless the instance is
    /// embedded.
    pub second_factor_for_admins: Option<bool>,
}

impl Default for AuthConfig {
    fn default() -> Self {
        // 2025-07-12T00:00:00Z is unambiguous in UTC, so the fallback is never used.
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
    /// Returns whether sign-in and recovery may reveal that an account exists.
    #[must_use]
    pub fn reveals_accounts(&self) -> bool {
        self.reveal_accounts.unwrap_or(false)
    }

    /// Returns whether even a sign-up with a valid code must not reveal it.
    #[must_use]
    pub fn hides_accounts_at_sign_up(&self) -> bool {
        self.reveal_accounts == Some(false)
    }
}

/// Sign-in with Google, or another OpenID Connect issuer.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct GoogleConfig {
    /// Issuer URL, exactly as in its discovery document.
    pub issuer: String,
    /// Client id of this instance at the issuer; without it this sign-in is disabled.
    pub client_id: Option<String>,
    /// Client secret from the issuer.
    #[serde(serialize_with = "serialize_hidden")]
    pub client_secret: Option<SecretString>,
    /// File with the client secret.
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

/// Configurable rate limits; all others are fixed.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct LimitsConfig {
    /// Google sign-ins of one client per UTC day.
    pub google_sign_ins_per_day: u32,
    /// Number of processes that share the limits; while Redis is unavailable each grants its part.
    pub replicas: u32,
    /// Timeout for a limit check in Redis before this process counts locally, in milliseconds.
    pub redis_timeout_ms: u64,
}

impl Default for LimitsConfig {
    fn default() -> Self {
        Self { google_sign_ins_per_day: 20, replicas: 1, redis_timeout_ms: 100 }
    }
}

/// Format of a log line.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum LogFormat {
    /// One JSON object per line, for machines.
    Json,
    /// Short lines, for people.
    #[default]
    Pretty,
}

/// Logs and traces.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct TelemetryConfig {
    /// `json` or `pretty`.
    pub log_format: LogFormat,
    /// Filter of the written lines, in tracing's filter syntax.
    pub log_filter: String,
    /// Base URL of an OpenTelemetry collector (OTLP over HTTP), such as `http://collector:4318`;
    /// without it there are no traces.
    #[serde(serialize_with = "plain_address")]
    pub otlp_endpoint: Option<String>,
    /// Headers for the collector: `name=value`, several separated by commas.
    #[serde(serialize_with = "serialize_hidden")]
    pub otlp_headers: Option<SecretString>,
    /// File with the headers.
    pub otlp_headers_file: Option<PathBuf>,
    /// Part of the requests and jobs that are traced, from 0 to 1.
    pub trace_sample_ratio: f64,
}

impl Default for TelemetryConfig {
    fn default() -> Self {
        Self {
            log_format: LogFormat::default(),
            log_filter: String::from("info,sqlx=warn"),
            otlp_endpoint: None,
            otlp_headers: None,
            otlp_headers_file: None,
            trace_sample_ratio: 0.05,
        }
    }
}
