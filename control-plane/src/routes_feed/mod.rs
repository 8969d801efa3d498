//! The route table, as the database has it: built anew whenever its version rises, handed to an edge
//! in the same process by a watch, to others by a long poll.

mod poll;
mod table;

pub use poll::internal_router;
pub use table::{current, raise_version};

use platform::Services;
use platform::events::Topic;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::watch;
use tokio_util::sync::CancellationToken;
use wire::RouteTable;

/// Bus channel that says "the routes have changed".
pub(crate) const WAKE_CHANNEL: &str = "routes";
/// How often to look without being woken.
const LOOK_EVERY: Duration = Duration::from_secs(2);

/// The newest table this process has seen, for everyone who follows it.
#[derive(Debug, Clone)]
pub struct Feed {
    newest: watch::Receiver<Option<Arc<RouteTable>>>,
}

impl Feed {
    /// Follows the table until `stop`.
    pub fn follow(
        services: Services,
        stop: CancellationToken,
    ) -> (Self, impl Future<Output = ()> + Send) {
        let (sender, newest) = watch::channel(None);
        (Self { newest }, run(services, sender, stop))
    }

    /// A receiver of every new table.
    #[must_use]
    pub fn receiver(&self) -> watch::Receiver<Option<Arc<RouteTable>>> {
        self.newest.clone()
    }
}

async fn run(
    services: Services,
    sender: watch::Sender<Option<Arc<RouteTable>>>,
    stop: CancellationToken,
) {
    let mut wake = services.bus().subscribe(WAKE_CHANNEL).await;
    while !stop.is_cancelled() {
        match refresh(&services, &sender).await {
            Ok(()) => {}
            Err(error) => {
                tracing::warn!(cause = %error, "the route table cannot be read; keeping the last")
            }
        }
        tokio::select! {
            () = stop.cancelled() => break,
            _ = wake.recv() => {}
            () = tokio::time::sleep(LOOK_EVERY) => {}
        }
    }
}

async fn refresh(
    services: &Services,
    sender: &watch::Sender<Option<Arc<RouteTable>>>,
) -> Result<(), sea_orm::DbErr> {
    let scope = services.system("read the route table");
    let known = sender.borrow().as_ref().map(|table| table.version);
    if known == Some(table::version(&scope).await?) {
        return Ok(());
    }
    sender.send_replace(Some(Arc::new(current(&scope).await?)));
    Ok(())
}

/// The topic that route changes are told on, so that other processes look at once.
pub(crate) const fn topic() -> Topic {
    Topic::Internal
}
