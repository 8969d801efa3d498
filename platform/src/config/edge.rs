//! Edge limits, timeouts and shutdown.

use super::ConfigErrors;
use super::lists::{deserialize_list, parse_networks};
use ipnet::IpNet;
use serde::{Deserialize, Serialize};

/// Limits of an edge for clients and networks (an IPv4 address, an IPv6 /64), and its shutdown.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct EdgeSection {
    /// Addresses and networks that may start TLS without a server name for health checks.
    #[serde(deserialize_with = "deserialize_list")]
    pub health_checks: Vec<String>,
    /// Period over which a separate edge then ends streams and WebSockets at random times, in
    /// seconds; at most half of `server.drain_timeout_s`.
    pub drain_spread_s: u64,
    /// Maximum number of open connections. A separate edge needs two file descriptors for each; it
    /// raises its limit as far as allowed (`ulimit -Hn`, `LimitNOFILE`).
    pub connections: usize,
    /// Maximum number of open connections of one network.
    pub connections_per_network: usize,
    /// Requests per second of one network; the burst is ten times as many.
    pub requests_per_second: u32,
    /// TLS handshakes per second of one network; the burst is ten times as many.
    pub handshakes_per_second: u32,
    /// Unknown host names per second of one network; the burst is ten times as many.
    pub unknown_names_per_second: u32,
    /// Reset HTTP/2 streams per second of one network; the burst is ten times as many.
    pub resets_per_second: u32,
    /// Timeout for the TLS ClientHello, in seconds.
    pub tls_handshake_timeout_s: u64,
    /// Timeout for the header of a request, in seconds.
    pub header_read_timeout_s: u64,
    /// Write timeout: maximum time for which a client does not read its response, in seconds.
    pub write_timeout_s: u64,
    /// Idle timeout of a response body from a role, in seconds.
    pub response_idle_timeout_s: u64,
    /// Idle timeout of event streams, and of WebSockets in either direction, in seconds.
    pub stream_idle_timeout_s: u64,
    /// Idle timeout of an HTTP/2 connection without requests, in seconds.
    pub connection_idle_timeout_s: u64,
    /// Concurrency limits of each role behind the edge.
    pub upstream: ConcurrencyConfig,
    /// Minimum speed of a request body.
    pub body: PaceConfig,
    /// Minimum speed of an image upload.
    pub upload: PaceConfig,
}

/// Concurrency limits of a role.
#[derive(Debug, Clone, Copy, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct ConcurrencyConfig {
    /// Maximum concurrent requests in total.
    pub requests: usize,
    /// Maximum concurrent requests of one tenant.
    pub requests_per_tenant: usize,
    /// Maximum queued requests of one tenant; more are refused.
    pub queue_per_tenant: usize,
    /// Queue timeout in seconds.
    pub queue_timeout_s: u64,
}

impl Default for ConcurrencyConfig {
    fn default() -> Self {
        Self { requests: 512, requests_per_tenant: 128, queue_per_tenant: 512, queue_timeout_s: 10 }
    }
}

/// Minimum speed of a body.
#[derive(Debug, Clone, Copy, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PaceConfig {
    /// Maximum pause between two bytes, in seconds.
    pub idle_timeout_s: u64,
    /// Minimum average bytes per second while the edge waits for the client.
    pub bytes_per_second: u64,
    /// Total waiting time after which the minimum speed applies, in seconds.
    pub grace_s: u64,
}

impl Default for EdgeSection {
    fn default() -> Self {
        Self {
            health_checks: Vec::new(),
            drain_spread_s: 10,
            connections: 20_000,
            connections_per_network: 2_048,
            requests_per_second: 1_000,
            handshakes_per_second: 100,
            unknown_names_per_second: 10,
            resets_per_second: 100,
            tls_handshake_timeout_s: 5,
            header_read_timeout_s: 10,
            write_timeout_s: 25,
            response_idle_timeout_s: 30,
            stream_idle_timeout_s: 60,
            connection_idle_timeout_s: 120,
            upstream: ConcurrencyConfig::default(),
            body: PaceConfig { idle_timeout_s: 30, bytes_per_second: 100, grace_s: 10 },
            upload: PaceConfig { idle_timeout_s: 30, bytes_per_second: 1_000, grace_s: 20 },
        }
    }
}

impl EdgeSection {
    /// Networks of the health checks; `None` for a value that is neither an address nor a network.
    pub fn health_check_networks(&self) -> impl Iterator<Item = Option<IpNet>> {
        parse_networks(&self.health_checks)
    }

    pub(super) fn check(&self, faults: &mut ConfigErrors) {
        faults.require(
            self.health_check_networks().all(|network| network.is_some()),
            "edge.health_checks: must be addresses or networks, such as 10.0.0.0/8",
        );
        for (field, is_some) in [
            ("connections", self.connections > 0),
            ("connections_per_network", self.connections_per_network > 0),
            ("requests_per_second", self.requests_per_second > 0),
            ("handshakes_per_second", self.handshakes_per_second > 0),
            ("unknown_names_per_second", self.unknown_names_per_second > 0),
            ("resets_per_second", self.resets_per_second > 0),
            ("tls_handshake_timeout_s", self.tls_handshake_timeout_s > 0),
            ("header_read_timeout_s", self.header_read_timeout_s > 0),
            ("write_timeout_s", self.write_timeout_s > 0),
            ("response_idle_timeout_s", self.response_idle_timeout_s > 0),
            ("stream_idle_timeout_s", self.stream_idle_timeout_s > 0),
            ("connection_idle_timeout_s", self.connection_idle_timeout_s > 0),
            ("upstream.requests", self.upstream.requests > 0),
            ("upstream.requests_per_tenant", self.upstream.requests_per_tenant > 0),
            ("body.idle_timeout_s", self.body.idle_timeout_s > 0),
            ("upload.idle_timeout_s", self.upload.idle_timeout_s > 0),
        ] {
            faults.require(is_some, format!("edge.{field}: must be at least 1"));
        }
    }
}
