//! Where the two halves of a certificate meet: the control plane asks for it, and edges answer the
//! authority.

use control_plane::certificates::Spread;
use control_plane::edges;
use edge_router::Table;
use futures::FutureExt;
use platform::Services;
use std::sync::Arc;
use std::time::Duration;

/// How often the table is looked at.
const LOOK_EVERY: Duration = Duration::from_millis(5);

/// Waits until the edge of this process runs a version of the table. The issuer says for how long.
#[must_use]
pub fn to_table(table: Table) -> Spread {
    Arc::new(move |version| {
        let table = table.clone();
        async move {
            while table.current().is_none_or(|routes| routes.version < version) {
                tokio::time::sleep(LOOK_EVERY).await;
            }
        }
        .boxed()
    })
}

/// The longest wait for the first edge of a fleet that is just being started.
const FIRST_EDGE_MAX: Duration = Duration::from_secs(8);

/// Waits until every edge that lives has said that it runs a version of the table, but no longer than
/// the settings allow: one that hangs must not hold up every certificate. Where none lives yet, the
/// first one is waited for, and where none runs the version yet, the first that does: else the authority
/// would find no answer and count that as a failure.
#[must_use]
pub fn to_fleet(services: Services) -> Spread {
    Arc::new(move |version| {
        let services = services.clone();
        async move {
            let first = edges::one_lives(services.clone());
            if tokio::time::timeout(FIRST_EDGE_MAX, first).await.is_err() {
                tracing::warn!("no edge runs that could answer an authority");
            }
            let longest = Duration::from_millis(services.config().certificates.spread_ms);
            let all = edges::all_run(services.clone(), version);
            if tokio::time::timeout(longest, all).await.is_err() {
                edges::one_runs(services, version).await;
                tracing::warn!(version, "not every edge has said that it runs table {version}");
            }
        }
        .boxed()
    })
}
