//! Circuit breaker in front of PostgreSQL. While the server does not answer, statements fail at
//! once, so that every request gets 503 within two seconds.
//!
//! A statement that fails because the server is unreachable, or has no result after
//! [`SUSPECT_AFTER`], starts a probe: one statement on a separate connection, shared by all
//! callers. If it fails too, the breaker opens: waiting statements fail and new ones are refused.
//! The probe is repeated until it succeeds, which closes the breaker. A slow statement, an
//! exhausted pool or a single killed backend do not open it.

use super::ErrorClass;
use crate::telemetry::{BREAKER_OPENED, DATABASE_AVAILABLE};
use metrics::{counter, gauge};
use sea_orm::{ConnAcquireErr, DbErr};
use sqlx::postgres::{PgConnectOptions, PgConnection};
use sqlx::{ConnectOptions as _, Connection as _};
use std::pin::pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use tokio::sync::{Mutex, watch};
use tokio::time::{Instant, sleep, timeout};

/// Duration of a statement after which the server is probed.
const SUSPECT_AFTER: Duration = Duration::from_millis(400);
/// The same for a statement whose first probe succeeded: the statement itself is slow.
const SUSPECT_AGAIN: Duration = Duration::from_secs(5);
/// Timeout of a probe. Together with [`SUSPECT_AFTER`] it is the maximum wait of a request.
const PROBE_TIMEOUT: Duration = Duration::from_millis(1_200);
/// Interval between probes while the breaker is open.
const PROBE_EVERY: Duration = Duration::from_millis(500);
/// PostgreSQL: the server is shutting down, was terminated or is starting (class 57, operator
/// intervention).
const NOT_SERVING: &str = "57P";

/// A breaker; clones share it. The default never opens.
#[derive(Debug, Clone, Default)]
pub(crate) struct Breaker(Option<Arc<BreakerInner>>);

#[derive(Debug)]
struct BreakerInner {
    server: PgConnectOptions,
    /// Connection of the last successful probe.
    connection: Mutex<Option<PgConnection>>,
    is_probing: AtomicBool,
    open: watch::Sender<bool>,
}

impl Breaker {
    /// Creates a closed breaker for a server.
    pub fn new(server: PgConnectOptions) -> Self {
        gauge!(DATABASE_AVAILABLE).set(1.0);
        Self(Some(Arc::new(BreakerInner {
            server,
            connection: Mutex::new(None),
            is_probing: AtomicBool::new(false),
            open: watch::Sender::new(false),
        })))
    }

    /// Returns the result of `work`, or an error as soon as the server is known to be unreachable;
    /// `work` is then dropped.
    pub async fn run_guarded<T>(
        &self,
        work: impl Future<Output = Result<T, DbErr>>,
    ) -> Result<T, DbErr> {
        let Some(inner) = &self.0 else { return work.await };
        if *inner.open.borrow() {
            return Err(open_error());
        }
        let mut work = pin!(work);
        let mut opened = pin!(wait_until_open(inner.open.subscribe()));
        let mut suspicion = pin!(sleep(SUSPECT_AFTER));
        loop {
            tokio::select! {
                biased;
                outcome = &mut work => {
                    let failure = outcome.as_ref().err().and_then(ErrorClass::from_error);
                    if failure == Some(ErrorClass::Unavailable) {
                        inner.start_probe();
                    }
                    return outcome;
                }
                () = &mut opened => return Err(open_error()),
                () = &mut suspicion => {
                    inner.start_probe();
                    suspicion.as_mut().reset(Instant::now() + SUSPECT_AGAIN);
                }
            }
        }
    }
}

/// Error of a refused statement, in the same class as an unreachable server.
fn open_error() -> DbErr {
    DbErr::ConnectionAcquire(ConnAcquireErr::Timeout)
}

async fn wait_until_open(mut open: watch::Receiver<bool>) {
    drop(open.wait_for(|open| *open).await);
}

impl BreakerInner {
    /// Starts probing, unless a probe is running.
    fn start_probe(self: &Arc<Self>) {
        if self.is_probing.swap(true, Ordering::AcqRel) {
            return;
        }
        let inner = Arc::clone(self);
        tokio::spawn(async move {
            inner.probe_server().await;
            inner.is_probing.store(false, Ordering::Release);
        });
    }

    /// Opens the breaker if the server does not answer, and closes it when it answers again.
    async fn probe_server(&self) {
        if self.is_server_responding().await {
            return;
        }
        let since = Instant::now();
        self.open.send_replace(true);
        gauge!(DATABASE_AVAILABLE).set(0.0);
        counter!(BREAKER_OPENED).increment(1);
        tracing::error!("PostgreSQL does not answer; refusing requests until it does");
        while !self.is_server_responding().await {
            sleep(PROBE_EVERY).await;
        }
        self.open.send_replace(false);
        gauge!(DATABASE_AVAILABLE).set(1.0);
        let after_s = since.elapsed().as_secs();
        tracing::info!(after_s, "PostgreSQL answers again, after {after_s} s");
    }

    async fn is_server_responding(&self) -> bool {
        let mut kept = self.connection.lock().await;
        let asked = async {
            if let Some(connection) = kept.as_mut()
                && connection.ping().await.is_ok()
            {
                return Ok(());
            }
            let mut connection: PgConnection = self.server.connect().await?;
            connection.ping().await?;
            *kept = Some(connection);
            Ok(())
        };
        let answer: Option<Result<(), sqlx::Error>> = timeout(PROBE_TIMEOUT, asked).await.ok();
        match answer {
            Some(Ok(())) => true,
            failed => {
                *kept = None;
                is_serving(failed)
            }
        }
    }
}

/// Returns whether a failed probe still proves that the server is running, such as when its
/// connections are exhausted: those of the pool may still work.
fn is_serving(failed: Option<Result<(), sqlx::Error>>) -> bool {
    match failed {
        Some(Err(sqlx::Error::Database(error))) => {
            !error.code().is_some_and(|code| code.starts_with(NOT_SERVING))
        }
        _ => false,
    }
}
