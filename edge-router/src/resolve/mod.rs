//! How the edge knows its hosts. The control plane publishes numbered snapshots; [`follow`] brings
//! them here, in process or over HTTP, and keeps the last good one on disk, so that an edge starts
//! and serves while the control plane is away. Which host means what is decided in
//! [`wire::Routes::resolve_name`]; [`Entrance`] is that decision for one request.

mod entrance;
mod feed;
mod snapshot;
mod table;

pub use entrance::Entrance;
pub use feed::{Feed, FeedError};
pub use table::{Table, TableError};

use snapshot::Snapshot;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::watch;
use tokio_util::sync::CancellationToken;
use wire::RouteTable;

const BACKOFF_FIRST: Duration = Duration::from_millis(500);
const BACKOFF_MAX: Duration = Duration::from_secs(15);

/// Where tables come from.
pub enum Source {
    /// The control plane is in this process.
    InProcess(watch::Receiver<Option<Arc<RouteTable>>>),
    /// The control plane is asked over HTTP.
    Http(Box<Feed>),
}

/// Keeps `table` up to date until `shutdown`: first from the file `remembered`, if there is one,
/// then from `source`. Whatever the source says is applied and remembered.
pub async fn follow(
    table: Table,
    source: Source,
    remembered: Option<PathBuf>,
    shutdown: CancellationToken,
) {
    let snapshot = remembered.map(Snapshot::new);
    if let Some(snapshot) = &snapshot {
        snapshot.recall_into(&table).await;
    }
    let following = async {
        match source {
            Source::InProcess(receiver) => follow_process(&table, receiver, snapshot).await,
            Source::Http(feed) => follow_feed(&table, &feed, snapshot).await,
        }
    };
    tokio::select! {
        () = shutdown.cancelled() => {}
        () = following => {}
    }
}

async fn follow_process(
    table: &Table,
    mut receiver: watch::Receiver<Option<Arc<RouteTable>>>,
    snapshot: Option<Snapshot>,
) {
    loop {
        let newest = receiver.borrow_and_update().clone();
        if let Some(newest) = newest {
            take(table, newest, snapshot.as_ref()).await;
        }
        if receiver.changed().await.is_err() {
            tracing::info!("the control plane has stopped publishing; the last table stays");
            return;
        }
    }
}

async fn follow_feed(table: &Table, feed: &Feed, snapshot: Option<Snapshot>) {
    // What was recalled from disk may be of another database: the first answer is asked for whole.
    let mut after = 0;
    let mut pause = BACKOFF_FIRST;
    loop {
        match feed.ask(after).await {
            Ok(answer) => {
                pause = BACKOFF_FIRST;
                if let Some(newest) = answer {
                    let version = newest.version;
                    if !take(table, Arc::new(newest), snapshot.as_ref()).await {
                        // Asking again at once would bring the same table at once.
                        wait_about(BACKOFF_MAX).await;
                    }
                    after = version;
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

/// Applies and remembers a table; says whether it was usable.
async fn take(table: &Table, newest: Arc<RouteTable>, snapshot: Option<&Snapshot>) -> bool {
    let version = newest.version;
    match table.apply(newest) {
        Ok(applied) => {
            tracing::info!(routes.version = version, "route table {version} is in force");
            if let Some(snapshot) = snapshot {
                snapshot.store(applied).await;
            }
            true
        }
        Err(error) => {
            tracing::error!(routes.version = version, %error, "route table {version} was refused");
            false
        }
    }
}

/// Sleeps between half and one and a half of `pause`, so that edges do not return as one.
async fn wait_about(pause: Duration) {
    tokio::time::sleep(pause.mul_f64(rand::random_range(0.5..1.5))).await;
}
