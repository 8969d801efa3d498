//! Circuit breaker in front of PostgreSQL. While the server does not answer, statements fail at
//! once, so that every request gets 503 within two seconds.
//!
//! A statement that fails because the server is unreachable, or has no result after
//! [`SUSPECT_AFTER`], starts a probe: one statement on a separate connection, shared by all
//! callers. The breaker opens if the probe fails or has no answer, and meanwhile no statement of
//! this process has an answer: a statement that completes proves that the server works. Waiting
//! statements then fail and new ones are refused. The probe is repeated until it succeeds, which
//! closes the breaker. A slow statement, a slow probe, an exhausted pool or a single killed backend
//! do not open it.

use super::connection_age::ConnectionAges;
use super::outage_cause::{OutageCause, OutageLog};
use super::server_probe::ServerProbe;
use crate::telemetry::{BREAKER_OPENED, DATABASE_AVAILABLE};
use metrics::{counter, gauge};
use sea_orm::{ConnAcquireErr, DbErr};
use sqlx::postgres::PgConnectOptions;
use std::pin::pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;
use tokio::sync::watch;
use tokio::time::{Instant, sleep};

/// Duration of a statement after which the server is probed.
const SUSPECT_AFTER: Duration = Duration::from_millis(400);
/// The same for a statement whose first probe succeeded: the statement itself is slow.
const SUSPECT_AGAIN: Duration = Duration::from_secs(5);
/// Unit in which silence is measured. Counted units instead of a duration, so that a process that
/// gets no processor time does not mistake that for silence of the server.
const TICK: Duration = Duration::from_millis(100);
/// Silence after which a server that does not answer the probe is unavailable. Together with
/// [`SUSPECT_AFTER`] it is the maximum wait of a request.
const SILENT_TICKS: u32 = 12;
/// The same for a server that refuses the probe.
const REFUSED_TICKS: u32 = 3;
/// Interval between probes while the breaker is open.
const PROBE_EVERY: Duration = Duration::from_millis(500);

/// A breaker; clones share it. The default never opens.
#[derive(Debug, Clone, Default)]
pub(crate) struct Breaker(Option<Arc<BreakerInner>>);

#[derive(Debug)]
struct BreakerInner {
    server: ServerProbe,
    is_probing: AtomicBool,
    /// Number of statements of this process that the server has answered.
    answers: AtomicU64,
    open: watch::Sender<bool>,
    outages: OutageLog,
    ages: ConnectionAges,
}

