//! The route feed. A new table is built from the previous one whenever the version increases. An
//! edge in the same process receives it over a watch channel, other edges by long poll. A client
//! with a recent table receives only the changes.
//!
//! Read [`table_version`], [`portal_routes`] (portal data), [`table`] (building), then [`poll`].

mod poll;
mod portal_routes;
mod table;
mod version;

pub use poll::{internal_router, signing_key};
pub use table::build_table;
pub use version::{raise_after_restore, raise_version};

pub(crate) use portal_routes::read_portals;
pub(crate) use version::{allow_loss, newest_version_and_time, table_version, version_in};

use metrics::histogram;
use platform::route_version::WAKE_CHANNEL;
use platform::{Services, telemetry};
use std::collections::VecDeque;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};
use table::TableBuilder;
use tokio::sync::watch;
use tokio_util::sync::CancellationToken;
use wire::{Changes, Digests, FeedAnswer, PublishedTable};

/// Polling interval without a wake-up.
const LOOK_EVERY: Duration = Duration::from_secs(2);

/// Name of the follower loop, for readiness.
pub const FOLLOWER_LOOP: &str = "route-feed";
/// Maximum time of one round of the follower loop; building a large table takes seconds.
const ROUND_MAX: Duration = Duration::from_secs(120);

/// Number of recent tables whose digests are kept; an edge further behind receives the whole table.
const PAST_MAX: usize = 16;

/// The newest table known to this process.
#[derive(Debug, Clone)]
pub struct Feed {
    newest: watch::Receiver<Option<Arc<PublishedTable>>>,
    /// Digests of recent tables, newest last, from which changes are computed.
    past: Arc<Mutex<VecDeque<EarlierTable>>>,
}

/// Digests of an earlier table.
#[derive(Debug)]
struct EarlierTable {
    version: u64,
    hash: String,
    digests: Arc<Digests>,
}

impl Feed {
    /// Updates the table until `stop`.
    pub fn follow(
        services: Services,
        stop: CancellationToken,
    ) -> (Self, impl Future<Output = ()> + Send) {
        let (sender, newest) = watch::channel(None);
        let feed = Self { newest, past: Arc::default() };
        (feed.clone(), feed.run(services, sender, stop))
    }

    /// Returns a receiver of every new table.
    #[must_use]
    pub fn table_receiver(&self) -> watch::Receiver<Option<Arc<PublishedTable>>> {
        self.newest.clone()
    }

    /// Returns the changes since the client's table, if its digests are still kept.
    fn changes_since(
        &self,
        version: u64,
        hash: &str,
        newest: &PublishedTable,
    ) -> Option<FeedAnswer> {
        let past = self.past.lock().unwrap_or_else(PoisonError::into_inner);
        let known = past.iter().find(|one| one.version == version && one.hash == hash)?;
        let digests = Arc::clone(&known.digests);
        drop(past);
        Some(FeedAnswer::Changes(Box::new(Changes::since_version(version, &digests, newest))))
    }

    fn remember_digests(&self, published: &PublishedTable) {
        let mut past = self.past.lock().unwrap_or_else(PoisonError::into_inner);
        if past.len() == PAST_MAX {
            past.pop_front();
        }
        past.push_back(EarlierTable {
            version: published.table.version,
            hash: published.hash.clone(),
            digests: Arc::clone(&published.digests),
        });
    }

    async fn run(
        self,
        services: Services,
        sender: watch::Sender<Option<Arc<PublishedTable>>>,
        stop: CancellationToken,
    ) {
        let heartbeat = services.heartbeats().start(FOLLOWER_LOOP, ROUND_MAX);
        let mut wake = services.bus().subscribe(WAKE_CHANNEL).await;
        let mut builder = TableBuilder::default();
        while !stop.is_cancelled() {
            heartbeat.beat();
            if let Err(error) = self.publish_if_changed(&services, &mut builder, &sender).await {
                tracing::warn!(cause = %error, "failed to read the route table; keeping the previous one");
            }
            tokio::select! {
                () = stop.cancelled() => break,
                _ = wake.receive_message() => {}
                () = tokio::time::sleep(LOOK_EVERY) => {}
            }
        }
    }

    async fn publish_if_changed(
        &self,
        services: &Services,
        builder: &mut TableBuilder,
        sender: &watch::Sender<Option<Arc<PublishedTable>>>,
    ) -> Result<(), sea_orm::DbErr> {
        let scope = services.system("read the route table");
        let known = sender.borrow().clone();
        let version = version::table_version(&scope).await?;
        if known.as_ref().is_some_and(|known| known.table.version == version) {
            return Ok(());
        }
        let begun = Instant::now();
        let table = builder.next(&scope).await?;
        let published = Arc::new(match known {
            Some(known) => known.next(table),
            None => PublishedTable::new(table),
        });
        histogram!(telemetry::ROUTES_BUILD_SECONDS).record(begun.elapsed());
        self.remember_digests(&published);
        sender.send_replace(Some(published));
        Ok(())
    }
}
