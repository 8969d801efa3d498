//! Reasons for which the database is unavailable to a statement, and their log.

use super::ErrorClass;
use sea_orm::{ConnAcquireErr, DbErr, RuntimeErr};
use sqlx::Error as DriverError;
use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// Minimum interval between two log lines of one cause.
const LOG_INTERVAL: Duration = Duration::from_secs(30);
/// PostgreSQL: too many connections; read-only server.
const TOO_MANY_CONNECTIONS: &str = "53300";
const READ_ONLY: &str = "25006";
/// PostgreSQL: classes of connection exceptions and of operator intervention.
const CONNECTION_CLASS: &str = "08";
const OPERATOR_CLASS: &str = "57";

/// Reason for which the database is unavailable.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum OutageCause {
    /// The server answers neither the probe nor a statement.
    NoAnswer,
    /// The server cannot be connected to, or a connection broke.
    Unreachable,
    /// The server shuts down, starts, or has ended the connection.
    NotServing,
    /// No connection of this process's pool became free in time.
    PoolExhausted,
    /// The server accepts no more connections.
    TooManyConnections,
    /// The server accepts no writes, like an old primary after a failover.
    ReadOnly,
    /// Another shortage or fault of the server.
    ServerFault,
}

impl OutageCause {
    /// Value of the log field `cause`.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::NoAnswer => "no-answer",
            Self::Unreachable => "unreachable",
            Self::NotServing => "not-serving",
            Self::PoolExhausted => "pool-exhausted",
            Self::TooManyConnections => "too-many-connections",
            Self::ReadOnly => "read-only",
            Self::ServerFault => "server-fault",
        }
    }

    /// Cause of a failed statement; `None` if the database is available.
    pub fn from_error(error: &DbErr) -> Option<Self> {
        if ErrorClass::from_error(error) != Some(ErrorClass::Unavailable) {
            return None;
        }
        Some(match error {
            DbErr::ConnectionAcquire(ConnAcquireErr::Timeout) => Self::PoolExhausted,
            DbErr::Conn(RuntimeErr::SqlxError(error))
            | DbErr::Exec(RuntimeErr::SqlxError(error))
            | DbErr::Query(RuntimeErr::SqlxError(error)) => {
                Self::from_driver(error).unwrap_or(Self::Unreachable)
            }
            _ => Self::Unreachable,
        })
    }

    /// Cause of a driver error that makes the database unavailable.
    pub fn from_driver(error: &DriverError) -> Option<Self> {
        match error {
            DriverError::PoolTimedOut => Some(Self::PoolExhausted),
            DriverError::Database(error) => Some(Self::from_code(error.code()?.as_ref())),
            _ => None,
        }
    }

    fn from_code(code: &str) -> Self {
        match code {
            TOO_MANY_CONNECTIONS => Self::TooManyConnections,
            READ_ONLY => Self::ReadOnly,
            _ if code.starts_with(CONNECTION_CLASS) => Self::Unreachable,
            _ if code.starts_with(OPERATOR_CLASS) => Self::NotServing,
            _ => Self::ServerFault,
        }
    }
}

/// Logs the causes of failed statements, each at most once per [`LOG_INTERVAL`].
#[derive(Debug, Default)]
pub(super) struct OutageLog(Mutex<HashMap<OutageCause, LoggedCause>>);

#[derive(Debug)]
struct LoggedCause {
    logged_at: Instant,
    /// Failures since then.
    unlogged: u64,
}

impl OutageLog {
    /// Records a failed statement.
    pub fn record(&self, cause: OutageCause) {
        if let Some(failures) = self.count(cause, Instant::now()) {
            let cause = cause.as_str();
            tracing::warn!(cause, failures, "statements fail: the database is unavailable");
        }
    }

    /// Returns the number of failures to log, if the last line is old enough.
    fn count(&self, cause: OutageCause, now: Instant) -> Option<u64> {
        let mut logged = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let Some(last) = logged.get_mut(&cause) else {
            logged.insert(cause, LoggedCause { logged_at: now, unlogged: 0 });
            return Some(1);
        };
        last.unlogged += 1;
        if now.duration_since(last.logged_at) < LOG_INTERVAL {
            return None;
        }
        last.logged_at = now;
        Some(std::mem::take(&mut last.unlogged))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tells_the_codes_of_unavailability_apart() {
        for (code, cause) in [
            ("53300", "too-many-connections"),
            ("25006", "read-only"),
            ("08006", "unreachable"),
            ("57P01", "not-serving"),
            ("58030", "server-fault"),
        ] {
            assert_eq!(OutageCause::from_code(code).as_str(), cause, "{code}");
        }
    }

    #[test]
    fn exhausted_pool_is_not_mistaken_for_an_unreachable_server() {
        let cause = OutageCause::from_error(&DbErr::ConnectionAcquire(ConnAcquireErr::Timeout));
        assert_eq!(cause, Some(OutageCause::PoolExhausted));
        assert_eq!(OutageCause::from_error(&DbErr::RecordNotInserted), None);
    }

    #[test]
    fn logs_each_cause_once_per_interval_with_the_failures_since() {
        let (log, now) = (OutageLog::default(), Instant::now());
        assert_eq!(log.count(OutageCause::PoolExhausted, now), Some(1));
        assert_eq!(log.count(OutageCause::ReadOnly, now), Some(1));
        assert_eq!(log.count(OutageCause::PoolExhausted, now), None);
        assert_eq!(log.count(OutageCause::PoolExhausted, now + LOG_INTERVAL), Some(2));
    }
}
