//! The route table, as the database has it: built from the last one whenever its version rises, handed
//! to an edge in the same process by a watch, to others by a long poll that says only what changed to
//! whoever has one of the last few tables.
//!
//! Read [`version`], [`doorways`] (what a portal's route is made of), [`table`] (building), then [`poll`].

mod doorways;
mod poll;
mod table;
mod version;

pub use poll::{internal_router, signing_key};
pub use table::current;
pub use version::{raise_version, restored};

pub(crate) use doorways::portals;
pub(crate) use version::{allow_loss, newest, version, version_in};

use metrics::histogram;
use platform::events::Topic;
use platform::{Services, telemetry};
use std::collections::VecDeque;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};
use table::Builder;
use tokio::sync::watch;
use tokio_util::sync::CancellationToken;
use wire::{Changes, Digests, FeedAnswer, Published};

/// Bus channel that says "the routes have changed".
pub(crate) const WAKE_CHANNEL: &str = "routes";
/// How often to look without being woken.
const LOOK_EVERY: Duration = Duration::from_secs(2);

/// How many tables are remembered: an edge that is further behind is given the whole one.
const PAST_MAX: usize = 16;

/// The newest table this process has seen, for everyone who follows it.
#[derive(Debug, Clone)]
pub struct Feed {
    newest: watch::Receiver<Option<Arc<Published>>>,
    /// The last few tables in short, the newest last: enough to say what changed since.
    past: Arc<Mutex<VecDeque<Past>>>,
}

/// A table that was the newest once.
#[derive(Debug)]
struct Past {
    version: u64,
    hash: String,
    digests: Arc<Digests>,
}

impl Feed {
    /// Follows the table until `stop`.
    pub fn follow(
        services: Services,
        stop: CancellationToken,
    ) -> (Self, impl Future<Output = ()> + Send) {
        let (sender, newest) = watch::channel(None);
        let feed = Self { newest, past: Arc::default() };
        (feed.clone(), feed.run(services, sender, stop))
    }

    /// A receiver of every new table.
    #[must_use]
    pub fn receiver(&self) -> watch::Receiver<Option<Arc<Published>>> {
        self.newest.clone()
    }

    /// What changed since the table that an edge says it has, if that is still known here.
    fn since(&self, version: u64, hash: &str, newest: &Published) -> Option<FeedAnswer> {
        let past = self.past.lock().unwrap_or_else(PoisonError::into_inner);
        let known = past.iter().find(|one| one.version == version && one.hash == hash)?;
        let digests = Arc::clone(&known.digests);
        drop(past);
        Some(FeedAnswer::Changes(Box::new(Changes::since(version, &digests, newest))))
    }

    fn remember(&self, published: &Published) {
        let mut past = self.past.lock().unwrap_or_else(PoisonError::into_inner);
        if past.len() == PAST_MAX {
            past.pop_front();
        }
        past.push_back(Past {
            version: published.table.version,
            hash: published.hash.clone(),
            digests: Arc::clone(&published.digests),
        });
    }

    async fn run(
        self,
        services: Services,
        sender: watch::Sender<Option<Arc<Published>>>,
        stop: CancellationToken,
    ) {
        let mut wake = services.bus().subscribe(WAKE_CHANNEL).await;
        let mut builder = Builder::default();
        while !stop.is_cancelled() {
            if let Err(error) = self.refresh(&services, &mut builder, &sender).await {
                tracing::warn!(cause = %error, "the route table cannot be read; keeping the last");
            }
            tokio::select! {
                () = stop.cancelled() => break,
                _ = wake.recv() => {}
                () = tokio::time::sleep(LOOK_EVERY) => {}
            }
        }
    }

    async fn refresh(
        &self,
        services: &Services,
        builder: &mut Builder,
        sender: &watch::Sender<Option<Arc<Published>>>,
    ) -> Result<(), sea_orm::DbErr> {
        let scope = services.system("read the route table");
        let known = sender.borrow().clone();
        let version = version::version(&scope).await?;
        if known.as_ref().is_some_and(|known| known.table.version == version) {
            return Ok(());
        }
        let begun = Instant::now();
        let table = builder.next(&scope).await?;
        let published = Arc::new(match known {
            Some(known) => known.next(table),
            None => Published::new(table),
        });
        histogram!(telemetry::ROUTES_BUILD_SECONDS).record(begun.elapsed());
        self.remember(&published);
        sender.send_replace(Some(published));
        Ok(())
    }
}

/// The topic that route changes are told on, so that other processes look at once.
pub(crate) const fn topic() -> Topic {
    Topic::Internal
}
