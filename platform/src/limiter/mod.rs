//! Rate limits.
//!
//! [`LimitedAction`] is the table of limits, `transition` the pure function that counts,
//! [`LimitKey`] identifies the client. Three stores run the same function: memory, the database (so
//! that blocks survive a restart of a single node) and Redis (shared by all processes).
//!
//! Call [`Limiter::count_attempt`] *before* the work, and [`Limiter::clear`] for the account's counter after
//! a success. Counting only after a failure would allow many concurrent attempts.

mod key;
mod memory;
mod policy;
mod redis;
mod sql;
mod transition;

pub use key::LimitKey;
pub use policy::{Delay, LimitClass, LimitedAction, Policy, Window};

use crate::clock::Clock;
use crate::db::Database;
use crate::telemetry::{LIMIT_CHECKS, LIMIT_ERRORS, LIMIT_FALLBACK, LIMIT_REFUSED};
use ::redis::RedisError;
use chrono::{DateTime, TimeDelta, Utc};
use futures::future::BoxFuture;
use key::CounterKey;
use memory::MemoryStore;
use metrics::counter;
use redis::{RedisStore, ScriptTime};
use sql::SqlStore;
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::Duration;
use transition::{CounterDecision, CounterOperation};
use wire::KeyRing;

/// A clock that differs from the machine's by more than this was advanced by a test.
const MOVED_MS: i64 = 500;
/// Counters with a window this short are not stored in the database.
const SHORT_WINDOW: Duration = Duration::from_secs(5 * 60);

/// Result of a rate limit check.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Verdict {
    /// The attempt is allowed.
    pub allowed: bool,
    /// Remaining attempts in this window.
    pub remaining: u32,
    /// Seconds until the next attempt is allowed, rounded up; 0 when allowed.
    pub retry_after_s: u64,
}

impl Verdict {
    /// The wait in minutes, rounded up, for messages.
    #[must_use]
    pub const fn retry_after_minutes(&self) -> u64 {
        self.retry_after_s.div_ceil(60)
    }

    /// Time from which the next attempt is allowed, for 'Try again at {time}'.
    #[must_use]
    pub fn retry_at(&self, now: DateTime<Utc>) -> DateTime<Utc> {
        let wait = i64::try_from(self.retry_after_s).unwrap_or(i64::MAX);
        TimeDelta::try_seconds(wait).and_then(|wait| now.checked_add_signed(wait)).unwrap_or(now)
    }

    /// The same formatted for people: the time of day, with the date if it is not today.
    #[must_use]
    pub fn retry_at_words(&self, now: DateTime<Utc>) -> String {
        let again = self.retry_at(now);
        let same_day = again.date_naive() == now.date_naive();
        again.format(if same_day { "%H:%M:%S UTC" } else { "%H:%M UTC on %-d %B" }).to_string()
    }

    /// Returns the stricter of two results.
    #[must_use]
    pub fn or_stricter(self, other: Self) -> Self {
        Self {
            allowed: self.allowed && other.allowed,
            remaining: self.remaining.min(other.remaining),
            retry_after_s: self.retry_after_s.max(other.retry_after_s),
        }
    }
}

impl From<CounterDecision> for Verdict {
    fn from(answer: CounterDecision) -> Self {
        let wait = u64::try_from(answer.retry_after_ms).unwrap_or(0);
        Self {
            allowed: answer.allowed,
            remaining: answer.remaining,
            retry_after_s: wait.div_ceil(1000),
        }
    }
}

/// Time source of the counters.
#[derive(Debug, Clone)]
pub enum LimitTime {
    /// The clock; with Redis, Redis' own time, so that a node's wrong clock has no effect, plus the
    /// offset of a test clock.
    Clock(Clock),
    /// Unix milliseconds set by hand, to compare stores.
    Manual(Arc<AtomicI64>),
}

/// Settings of a limiter with any store.
#[derive(Clone)]
pub struct LimiterSettings {
    /// Keys that pseudonymise limit keys. While a key is rotated, each attempt is counted under
    /// every key, so that the rotation resets no counter.
    pub secrets: KeyRing<[u8; 32]>,
    /// Google sign-ins of one client per UTC day.
    pub google_sign_ins_per_day: u32,
    /// Number of processes that share a limit: while Redis is unavailable, each grants its part.
    pub replicas: u32,
    /// Timeout for Redis, after which this process counts in memory.
    pub redis_timeout: std::time::Duration,
    /// Time source of the counters.
    pub time: LimitTime,
}

