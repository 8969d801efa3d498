//! The edge's route table. The control plane publishes numbered snapshots and the changes between
//! them. [`follow`] receives them, in process or over HTTP, and stores the last valid one on disk,
//! so that an edge can start while the control plane is unavailable. [`report`] sends back the
//! active version. [`wire::Routes::resolve_name`] resolves hosts; [`SiteRef`] is the result for
//! one request.

mod active_routes;
mod checks;
mod feed;
mod report;
mod site_ref;
mod snapshot_file;
mod table;

pub use active_routes::ActiveRoutes;
pub use checks::TableError;
pub use feed::{Feed, FeedError};
pub use report::{Reporter, report};
pub use site_ref::SiteRef;
pub use snapshot_file::{RouteSnapshotFile, SnapshotFileError};
pub use table::Table;

use crate::metrics;
use crate::system::random_between;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::watch;
use tokio::task::spawn_blocking;
use tokio_util::sync::CancellationToken;
use wire::{Changes, FeedAnswer as News, PublishedTable};

const BACKOFF_FIRST: Duration = Duration::from_millis(500);
const BACKOFF_MAX: Duration = Duration::from_secs(15);

/// Source of route tables.
pub enum RouteSource {
    /// The control plane in this process.
    InProcess(watch::Receiver<Option<Arc<PublishedTable>>>),
    /// A control plane over HTTP.
    Http(Box<Feed>),
}

/// Keeps `table` up to date until `shutdown`: first from the snapshot in `snapshot_file`, if there is one,
/// then from `source`. Everything from the source is applied and stored.
pub async fn follow(
    table: Table,
    source: RouteSource,
    memory: Option<RouteSnapshotFile>,
    shutdown: CancellationToken,
) {
    if let Some(memory) = &memory {
        memory.load_lines_into(&table).await;
    }
    let following = async {
        match source {
            RouteSource::InProcess(receiver) => follow_process(&table, receiver).await,
            RouteSource::Http(feed) => follow_feed(&table, &feed).await,
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
        () = memory.save(&table, &mut kept) => {}
    }
    memory.store_newest(&table, &mut kept).await;
}

async fn follow_process(table: &Table, mut receiver: watch::Receiver<Option<Arc<PublishedTable>>>) {
    let mut last: Option<Arc<PublishedTable>> = None;
    loop {
        let newest = receiver.borrow_and_update().clone();
        if let Some(newest) = newest {
            let news = match last.as_deref().filter(|last| is_active(table, &last.hash)) {
                Some(last) => News::Changes(Box::new(Changes::from_tables(last, &newest))),
                None => News::Whole(Arc::clone(&newest.table)),
            };
            if apply_news(table, news).await == ApplyOutcome::WholeTableNeeded {
                apply_news(table, News::Whole(Arc::clone(&newest.table))).await;
            }
            last = Some(newest);
        }
        if receiver.changed().await.is_err() {
            tracing::info!("control plane stopped publishing; keeping the last route table");
            return;
        }
    }
}

fn is_active(table: &Table, hash: &str) -> bool {
    table.active_routes().is_some_and(|known| known.hash() == Some(hash))
}

async fn follow_feed(table: &Table, feed: &Feed) {
    // The snapshot on disk may belong to another database, so the first poll requests the whole
    // table.
    let (mut after, mut hash) = (0, String::new());
    let mut pause = BACKOFF_FIRST;
    loop {
        match feed.poll(after, &hash).await {
            Ok(None) => {
                metrics::routes_confirmed();
                pause = BACKOFF_FIRST;
            }
            Ok(Some(news)) => {
                let version = news.version();
                let before = table.active_routes().map_or(0, |known| known.version);
                match apply_news(table, news).await {
                    ApplyOutcome::Active => {
                        metrics::routes_confirmed();
                        // One of two control planes may lag behind for long. An answer that is not
                        // newer is no reason to poll again at once.
                        if version > before {
                            pause = BACKOFF_FIRST;
                        }
                        let known = table.active_routes();
                        hash = known
                            .and_then(|known| known.hash().map(str::to_owned))
                            .unwrap_or_default();
                        after = version;
                    }
                    ApplyOutcome::WholeTableNeeded => (after, hash) = (0, String::new()),
                    ApplyOutcome::Refused => {
                        // After a rejection only a newer, complete table helps; the poll interval
                        // grows with each rejection.
                        (after, hash) = (version, String::new());
                        wait_about(pause).await;
                        pause = (pause * 2).min(BACKOFF_MAX);
                    }
                }
            }
            Err(error) => {
                tracing::warn!(%error, "failed to poll the route feed");
                wait_about(pause).await;
                pause = (pause * 2).min(BACKOFF_MAX);
            }
        }
    }
}

/// Result of applying an update.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum ApplyOutcome {
    Active,
    /// The changes do not apply to the active table: the whole table is needed.
    WholeTableNeeded,
    Refused,
}

/// Applies a table or changes.
async fn apply_news(table: &Table, news: News) -> ApplyOutcome {
    let version = news.version();
    let holder = table.clone();
    // Parsing many new certificates takes a while; requests continue meanwhile.
    let applied = spawn_blocking(move || match news {
        News::Whole(table) => holder.apply(table),
        News::Changes(changes) => holder.apply_changes(*changes),
    });
    match applied.await {
        Ok(Ok(_)) => {
            tracing::info!(routes.version = version, "route table {version} active");
            ApplyOutcome::Active
        }
        Ok(Err(TableError::BaseMismatch)) => ApplyOutcome::WholeTableNeeded,
        Ok(Err(error)) => {
            metrics::record_refused_table();
            tracing::error!(routes.version = version, %error, "route table {version} rejected");
            ApplyOutcome::Refused
        }
        Err(error) => {
            tracing::error!(routes.version = version, %error, "failed to apply route table {version}: the task panicked; keeping the active one");
            ApplyOutcome::Refused
        }
    }
}

/// Sleeps for 0.5 to 1.5 times `pause`, so that edges do not reconnect at the same time.
async fn wait_about(pause: Duration) {
    tokio::time::sleep(pause.mul_f64(random_between(0.5..1.5))).await;
}
