//! Metrics of the edge; [`wire::metrics::table`] declares them. Labels come from closed sets: never a
//! host, a tenant or an address.

use crate::problem::{Problem, UPSTREAM_AWAY, UPSTREAM_BROKEN, UPSTREAM_SLOW};
use crate::system::since_epoch;
use http::{Method, StatusCode};
use metrics::{counter, gauge};
use std::sync::LazyLock;
use std::time::Duration;
use wire::metrics::table::{
    EDGE_CERTIFICATES, EDGE_CERTIFICATES_REFUSED, EDGE_CONNECTIONS, EDGE_CUT, EDGE_HANDSHAKES,
    EDGE_IN_FLIGHT, EDGE_REFUSED, EDGE_REQUEST_SECONDS, EDGE_REQUESTS, EDGE_ROUTES_CONFIRMED,
    EDGE_ROUTES_REFUSED, EDGE_ROUTES_VERSION, EDGE_SOONEST_END, EDGE_STALLED, EDGE_UPSTREAM_ERRORS,
    EDGE_WAITED,
};
use wire::metrics::{RequestLabels, RequestSeries};

static SERIES: LazyLock<RequestSeries> =
    LazyLock::new(|| RequestSeries::new(EDGE_REQUESTS, EDGE_REQUEST_SECONDS));

/// Kind of the site of a request, as a label.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SiteKind {
    /// The main site.
    Main,
    /// A portal.
    Portal,
    /// No site: the host is unknown, or the request was answered before its host was resolved.
    None,
}

impl SiteKind {
    /// Label of the kind.
    pub const fn label(self) -> &'static str {
        match self {
            Self::Main => "main",
            Self::Portal => "portal",
            Self::None => "none",
        }
    }
}

/// Records an answered request.
pub fn answered(
    method: &Method,
    route: &'static str,
    status: StatusCode,
    site: SiteKind,
    took: Duration,
) {
    SERIES.record(route, RequestLabels::new(method.as_str(), status.as_u16(), site.label()), took);
}

/// Counts a request that waits for its response head, until it is dropped.
pub struct InFlight;

impl InFlight {
    /// Counts one more request.
    pub fn begin() -> Self {
        gauge!(EDGE_IN_FLIGHT).increment(1.0);
        Self
    }
}

impl Drop for InFlight {
    fn drop(&mut self) {
        gauge!(EDGE_IN_FLIGHT).decrement(1.0);
    }
}

/// Counts a request that failed because of the role behind the edge.
pub fn upstream_failed(upstream: &'static str, problem: Problem) {
    let causes = [(UPSTREAM_AWAY, "away"), (UPSTREAM_BROKEN, "broken"), (UPSTREAM_SLOW, "slow")];
    // The client or a limit caused all other problems.
    let Some((_, cause)) = causes.into_iter().find(|(known, _)| *known == problem) else { return };
    counter!(EDGE_UPSTREAM_ERRORS, "upstream" => upstream, "cause" => cause).increment(1);
}

/// Sets the number of open connections.
#[expect(clippy::cast_precision_loss, reason = "a gauge is a float, and the values are small")]
pub fn connections(open: usize) {
    gauge!(EDGE_CONNECTIONS).set(open as f64);
}

/// Records that the control plane confirmed the active route table.
pub fn routes_confirmed() {
    gauge!(EDGE_ROUTES_CONFIRMED).set(since_epoch().as_secs_f64());
}

/// Exceeded limit of a request.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ExceededLimit {
    /// Rate limit of the network.
    Network,
    /// Queue limit of the tenant.
    Tenant,
    /// Size limit of the body.
    Content,
}

impl ExceededLimit {
    const fn label(self) -> &'static str {
        match self {
            Self::Network => "network",
            Self::Tenant => "tenant",
            Self::Content => "content",
        }
    }
}

pub fn record_queue_wait() {
    counter!(EDGE_WAITED).increment(1);
}

pub fn record_refusal(excess: ExceededLimit) {
    counter!(EDGE_REFUSED, "cause" => excess.label()).increment(1);
}

pub fn record_stalled_request() {
    counter!(EDGE_STALLED).increment(1);
}

/// Cause of closing a connection.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CloseCause {
    /// Too many reset streams.
    Resets,
    /// Too many PING frames.
    Pings,
    /// Too many SETTINGS frames.
    Settings,
    /// No first frame in time.
    PrefaceTimeout,
    /// The client did not read its responses.
    WriteTimeout,
}

impl CloseCause {
    /// Metric label of the cause.
    pub const fn label(self) -> &'static str {
        match self {
            Self::Resets => "resets",
            Self::Pings => "pings",
            Self::Settings => "settings",
            Self::PrefaceTimeout => "silent",
            Self::WriteTimeout => "untaken",
        }
    }
}

pub fn record_abusive_close(cause: CloseCause) {
    counter!(EDGE_CUT, "cause" => cause.label()).increment(1);
}

/// Outcome of a handshake.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum HandshakeOutcome {
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
    NoServerName,
    /// Not TLS, or no common parameters.
    Failed,
    /// Timed out.
    Slow,
    /// The network exceeded its limit of handshakes or unknown names.
    Limited,
}

impl HandshakeOutcome {
    const fn label(self) -> &'static str {
        match self {
            Self::Served => "served",
            Self::NotReady => "not_ready",
            Self::Challenge => "challenge",
            Self::HealthCheck => "health_check",
            Self::UnknownName => "unknown_name",
            Self::NoServerName => "nameless",
            Self::Failed => "failed",
            Self::Slow => "slow",
            Self::Limited => "limited",
        }
    }
}

pub fn record_handshake(outcome: HandshakeOutcome) {
    counter!(EDGE_HANDSHAKES, "outcome" => outcome.label()).increment(1);
}

pub fn record_refused_certificate() {
    counter!(EDGE_CERTIFICATES_REFUSED).increment(1);
}

pub fn record_refused_table() {
    counter!(EDGE_ROUTES_REFUSED).increment(1);
}

/// Updates the metrics of a table that became active: its version, and the number and earliest
/// expiry of its certificates.
#[expect(clippy::cast_precision_loss, reason = "a gauge is a float, and the values are small")]
pub fn record_active_routes(version: u64, certificates: usize, soonest_end: Option<i64>) {
    gauge!(EDGE_CERTIFICATES).set(certificates as f64);
    gauge!(EDGE_SOONEST_END).set(soonest_end.unwrap_or(0) as f64);
    gauge!(EDGE_ROUTES_VERSION).set(version as f64);
}
