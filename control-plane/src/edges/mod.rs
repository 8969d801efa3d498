//! Status reports of the edges. Each edge reports after every change and every few seconds. Staff
//! pages and certificate issuance read the reports (edge design, section 5.6).

mod confirm;
mod lost;
mod routes;
mod rows;
mod sweep;

pub use lost::EdgeError;
pub use routes::api;
pub use sweep::sweep;

use crate::{certificates, routes_feed};
use chrono::{DateTime, TimeDelta, Utc};
use platform::{Scope, Services};
use rows::RefusedHosts;
use sea_orm::sea_query::{OnConflict, SimpleExpr};
use sea_orm::{ActiveValue::Set, ColumnTrait, DbErr};
use std::time::Duration;
use wire::EdgeReport;

/// Time without a report after which an edge no longer counts as running; it reports every ten
/// seconds.
const REPORT_LIFETIME: TimeDelta = TimeDelta::seconds(30);
/// Polling interval while a caller waits for edges.
const LOOK_EVERY: Duration = Duration::from_millis(50);
/// Maximum stored length of texts from an edge.
const WORDS_MAX: usize = 200;

/// Stores an edge's report.
///
/// # Errors
/// Database errors.
pub async fn store_report(services: &Services, report: EdgeReport) -> Result<(), DbErr> {
    use rows::Column;
    let mut scope = services.system("store an edge status report");
    let tx = scope.begin().await?;
    if report.leaving {
        let gone = Column::Id.eq(&report.id);
        tx.global_table::<rows::Entity>().delete(gone).await?.as_many_as_there_are();
        return tx.commit().await;
    }
    let now = tx.now();
    let applied = tx.global::<rows::Entity>().by_id(report.id.clone()).one().await?;
    let version = i64::try_from(report.version).unwrap_or(i64::MAX);
    // The activation time stays as long as the version does not change.
    let applied_at = applied.filter(|row| row.version == version).map_or(now, |row| row.applied_at);
    let moment = |s: i64| DateTime::<Utc>::from_timestamp(s, 0);
    let short = |text: String| text.chars().take(WORDS_MAX).collect::<String>();
    let row = rows::ActiveModel {
        id: Set(report.id),
        name: Set(short(report.name)),
        version: Set(version),
        hash: Set(report.hash),
        hosts: Set(i64::try_from(report.hosts).unwrap_or(i64::MAX)),
        refused: Set(RefusedHosts(report.refused)),
        table_refused: Set(report.table_refused.map(short)),
        recalled: Set(report.recalled),
        certificate_soonest_end: Set(report.certificate_soonest_end.and_then(moment)),
        started_at: Set(moment(report.started_at).unwrap_or(now)),
        applied_at: Set(applied_at),
        seen_at: Set(now),
    };
    let mut again = OnConflict::column(Column::Id);
    again.update_columns([
        Column::Name,
        Column::Version,
        Column::Hash,
        Column::Hosts,
        Column::Refused,
        Column::TableRefused,
        Column::Recalled,
        Column::CertificateSoonestEnd,
        Column::AppliedAt,
        Column::SeenAt,
    ]);
    tx.global_table::<rows::Entity>().upsert(row, again).await?;
    if applied_at == now {
        let edges = tx.global::<rows::Entity>().filter(spoke_lately(now)).all().await?;
        let least = edges.iter().map(|edge| edge.version).min().unwrap_or(version);
        let refused = edges.iter().flat_map(|edge| edge.refused.0.iter());
        let refused: Vec<&str> = refused.map(|one| one.host.as_str()).collect();
        certificates::record_installed(&tx, least, &refused).await?;
    }
    tx.commit().await
}

/// Number of edges that serve a certificate.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct CertificateRollout {
    /// Running edges.
    pub all: usize,
    /// Running edges whose table contains it.
    pub with: usize,
    /// An edge that refused it, and the reason.
    pub refusal: Option<(String, String)>,
}

/// Returns how many of these edges serve the certificate of this version for these names.
pub(crate) fn certificate_rollout(
    edges: &[rows::Model],
    version: Option<i64>,
    names: &[String],
) -> CertificateRollout {
    let refusal = |edge: &rows::Model| {
        let refused = edge.refused.0.iter().find(|one| names.contains(&one.host))?;
        Some((edge.name.clone(), refused.cause.clone()))
    };
    let shows =
        |edge: &&rows::Model| edge.version >= version.unwrap_or(0) && refusal(edge).is_none();
    CertificateRollout {
        all: edges.len(),
        with: edges.iter().filter(shows).count(),
        refusal: edges.iter().find_map(refusal),
    }
}

fn spoke_lately(now: DateTime<Utc>) -> SimpleExpr {
    rows::Column::SeenAt.gt(now - REPORT_LIFETIME)
}

/// All running edges, the longest running first.
///
/// # Errors
/// Database errors.
pub(crate) async fn running_edges<V>(scope: &Scope<V>) -> Result<Vec<rows::Model>, DbErr> {
    let lately = scope.global::<rows::Entity>().filter(spoke_lately(scope.now()));
    let mut edges = lately.all().await?;
    edges.sort_by(|one, other| (one.started_at, &one.id).cmp(&(other.started_at, &other.id)));
    Ok(edges)
}

/// Waits until an edge is running, because otherwise no challenge is answered. The caller sets the
/// timeout.
pub async fn one_lives(services: Services) {
    wait_for_edges(services, |edges| !edges.is_empty()).await;
}

/// Waits until every running edge has activated `version` or a newer one; only then may an
/// authority validate. The caller sets the timeout.
pub async fn all_run(services: Services, version: u64) {
    let version = i64::try_from(version).unwrap_or(i64::MAX);
    wait_for_edges(services, |edges| edges.iter().all(|edge| edge.version >= version)).await;
}

/// Waits until one running edge has activated `version` or a newer one, or none is running. The
/// caller sets the timeout.
pub async fn one_runs(services: Services, version: u64) {
    let version = i64::try_from(version).unwrap_or(i64::MAX);
    wait_for_edges(services, |edges| {
        edges.is_empty() || edges.iter().any(|edge| edge.version >= version)
    })
    .await;
}

/// Waits until `is_so` holds for the running edges.
async fn wait_for_edges(services: Services, is_so: impl Fn(&[rows::Model]) -> bool + Send) {
    loop {
        match running_edges(&services.system("wait for the edges")).await {
            Ok(edges) if is_so(&edges) => return,
            Ok(_) => {}
            Err(error) => tracing::warn!(cause = %error, "failed to read edge status reports"),
        }
        tokio::time::sleep(LOOK_EVERY).await;
    }
}

/// Version of the newest table, and its time.
async fn newest_table_version<V>(scope: &Scope<V>) -> Result<(i64, Option<DateTime<Utc>>), DbErr> {
    routes_feed::newest_version_and_time(scope).await
}
