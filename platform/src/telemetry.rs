//! Logs and metrics: one subscriber, one recorder, and the names of all metrics.

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

/// Answered requests, by route and status.
pub const HTTP_REQUESTS: &str = "guildhall_http_requests_total";
/// Response time in seconds, by route.
pub const HTTP_SECONDS: &str = "guildhall_http_request_seconds";
/// Open live streams.
pub const LIVE_STREAMS: &str = "guildhall_live_streams";
/// Events numbered by the relay.
pub const EVENTS_RELAYED: &str = "guildhall_events_relayed_total";
/// Bus messages that could not be sent to Redis.
pub const BUS_DROPPED: &str = "guildhall_bus_dropped_total";
/// Attempts refused by a rate limit, by action.
pub const LIMIT_REFUSED: &str = "guildhall_limit_refused_total";
/// Rate limit checks in memory while Redis was unavailable.
pub const LIMIT_FALLBACK: &str = "guildhall_limit_fallback_total";
/// Executed jobs, by kind and result (`done`, `retried`, `failed`, `lost`,
/// `interrupted`).
pub const JOBS_RUN: &str = "guildhall_jobs_total";
/// Job duration in seconds, by kind.
pub const JOB_SECONDS: &str = "guildhall_job_seconds";
/// Emails passed to the mail server.
pub const MAILS_SENT: &str = "guildhall_mails_sent_total";
/// Uses of a session token after its replacement.
pub const TOKENS_REPLAYED: &str = "guildhall_session_tokens_replayed_total";
/// Requests with a duplicated security cookie.
pub const COOKIE_DUPLICATES: &str = "guildhall_cookie_duplicates_total";

/// Reported violations of the content security policy, by directive.
pub const CSP_VIOLATIONS: &str = "guildhall_csp_violations_total";

/// PostgreSQL availability: 1, or 0 while the breaker is open.
pub const DATABASE_AVAILABLE: &str = "guildhall_database_available";
/// Duration of a password hash in seconds.
pub const PASSWORD_HASH_SECONDS: &str = "guildhall_password_hash_seconds";
/// Statements that found stored data damaged.
pub const DATABASE_DAMAGE: &str = "guildhall_database_damage_total";
/// Duration of a database statement in seconds; its count is the number of statements.
pub const DB_SECONDS: &str = "guildhall_db_statement_seconds";

/// Duration of building a route table in seconds.
pub const ROUTES_BUILD_SECONDS: &str = "guildhall_routes_build_seconds";
/// Hosts with a requested certificate, by state.
pub const CERTIFICATES: &str = "guildhall_certificates";
/// Earliest expiry of an active certificate, in Unix seconds.
pub const CERTIFICATES_SOONEST_END: &str = "guildhall_certificates_soonest_end_seconds";
/// Time of the next renewal, in Unix seconds.
pub const CERTIFICATES_NEXT_RENEWAL: &str = "guildhall_certificates_next_renewal_seconds";
/// Remaining orders, by issuer.
pub const CERTIFICATE_ORDERS_LEFT: &str = "guildhall_certificate_orders_left";
/// Custom domains, by state.
pub const DOMAINS: &str = "guildhall_domains";

const UPKEEP_EVERY: Duration = Duration::from_secs(5);
const SECONDS: &[f64] =
    &[0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0];

/// Reason why telemetry could not start.
#[derive(Debug, thiserror::Error)]
pub enum TelemetryError {
    /// The filter is invalid.
    #[error("failed to parse the log filter: {0}")]
    Filter(#[from] tracing_subscriber::filter::ParseError),
    /// The process already has a subscriber.
    #[error("logging was started twice: {0}")]
    Twice(#[from] TryInitError),
}

/// Counts a reported CSP violation.
pub fn count_csp_violation(directive: &'static str) {
    counter!(CSP_VIOLATIONS, "directive" => directive).increment(1);
}

/// Records the duration of a password hash.
pub fn record_password_hash(took: Duration) {
    histogram!(PASSWORD_HASH_SECONDS).record(took.as_secs_f64());
}

/// Starts logging to standard error. Call once.
///
/// # Errors
/// [`TelemetryError`] if the filter is invalid, or logging was started before.
pub fn init_logs(config: &TelemetryConfig) -> Result<(), TelemetryError> {
    let filter = EnvFilter::try_new(&config.log_filter)?;
    let lines = lines(config.log_format, std::io::stderr().is_terminal(), std::io::stderr);
    tracing_subscriber::registry().with(lines.with_filter(filter)).try_init()?;
    Ok(())
}

/// Layer that writes lines in `format`; separate from [`init_logs`] so that tests can read the
/// lines.
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

/// Returns the process's recorder, starting it if necessary.
///
/// Without a Tokio runtime old samples are not compacted.
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
            tracing::warn!("a metrics recorder is already installed; /metrics stays empty");
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
    describe_counter!(HTTP_REQUESTS, "Answered requests");
    describe_histogram!(HTTP_SECONDS, Unit::Seconds, "Response time");
    describe_gauge!(LIVE_STREAMS, "Open live streams");
    describe_counter!(EVENTS_RELAYED, "Events numbered by the relay");
    describe_counter!(BUS_DROPPED, "Bus messages that could not be sent to Redis");
    describe_counter!(LIMIT_REFUSED, "Attempts refused by a rate limit");
    describe_counter!(LIMIT_FALLBACK, "Rate limit checks in memory while Redis was unavailable");
    describe_counter!(JOBS_RUN, "Executed jobs");
    describe_histogram!(JOB_SECONDS, Unit::Seconds, "Job duration");
    describe_counter!(MAILS_SENT, "Emails passed to the mail server");
    describe_counter!(TOKENS_REPLAYED, "Uses of a session token after its replacement");
    describe_gauge!(
        DATABASE_AVAILABLE,
        "PostgreSQL availability: 1, or 0 while it does not answer"
    );
    describe_histogram!(PASSWORD_HASH_SECONDS, Unit::Seconds, "Duration of a password hash");
    describe_counter!(DATABASE_DAMAGE, "Statements that found stored data damaged");
    describe_counter!(CSP_VIOLATIONS, "Reported violations of the content security policy");
    describe_counter!(COOKIE_DUPLICATES, "Requests with a duplicated security cookie");
    describe_histogram!(DB_SECONDS, Unit::Seconds, "Duration of a database statement");
    let built = "Duration of building a route table";
    describe_histogram!(ROUTES_BUILD_SECONDS, Unit::Seconds, built);
    describe_gauge!(CERTIFICATES, "Hosts with a requested certificate, by state");
    describe_gauge!(CERTIFICATES_SOONEST_END, "Earliest expiry of an active certificate");
    describe_gauge!(CERTIFICATES_NEXT_RENEWAL, "Time of the next renewal");
    describe_gauge!(CERTIFICATE_ORDERS_LEFT, "Remaining orders");
    describe_gauge!(DOMAINS, "Custom domains, by state");
}

/// Router of `GET /metrics`, for the admin listener.
pub fn metrics_router() -> Router {
    let handle = recorder();
    let show = move || async move {
        ([(CONTENT_TYPE, "text/plain; version=0.0.4; charset=utf-8")], handle.render())
    };
    Router::new().route("/metrics", get(show))
}
