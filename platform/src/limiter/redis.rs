//! Rate limit counters in Redis, shared by all processes: one script, by Redis' own clock, and a
//! circuit breaker that falls back to memory when Redis does not answer quickly.

use super::key::CounterKey;
use super::policy::{Delay, Policy, Window};
use super::transition::{CounterDecision, CounterOperation, to_millis};
use crate::telemetry::{LIMIT_ERRORS, REDIS_AVAILABLE, REDIS_SECONDS, spans};
use metrics::{counter, gauge, histogram};
use redis::aio::{ConnectionManager, ConnectionManagerConfig};
use redis::{Client, RedisError, RedisResult, Script};
use std::sync::Mutex;
use std::time::{Duration, Instant};
use tracing::Instrument;

/// Time for which Redis is not queried after a failure.
const RETRY_DELAY: Duration = Duration::from_secs(1);
const RECONNECT_MAX: Duration = Duration::from_secs(2);
const CONNECT_TIMEOUT: Duration = Duration::from_secs(2);

pub(super) struct RedisStore {
    connection: ConnectionManager,
    prefix: String,
    script: Script,
    rests_until: Mutex<Option<Instant>>,
    timeout: Duration,
}

/// Time source of the script.
#[derive(Debug, Clone, Copy)]
pub(super) enum ScriptTime {
    /// Redis' own time, plus the offset of a test clock in milliseconds (otherwise 0).
    Server { offset_ms: i64 },
    /// Exactly this time, for a test that compares stores.
    Exactly(i64),
}

impl RedisStore {
    /// Does not connect: the first query does.
    pub fn new(url: &str, prefix: &str, timeout: Duration) -> Result<Self, RedisError> {
        let config = ConnectionManagerConfig::new()
            .set_connection_timeout(Some(CONNECT_TIMEOUT))
            .set_response_timeout(Some(timeout))
            .set_max_delay(RECONNECT_MAX)
            .set_number_of_retries(1);
        let connection = Client::open(url)?.get_connection_manager_lazy(config)?;
        Ok(Self {
            connection,
            prefix: format!("{prefix}limit:"),
            script: Script::new(include_str!("redis.lua")),
            rests_until: Mutex::new(None),
            timeout,
        })
    }

    /// `None` if Redis is unavailable.
    pub async fn check(
        &self,
        key: &CounterKey,
        policy: &Policy,
        operation: CounterOperation,
        time: ScriptTime,
    ) -> Option<CounterDecision> {
        let (window, window_ms) = match policy.window {
            Window::Fixed(length) => ("fixed", to_millis(length)),
            Window::Quiet(length) => ("quiet", to_millis(length)),
            Window::UtcDay => ("day", 0),
        };
        let (now, offset) = match time {
            ScriptTime::Server { offset_ms } => (0, offset_ms),
            ScriptTime::Exactly(now) => (now, 0),
        };
        let mut call = self.script.key(format!("{}{}", self.prefix, key.as_text()));
        let verb = match operation {
            CounterOperation::Check => "check",
            CounterOperation::Hit => "hit",
            CounterOperation::Refund => "refund",
        };
        let delay = match policy.delay {
            Delay::None => 0,
            Delay::Progressive => 1,
            Delay::Stepped => 2,
        };
        call.arg(verb)
            .arg(policy.attempts)
            .arg(window)
            .arg(window_ms)
            .arg(to_millis(policy.block))
            .arg(delay)
            .arg(policy.streak_max.unwrap_or(0))
            .arg(now)
            .arg(offset);
        let mut connection = self.connection.clone();
        let (allowed, remaining, retry_after_ms): (i64, u32, i64) =
            self.call_with_timeout(call.invoke_async(&mut connection)).await?;
        Some(CounterDecision { allowed: allowed == 1, remaining, retry_after_ms })
    }

    /// Returns whether Redis has deleted the counter.
    pub async fn clear(&self, key: &CounterKey) -> bool {
        let mut connection = self.connection.clone();
        let mut command = redis::cmd("DEL");
        command.arg(format!("{}{}", self.prefix, key.as_text()));
        self.call_with_timeout(command.query_async::<()>(&mut connection)).await.is_some()
    }

    /// Runs a call unless Redis is being skipped; a timeout or failure starts a period in which it
    /// is skipped.
    async fn call_with_timeout<T>(&self, call: impl Future<Output = RedisResult<T>>) -> Option<T> {
        if self.is_resting() {
            return None;
        }
        let span = spans::call("redis", "rate limit");
        let begun = Instant::now();
        let outcome = tokio::time::timeout(self.timeout, call).instrument(span.clone()).await;
        let is_ok = matches!(outcome, Ok(Ok(_)));
        record(is_ok, begun.elapsed());
        if !is_ok {
            spans::fail(&span);
        }
        match outcome {
            Ok(Ok(answer)) => Some(answer),
            Ok(Err(error)) => {
                tracing::warn!(%error, "rate limits counted in memory: Redis error");
                self.start_rest();
                None
            }
            Err(_) => {
                tracing::warn!("rate limits counted in memory: Redis timed out");
                self.start_rest();
                None
            }
        }
    }

    fn is_resting(&self) -> bool {
        let until = self.rests_until.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        until.is_some_and(|until| Instant::now() < until)
    }

    fn start_rest(&self) {
        let mut until = self.rests_until.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        *until = Some(Instant::now() + RETRY_DELAY);
    }
}

fn record(is_ok: bool, took: Duration) {
    let outcome = if is_ok { "ok" } else { "error" };
    histogram!(REDIS_SECONDS, "outcome" => outcome).record(took.as_secs_f64());
    gauge!(REDIS_AVAILABLE, "use" => "limits").set(f64::from(u8::from(is_ok)));
    if !is_ok {
        counter!(LIMIT_ERRORS, "backend" => "redis").increment(1);
    }
}