impl Breaker {
    /// Creates a closed breaker for a server.
    pub fn new(server: PgConnectOptions) -> Self {
        gauge!(DATABASE_AVAILABLE).set(1.0);
        Self(Some(Arc::new(BreakerInner {
            server: ServerProbe::new(server),
            is_probing: AtomicBool::new(false),
            answers: AtomicU64::new(0),
            open: watch::Sender::new(false),
            outages: OutageLog::default(),
            ages: ConnectionAges::default(),
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
                    inner.observe(&outcome);
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

    /// Returns whether the pool may hand out a connection of this age.
    pub fn accepts_age(&self, age: Duration) -> bool {
        self.0.as_ref().is_none_or(|inner| !inner.ages.is_expired(age))
    }

    /// Records that a connection leads to a server that accepts no writes.
    pub fn observe_read_only(&self) {
        if let Some(inner) = &self.0 {
            inner.observe_failure(OutageCause::ReadOnly);
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
    fn observe<T>(self: &Arc<Self>, outcome: &Result<T, DbErr>) {
        match outcome.as_ref().err().and_then(OutageCause::from_error) {
            None => {
                self.answers.fetch_add(1, Ordering::Relaxed);
            }
            Some(cause) => {
                self.observe_failure(cause);
                self.start_probe();
            }
        }
    }

    fn observe_failure(&self, cause: OutageCause) {
        if cause == OutageCause::ReadOnly {
            self.ages.expire_all();
        }
        self.outages.record(cause);
    }

    /// Starts probing, unless a probe is running.
    fn start_probe(self: &Arc<Self>) {
        if self.is_probing.swap(true, Ordering::AcqRel) {
            return;
        }
        let inner = Arc::clone(self);
        tokio::spawn(async move {
            if let Some(cause) = inner.find_outage().await {
                inner.open_until_answered(cause).await;
            }
            inner.is_probing.store(false, Ordering::Release);
        });
    }

    /// Probes the server until it is known to work (`None`) or to be unavailable.
    async fn find_outage(&self) -> Option<OutageCause> {
        loop {
            let answer = tokio::select! {
                biased;
                answer = self.server.ask() => answer,
                () = self.wait_for_silence(SILENT_TICKS) => return Some(OutageCause::NoAnswer),
            };
            let cause = answer.err()?;
            if self.is_silent(REFUSED_TICKS).await {
                return Some(cause);
            }
        }
    }

    /// Refuses statements until the server answers a probe.
    async fn open_until_answered(&self, cause: OutageCause) {
        let since = Instant::now();
        self.open.send_replace(true);
        gauge!(DATABASE_AVAILABLE).set(0.0);
        counter!(BREAKER_OPENED).increment(1);
        let cause = cause.as_str();
        tracing::error!(cause, "PostgreSQL does not answer; refusing requests until it does");
        while self.server.ask().await.is_err() {
            sleep(PROBE_EVERY).await;
        }
        self.open.send_replace(false);
        gauge!(DATABASE_AVAILABLE).set(1.0);
        let after_s = since.elapsed().as_secs();
        tracing::info!(cause, after_s, "PostgreSQL answers again, after {after_s} s");
    }

    /// Returns once no statement has had an answer for this long.
    async fn wait_for_silence(&self, ticks: u32) {
        let (mut before, mut silent) = (self.answers.load(Ordering::Relaxed), 0);
        while silent < ticks {
            sleep(TICK).await;
            let answers = self.answers.load(Ordering::Relaxed);
            silent = if answers == before { silent + 1 } else { 0 };
            before = answers;
        }
    }

    /// Returns whether no statement gets an answer for this long.
    async fn is_silent(&self, ticks: u32) -> bool {
        let before = self.answers.load(Ordering::Relaxed);
        sleep(ticks * TICK).await;
        self.answers.load(Ordering::Relaxed) == before
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tokio::net::TcpListener;
    use tokio::time::timeout;

    type TestResult = Result<(), Box<dyn std::error::Error>>;

    /// Maximum time until a request is refused.
    const REFUSED_WITHIN: Duration = Duration::from_secs(2);

    /// Accepts connections and never answers.
    async fn silent_server() -> std::io::Result<(TcpListener, Breaker)> {
        let listener = TcpListener::bind("127.0.0.1:0").await?;
        let port = listener.local_addr()?.port();
        let server = PgConnectOptions::new_without_pgpass().host("127.0.0.1").port(port);
        Ok((listener, Breaker::new(server.username("guildhall"))))
    }

    async fn never_completes() -> Result<(), DbErr> {
        std::future::pending().await
    }

    /// Completes a statement in short intervals.
    async fn complete_statements(breaker: &Breaker, count: u32) -> Result<(), DbErr> {
        for _ in 0..count {
            sleep(TICK / 2).await;
            breaker.run_guarded(async { Ok(()) }).await?;
        }
        Ok(())
    }

    /// Asserts that a statement without a result waits as long as others complete, and fails soon
    /// after the last one.
    async fn expect_open_after_the_last_answer(breaker: &Breaker, within: Duration) -> TestResult {
        let mut slow = pin!(breaker.run_guarded(never_completes()));
        tokio::select! {
            outcome = &mut slow => return Err(format!("refused too early: {outcome:?}").into()),
            completed = complete_statements(breaker, 60) => completed?,
        }
        assert!(timeout(within, slow).await?.is_err());
        assert!(breaker.run_guarded(async { Ok(()) }).await.is_err());
        Ok(())
    }

    #[tokio::test]
    async fn probe_without_an_answer_opens_it_only_after_the_last_answer_to_a_statement()
    -> TestResult {
        let (_listener, breaker) = silent_server().await?;
        expect_open_after_the_last_answer(&breaker, REFUSED_WITHIN).await
    }

    #[tokio::test]
    async fn refused_probe_opens_it_only_after_the_last_answer_to_a_statement() -> TestResult {
        let (listener, breaker) = silent_server().await?;
        drop(listener);
        expect_open_after_the_last_answer(&breaker, REFUSED_WITHIN / 2).await
    }

    #[tokio::test]
    async fn server_without_any_answer_opens_it_within_two_seconds() -> TestResult {
        let (_listener, breaker) = silent_server().await?;
        complete_statements(&breaker, 3).await?;
        let refused = timeout(REFUSED_WITHIN, breaker.run_guarded(never_completes())).await?;
        assert!(refused.is_err());
        Ok(())
    }
}
