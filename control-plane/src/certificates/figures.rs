//! Statistics of all certificates, for monitoring and `guildhall doctor`.

use super::budget;
use super::rows::job;
use super::status::HostStatus;
use super::summary::{CertificateState, summarize};
use crate::domains;
use chrono::{DateTime, Utc};
use metrics::gauge;
use platform::{Scope, Services, System, telemetry};
use sea_orm::{DbErr, FromQueryResult};
use serde::Serialize;
use std::collections::BTreeMap;
use utoipa::ToSchema;

/// Remaining orders of an authority's account.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct OrderAllowance {
    /// Configured name of the authority.
    pub issuer: String,
    /// Orders that may be made now.
    pub now: i64,
    /// Time of the next possible order, if there is none now.
    pub next_at: Option<DateTime<Utc>>,
}

/// Statistics of all certificates.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct CertificateFigures {
    /// Number of hosts by state of their certificate.
    pub by_state: BTreeMap<&'static str, u64>,
    /// Earliest expiry of an active certificate.
    pub soonest_end: Option<DateTime<Utc>>,
    /// Time of the next renewal.
    pub next_renewal: Option<DateTime<Utc>>,
    /// Remaining orders of each authority, in the order of preference.
    pub orders_left: Vec<OrderAllowance>,
}

/// States that are counted; a host with a requested certificate cannot have others.
const REPORTED_STATES: [(CertificateState, &str); 4] = [
    (CertificateState::Valid, "valid"),
    (CertificateState::Renewing, "renewing"),
    (CertificateState::Waiting, "waiting"),
    (CertificateState::Failed, "failed"),
];

#[derive(FromQueryResult)]
struct KnownJob {
    state: job::CertificateJobState,
    cause_code: Option<String>,
    cause: Option<String>,
    attempt: i64,
    not_before: DateTime<Utc>,
    not_after: Option<DateTime<Utc>>,
}

/// Computes the statistics: one statement, and one for each authority.
///
/// # Errors
/// Database errors.
pub async fn certificate_figures(scope: &Scope<System>) -> Result<CertificateFigures, DbErr> {
    const SQL: &str = "SELECT j.state, j.cause_code, j.cause, j.attempt, j.not_before, h.not_after \
         FROM acme_jobs j LEFT JOIN certificates h ON h.host = j.host \
         AND h.superseded_at IS NULL AND h.revoked_at IS NULL";
    let mut counted = CertificateFigures::default();
    for (_, name) in REPORTED_STATES {
        counted.by_state.insert(name, 0);
    }
    for row in scope.raw(SQL, Vec::new()).all::<KnownJob>().await? {
        counted.count(row, scope.now());
    }
    counted.orders_left = orders_left(scope).await?;
    Ok(counted)
}

/// Remaining orders of each authority, in the order of preference.
///
/// # Errors
/// Database errors.
pub(crate) async fn orders_left(scope: &Scope<System>) -> Result<Vec<OrderAllowance>, DbErr> {
    let mut all = Vec::new();
    for issuer in &scope.services().config().certificates.issuers {
        let (now, next_at) = budget::orders_left(scope, issuer).await?;
        all.push(OrderAllowance { issuer: issuer.name.clone(), now, next_at });
    }
    Ok(all)
}

impl CertificateFigures {
    fn count(&mut self, row: KnownJob, now: DateTime<Utc>) {
        let status = HostStatus {
            good_until: row.not_after,
            issuer: None,
            under_way: row.state == job::CertificateJobState::Running,
            stopped: row.state == job::CertificateJobState::Stopped,
            attempt: row.attempt,
            next_at: row.not_before,
            cause: row.cause_code.zip(row.cause),
        };
        let state = summarize(&status, now).state;
        if let Some((_, name)) = REPORTED_STATES.iter().find(|(counted, _)| *counted == state) {
            *self.by_state.entry(name).or_default() += 1;
        }
        let Some(end) = row.not_after else { return };
        self.soonest_end = Some(self.soonest_end.map_or(end, |known| known.min(end)));
        if !status.stopped {
            let due = status.next_at;
            self.next_renewal = Some(self.next_renewal.map_or(due, |known| known.min(due)));
        }
    }
}

/// Updates the metrics.
///
/// # Errors
/// Database errors.
pub(super) async fn update_metrics(services: &Services) -> Result<(), DbErr> {
    let scope = services.system("count certificates");
    let standing = certificate_figures(&scope).await?;
    for (state, hosts) in &standing.by_state {
        gauge!(telemetry::CERTIFICATES, "state" => *state).set(to_gauge_value(*hosts));
    }
    let seconds = |moment: Option<DateTime<Utc>>| {
        u64::try_from(moment.map_or(0, |moment| moment.timestamp())).unwrap_or(0)
    };
    gauge!(telemetry::CERTIFICATES_SOONEST_END).set(to_gauge_value(seconds(standing.soonest_end)));
    gauge!(telemetry::CERTIFICATES_NEXT_RENEWAL)
        .set(to_gauge_value(seconds(standing.next_renewal)));
    for left in standing.orders_left {
        let orders = to_gauge_value(u64::try_from(left.now).unwrap_or(0));
        gauge!(telemetry::CERTIFICATE_ORDERS_LEFT, "issuer" => left.issuer).set(orders);
    }
    for (state, count) in domains::count_by_state(&scope).await? {
        gauge!(telemetry::DOMAINS, "state" => state).set(to_gauge_value(count));
    }
    Ok(())
}

#[expect(clippy::cast_precision_loss, reason = "seconds and counts are far below 2^52")]
const fn to_gauge_value(number: u64) -> f64 {
    number as f64
}