/// Counts attempts and refuses those over the limit. Clones share the counters.
#[derive(Clone)]
pub struct Limiter {
    inner: Arc<LimiterInner>,
}

impl std::fmt::Debug for Limiter {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self.inner.shared {
            SharedStore::Nothing => "Limiter(memory)",
            SharedStore::Sql(_) => "Limiter(database)",
            SharedStore::Redis { .. } => "Limiter(redis)",
        })
    }
}

struct LimiterInner {
    settings: LimiterSettings,
    memory: MemoryStore,
    shared: SharedStore,
}

enum SharedStore {
    Nothing,
    Sql(SqlStore),
    Redis { counters: RedisStore, lockouts: Option<SqlStore> },
}

impl Limiter {
    /// Counts in this process.
    #[must_use]
    pub fn in_memory(settings: LimiterSettings) -> Self {
        Self::new(settings, SharedStore::Nothing)
    }

    /// Counts in the database: for a single node without Redis.
    #[must_use]
    pub fn in_database(settings: LimiterSettings, database: Database) -> Self {
        Self::new(settings, SharedStore::Sql(SqlStore::new(database)))
    }

    /// Counts in Redis, shared by all processes with the same `prefix`. With `lockouts`, limits on
    /// passwords and second factors are counted there instead, so that an emptied Redis unblocks no
    /// one.
    ///
    /// # Errors
    /// Only if the address is invalid; while Redis is unavailable, memory is used.
    pub fn in_redis(
        settings: LimiterSettings,
        url: &str,
        prefix: &str,
        lockouts: Option<Database>,
    ) -> Result<Self, RedisError> {
        let counters = RedisStore::new(url, prefix, settings.redis_timeout)?;
        let lockouts = lockouts.map(SqlStore::new);
        Ok(Self::new(settings, SharedStore::Redis { counters, lockouts }))
    }

    fn new(settings: LimiterSettings, shared: SharedStore) -> Self {
        Self { inner: Arc::new(LimiterInner { settings, memory: MemoryStore::default(), shared }) }
    }

    /// Returns whether an attempt would be allowed now, without counting.
    pub async fn check(&self, action: LimitedAction, key: &LimitKey) -> Verdict {
        self.check_stores(action, key, CounterOperation::Check).await
    }

    /// Counts an attempt if it is allowed. A refused attempt is not counted.
    pub async fn count_attempt(&self, action: LimitedAction, key: &LimitKey) -> Verdict {
        let verdict = self.check_stores(action, key, CounterOperation::Hit).await;
        if !verdict.allowed {
            counter!(LIMIT_REFUSED, "action" => action.name()).increment(1);
        }
        verdict
    }

    /// Returns true if attempts of this action are never counted in the database.
    #[must_use]
    pub fn has_short_window(&self, action: LimitedAction) -> bool {
        action.is_short(&self.inner.settings)
    }

    /// Counts one attempt against several limits; the strictest applies (G-021). After the first
    /// refusal the remaining limits are only checked.
    pub async fn count_attempts(&self, limits: &[(LimitedAction, LimitKey)]) -> Verdict {
        let mut sum = Verdict { allowed: true, remaining: u32::MAX, retry_after_s: 0 };
        for (action, key) in limits {
            let verdict = if sum.allowed {
                self.count_attempt(*action, key).await
            } else {
                self.check(*action, key).await
            };
            sum = sum.or_stricter(verdict);
        }
        sum
    }

    /// Reverts one counted attempt and the block it caused: for a success that must not count, such
    /// as a valid code.
    pub async fn refund_attempt(&self, action: LimitedAction, key: &LimitKey) {
        self.check_stores(action, key, CounterOperation::Refund).await;
    }

    /// Deletes a counter: used for the account's counter after a success, never for the network's.
    pub async fn clear(&self, action: LimitedAction, key: &LimitKey) {
        for key in self.inner.blinded(key, action) {
            self.clear_counter(action, &key).await;
        }
    }

    async fn clear_counter(&self, action: LimitedAction, key: &CounterKey) {
        self.inner.memory.clear(key);
        match self.inner.counter_store(action) {
            CounterStore::Memory => {}
            CounterStore::Sql(store) => {
                if let Err(error) = store.clear(key).await {
                    tracing::error!(%error, "failed to clear a rate limit counter");
                }
            }
            CounterStore::Redis(store) => {
                store.clear(key).await;
            }
        }
    }

