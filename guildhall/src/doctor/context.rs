//! Input of the checks.

use platform::Clock;
use platform::config::Config;
use platform::outbound::{self, OutboundError};

/// Settings and clock of a run.
pub(super) struct Context {
    pub config: Config,
    pub clock: Clock,
}

impl Context {
    pub fn new(config: Config) -> Self {
        Self { config, clock: Clock::system_clock() }
    }
}

/// The answer of a dependency, or `None` if it does not answer in time.
pub(super) async fn in_time<T>(answer: impl Future<Output = T>) -> Option<T> {
    tokio::time::timeout(super::ANSWER_TIMEOUT, answer).await.ok()
}

/// Text for a dependency that does not answer in time.
pub(super) fn no_answer() -> String {
    format!("no answer within {} seconds", super::ANSWER_TIMEOUT.as_secs())
}

/// Requests a URL without credentials.
pub(super) async fn get(url: &str) -> Result<http::Response<Vec<u8>>, OutboundError> {
    let request = http::Request::get(url).body(Vec::new());
    outbound::send(request.map_err(|error| OutboundError::NoAnswer(error.to_string()))?).await
}
