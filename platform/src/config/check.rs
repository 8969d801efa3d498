//! Validation of a configuration. All rules are checked before the errors are reported.

use super::key_rings::ring_problem;
use super::keys::KeyName;
use super::{Config, GoogleConfig, LimitsConfig, MailConfig, ServerConfig, TelemetryConfig};
use secrecy::{ExposeSecret, SecretString};
use std::fmt;
use url::{Host, Url};

/// The token of a return path takes 46 of the 64 characters before the @.
const RETURN_PATH_LOCAL_CHARS_MAX: usize = 18;
const PASSWORD_LENGTHS: std::ops::RangeInclusive<usize> = 6..=128;

/// All errors of a configuration, one sentence each.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ConfigErrors(pub Vec<String>);

impl fmt::Display for ConfigErrors {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the configuration has faults:")?;
        self.0.iter().try_for_each(|fault| write!(f, "\n  - {fault}"))
    }
}

impl std::error::Error for ConfigErrors {}

impl ConfigErrors {
    pub(super) fn add(&mut self, fault: impl Into<String>) {
        self.0.push(fault.into());
    }
    pub(super) fn require(&mut self, holds: bool, fault: impl Into<String>) {
        if !holds {
            self.add(fault);
        }
    }
    pub(super) fn or_nothing(self) -> Result<(), Self> {
        if self.0.is_empty() { Ok(()) } else { Err(self) }
    }
}

impl Config {
    /// Checks all rules.
    ///
    /// # Errors
    /// All errors together, so that an operator can fix them at once.
    pub fn validate(&self) -> Result<(), ConfigErrors> {
        let mut faults = ConfigErrors::default();
        check_server(&self.server, &mut faults);
        self.edge.check(&mut faults);
        let data_dir = !self.data_dir.as_os_str().is_empty();
        faults.require(data_dir, "data_dir: is required");
        let url = Some(self.database_url());
        check_address("database.url", &url, &["sqlite", "postgres", "postgresql"], &mut faults);
        let owner = &self.database.owner_url;
        check_address("database.owner_url", owner, &["postgres", "postgresql"], &mut faults);
        let connections = self.database.max_connections >= 2;
        faults.require(connections, "database.max_connections: at least 2 are needed");
        check_address("redis.url", &self.redis.url, &["redis", "rediss"], &mut faults);
        self.check_blob(&mut faults);
        self.check_mail(&mut faults);
        self.check_keys(&mut faults);
        let length = PASSWORD_LENGTHS.contains(&self.auth.password_min_length);
        faults.require(length, "auth.password_min_length: must be 6 to 128");
        self.check_push(&mut faults);
        self.check_google(&mut faults);
        check_limits(&self.limits, &mut faults);
        faults.require(
            (1..=10).contains(&self.feed.max_communities),
            "feed.max_communities: must be 1 to 10",
        );
        faults.require(
            (1..=60).contains(&self.analytics.statement_timeout_s),
            "analytics.statement_timeout_s: must be 1 to 60",
        );
        self.cords.check(&mut faults);
        self.certificates.check(&mut faults);
        let filter = tracing_subscriber::EnvFilter::try_new(&self.telemetry.log_filter);
        if let Err(error) = filter {
            faults.add(format!("telemetry.log_filter: {error}"));
        }
        check_traces(&self.telemetry, &mut faults);
        faults.or_nothing()
    }

    fn check_blob(&self, faults: &mut ConfigErrors) {
        let in_bucket = self.blob_url().starts_with("s3://");
        let has_keys = self.blob.access_key.is_some() && self.blob.secret_key.is_some();
        faults.require(
            !in_bucket || has_keys,
            "blob.access_key, blob.secret_key: both are required for a bucket",
        );
        if !self.is_embedded() && self.blob.url.is_none() {
            faults.add("blob.url: is required with PostgreSQL, because every node must reach it");
        }
    }

    fn check_push(&self, faults: &mut ConfigErrors) {
        let is_contact =
            |text: &String| text.starts_with("mailto:") || text.starts_with("https://");
        faults.require(
            self.push.contact.as_ref().is_none_or(is_contact),
            "push.contact: must begin with mailto: or https://",
        );
    }

    fn check_mail(&self, faults: &mut ConfigErrors) {
        let MailConfig { smtp_url, from, return_path, feedback_listen, .. } = &self.mail;
        check_address("mail.smtp_url", smtp_url, &["smtp", "smtps"], faults);
        if !self.is_embedded() && smtp_url.is_none() {
            faults.add("mail.smtp_url: is required with PostgreSQL");
        }
        let readable = from.parse::<lettre::Address>().is_ok();
        faults.require(readable, "mail.from: must be a single email address");
        let is_return_path = |address: &String| {
            let local = address.rsplit_once('@').map_or("", |(local, _)| local);
            let is_short = local.len() <= RETURN_PATH_LOCAL_CHARS_MAX;
            is_short && !local.contains('+') && address.parse::<lettre::Address>().is_ok()
        };
        faults.require(
            return_path.as_ref().is_none_or(is_return_path),
            "mail.return_path: must be an email address with at most 18 characters before the @, \
             without a +",
        );
        faults.require(
            feedback_listen.is_none() || return_path.is_some(),
            "mail.feedback_listen: needs mail.return_path",
        );
    }

