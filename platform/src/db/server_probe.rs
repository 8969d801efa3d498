//! Probe of PostgreSQL on a connection of its own, independent of the pool.

use super::outage_cause::OutageCause;
use sqlx::postgres::{PgConnectOptions, PgConnection};
use sqlx::{ConnectOptions as _, Connection as _};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tokio::time::timeout;

/// Timeout of one attempt. A starved server or a lost packet can delay a new connection by a second
/// or two.
const ATTEMPT_TIMEOUT: Duration = Duration::from_secs(3);
/// PostgreSQL: the server is shutting down, was terminated or is starting (class 57, operator
/// intervention).
const NOT_SERVING: &str = "57P";

/// Asks a server whether it answers.
#[derive(Debug)]
pub(super) struct ServerProbe {
    server: PgConnectOptions,
    /// Connection of the last successful probe.
    connection: Mutex<Option<PgConnection>>,
}

impl ServerProbe {
    pub fn new(server: PgConnectOptions) -> Self {
        Self { server, connection: Mutex::new(None) }
    }

    /// Runs an empty statement, if necessary on a new connection. A cancelled probe closes its
    /// connection.
    ///
    /// # Errors
    /// The server refuses, or has no answer in time.
    pub async fn ask(&self) -> Result<(), OutageCause> {
        let answer = timeout(ATTEMPT_TIMEOUT, self.ping()).await;
        match answer.map_err(|_| OutageCause::NoAnswer)? {
            Ok(connection) => {
                self.connection().replace(connection);
                Ok(())
            }
            Err(error) if is_serving(&error) => Ok(()),
            Err(error) => Err(OutageCause::from_driver(&error).unwrap_or(OutageCause::Unreachable)),
        }
    }

    async fn ping(&self) -> Result<PgConnection, sqlx::Error> {
        let kept = self.connection().take();
        if let Some(mut connection) = kept
            && connection.ping().await.is_ok()
        {
            return Ok(connection);
        }
        let mut connection = self.server.connect().await?;
        connection.ping().await?;
        Ok(connection)
    }

    fn connection(&self) -> MutexGuard<'_, Option<PgConnection>> {
        self.connection.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Returns whether a failed probe still proves that the server is running, such as when its
/// connections are exhausted: those of the pool may still work.
fn is_serving(error: &sqlx::Error) -> bool {
    let sqlx::Error::Database(error) = error else { return false };
    !error.code().is_some_and(|code| code.starts_with(NOT_SERVING))
}
