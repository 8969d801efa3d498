//! Certificate status of a host, for the people who wait for it.

use super::rows::{held, job};
use chrono::{DateTime, Utc};
use platform::{Scope, System};
use sea_orm::{ColumnTrait, DbErr, ExprTrait};
use std::collections::HashMap;

/// A host's certificate, and the work on it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HostStatus {
    /// Expiry of the active certificate.
    pub good_until: Option<DateTime<Utc>>,
    /// Configured name of its issuer.
    pub issuer: Option<String>,
    /// A worker is processing the host.
    pub under_way: bool,
    /// No further attempts until the next request.
    pub stopped: bool,
    /// Number of attempts since the last success.
    pub attempt: i64,
    /// Time of the next attempt or renewal.
    pub next_at: DateTime<Utc>,
    /// Reason of the failure: a stable code, and a sentence for people.
    pub cause: Option<(String, String)>,
}

/// Status of a host; `None` if no certificate is requested for it.
///
/// # Errors
/// Database errors.
pub async fn host_status(scope: &Scope<System>, host: &str) -> Result<Option<HostStatus>, DbErr> {
    Ok(host_statuses(scope, &[host.to_owned()]).await?.remove(host))
}

/// Status of these hosts, with two queries. Hosts without a requested certificate are left out.
///
/// # Errors
/// Database errors.
pub(super) async fn host_statuses<V>(
    scope: &Scope<V>,
    hosts: &[String],
) -> Result<HashMap<String, HostStatus>, DbErr> {
    if hosts.is_empty() {
        return Ok(HashMap::new());
    }
    let wanted = job::Column::Host.is_in(hosts);
    let jobs = scope.global::<job::Entity>().filter(wanted).all().await?;
    let newest = held::Column::Host
        .is_in(hosts)
        .and(held::Column::SupersededAt.is_null())
        .and(held::Column::RevokedAt.is_null());
    let held = scope.global::<held::Entity>().filter(newest).all().await?;
    let mut held: HashMap<_, _> = held.into_iter().map(|row| (row.host.clone(), row)).collect();
    Ok(jobs
        .into_iter()
        .map(|job| {
            let held = held.remove(&job.host);
            (job.host.clone(), from_job(job, held))
        })
        .collect())
}

fn from_job(job: job::Model, held: Option<held::Model>) -> HostStatus {
    // The retry of a name that was left out may come before the renewal, but is not shown.
    let well = held.as_ref().filter(|_| job.cause_code.is_none() && job.left_out.is_some());
    HostStatus {
        next_at: well.map_or(job.not_before, |held| Ord::max(held.renew_at, job.not_before)),
        good_until: held.as_ref().map(|held| held.not_after),
        issuer: held.map(|held| held.issuer),
        under_way: job.state == job::CertificateJobState::Running,
        stopped: job.state == job::CertificateJobState::Stopped,
        attempt: job.attempt,
        cause: job.cause_code.zip(job.cause),
    }
}