    fn check_google(&self, faults: &mut ConfigErrors) {
        if !self.offers_google() {
            return;
        }
        let GoogleConfig { issuer, client_secret, .. } = &self.google;
        faults
            .require(client_secret.is_some(), "google.client_secret: is required with a client_id");
        match Url::parse(issuer) {
            Ok(url) => faults.require(
                url.scheme() == "https" || (url.scheme() == "http" && is_this_machine(&url)),
                "google.issuer: must be https, except on this machine",
            ),
            Err(error) => faults.add(format!("google.issuer: {error}")),
        }
    }

    fn check_keys(&self, faults: &mut ConfigErrors) {
        for name in KeyName::ALL {
            let text = self.security.secret(name).map(ExposeSecret::expose_secret);
            let field = name.field_name();
            match text {
                // Created at the first start.
                None if self.is_embedded() => {}
                None => faults.add(format!(
                    "security.{field} or security.{field}_file: is required with PostgreSQL"
                )),
                Some(text) => {
                    if let Some(problem) = ring_problem(text) {
                        faults.add(format!("security.{field}: {problem}"));
                    }
                }
            }
        }
        let cost = &self.security.argon2;
        let possible = cost.iterations >= 1 && cost.lanes >= 1 && cost.memory_kib >= 8 * cost.lanes;
        faults.require(possible, "security.argon2: is not a valid cost");
    }
}

fn check_server(server: &ServerConfig, faults: &mut ConfigErrors) {
    faults.require(
        server.listen != server.admin_listen || server.listen.port() == 0,
        "server.admin_listen: must differ from server.listen",
    );
    faults.require(
        server.tls_listen.is_none() || server.main_origin.starts_with("https://"),
        "server.main_origin: must be https if server.tls_listen is set",
    );
    faults.require(
        server.plain_listen.is_none() || server.tls_listen.is_some(),
        "server.plain_listen: redirects to server.tls_listen, which is not set",
    );
    faults.require(
        server.trusted_networks().all(|network| network.is_some()),
        "server.trusted_proxies: must be addresses or networks, such as 10.0.0.0/8",
    );
    faults.require(
        !server.proxy_protocol || !server.trusted_proxies.is_empty(),
        "server.proxy_protocol: requires server.trusted_proxies, which is empty",
    );
    match Url::parse(&server.main_origin) {
        Ok(url) => check_origin(&url, &server.main_origin, faults),
        Err(error) => faults.add(format!("server.main_origin: {error}")),
    }
    for host in server.main_aliases.iter().flatten().chain([&server.portal_domain]) {
        faults.require(is_host(host), format!("server: `{host}` is not a host name"));
    }
}

fn check_origin(url: &Url, text: &str, faults: &mut ConfigErrors) {
    let is_origin = url.origin().ascii_serialization() == text;
    faults.require(
        is_origin,
        "server.main_origin: must be only an origin, such as https://guildhall.example",
    );
    let at_home = match url.host() {
        Some(Host::Domain(name)) => name == "localhost" || name.ends_with(".localhost"),
        _ => false,
    };
    // Cookies without `Secure` are only for local installations.
    faults.require(
        url.scheme() == "https" || (url.scheme() == "http" && at_home),
        "server.main_origin: must be https, except on localhost",
    );
}

fn check_traces(telemetry: &TelemetryConfig, faults: &mut ConfigErrors) {
    faults.require(
        telemetry.is_endpoint_valid(),
        "telemetry.otlp_endpoint: must be an http or https address without a query",
    );
    faults.require(
        telemetry.otlp_header_pairs().is_some(),
        "telemetry.otlp_headers: must be name=value pairs separated by commas",
    );
    faults.require(
        (0.0..=1.0).contains(&telemetry.trace_sample_ratio),
        "telemetry.trace_sample_ratio: must be 0 to 1",
    );
}

fn is_this_machine(url: &Url) -> bool {
    match url.host() {
        Some(Host::Domain(name)) => name == "localhost" || name.ends_with(".localhost"),
        Some(Host::Ipv4(address)) => address.is_loopback(),
        Some(Host::Ipv6(address)) => address.is_loopback(),
        None => false,
    }
}

fn is_host(text: &str) -> bool {
    wire::host::normalise_host(text).as_deref() == Ok(text)
}

/// The address may contain a password, so the error does not repeat it.
fn check_address(
    field: &str,
    address: &Option<SecretString>,
    schemes: &[&str],
    faults: &mut ConfigErrors,
) {
    let Some(address) = address else { return };
    let scheme = address.expose_secret().split_once(':').map(|(scheme, _)| scheme);
    let known = scheme.is_some_and(|scheme| schemes.contains(&scheme));
    faults.require(known, format!("{field}: must begin with one of {}", schemes.join(", ")));
}

fn check_limits(limits: &LimitsConfig, faults: &mut ConfigErrors) {
    faults.require(limits.replicas >= 1, "limits.replicas: must be at least 1");
    faults.require(
        limits.google_sign_ins_per_day >= 1,
        "limits.google_sign_ins_per_day: must be at least 1",
    );
}
