//! Certificate worker.

use super::context::{IssuanceContext, IssuerError, RolloutWait, TransportFactory};
use super::errors::{CertificateError, OrderError};
use super::lease::Lease;
use super::queue::{self, ClaimedHost};
use super::rows::job;
use super::{WAKE_CHANNEL, failure, figures, order, platform_hosts, probe, renewal};
use futures::FutureExt;
use futures::future::join_all;
use platform::Services;
use sea_orm::DbErr;
use std::panic::AssertUnwindSafe;
use std::sync::Arc;
use std::time::Duration;
use tokio::task::JoinSet;
use tokio_util::sync::CancellationToken;

/// Maximum concurrent orders of one worker.
const AT_ONCE: usize = 16;
/// Polling interval without a wake-up.
const LOOK_EVERY: Duration = Duration::from_secs(1);
/// Names of the loops, for readiness.
pub const ISSUER_LOOPS: [&str; 2] = ["certificate-orders", "certificate-upkeep"];
/// Maximum time of one round of the order loop.
const ORDERS_ROUND_MAX: Duration = Duration::from_secs(60);
/// Maximum time of one round of the upkeep loop, which queries every authority.
const UPKEEP_ROUND_MAX: Duration = Duration::from_secs(15 * 60);
/// Interval at which the order loop runs while all slots are busy.
const BUSY_EVERY: Duration = Duration::from_secs(10);
/// Interval of the renewal checks.
const UPKEEP_EVERY: Duration = Duration::from_secs(60);
/// A third of the lease: two renewals may fail before the host is lost.
const RENEW_EVERY: Duration = Duration::from_secs(20);
/// Timeout of one run, including the authority's delays.
const RUN_MAX: Duration = Duration::from_secs(600);

/// Obtains certificates for all hosts that need one. Clones are the same worker.
#[derive(Clone)]
pub struct Issuer {
    context: Arc<IssuanceContext>,
    worker: String,
}

impl std::fmt::Debug for Issuer {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Issuer").field("worker", &self.worker).finish_non_exhaustive()
    }
}

impl Issuer {
    /// Creates a worker, if an issuer is configured.
    ///
    /// # Errors
    /// [`IssuerError`] if the settings are invalid.
    pub fn from_config(
        services: &Services,
        spread: RolloutWait,
    ) -> Result<Option<Self>, IssuerError> {
        Self::from_config_with_transport(services, spread, None)
    }

    /// Like [`Self::from_config`], with the caller's transport to the authorities.
    ///
    /// # Errors
    /// As [`Self::from_config`].
    pub fn from_config_with_transport(
        services: &Services,
        spread: RolloutWait,
        way: Option<&TransportFactory>,
    ) -> Result<Option<Self>, IssuerError> {
        if !services.config().certificates.is_on() {
            return Ok(None);
        }
        let shop = Arc::new(IssuanceContext::open(services.clone(), spread, way)?);
        // Starts with the process id, so that an operator can see who holds a lease.
        let worker = format!("{}-{}", std::process::id(), uuid::Uuid::now_v7().simple());
        Ok(Some(Self { context: shop, worker }))
    }

    /// Works until `stop`. Unfinished orders are then continued by another worker.
    pub async fn run(&self, stop: CancellationToken) {
        self.log_configuration();
        // Separate tasks, so that an authority that does not answer renewal queries does not delay
        // orders.
        tokio::join!(self.run_upkeep(&stop), self.issue_until_stopped(&stop));
    }

    async fn run_upkeep(&self, stop: &CancellationToken) {
        let heartbeat = self.context.services.heartbeats().start(ISSUER_LOOPS[1], UPKEEP_ROUND_MAX);
        let mut upkeep = tokio::time::interval(UPKEEP_EVERY);
        loop {
            heartbeat.beat();
            tokio::select! {
                () = stop.cancelled() => break,
                _ = upkeep.tick() => {}
            }
            tokio::select! {
                () = stop.cancelled() => break,
                () = self.run_maintenance() => {}
            }
        }
    }

    async fn issue_until_stopped(&self, stop: &CancellationToken) {
        let heartbeat = self.context.services.heartbeats().start(ISSUER_LOOPS[0], ORDERS_ROUND_MAX);
        let mut wake = self.context.services.bus().subscribe(WAKE_CHANNEL).await;
        let mut running = JoinSet::new();
        loop {
            heartbeat.beat();
            tokio::select! {
                () = stop.cancelled() => break,
                Some(_) = running.join_next(), if !running.is_empty() => {}
                _ = tokio::time::timeout(LOOK_EVERY, wake.receive_message()), if running.len() < AT_ONCE => {}
                () = tokio::time::sleep(BUSY_EVERY) => {}
            }
            let free = AT_ONCE.saturating_sub(running.len());
            if free == 0 {
                continue;
            }
            match self.claim(free).await {
                Ok(claimed) => {
                    for one in claimed {
                        let issuer = self.clone();
                        running.spawn(async move { issuer.work_on_host(one).await });
                    }
                }
                Err(error) => {
                    tracing::error!(%error, "failed to claim certificate jobs");
                    tokio::time::sleep(LOOK_EVERY).await;
                }
            }
        }
    }

