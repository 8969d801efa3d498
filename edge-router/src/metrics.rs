//! Metrics of the edge. Labels come from closed sets: never a host, a tenant or an address.

use metrics::{counter, gauge};

/// TLS connections, by outcome of the handshake (see [`Outcome`]).
const HANDSHAKES: &str = "guildhall_edge_handshakes_total";
/// Certificates from the control plane that were rejected.
const REFUSED: &str = "guildhall_edge_certificates_refused_total";
/// Active certificates.
const CERTIFICATES: &str = "guildhall_edge_certificates";
/// Earliest certificate expiry, in Unix seconds; 0 without certificates.
const SOONEST_END: &str = "guildhall_edge_certificate_soonest_end_seconds";
/// Version of the active route table.
const VERSION: &str = "guildhall_edge_routes_version";
/// Rejected route tables.
const TABLES_REFUSED: &str = "guildhall_edge_routes_refused_total";

/// Connections that were closed because of client behaviour, by cause (see [`Cut`]).
const CUT: &str = "guildhall_edge_connections_cut_total";

/// Requests that were refused because of rate or size, by cause (see [`Excess`]).
const REFUSED_REQUESTS: &str = "guildhall_edge_requests_refused_total";

/// Exceeded limit of a request.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Excess {
    /// Rate limit of the network.
    Network,
    /// Queue limit of the tenant.
    Tenant,
    /// Size limit of the body.
    Content,
}

impl Excess {
    const fn label(self) -> &'static str {
        match self {
            Self::Network => "network",
            Self::Tenant => "tenant",
            Self::Content => "content",
        }
    }
}

/// Requests that were queued before they were forwarded.
const WAITED: &str = "guildhall_edge_requests_waited_total";

pub fn waited() {
    counter!(WAITED).increment(1);
}

pub fn refused(excess: Excess) {
    counter!(REFUSED_REQUESTS, "cause" => excess.label()).increment(1);
}

/// Response bodies that an upstream stopped sending.
const STALLED: &str = "guildhall_edge_answers_stalled_total";

pub fn stalled() {
    counter!(STALLED).increment(1);
}

/// Cause of closing a connection.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Cut {
    /// Too many reset streams.
    Resets,
    /// Too many PING frames.
    Pings,
    /// Too many SETTINGS frames.
    Settings,
    /// No first frame in time.
    Silent,
    /// The client did not read its responses.
    Untaken,
}

impl Cut {
    /// Metric label of the cause.
    pub const fn label(self) -> &'static str {
        match self {
            Self::Resets => "resets",
            Self::Pings => "pings",
            Self::Settings => "settings",
            Self::Silent => "silent",
            Self::Untaken => "untaken",
        }
    }
}

pub fn cut(cause: Cut) {
    counter!(CUT, "cause" => cause.label()).increment(1);
}

/// Outcome of a handshake.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    /// Success; requests may follow.
    Served,
    /// Success with the placeholder certificate of hosts that have no certificate yet.
    NotReady,
    /// An ACME challenge was answered.
    Challenge,
    /// A balancer's health check.
    HealthCheck,
    /// The name is not one of ours.
    UnknownName,
    /// No server name was sent.
    Nameless,
    /// Not TLS, or no common parameters.
    Failed,
    /// Timed out.
    Slow,
    /// The network exceeded its limit of handshakes or unknown names.
    Limited,
}

impl Outcome {
    const fn label(self) -> &'static str {
        match self {
            Self::Served => "served",
            Self::NotReady => "not_ready",
            Self::Challenge => "challenge",
            Self::HealthCheck => "health_check",
            Self::UnknownName => "unknown_name",
            Self::Nameless => "nameless",
            Self::Failed => "failed",
            Self::Slow => "slow",
            Self::Limited => "limited",
        }
    }
}

pub fn handshake(outcome: Outcome) {
    counter!(HANDSHAKES, "outcome" => outcome.label()).increment(1);
}

pub fn certificate_refused() {
    counter!(REFUSED).increment(1);
}

pub fn table_refused() {
    counter!(TABLES_REFUSED).increment(1);
}

/// Updates the metrics of a table that became active: its version, and the number and earliest
/// expiry of its certificates.
#[expect(clippy::cast_precision_loss, reason = "a gauge is a float, and the values are small")]
pub fn in_force(version: u64, certificates: usize, soonest_end: Option<i64>) {
    gauge!(CERTIFICATES).set(certificates as f64);
    gauge!(SOONEST_END).set(soonest_end.unwrap_or(0) as f64);
    gauge!(VERSION).set(version as f64);
}
