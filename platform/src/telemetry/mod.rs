//! Logs, metrics and traces of a process.
//!
//! [`init`] starts logging, and the export of traces if a collector is configured. [`recorder`] holds
//! the metrics, whose names are declared in [`wire::metrics::table`]. [`spans`] has the spans that
//! traces consist of.

mod logs;
mod process;
mod recorder;
mod requests;
pub mod spans;
mod traces;

pub use logs::lines;
pub use recorder::{Sampling, metrics_router, recorder};
pub(crate) use requests::RequestRecord;
pub use traces::{TraceError, TraceExport};
pub use wire::metrics::table::*;

use crate::config::TelemetryConfig;
use metrics::{counter, histogram};
use std::io::IsTerminal;
use std::time::Duration;
use tracing_subscriber::filter::FilterExt;
use tracing_subscriber::util::TryInitError;
use tracing_subscriber::{EnvFilter, prelude::*};

/// Reason why telemetry could not start.
#[derive(Debug, thiserror::Error)]
pub enum TelemetryError {
    /// The filter is invalid.
    #[error("failed to parse the log filter: {0}")]
    Filter(#[from] tracing_subscriber::filter::ParseError),
    /// The process already has a subscriber.
    #[error("logging was started twice: {0}")]
    Twice(#[from] TryInitError),
    /// The export of traces could not be set up.
    #[error("failed to set up the export of traces: {0}")]
    Traces(#[from] TraceError),
}

/// Starts logging to standard error, and the export of traces if a collector is configured. Call
/// once. `service` names the role in traces.
///
/// # Errors
/// [`TelemetryError`] if a setting is invalid, or logging was started before.
pub fn init(config: &TelemetryConfig, service: &str) -> Result<TraceExport, TelemetryError> {
    let filter = EnvFilter::try_new(&config.log_filter)?.and(spans::not_in_logs());
    let lines = lines(config.log_format, std::io::stderr().is_terminal(), std::io::stderr);
    let logs = tracing_subscriber::registry().with(lines.with_filter(filter));
    // Without a collector there is no layer at all, so that tracing costs nothing.
    match traces::open(config, service)? {
        None => {
            logs.try_init()?;
            Ok(TraceExport::none())
        }
        Some((tracer, export)) => {
            logs.with(traces::layer(tracer)).try_init()?;
            spans::enable();
            Ok(export)
        }
    }
}

/// Counts a reported CSP violation.
pub fn count_csp_violation(directive: &'static str) {
    counter!(CSP_VIOLATIONS, "directive" => directive).increment(1);
}

/// Counts an attempt to sign in.
pub fn count_sign_in(method: &'static str, outcome: &'static str) {
    counter!(SIGN_INS, "method" => method, "outcome" => outcome).increment(1);
}

/// Records the duration of a password hash.
pub fn record_password_hash(took: Duration) {
    histogram!(PASSWORD_HASH_SECONDS).record(took.as_secs_f64());
}
