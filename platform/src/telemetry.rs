//! Logs and figures: one subscriber, one recorder, and the names of every metric in one place.

use crate::config::{LogFormat, TelemetryConfig};
use axum::Router;
use axum::http::header::CONTENT_TYPE;
use axum::routing::get;
use metrics::{Unit, counter, describe_counter, describe_gauge, describe_histogram, histogram};
use metrics_exporter_prometheus::{Matcher, PrometheusBuilder, PrometheusHandle};
use std::io::IsTerminal;
use std::sync::OnceLock;
use std::time::Duration;
use tracing_subscriber::util::TryInitError;
use tracing_subscriber::{EnvFilter, Layer, Registry, fmt, layer::SubscriberExt, prelude::*};

/// Requests answered, by route and status.
pub const HTTP_REQUESTS: &str = "guildhall_http_requests_total";
/// How long an answer took, in seconds, by route.
pub const HTTP_SECONDS: &str = "guildhall_http_request_seconds";
/// Open live streams.
pub const LIVE_STREAMS: &str = "guildhall_live_streams";
/// Events the relay put in order.
pub const EVENTS_RELAYED: &str = "guildhall_events_relayed_total";
/// Bus messages that could not be handed to Redis.
pub const BUS_DROPPED: &str = "guildhall_bus_dropped_total";
/// Attempts a limit refused, by action.
pub const LIMIT_REFUSED: &str = "guildhall_limit_refused_total";
/// Limits asked in memory because Redis was away.
pub const LIMIT_FALLBACK: &str = "guildhall_limit_fallback_total";
/// Jobs run, by kind and outcome (`done`, `retried`, `failed`, `lost`).
pub const JOBS_RUN: &str = "guildhall_jobs_total";
/// How long a job took, in seconds, by kind.
pub const JOB_SECONDS: &str = "guildhall_job_seconds";
/// Mails handed to the mail server.
pub const MAILS_SENT: &str = "guildhall_mails_sent_total";
/// Tokens of sessions that came back after they were replaced.
pub const TOKENS_REPLAYED: &str = "guildhall_session_tokens_replayed_total";
/// Cookie headers in which a security cookie stood twice.
pub const COOKIE_DUPLICATES: &str = "guildhall_cookie_duplicates_total";

/// Violations of the content security policy that browsers reported, by directive.
pub const CSP_VIOLATIONS: &str = "guildhall_csp_violations_total";

/// Whether PostgreSQL answers: 1, or 0 while its breaker is open.
pub const DATABASE_AVAILABLE: &str = "guildhall_database_available";
/// How long the hash of a password took, in seconds.
pub const PASSWORD_HASH_SECONDS: &str = "guildhall_password_hash_seconds";
/// Statements that found stored data damaged.
pub const DATABASE_DAMAGE: &str = "guildhall_database_damage_total";
/// How long a statement of the database took, in seconds; its count is how many there were.
pub const DB_SECONDS: &str = "guildhall_db_statement_seconds";

/// How long the building of a route table took, in seconds.
pub const ROUTES_BUILD_SECONDS: &str = "guildhall_routes_build_seconds";
/// Hosts that want a certificate, by how they stand.
pub const CERTIFICATES: &str = "guildhall_certificates";
/// When the first certificate that is shown ends, in seconds since 1970.
pub const CERTIFICATES_SOONEST_END: &str = "guildhall_certificates_soonest_end_seconds";
/// When the next renewal is due, in seconds since 1970.
pub const CERTIFICATES_NEXT_RENEWAL: &str = "guildhall_certificates_next_renewal_seconds";
/// Orders that may be made at once, by issuer.
pub const CERTIFICATE_ORDERS_LEFT: &str = "guildhall_certificate_orders_left";
/// Domains of portals' own, by state.
pub const DOMAINS: &str = "guildhall_domains";

const UPKEEP_EVERY: Duration = Duration::from_secs(5);
const SECONDS: &[f64] =
    &[0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0];

