//! Configuration of the edge, as plain values. The `guildhall` binary reads the settings.

use crate::limits::{ConcurrencyLimits, NetworkBudgets};
use ipnet::IpNet;
use serde::{Deserialize, Serialize};
use std::path::PathBuf;
use std::time::Duration;
use wire::{ContentFilter, ContextKey};

/// Edge configuration, apart from the upstreams and the route table.
#[derive(Debug, Clone)]
pub struct EdgeConfig {
    /// Folder of the main web app (`index.html`, `assets/`).
    pub main_dist: PathBuf,
    /// Folder of the portal web app.
    pub brand_dist: PathBuf,
    /// Build version, sent to the pages so that they notice an update.
    pub build: String,
    /// Features that the pages offer.
    pub features: Features,
    /// Native apps that open links of the main site.
    pub native_apps: NativeApps,
    /// Key that signs the request context for the roles behind the edge.
    pub context_key: ContextKey,
    /// Limits and timeouts.
    pub limits: Limits,
    /// Durations of a graceful shutdown.
    pub drain: Drain,
    /// Networks that may start TLS without a server name, for health checks. Empty by default.
    pub health_checks: Vec<IpNet>,
    /// Peers whose `X-Forwarded-For` or PROXY header is trusted. Empty by default.
    pub trusted_proxies: Vec<IpNet>,
    /// Connections from trusted proxies begin with a PROXY protocol header, version 2.
    pub proxy_protocol: bool,
}

impl EdgeConfig {
    /// A configuration with default limits.
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
            native_apps: NativeApps::default(),
            context_key,
            limits: Limits::default(),
            drain: Drain::default(),
            health_checks: Vec::new(),
            trusted_proxies: Vec::new(),
            proxy_protocol: false,
        }
    }
}

/// Features of this installation, and rules that forms check before sending.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Features {
    /// Sign-in with Google.
    pub google: bool,
    /// Waitlist for people without an invite code.
    pub waitlist: bool,
    /// Posts may contain semicolons and similar characters; otherwise the strict filter rejects
    /// them. In the boot data of a site, the filter that staff chose takes precedence.
    pub relaxed_content: bool,
    /// Fewest characters of a new password.
    pub password_min_length: usize,
}

impl Features {
    /// Content filter of the settings, which applies until staff choose one.
    #[must_use]
    pub const fn configured_filter(&self) -> ContentFilter {
        if self.relaxed_content { ContentFilter::Relaxed } else { ContentFilter::Strict }
    }
}

/// Native apps that open links of the main site.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct NativeApps {
    /// Package name of the Android app.
    pub android_package: Option<String>,
    /// SHA-256 fingerprints of the certificates that sign the Android app.
    pub android_fingerprints: Vec<String>,
    /// Ids of the iOS apps: team id, dot, bundle id.
    pub ios_app_ids: Vec<String>,
}

/// Limits for a single client.
#[derive(Debug, Clone)]
pub struct Limits {
    /// Maximum bytes of all header names and values together; more is answered with 431.
    pub head_bytes: usize,
    /// Maximum number of header fields; more is answered with 431.
    pub head_fields: usize,
    /// Timeout for the TLS ClientHello.
    pub client_hello_timeout: Duration,
    /// Timeout for a request's header, and for the rest of a handshake.
    pub header_read_timeout: Duration,
    /// Write timeout: how long a client may read nothing of a response, or leave its HTTP/2
    /// flow-control window empty.
    pub write_timeout: Duration,
    /// How long the edge drains the input of an HTTP/1 client after the last response, so that the
    /// response reaches a client that is still sending.
    pub lingering_close_timeout: Duration,
    /// Timeout for the upstream's response header, counted from the last byte of the request that
    /// was transferred. Response bodies have no total time limit, because of streams.
    pub response_timeout: Duration,
    /// Idle timeout of a response body: maximum time without a byte from the upstream.
    pub response_idle_timeout: Duration,
    /// Idle timeout of event streams, and of WebSockets in either direction.
    pub stream_idle_timeout: Duration,
    /// Timeout for fetching the preview of a shared article for its page.
    pub preview_timeout: Duration,
    /// Idle timeout of an HTTP/2 connection without requests; the client has to reconnect.
    pub idle_timeout: Duration,
    /// Limits for concurrent requests to a role behind the edge.
    pub concurrency: ConcurrencyLimits,
    /// Minimum speed of a request body.
    pub body: BodyPace,
    /// Minimum speed of an image upload, which is large and starts slowly on a phone.
    pub upload: BodyPace,
    /// Maximum number of open connections.
    pub connections: usize,
    /// Maximum number of open connections from one network (an IPv4 address, an IPv6 /64).
    pub connections_per_network: usize,
    /// Rate limits of one network, across all of its connections.
    pub network: NetworkBudgets,
}

/// Minimum speed of a request body.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BodyPace {
    /// Maximum pause between two bytes.
    pub idle: Duration,
    /// Minimum average bytes per second while the edge waits for the client.
    pub bytes_per_s: u64,
    /// Total waiting time after which the minimum speed applies.
    pub grace: Duration,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            head_bytes: 16 * 1024,
            head_fields: 100,
            client_hello_timeout: Duration::from_secs(5),
            header_read_timeout: Duration::from_secs(10),
            write_timeout: Duration::from_secs(25),
            lingering_close_timeout: Duration::from_secs(10),
            response_timeout: Duration::from_secs(30),
            response_idle_timeout: Duration::from_secs(30),
            stream_idle_timeout: Duration::from_secs(60),
            preview_timeout: Duration::from_secs(1),
            idle_timeout: Duration::from_secs(120),
            concurrency: ConcurrencyLimits::default(),
            body: BodyPace {
                idle: Duration::from_secs(30),
                bytes_per_s: 100,
                grace: Duration::from_secs(10),
            },
            upload: BodyPace {
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

/// Durations of the shutdown phases.
#[derive(Debug, Clone)]
pub struct Drain {
    /// First phase: not ready but still accepting, so that a load balancer stops sending
    /// connections.
    pub notice_delay: Duration,
    /// Second phase: no new connections, streams are ended, and running requests may finish.
    pub finish: Duration,
    /// Period over which streams and WebSockets are ended at random times, so that their clients do
    /// not all reconnect at once.
    pub stream_end_spread: Duration,
}

impl Default for Drain {
    fn default() -> Self {
        Self {
            notice_delay: Duration::ZERO,
            finish: Duration::from_secs(25),
            stream_end_spread: Duration::from_secs(10),
        }
    }
}
