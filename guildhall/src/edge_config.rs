//! Configuration of an edge, within one process or separate.

use edge_router::{
    BodyPace, Budget, ConcurrencyLimits, Drain, EdgeConfig, Features, Limits, NativeApps,
    NetworkBudgets,
};
use platform::config::{Config, ContentFilter, EdgeSection, NativeAppsConfig, PaceConfig};
use std::time::Duration;
use wire::ContextKey;

/// Configuration of an edge in one process with everything else: by default no load balancer has to
/// notice the shutdown, and reconnecting clients reach the same edge.
#[must_use]
pub fn edge_config(config: &Config, key: ContextKey) -> EdgeConfig {
    let server = &config.server;
    let mut edge = EdgeConfig::new(&server.web_main_dir, &server.web_brand_dir, key);
    let finish = Duration::from_secs(server.drain_timeout_s);
    let notice = Duration::from_secs(server.shutdown_delay_s.unwrap_or(0));
    edge.drain = Drain { notice_delay: notice, finish, stream_end_spread: Duration::ZERO };
    edge.limits = edge_limits(&config.edge);
    edge.features = page_features(config);
    edge.native_apps = native_apps(&config.native_apps);
    edge.trusted_proxies = server.trusted_networks().flatten().collect();
    edge.health_checks = config.edge.health_check_networks().flatten().collect();
    edge.proxy_protocol = server.proxy_protocol;
    edge
}

/// Configuration of a separate edge, one of several.
#[must_use]
pub fn fleet_edge_config(config: &Config, key: ContextKey) -> EdgeConfig {
    let mut edge = edge_config(config, key);
    edge.drain.notice_delay = config.server.shutdown_delay();
    edge.drain.stream_end_spread = Duration::from_secs(config.edge.drain_spread_s);
    edge
}

fn edge_limits(edge: &EdgeSection) -> Limits {
    let budget = |per_s: u32| Budget::new(per_s.saturating_mul(10), per_s);
    Limits {
        client_hello_timeout: Duration::from_secs(edge.tls_handshake_timeout_s),
        header_read_timeout: Duration::from_secs(edge.header_read_timeout_s),
        write_timeout: Duration::from_secs(edge.write_timeout_s),
        response_idle_timeout: Duration::from_secs(edge.response_idle_timeout_s),
        stream_idle_timeout: Duration::from_secs(edge.stream_idle_timeout_s),
        idle_timeout: Duration::from_secs(edge.connection_idle_timeout_s),
        concurrency: ConcurrencyLimits {
            requests: edge.upstream.requests,
            per_tenant: edge.upstream.requests_per_tenant,
            queue_max: edge.upstream.queue_per_tenant,
            queue_timeout: Duration::from_secs(edge.upstream.queue_timeout_s),
        },
        body: body_pace(edge.body),
        upload: body_pace(edge.upload),
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

const fn body_pace(pace: PaceConfig) -> BodyPace {
    BodyPace {
        idle: Duration::from_secs(pace.idle_timeout_s),
        bytes_per_s: pace.bytes_per_second,
        grace: Duration::from_secs(pace.grace_s),
    }
}

fn native_apps(apps: &NativeAppsConfig) -> NativeApps {
    NativeApps {
        android_package: apps.android_package.clone(),
        android_fingerprints: apps.android_fingerprints.clone(),
        ios_app_ids: apps.ios_app_ids.clone(),
    }
}

/// Features that the pages offer.
fn page_features(config: &Config) -> Features {
    Features {
        google: config.offers_google(),
        relaxed_content: config.content.filter == ContentFilter::Relaxed,
        waitlist: true,
        password_min_length: config.auth.password_min_length,
    }
}