/// Why telemetry could not start.
#[derive(Debug, thiserror::Error)]
pub enum TelemetryError {
    /// The filter cannot be read.
    #[error("the log filter cannot be read: {0}")]
    Filter(#[from] tracing_subscriber::filter::ParseError),
    /// The process has a subscriber already.
    #[error("logs were started twice: {0}")]
    Twice(#[from] TryInitError),
}

/// Counts a reported violation of the content security policy.
pub fn count_csp_violation(directive: &'static str) {
    counter!(CSP_VIOLATIONS, "directive" => directive).increment(1);
}

/// Records how long the hash of a password took.
pub fn record_password_hash(took: Duration) {
    histogram!(PASSWORD_HASH_SECONDS).record(took.as_secs_f64());
}

/// Starts the logs of this process, on standard error. Call once.
///
/// # Errors
/// [`TelemetryError`] if the filter cannot be read, or logs were started before.
pub fn init_logs(config: &TelemetryConfig) -> Result<(), TelemetryError> {
    let filter = EnvFilter::try_new(&config.log_filter)?;
    let lines = lines(config.log_format, std::io::stderr().is_terminal(), std::io::stderr);
    tracing_subscriber::registry().with(lines.with_filter(filter)).try_init()?;
    Ok(())
}

/// The layer that writes lines in `format`; apart from [`init_logs`] so that a test can read them.
pub fn lines<W>(format: LogFormat, colours: bool, to: W) -> Box<dyn Layer<Registry> + Send + Sync>
where
    W: for<'a> fmt::MakeWriter<'a> + Send + Sync + 'static,
{
    match format {
        LogFormat::Json => fmt::layer()
            .json()
            .flatten_event(true)
            .with_current_span(true)
            .with_span_list(false)
            .with_writer(to)
            .boxed(),
        LogFormat::Pretty => fmt::layer().compact().with_ansi(colours).with_writer(to).boxed(),
    }
}

/// Starts the recorder, or finds the one of this process.
///
/// Without a Tokio runtime around it, nobody folds old samples together.
pub fn recorder() -> &'static PrometheusHandle {
    static HANDLE: OnceLock<PrometheusHandle> = OnceLock::new();
    HANDLE.get_or_init(|| {
        let builder = PrometheusBuilder::new();
        // Fails only for an empty list of bounds.
        let builder = builder
            .set_buckets_for_metric(Matcher::Suffix(String::from("_seconds")), SECONDS)
            .unwrap_or_default();
        let recorder = builder.build_recorder();
        let handle = recorder.handle();
        if metrics::set_global_recorder(recorder).is_err() {
            tracing::warn!("another recorder was there first: /metrics stays empty");
        }
        describe();
        if let Ok(runtime) = tokio::runtime::Handle::try_current() {
            let upkept = handle.clone();
            runtime.spawn(async move {
                let mut ticks = tokio::time::interval(UPKEEP_EVERY);
                loop {
                    ticks.tick().await;
                    upkept.run_upkeep();
                }
            });
        }
        handle
    })
}

fn describe() {
    describe_counter!(HTTP_REQUESTS, "Requests answered");
    describe_histogram!(HTTP_SECONDS, Unit::Seconds, "How long an answer took");
    describe_gauge!(LIVE_STREAMS, "Open live streams");
    describe_counter!(EVENTS_RELAYED, "Events the relay put in order");
    describe_counter!(BUS_DROPPED, "Bus messages that could not be handed to Redis");
    describe_counter!(LIMIT_REFUSED, "Attempts a limit refused");
    describe_counter!(LIMIT_FALLBACK, "Limits asked in memory because Redis was away");
    describe_counter!(JOBS_RUN, "Jobs run");
    describe_histogram!(JOB_SECONDS, Unit::Seconds, "How long a job took");
    describe_counter!(MAILS_SENT, "Mails handed to the mail server");
    describe_counter!(
        TOKENS_REPLAYED,
        "Tokens of sessions that came back after they were replaced"
    );
    describe_gauge!(DATABASE_AVAILABLE, "Whether PostgreSQL answers: 1, or 0 while it does not");
    describe_histogram!(PASSWORD_HASH_SECONDS, Unit::Seconds, "How long a password hash took");
    describe_counter!(DATABASE_DAMAGE, "Statements that found stored data damaged");
    describe_counter!(CSP_VIOLATIONS, "Violations of the content security policy, as reported");
    describe_counter!(COOKIE_DUPLICATES, "Headers in which a security cookie stood twice");
    describe_histogram!(DB_SECONDS, Unit::Seconds, "How long a statement of the database took");
    let built = "How long the building of a route table took";
    describe_histogram!(ROUTES_BUILD_SECONDS, Unit::Seconds, built);
    describe_gauge!(CERTIFICATES, "Hosts that want a certificate, by how they stand");
    describe_gauge!(CERTIFICATES_SOONEST_END, "When the first certificate that is shown ends");
    describe_gauge!(CERTIFICATES_NEXT_RENEWAL, "When the next renewal is due");
    describe_gauge!(CERTIFICATE_ORDERS_LEFT, "Orders that may be made at once");
    describe_gauge!(DOMAINS, "Domains of portals' own, by state");
}

/// `GET /metrics`, for the admin listener.
pub fn metrics_router() -> Router {
    let handle = recorder();
    let show = move || async move {
        ([(CONTENT_TYPE, "text/plain; version=0.0.4; charset=utf-8")], handle.render())
    };
    Router::new().route("/metrics", get(show))
}
