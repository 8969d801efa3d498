//! What an edge is told at its start, in one process or apart.

use edge_router::{Budget, Drain, EdgeConfig, Features, Limits, NetworkBudgets, Pace, Room};
use platform::config::{Config, ContentFilter, EdgeSection, PaceConfig};
use std::time::Duration;
use wire::ContextKey;

/// An edge in one process with everything else: nobody looks away from it before it leaves, and whoever
/// comes back comes back to it.
#[must_use]
pub fn edge_config(config: &Config, key: ContextKey) -> EdgeConfig {
    let server = &config.server;
    let mut edge = EdgeConfig::new(&server.web_main_dir, &server.web_brand_dir, key);
    let finish = Duration::from_secs(server.drain_seconds);
    edge.drain = Drain { notice: Duration::ZERO, finish, spread: Duration::ZERO };
    edge.limits = limits(&config.edge);
    edge.features = features(config);
    edge.trusted_proxies = server.trusted_networks().flatten().collect();
    edge.health_checks = config.edge.health_check_networks().flatten().collect();
    edge.proxy_protocol = server.proxy_protocol;
    edge
}

/// An edge of its own, one of several.
#[must_use]
pub fn fleet_edge_config(config: &Config, key: ContextKey) -> EdgeConfig {
    let mut edge = edge_config(config, key);
    edge.drain.notice = Duration::from_secs(config.edge.notice_seconds);
    edge.drain.spread = Duration::from_secs(config.edge.spread_seconds);
    edge
}

fn limits(edge: &EdgeSection) -> Limits {
    let budget = |per_s: u32| Budget::new(per_s.saturating_mul(10), per_s);
    Limits {
        hello_wait: Duration::from_secs(edge.hello_seconds),
        head_wait: Duration::from_secs(edge.head_seconds),
        untaken_wait: Duration::from_secs(edge.untaken_seconds),
        answer_idle: Duration::from_secs(edge.answer_idle_seconds),
        stream_idle: Duration::from_secs(edge.stream_idle_seconds),
        idle_wait: Duration::from_secs(edge.idle_seconds),
        room: Room {
            requests: edge.upstream.requests,
            per_tenant: edge.upstream.requests_per_tenant,
            waiting: edge.upstream.waiting_per_tenant,
            wait: Duration::from_secs(edge.upstream.waiting_seconds),
        },
        body: pace(edge.body),
        upload: pace(edge.upload),
        connections: edge.connections,
        connections_per_network: edge.connections_per_network,
        network: NetworkBudgets {
            requests: budget(edge.requests_per_second),
            handshakes: budget(edge.handshakes_per_second),
            unknown_names: budget(edge.unknown_names_per_second),
            resets: budget(edge.resets_per_second),
        },
        ..Limits::default()
    }
}

const fn pace(pace: PaceConfig) -> Pace {
    Pace {
        idle: Duration::from_secs(pace.idle_seconds),
        bytes_per_s: pace.bytes_per_second,
        grace: Duration::from_secs(pace.grace_seconds),
    }
}

/// What the pages offer.
fn features(config: &Config) -> Features {
    Features {
        google: config.offers_google(),
        relaxed_content: config.content.filter == ContentFilter::Relaxed,
        waitlist: true,
        password_min_length: config.auth.password_min_length,
    }
}