    /// Processes everything that is due until nothing is; returns the number of runs. For tests and
    /// commands.
    ///
    /// # Errors
    /// Database errors.
    pub async fn run_until_idle(&self) -> Result<usize, DbErr> {
        self.run_maintenance().await;
        let mut runs = 0;
        loop {
            let claimed = self.claim(AT_ONCE).await?;
            if claimed.is_empty() {
                return Ok(runs);
            }
            runs += claimed.len();
            join_all(claimed.into_iter().map(|one| self.work_on_host(one))).await;
        }
    }

    /// Periodic maintenance: urgent hosts, the authorities' renewal windows, and the platform's own
    /// hosts.
    pub async fn run_maintenance(&self) {
        if let Err(problem) = platform_hosts::want_all(&self.context.services).await {
            tracing::error!(?problem, "failed to request certificates for the platform's hosts");
        }
        match queue::prioritize_expiring(
            &mut self.context.services.system("prioritise urgent renewals"),
        )
        .await
        {
            Ok(0) => {}
            Ok(count) => {
                tracing::error!("{count} certificates expire soon; renewing them now")
            }
            Err(error) => tracing::error!(%error, "failed to query expiring certificates"),
        }
        if let Err(OrderError::Db(error)) = renewal::fetch_renewal_info(&self.context).await {
            tracing::error!(%error, "failed to update renewal times");
        }
        if let Err(error) = probe::repeat_failed_probes(&self.context).await {
            tracing::error!(%error, "failed to repeat certificate probes");
        }
        if let Err(error) = figures::update_metrics(&self.context.services).await {
            tracing::error!(%error, "failed to update certificate metrics");
        }
    }

    pub(super) fn issuance_context(&self) -> &IssuanceContext {
        &self.context
    }

    async fn claim(&self, most: usize) -> Result<Vec<ClaimedHost>, DbErr> {
        let most = u64::try_from(most).unwrap_or(1);
        if most == 0 {
            return Ok(Vec::new());
        }
        let mut scope = self.context.services.system("claim certificate jobs");
        queue::claim(&mut scope, &self.worker, most).await
    }

    async fn work_on_host(&self, mut claimed: ClaimedHost) {
        let (job, lease) = (claimed.job.clone(), claimed.lease.clone());
        let performed = async {
            let run = lease.run_under_lease(order::perform_order(&self.context, &mut claimed));
            // A panic in a run must not end the worker.
            match tokio::time::timeout(RUN_MAX, AssertUnwindSafe(run).catch_unwind()).await {
                Ok(Ok(ended)) => ended,
                Ok(Err(_)) => Err(CertificateError::internal().into()),
                Err(_) => Err(CertificateError::temporary(
                    "authority-slow",
                    "The authority took too long.",
                )
                .into()),
            }
        };
        let ended = tokio::select! {
            ended = performed => ended,
            () = self.keep_renewing(&job, &lease) => Err(OrderError::Lost),
        };
        let trouble = match ended {
            Ok(()) => return,
            Err(OrderError::Failed(trouble)) => trouble,
            // For a temporary database error the host is released instead of waiting for the end of
            // its lease.
            Err(OrderError::Db(error)) => {
                tracing::error!(%error, host = job.host, "certificate job for {} failed: database error", job.host);
                CertificateError::internal()
            }
            Err(OrderError::Lost) => return self.log_lost_lease(&job),
        };
        let mut scope = self.context.services.system("store the failure of a certificate");
        match failure::record_failure(&mut scope, &claimed, &trouble).await {
            Ok(()) => {}
            Err(OrderError::Db(error)) => {
                tracing::error!(%error, host = job.host, "certificate job for {} failed; its lease will expire", job.host);
            }
            Err(_) => self.log_lost_lease(&job),
        }
    }

    fn log_lost_lease(&self, job: &job::Model) {
        let (worker, host) = (&self.worker, &job.host);
        tracing::warn!(
            worker,
            host,
            "certificate job for {host} stopped: its lease was lost to another worker"
        );
    }

    /// Returns only when the lease is lost.
    async fn keep_renewing(&self, job: &job::Model, lease: &Lease) {
        let mut scope = self.context.services.system("renew a lease");
        loop {
            tokio::time::sleep(RENEW_EVERY).await;
            match queue::renew(&mut scope, job, lease).await {
                Ok(true) => {}
                Ok(false) => return,
                Err(error) => tracing::warn!(%error, "failed to renew the lease of {}", job.host),
            }
        }
    }

    fn log_configuration(&self) {
        let issuers: Vec<&str> =
            self.context.authorities.iter().map(|one| one.config.name.as_str()).collect();
        let worker = &self.worker;
        tracing::info!(
            ?issuers,
            worker,
            "requesting certificates from {}",
            issuers.join(", then ")
        );
        if self.context.zone.is_none() {
            tracing::info!(
                "certificates.dns_update is not set: each portal needs its own certificate, \
                 within the authority's weekly limit per domain"
            );
        }
    }
}
