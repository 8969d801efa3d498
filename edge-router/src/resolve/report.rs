//! Status reports to the control plane: after every change, and every few seconds, so that a
//! missing edge is noticed.

use super::Table;
use crate::system::unix_now_s;
use futures::future::BoxFuture;
use std::sync::Arc;
use std::time::Duration;
use tokio_util::sync::CancellationToken;
use uuid::Uuid;
use wire::EdgeReport;

/// Maximum interval between two reports of a running edge.
const SAY_EVERY: Duration = Duration::from_secs(10);
/// Delay that batches several changes into one report.
const COALESCE_DELAY: Duration = Duration::from_millis(20);

/// Sends a report. It handles its own failures, since the next report follows soon.
pub type Reporter = Arc<dyn Fn(EdgeReport) -> BoxFuture<'static, ()> + Send + Sync>;

/// Reports the state of `table` until `shutdown`, then sends a final report. `name` is the edge's
/// display name.
pub async fn report(table: Table, name: String, to: Reporter, shutdown: CancellationToken) {
    let (id, started_at) = (Uuid::now_v7().to_string(), unix_now_s());
    let mut changes = table.subscribe_changes();
    let reporting = async {
        loop {
            changes.mark_unchanged();
            to(from_table(&table, &id, &name, started_at)).await;
            tokio::select! {
                _ = changes.changed() => tokio::time::sleep(COALESCE_DELAY).await,
                () = tokio::time::sleep(SAY_EVERY) => {}
            }
        }
    };
    tokio::select! {
        () = shutdown.cancelled() => {}
        () = reporting => {}
    }
    to(EdgeReport { leaving: true, ..from_table(&table, &id, &name, started_at) }).await;
}

fn from_table(table: &Table, id: &str, name: &str, started_at: i64) -> EdgeReport {
    let known = table.active_routes();
    let known = known.as_deref();
    EdgeReport {
        id: id.to_owned(),
        name: name.to_owned(),
        version: known.map_or(0, |known| known.version),
        hash: known.and_then(|known| known.hash()).unwrap_or_default().to_owned(),
        hosts: known.map_or(0, |known| known.names_count() as u64),
        refused: known.map(|known| known.refused_hosts()).unwrap_or_default(),
        table_refused: table.last_refusal(),
        recalled: known.is_some_and(|known| known.hash().is_none()),
        certificate_soonest_end: known.and_then(|known| known.certificates().soonest_end()),
        started_at,
        leaving: false,
    }
}
