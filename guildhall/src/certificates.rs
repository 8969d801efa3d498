//! Connects certificate issuance with the edges: the control plane orders, and edges answer the
//! authority's challenges.

use control_plane::certificates::RolloutWait;
use control_plane::edges;
use edge_router::Table;
use futures::FutureExt;
use platform::Services;
use std::sync::Arc;
use std::time::Duration;

/// Polling interval of the table.
const LOOK_EVERY: Duration = Duration::from_millis(5);

/// Waits until the edge of this process has activated a version of the table. The issuer sets the
/// timeout.
#[must_use]
pub fn to_table(table: Table) -> RolloutWait {
    Arc::new(move |version| {
        let table = table.clone();
        async move {
            while table.active_routes().is_none_or(|routes| routes.version < version) {
                tokio::time::sleep(LOOK_EVERY).await;
            }
        }
        .boxed()
    })
}

/// Maximum wait for the first edge of a starting fleet.
const FIRST_EDGE_MAX: Duration = Duration::from_secs(8);

/// Waits until every running edge has confirmed a version of the table, with a timeout, so that a
/// hanging edge does not block all certificates. Waits for the first edge if none is running, and
/// for the first confirmation if there is none. Otherwise the authority would get no answer and
/// count a failure.
#[must_use]
pub fn to_fleet(services: Services) -> RolloutWait {
    Arc::new(move |version| {
        let services = services.clone();
        async move {
            let first = edges::one_lives(services.clone());
            if tokio::time::timeout(FIRST_EDGE_MAX, first).await.is_err() {
                tracing::warn!("no edge is running to answer an ACME challenge");
            }
            let longest =
                Duration::from_millis(services.config().certificates.challenge_propagation_ms);
            let all = edges::all_run(services.clone(), version);
            if tokio::time::timeout(longest, all).await.is_err() {
                edges::one_runs(services, version).await;
                tracing::warn!(version, "not every edge has confirmed route table {version}");
            }
        }
        .boxed()
    })
}
