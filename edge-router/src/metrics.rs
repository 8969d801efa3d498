//! The edge's figures. Labels come from closed lists: never a host, a tenant or an address.

use crate::resolve::InForce;
use metrics::{counter, gauge};

/// Connections that began with TLS, by outcome (see [`Outcome`]).
const HANDSHAKES: &str = "guildhall_edge_handshakes_total";
/// Certificates that a source sent and that were not put in force.
const REFUSED: &str = "guildhall_edge_certificates_refused_total";
/// Certificates in force.
const CERTIFICATES: &str = "guildhall_edge_certificates";
/// When the first of them ends, in seconds since 1970; 0 without any.
const SOONEST_END: &str = "guildhall_edge_certificate_soonest_end_seconds";
/// Version of the route table in force.
const VERSION: &str = "guildhall_edge_routes_version";
/// Tables that were not applied.
const TABLES_REFUSED: &str = "guildhall_edge_routes_refused_total";

/// Connections that were ended for what their client did with them, by cause (see [`Cut`]).
const CUT: &str = "guildhall_edge_connections_cut_total";

/// Requests that were refused for how many or how large they were, by cause (see [`Excess`]).
const REFUSED_REQUESTS: &str = "guildhall_edge_requests_refused_total";

/// What was too much about a request.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Excess {
    /// Its network has asked too often.
    Network,
    /// Its tenant has too many under way or waiting.
    Tenant,
    /// Its content is too large.
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

/// Requests that waited for their tenant's turn before they were passed on.
const WAITED: &str = "guildhall_edge_requests_waited_total";

pub fn waited() {
    counter!(WAITED).increment(1);
}

pub fn refused(excess: Excess) {
    counter!(REFUSED_REQUESTS, "cause" => excess.label()).increment(1);
}

/// Answers that an upstream began and did not go on with.
const STALLED: &str = "guildhall_edge_answers_stalled_total";

pub fn stalled() {
    counter!(STALLED).increment(1);
}

/// Why a connection was ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Cut {
    /// Too many streams taken back.
    Resets,
    /// Too many pings.
    Pings,
    /// Too many settings.
    Settings,
    /// No first words.
    Silent,
    /// What was sent was not taken.
    Untaken,
}

impl Cut {
    /// The cause in a word.
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

/// How a connection's beginning went.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    /// Requests may follow.
    Served,
    /// Requests may follow, over the certificate of hosts that have none yet.
    NotReady,
    /// An authority was answered.
    Challenge,
    /// A balancer looks whether the edge is well.
    HealthCheck,
    /// The name is none of ours.
    UnknownName,
    /// No name was sent.
    Nameless,
    /// It was no TLS, or the two sides have nothing in common.
    Failed,
    /// It took too long.
    Slow,
    /// Its network has begun too many, or asked for too many names that are none of ours.
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

/// Notes what a table that was put in force holds.
#[expect(clippy::cast_precision_loss, reason = "a gauge is a float; these are small")]
pub fn in_force(table: &InForce) {
    let certificates = table.certificates();
    gauge!(CERTIFICATES).set(certificates.len() as f64);
    gauge!(SOONEST_END).set(certificates.soonest_end().unwrap_or(0) as f64);
    gauge!(VERSION).set(table.version as f64);
}
