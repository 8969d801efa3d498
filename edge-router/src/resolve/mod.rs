//! How the edge knows its hosts. The control plane publishes numbered snapshots and what changed
//! between them; [`follow`] brings them here, in process or over HTTP, and keeps the last good one on
//! disk, so that an edge starts and serves while the control plane is away; [`report`] says back what
//! is in force. Which host means what is decided in [`wire::Routes::resolve_name`]; [`Entrance`] is
//! that decision for one request.

mod checks;
mod entrance;
mod feed;
mod in_force;
mod memory;
mod report;
mod table;

pub use checks::TableError;
pub use entrance::Entrance;
pub use feed::{Feed, FeedError};
pub use in_force::InForce;
pub use memory::{Memory, MemoryError};
pub use report::{Reporter, report};
pub use table::Table;

use crate::metrics;
use crate::system::random_between;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::watch;
use tokio::task::spawn_blocking;
use tokio_util::sync::CancellationToken;
use wire::{Changes, FeedAnswer as News, Published};

const BACKOFF_FIRST: Duration = Duration::from_millis(500);
const BACKOFF_MAX: Duration = Duration::from_secs(15);

/// Where tables come from.
pub enum Source {
    /// The control plane is in this process.
    InProcess(watch::Receiver<Option<Arc<Published>>>),
    /// The control plane is asked over HTTP.
    Http(Box<Feed>),
}

/// Keeps `table` up to date until `shutdown`: first from `memory`, if there is something in it, then
/// from `source`. Whatever the source says is applied and remembered.
pub async fn follow(
    table: Table,
    source: Source,
    memory: Option<Memory>,
    shutdown: CancellationToken,
) {
    if let Some(memory) = &memory {
        memory.recall_into(&table).await;
    }
    let following = async {
        match source {
            Source::InProcess(receiver) => follow_process(&table, receiver).await,
            Source::Http(feed) => follow_feed(&table, &feed).await,
        }
    };
    let Some(memory) = memory else {
        tokio::select! {
            () = shutdown.cancelled() => {}
            () = following => {}
        }
        return;
    };
    let mut kept = None;
    tokio::select! {
        () = shutdown.cancelled() => {}
        () = following => {}
        () = memory.keep(&table, &mut kept) => {}
    }
    memory.store_newest(&table, &mut kept).await;
}

async fn follow_process(table: &Table, mut receiver: watch::Receiver<Option<Arc<Published>>>) {
    let mut last: Option<Arc<Published>> = None;
    loop {
        let newest = receiver.borrow_and_update().clone();
        if let Some(newest) = newest {
            let news = match last.as_deref().filter(|last| is_in_force(table, &last.hash)) {
                Some(last) => News::Changes(Box::new(Changes::between(last, &newest))),
                None => News::Whole(Arc::clone(&newest.table)),
            };
            if take(table, news).await == Taken::Elsewhere {
                take(table, News::Whole(Arc::clone(&newest.table))).await;
            }
            last = Some(newest);
        }
        if receiver.changed().await.is_err() {
            tracing::info!("the control plane has stopped publishing; the last table stays");
            return;
        }
    }
}

fn is_in_force(table: &Table, hash: &str) -> bool {
    table.current().is_some_and(|known| known.hash() == Some(hash))
}

async fn follow_feed(table: &Table, feed: &Feed) {
    // What was recalled from disk may be of another database: the first answer is asked for whole.
    let (mut after, mut hash) = (0, String::new());
    let mut pause = BACKOFF_FIRST;
    loop {
        match feed.ask(after, &hash).await {
            Ok(None) => pause = BACKOFF_FIRST,
            Ok(Some(news)) => {
                let version = news.version();
                let before = table.current().map_or(0, |known| known.version);
                match take(table, news).await {
                    Taken::InForce => {
                        // Of two control planes one may be behind for long: that the other has what is in
                        // force already is no reason to ask the first again soon.
                        if version > before {
                            pause = BACKOFF_FIRST;
                        }
                        let known = table.current();
                        hash = known
                            .and_then(|known| known.hash().map(str::to_owned))
                            .unwrap_or_default();
                        after = version;
                    }
                    Taken::Elsewhere => (after, hash) = (0, String::new()),
                    Taken::Refused => {
                        // Only something newer is worth another look, and that is asked for whole: the
                        // more of them are refused, the less often.
                        (after, hash) = (version, String::new());
                        wait_about(pause).await;
                        pause = (pause * 2).min(BACKOFF_MAX);
                    }
                }
            }
            Err(error) => {
                tracing::warn!(%error, "the control plane did not answer the route feed");
                wait_about(pause).await;
                pause = (pause * 2).min(BACKOFF_MAX);
            }
        }
    }
}

/// What became of something new.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Taken {
    InForce,
    /// Changes to a table that is not in force here: the whole one is needed.
    Elsewhere,
    Refused,
}

/// Applies a table, or what changed.
async fn take(table: &Table, news: News) -> Taken {
    let version = news.version();
    let holder = table.clone();
    // Many new certificates take a while to look at, and requests go on meanwhile.
    let applied = spawn_blocking(move || match news {
        News::Whole(table) => holder.apply(table),
        News::Changes(changes) => holder.amend(*changes),
    });
    match applied.await {
        Ok(Ok(_)) => {
            tracing::info!(routes.version = version, "route table {version} is in force");
            Taken::InForce
        }
        Ok(Err(TableError::Elsewhere)) => Taken::Elsewhere,
        Ok(Err(error)) => {
            metrics::table_refused();
            tracing::error!(routes.version = version, %error, "route table {version} was refused");
            Taken::Refused
        }
        Err(_) => {
            tracing::error!(routes.version = version, "route table {version} could not be read");
            Taken::Refused
        }
    }
}

/// Sleeps between half and one and a half of `pause`, so that edges do not return as one.
async fn wait_about(pause: Duration) {
    tokio::time::sleep(pause.mul_f64(random_between(0.5..1.5))).await;
}
