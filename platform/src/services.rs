//! Services of a process. Clones share them.

use crate::blob::Blob;
use crate::bus::Bus;
use crate::clock::Clock;
use crate::config::Config;
use crate::content_filters::FilterCache;
use crate::db::{Database, Readiness, SchemaFault};
use crate::events::Hub;
use crate::heartbeat::Heartbeats;
use crate::limiter::Limiter;
use crate::mail::Mailer;
use crate::request::RequestFacts;
use crate::scope::{Scope, System};
use crate::telemetry::{DB_CONNECTIONS, DB_CONNECTIONS_MAX};
use crate::tokens::Keys;
use bytes::Bytes;
use metrics::gauge;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// Timeout for closing the database.
const CLOSE_TIMEOUT: Duration = Duration::from_secs(5);

/// Parts of [`Services::new`].
pub struct ServiceParts {
    /// Validated settings.
    pub config: Arc<Config>,
    /// Clock of all domain times; tests advance it.
    pub clock: Clock,
    /// Connection pool of the configured database.
    pub database: Database,
    /// Wake-ups between processes.
    pub bus: Bus,
    /// Rate limits.
    pub limiter: Limiter,
    /// Object store for pictures and exports.
    pub blob: Blob,
    /// Outgoing email.
    pub mailer: Mailer,
    /// Secret keys.
    pub keys: Keys,
}

struct ServicesInner {
    parts: ServiceParts,
    hub: Hub,
    content_filters: FilterCache,
    heartbeats: Heartbeats,
    is_worker_stopping: AtomicBool,
    edge_clock: Clock,
}

/// Shared services of a process.
#[derive(Clone)]
pub struct Services(Arc<ServicesInner>);

impl std::fmt::Debug for Services {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Services")
    }
}

impl Services {
    /// Creates the services.
    #[must_use]
    pub fn new(parts: ServiceParts) -> Self {
        Self(Arc::new(ServicesInner {
            parts,
            hub: Hub::new(),
            content_filters: FilterCache::default(),
            heartbeats: Heartbeats::default(),
            is_worker_stopping: AtomicBool::new(false),
            edge_clock: Clock::system_clock(),
        }))
    }

    /// Settings.
    #[must_use]
    pub fn config(&self) -> &Config {
        &self.0.parts.config
    }
    /// Returns the domain clock.
    #[must_use]
    pub fn clock(&self) -> &Clock {
        &self.0.parts.clock
    }
    /// Returns the edge clock: a signed context is verified by the machine's clock, even if a test
    /// has advanced the domain clock.
    pub(crate) fn edge_clock(&self) -> &Clock {
        &self.0.edge_clock
    }
    /// Returns the bus for wake-ups.
    #[must_use]
    pub fn bus(&self) -> &Bus {
        &self.0.parts.bus
    }
    /// Returns the rate limiter.
    #[must_use]
    pub fn limiter(&self) -> &Limiter {
        &self.0.parts.limiter
    }
    /// Returns the object store for pictures and exports.
    #[must_use]
    pub fn blob(&self) -> &Blob {
        &self.0.parts.blob
    }
    /// Returns the mailer.
    #[must_use]
    pub fn mailer(&self) -> &Mailer {
        &self.0.parts.mailer
    }
    /// Returns the secret keys.
    #[must_use]
    pub fn keys(&self) -> &Keys {
        &self.0.parts.keys
    }
    /// Returns the hub of live streams in this process.
    #[must_use]
    pub fn hub(&self) -> &Hub {
        &self.0.hub
    }
    /// Content filters that staff chose, as this process knows them.
    pub(crate) fn content_filters(&self) -> &FilterCache {
        &self.0.content_filters
    }
    /// Returns the heartbeats of the background loops in this process.
    #[must_use]
    pub fn heartbeats(&self) -> &Heartbeats {
        &self.0.heartbeats
    }
    /// Returns whether the worker of this process waits for its jobs before it stops. A job that
    /// works in chunks then ends with [`crate::jobs::JobError::Interrupted`].
    #[must_use]
    pub fn is_worker_stopping(&self) -> bool {
        self.0.is_worker_stopping.load(Ordering::Acquire)
    }

    pub(crate) fn set_worker_stopping(&self, is_stopping: bool) {
        self.0.is_worker_stopping.store(is_stopping, Ordering::Release);
    }

    /// Reserves disk space so that users can sign out while the disk is full; for a process that
    /// serves requests.
    pub async fn reserve_space(&self) {
        self.database().reserve_space().await;
    }

    /// Returns whether the last test write of this process found no space.
    #[must_use]
    pub fn is_storage_full(&self) -> bool {
        self.database().storage().is_full()
    }

    /// Returns whether this process can serve requests.
    pub async fn readiness(&self) -> Readiness {
        match self.database().check_readiness().await {
            Readiness::Ready if !self.blob().has_space().await => Readiness::StorageFull,
            readiness => readiness,
        }
    }

    /// Updates the metrics of the connection pool.
    pub fn measure_pool(&self) {
        let (size, idle) = self.database().conn().size();
        gauge!(DB_CONNECTIONS, "state" => "idle").set(f64::from(idle));
        gauge!(DB_CONNECTIONS, "state" => "in_use").set(f64::from(size.saturating_sub(idle)));
        gauge!(DB_CONNECTIONS_MAX).set(f64::from(self.config().database.max_connections));
    }

    /// Returns the reason why this program cannot work with the schema of its database, if there is
    /// one.
    ///
    /// # Errors
    /// Database errors.
    pub async fn schema_fault(&self) -> Result<Option<SchemaFault>, sea_orm::DbErr> {
        self.database().schema_fault().await
    }

    /// Closes the database, so that SQLite checkpoints and removes its log. After a timeout the
    /// rest is left to the next start.
    pub async fn close(&self) {
        let closing = self.database().clone().close();
        match tokio::time::timeout(CLOSE_TIMEOUT, closing).await {
            Ok(Ok(())) => {}
            Ok(Err(error)) => tracing::warn!(%error, "failed to close the database"),
            Err(_) => tracing::warn!("failed to close the database in time"),
        }
    }

    pub(crate) fn database(&self) -> &Database {
        &self.0.parts.database
    }

    /// A scope with system privileges on the main site, for `reason`.
    #[must_use]
    pub fn system(&self, reason: &'static str) -> Scope<System> {
        let facts = RequestFacts::of_system(&self.config().server.main_origin);
        Scope::new(System { reason }, Arc::new(facts), self.clone())
    }

    /// Wakes listeners of `channel` in all processes.
    pub async fn wake(&self, channel: &str) {
        self.bus().publish(channel, Bytes::new()).await;
    }
}