    /// Boxed, so that the store's types are not part of every rate-limited request's future, which
    /// would slow down compilation.
    fn check_stores<'a>(
        &'a self,
        action: LimitedAction,
        key: &'a LimitKey,
        operation: CounterOperation,
    ) -> BoxFuture<'a, Verdict> {
        Box::pin(async move {
            let keys = self.inner.blinded(key, action);
            let mut sum = Verdict { allowed: true, remaining: u32::MAX, retry_after_s: 0 };
            // A refused attempt is not counted, so all counters are checked before any is raised.
            let asks = if keys.len() > 1 && operation == CounterOperation::Hit {
                vec![CounterOperation::Check, operation]
            } else {
                vec![operation]
            };
            for ask in asks {
                if !sum.allowed {
                    break;
                }
                sum.remaining = u32::MAX;
                for key in &keys {
                    sum = sum.or_stricter(self.apply(action, *key, ask).await);
                }
            }
            sum
        })
    }

    async fn apply(
        &self,
        action: LimitedAction,
        key: CounterKey,
        operation: CounterOperation,
    ) -> Verdict {
        let LimiterInner { settings, memory, .. } = &*self.inner;
        let policy = action.policy_for(key.class, settings.google_sign_ins_per_day);
        let now = settings.time.now_ms();
        let answer = match self.inner.counter_store(action) {
            CounterStore::Memory => {
                count_check("memory");
                return memory.check(&key, &policy, operation, now).into();
            }
            CounterStore::Sql(store) => store
                .check(&key, &policy, operation, now)
                .await
                .inspect_err(|error| {
                    counter!(LIMIT_ERRORS, "backend" => "database").increment(1);
                    tracing::error!(%error, "rate limits counted in memory: database error");
                })
                .ok()
                .inspect(|_| count_check("database")),
            CounterStore::Redis(store) => {
                let answer = store.check(&key, &policy, operation, settings.time.of_script()).await;
                answer.inspect(|_| count_check("redis"))
            }
        };
        let answer = answer.unwrap_or_else(|| {
            counter!(LIMIT_FALLBACK).increment(1);
            count_check("memory");
            let part = policy.attempts.div_ceil(settings.replicas.max(1));
            memory.check(&key, &Policy { attempts: part, ..policy }, operation, now)
        });
        answer.into()
    }
}

fn count_check(backend: &'static str) {
    counter!(LIMIT_CHECKS, "backend" => backend).increment(1);
}

/// Store of one action.
enum CounterStore<'a> {
    Memory,
    Sql(&'a SqlStore),
    Redis(&'a RedisStore),
}

impl LimiterInner {
    /// Counters of a limit key, one for each secret.
    fn blinded(&self, key: &LimitKey, action: LimitedAction) -> Vec<CounterKey> {
        self.settings.secrets.load().iter().map(|secret| key.blind(secret, action)).collect()
    }

    fn counter_store(&self, action: LimitedAction) -> CounterStore<'_> {
        match &self.shared {
            SharedStore::Nothing => CounterStore::Memory,
            // A disk write for each post would cost more than the post.
            SharedStore::Sql(_) if action.is_short(&self.settings) => CounterStore::Memory,
            SharedStore::Sql(store) => CounterStore::Sql(store),
            SharedStore::Redis { lockouts: Some(store), .. } if action.guards_a_secret() => {
                CounterStore::Sql(store)
            }
            SharedStore::Redis { counters, .. } => CounterStore::Redis(counters),
        }
    }
}

impl LimitedAction {
    /// Expires before a restart could matter.
    fn is_short(self, settings: &LimiterSettings) -> bool {
        let policy = self.policy(settings.google_sign_ins_per_day);
        let soon = matches!(policy.window, Window::Fixed(length) if length <= SHORT_WINDOW);
        soon && policy.block.is_zero()
    }

    /// Protects a password or a second factor.
    const fn guards_a_secret(self) -> bool {
        matches!(
            self,
            Self::Login
                | Self::PasswordProof
                | Self::SecondFactor
                | Self::PasswordReset
                | Self::PasswordResetAccount
        )
    }
}

impl LimitTime {
    fn now_ms(&self) -> i64 {
        match self {
            Self::Clock(clock) => clock.now().timestamp_millis(),
            Self::Manual(ms) => ms.load(Ordering::Relaxed),
        }
    }

    fn of_script(&self) -> ScriptTime {
        match self {
            Self::Clock(clock) => {
                let moved =
                    clock.now().timestamp_millis() - Clock::system_clock().now().timestamp_millis();
                ScriptTime::Server { offset_ms: if moved.abs() < MOVED_MS { 0 } else { moved } }
            }
            Self::Manual(ms) => ScriptTime::Exactly(ms.load(Ordering::Relaxed)),
        }
    }
}
