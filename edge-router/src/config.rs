//! What an edge is told at its start. Values only: where they come from is the binary's business.

use crate::limits::{NetworkBudgets, Room};
use crate::site::Features;
use ipnet::IpNet;
use std::path::PathBuf;
use std::time::Duration;
use wire::ContextKey;

/// Everything an edge needs besides its upstreams and its table.
#[derive(Debug, Clone)]
pub struct EdgeConfig {
    /// Folder of the built main application (`index.html`, `assets/`).
    pub main_dist: PathBuf,
    /// Folder of the built portal application.
    pub brand_dist: PathBuf,
    /// Name of this build, told to the pages so that they notice an update.
    pub build: String,
    /// What the pages offer.
    pub features: Features,
    /// Signs the context that the roles behind the edge believe.
    pub context_key: ContextKey,
    /// What is refused, and when patience ends.
    pub limits: Limits,
    /// How the edge leaves.
    pub drain: Drain,
    /// Who may begin TLS without a name, to learn whether the edge is well. Nobody, unless told
    /// otherwise.
    pub health_checks: Vec<IpNet>,
    /// Peers that are believed when they say who is behind them, in `X-Forwarded-For` or by the PROXY
    /// protocol. Nobody, unless told otherwise.
    pub trusted_proxies: Vec<IpNet>,
    /// Connections from trusted proxies begin with a PROXY header of version 2.
    pub proxy_protocol: bool,
}

impl EdgeConfig {
    /// A configuration with the usual limits.
    #[must_use]
    pub fn new(
        main_dist: impl Into<PathBuf>,
        brand_dist: impl Into<PathBuf>,
        context_key: ContextKey,
    ) -> Self {
        Self {
            main_dist: main_dist.into(),
            brand_dist: brand_dist.into(),
            build: env!("CARGO_PKG_VERSION").to_owned(),
            features: Features::default(),
            context_key,
            limits: Limits::default(),
            drain: Drain::default(),
            health_checks: Vec::new(),
            trusted_proxies: Vec::new(),
            proxy_protocol: false,
        }
    }
}

/// What one client may ask of the edge.
#[derive(Debug, Clone)]
pub struct Limits {
    /// Bytes of all header names and values together; more is answered 431.
    pub head_bytes: usize,
    /// Header fields; more is answered 431.
    pub head_fields: usize,
    /// How long a client may take for the first message of a TLS handshake.
    pub hello_wait: Duration,
    /// How long a connection may take to send a request's head, and for the rest of a handshake.
    pub head_wait: Duration,
    /// How long a client may take nothing of what it is sent, or leave an answer without room on its
    /// way (the windows of HTTP/2).
    pub untaken_wait: Duration,
    /// How long a client of HTTP/1 that is still sending is heard out behind the last answer of its
    /// connection, so that the answer reaches it.
    pub hear_out_wait: Duration,
    /// How long an upstream may take to begin its answer, counted from the last byte of the
    /// request that moved. Answers themselves may last for ever: streams do.
    pub answer_wait: Duration,
    /// How long an answer that began may be without a byte of its upstream.
    pub answer_idle: Duration,
    /// The same for streams of events, and for WebSockets in either direction.
    pub stream_idle: Duration,
    /// How long the page of a shared article waits to hear of it.
    pub preview_wait: Duration,
    /// How long a connection of HTTP/2 may be without a request; the next one is told to begin anew.
    pub idle_wait: Duration,
    /// How much a role behind the edge is asked at once.
    pub room: Room,
    /// How fast a request's body has to come.
    pub body: Pace,
    /// The same for pictures, which are large, and begin slowly on a phone.
    pub upload: Pace,
    /// Open connections in all.
    pub connections: usize,
    /// Open connections from one network (an IPv4 address, an IPv6 /64).
    pub connections_per_network: usize,
    /// What one network may cause, whatever number of connections it uses for it.
    pub network: NetworkBudgets,
}

/// How fast a request's body has to come.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Pace {
    /// How long a client may pause.
    pub idle: Duration,
    /// Fewest bytes a second, over the time that we wait for them.
    pub bytes_per_s: u64,
    /// Waiting in all before the pace counts.
    pub grace: Duration,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            head_bytes: 16 * 1024,
            head_fields: 100,
            hello_wait: Duration::from_secs(5),
            head_wait: Duration::from_secs(10),
            untaken_wait: Duration::from_secs(25),
            hear_out_wait: Duration::from_secs(10),
            answer_wait: Duration::from_secs(30),
            answer_idle: Duration::from_secs(30),
            stream_idle: Duration::from_secs(60),
            preview_wait: Duration::from_secs(1),
            idle_wait: Duration::from_secs(120),
            room: Room::default(),
            body: Pace {
                idle: Duration::from_secs(30),
                bytes_per_s: 100,
                grace: Duration::from_secs(10),
            },
            upload: Pace {
                idle: Duration::from_secs(30),
                bytes_per_s: 1_000,
                grace: Duration::from_secs(20),
            },
            connections: 20_000,
            connections_per_network: 2_048,
            network: NetworkBudgets::default(),
        }
    }
}

/// How long leaving may take.
#[derive(Debug, Clone)]
pub struct Drain {
    /// Not ready any more, but still accepting, so that a load balancer can look away first.
    pub notice: Duration,
    /// Then nothing new is accepted, streams are told to end, and requests may finish.
    pub finish: Duration,
    /// Within which streams and WebSockets end, each at a moment of its own, so that their clients do
    /// not come back as one.
    pub spread: Duration,
}

impl Default for Drain {
    fn default() -> Self {
        Self {
            notice: Duration::ZERO,
            finish: Duration::from_secs(25),
            spread: Duration::from_secs(10),
        }
    }
}
