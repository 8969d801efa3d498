//! What a process is made of. Cloning shares it.

use crate::blob::Blob;
use crate::bus::Bus;
use crate::clock::Clock;
use crate::config::Config;
use crate::db::{Database, Readiness};
use crate::events::Hub;
use crate::limiter::Limiter;
use crate::mail::Mailer;
use crate::request::RequestFacts;
use crate::scope::{Scope, System};
use crate::tokens::Keys;
use bytes::Bytes;
use std::sync::Arc;
use std::time::Duration;

/// How long closing the database may take.
const CLOSE_TIMEOUT: Duration = Duration::from_secs(5);

/// The parts, to be handed to [`Services::new`].
pub struct Parts {
    /// Settings, checked.
    pub config: Arc<Config>,
    /// Time.
    pub clock: Clock,
    /// The database.
    pub database: Database,
    /// Wake-ups between processes.
    pub bus: Bus,
    /// Rate limits.
    pub limiter: Limiter,
    /// Pictures and exports.
    pub blob: Blob,
    /// Outgoing mail.
    pub mailer: Mailer,
    /// Secrets.
    pub keys: Keys,
}

struct Inner {
    parts: Parts,
    hub: Hub,
    edge_clock: Clock,
}

/// The parts of a process, shared.
#[derive(Clone)]
pub struct Services(Arc<Inner>);

impl std::fmt::Debug for Services {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Services")
    }
}

impl Services {
    /// Puts the parts together.
    #[must_use]
    pub fn new(parts: Parts) -> Self {
        Self(Arc::new(Inner { parts, hub: Hub::new(), edge_clock: Clock::system() }))
    }

    /// Settings.
    #[must_use]
    pub fn config(&self) -> &Config {
        &self.0.parts.config
    }
    /// Time, as the domain counts it.
    #[must_use]
    pub fn clock(&self) -> &Clock {
        &self.0.parts.clock
    }
    /// Time, as the edge counts it: a signed context is judged by the machine's clock even where a
    /// test has moved the domain's.
    pub(crate) fn edge_clock(&self) -> &Clock {
        &self.0.edge_clock
    }
    /// Wake-ups between processes.
    #[must_use]
    pub fn bus(&self) -> &Bus {
        &self.0.parts.bus
    }
    /// Rate limits.
    #[must_use]
    pub fn limiter(&self) -> &Limiter {
        &self.0.parts.limiter
    }
    /// Pictures and exports.
    #[must_use]
    pub fn blob(&self) -> &Blob {
        &self.0.parts.blob
    }
    /// Outgoing mail.
    #[must_use]
    pub fn mailer(&self) -> &Mailer {
        &self.0.parts.mailer
    }
    /// Secrets.
    #[must_use]
    pub fn keys(&self) -> &Keys {
        &self.0.parts.keys
    }
    /// The live streams of this process.
    #[must_use]
    pub fn hub(&self) -> &Hub {
        &self.0.hub
    }
    /// Keeps space on the disk, so that people can sign out while it is full: for a process that serves requests.
    pub async fn reserve_space(&self) {
        self.database().reserve_space().await;
    }

    /// Whether the last write that this process tried found no space.
    #[must_use]
    pub fn is_storage_full(&self) -> bool {
        self.database().storage().is_full()
    }

    /// Whether this process can serve requests.
    pub async fn readiness(&self) -> Readiness {
        match self.database().readiness().await {
            Readiness::Ready if !self.blob().has_space().await => Readiness::StorageFull,
            readiness => readiness,
        }
    }

    /// The migrations of this program that have not run on the database.
    ///
    /// # Errors
    /// The database's.
    pub async fn pending_migrations(&self) -> Result<Vec<String>, sea_orm::DbErr> {
        self.database().pending_migrations().await
    }

    /// Closes the database, so that SQLite copies its log into the file and removes it. What is still open
    /// after a while is left to the next start.
    pub async fn close(&self) {
        let closing = self.database().clone().close();
        match tokio::time::timeout(CLOSE_TIMEOUT, closing).await {
            Ok(Ok(())) => {}
            Ok(Err(error)) => tracing::warn!(%error, "the database was not closed"),
            Err(_) => tracing::warn!("the database was not closed in time"),
        }
    }

    pub(crate) fn database(&self) -> &Database {
        &self.0.parts.database
    }

    /// The product itself as viewer, on the main door. Say why.
    #[must_use]
    pub fn system(&self, reason: &'static str) -> Scope<System> {
        let facts = RequestFacts::of_system(&self.config().server.main_origin);
        Scope::new(System { reason }, Arc::new(facts), self.clone())
    }

    /// Wakes those who wait on `channel`, here and in other processes.
    pub async fn wake(&self, channel: &str) {
        self.bus().publish(channel, Bytes::new()).await;
    }
}
