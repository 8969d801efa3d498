//! What an edge puts up with, and how it leaves.

use super::Faults;
use super::lists::{networks, words};
use ipnet::IpNet;
use serde::{Deserialize, Serialize};

/// What an edge puts up with from a client or from a network (an IPv4 address, an IPv6 /64), and how it
/// leaves.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct EdgeSection {
    /// Addresses and networks of balancers that may begin TLS without a name, to learn whether this edge
    /// is well.
    #[serde(deserialize_with = "words")]
    pub health_checks: Vec<String>,
    /// How long an edge of its own goes on accepting after a signal to stop, not ready any more, in
    /// seconds.
    pub notice_seconds: u64,
    /// Within which streams and WebSockets of an edge of its own then end, each at a moment of its own,
    /// in seconds; at most half of `server.drain_seconds`.
    pub spread_seconds: u64,
    /// Open connections in all.
    pub connections: usize,
    /// Open connections of one network.
    pub connections_per_network: usize,
    /// Requests of one network in a second; ten times as many at once.
    pub requests_per_second: u32,
    /// Beginnings of TLS of one network in a second; ten times as many at once.
    pub handshakes_per_second: u32,
    /// Names that are none of ours, of one network in a second; ten times as many at once.
    pub unknown_names_per_second: u32,
    /// Streams of HTTP/2 that one network takes back in a second; ten times as many at once.
    pub resets_per_second: u32,
    /// How long a client may take for the first message of TLS, in seconds.
    pub hello_seconds: u64,
    /// How long it may take for the head of a request, in seconds.
    pub head_seconds: u64,
    /// How long it may take nothing of what it is sent, in seconds.
    pub untaken_seconds: u64,
    /// How long an answer that a role began may be without a byte, in seconds.
    pub answer_idle_seconds: u64,
    /// The same for streams of events, and for WebSockets in either direction.
    pub stream_idle_seconds: u64,
    /// How long a connection of HTTP/2 may be without a request, in seconds.
    pub idle_seconds: u64,
    /// How much each role behind the edge is asked at once.
    pub upstream: RoomConfig,
    /// How the content of a request has to come.
    pub body: PaceConfig,
    /// How a picture has to come.
    pub upload: PaceConfig,
}

/// How much a role is asked at once.
#[derive(Debug, Clone, Copy, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct RoomConfig {
    /// Requests that are under way in all.
    pub requests: usize,
    /// Those of one tenant.
    pub requests_per_tenant: usize,
    /// Requests of one tenant that wait for their turn; more are refused.
    pub waiting_per_tenant: usize,
    /// How long they wait, in seconds.
    pub waiting_seconds: u64,
}

impl Default for RoomConfig {
    fn default() -> Self {
        Self {
            requests: 512,
            requests_per_tenant: 128,
            waiting_per_tenant: 512,
            waiting_seconds: 10,
        }
    }
}

/// How content has to come.
#[derive(Debug, Clone, Copy, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PaceConfig {
    /// How long the client may pause, in seconds.
    pub idle_seconds: u64,
    /// Fewest bytes in a second, over the time that they are waited for.
    pub bytes_per_second: u64,
    /// Waiting in all before that counts, in seconds.
    pub grace_seconds: u64,
}

impl Default for EdgeSection {
    fn default() -> Self {
        Self {
            health_checks: Vec::new(),
            notice_seconds: 5,
            spread_seconds: 10,
            connections: 20_000,
            connections_per_network: 2_048,
            requests_per_second: 1_000,
            handshakes_per_second: 100,
            unknown_names_per_second: 10,
            resets_per_second: 100,
            hello_seconds: 5,
            head_seconds: 10,
            untaken_seconds: 25,
            answer_idle_seconds: 30,
            stream_idle_seconds: 60,
            idle_seconds: 120,
            upstream: RoomConfig::default(),
            body: PaceConfig { idle_seconds: 30, bytes_per_second: 100, grace_seconds: 10 },
            upload: PaceConfig { idle_seconds: 30, bytes_per_second: 1_000, grace_seconds: 20 },
        }
    }
}

impl EdgeSection {
    /// Those who may look after the edge, as networks; `None` for a word that is neither an address nor
    /// a network.
    pub fn health_check_networks(&self) -> impl Iterator<Item = Option<IpNet>> {
        networks(&self.health_checks)
    }

    pub(super) fn check(&self, faults: &mut Faults) {
        faults.unless(
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
            ("hello_seconds", self.hello_seconds > 0),
            ("head_seconds", self.head_seconds > 0),
            ("untaken_seconds", self.untaken_seconds > 0),
            ("answer_idle_seconds", self.answer_idle_seconds > 0),
            ("stream_idle_seconds", self.stream_idle_seconds > 0),
            ("idle_seconds", self.idle_seconds > 0),
            ("upstream.requests", self.upstream.requests > 0),
            ("upstream.requests_per_tenant", self.upstream.requests_per_tenant > 0),
            ("body.idle_seconds", self.body.idle_seconds > 0),
            ("upload.idle_seconds", self.upload.idle_seconds > 0),
        ] {
            faults.unless(is_some, format!("edge.{field}: must be at least 1"));
        }
    }
}
