//! The route table, as the database has it: built anew whenever its version rises, handed to an edge
//! in the same process by a watch, to others by a long poll that says only what changed to whoever has
//! one of the last few tables.

mod poll;
mod table;

pub use poll::{internal_router, signing_key};
pub use table::{current, raise_version};

pub(crate) use table::{allow_loss, doors, newest, version};

use platform::Services;
use platform::events::Topic;
use std::collections::{HashMap, VecDeque};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use tokio::sync::watch;
use tokio_util::sync::CancellationToken;
use wire::{PortalRoute, Published, TenantId};

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
    /// The last few tables, the newest last. They share what did not change.
    past: Arc<Mutex<VecDeque<Arc<Published>>>>,
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

    /// The table that an edge says it has, if it is still known here.
    fn find(&self, version: u64, hash: &str) -> Option<Arc<Published>> {
        let past = self.past.lock().unwrap_or_else(PoisonError::into_inner);
        past.iter().find(|one| one.table.version == version && one.hash == hash).cloned()
    }

    fn remember(&self, published: Arc<Published>) {
        let mut past = self.past.lock().unwrap_or_else(PoisonError::into_inner);
        if past.len() == PAST_MAX {
            past.pop_front();
        }
        past.push_back(published);
    }

    async fn run(
        self,
        services: Services,
        sender: watch::Sender<Option<Arc<Published>>>,
        stop: CancellationToken,
    ) {
        let mut wake = services.bus().subscribe(WAKE_CHANNEL).await;
        while !stop.is_cancelled() {
            if let Err(error) = self.refresh(&services, &sender).await {
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
        sender: &watch::Sender<Option<Arc<Published>>>,
    ) -> Result<(), sea_orm::DbErr> {
        let scope = services.system("read the route table");
        let known = sender.borrow().clone();
        let version = table::version(&scope).await?;
        if known.as_ref().is_some_and(|known| known.table.version == version) {
            return Ok(());
        }
        let mut table = current(&scope).await?;
        if let Some(known) = &known {
            share(&mut table.portals, &known.table.portals);
        }
        let published = Arc::new(Published::new(Arc::new(table)));
        self.remember(Arc::clone(&published));
        sender.send_replace(Some(published));
        Ok(())
    }
}

/// Portals that did not change stay the same value, so that a few tables weigh little more than one.
fn share(portals: &mut [Arc<PortalRoute>], known: &[Arc<PortalRoute>]) {
    let known: HashMap<TenantId, &Arc<PortalRoute>> =
        known.iter().map(|portal| (portal.tenant_id, portal)).collect();
    for portal in portals {
        if let Some(same) = known.get(&portal.tenant_id).filter(|same| ***same == *portal) {
            *portal = Arc::clone(same);
        }
    }
}

/// The topic that route changes are told on, so that other processes look at once.
pub(crate) const fn topic() -> Topic {
    Topic::Internal
}
