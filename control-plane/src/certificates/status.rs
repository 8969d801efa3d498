//! How a host stands, for the people who wait for it.

use super::rows::{held, job};
use chrono::{DateTime, Utc};
use platform::{Scope, System};
use sea_orm::{ColumnTrait, DbErr, ExprTrait};
use std::collections::HashMap;

/// A host's certificate, and what is being done about it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HostStatus {
    /// Until when the certificate is good that is shown now.
    pub good_until: Option<DateTime<Utc>>,
    /// Whose it is: the configured name.
    pub issuer: Option<String>,
    /// A worker is on it now.
    pub under_way: bool,
    /// Nothing more is tried until somebody asks.
    pub stopped: bool,
    /// How often it was tried since it last came about.
    pub attempt: i64,
    /// When the next try is, or the renewal.
    pub next_at: DateTime<Utc>,
    /// Why there is none yet, or why it is not renewed: a stable word, and a sentence for people.
    pub cause: Option<(String, String)>,
}

/// How a host stands; nothing if no certificate is wanted for it.
///
/// # Errors
/// The database's.
pub async fn status(scope: &Scope<System>, host: &str) -> Result<Option<HostStatus>, DbErr> {
    Ok(statuses(scope, &[host.to_owned()]).await?.remove(host))
}

/// How these hosts stand, by two queries whatever their number; those that no certificate is wanted for
/// are left out.
///
/// # Errors
/// The database's.
pub(super) async fn statuses<V>(
    scope: &Scope<V>,
    hosts: &[String],
) -> Result<HashMap<String, HostStatus>, DbErr> {
    if hosts.is_empty() {
        return Ok(HashMap::new());
    }
    let wanted = job::Column::Host.is_in(hosts);
    let jobs = scope.doorless::<job::Entity>().filter(wanted).all().await?;
    let newest = held::Column::Host
        .is_in(hosts)
        .and(held::Column::SupersededAt.is_null())
        .and(held::Column::RevokedAt.is_null());
    let held = scope.doorless::<held::Entity>().filter(newest).all().await?;
    let mut held: HashMap<_, _> = held.into_iter().map(|row| (row.host.clone(), row)).collect();
    Ok(jobs
        .into_iter()
        .map(|job| {
            let held = held.remove(&job.host);
            (job.host.clone(), of(job, held))
        })
        .collect())
}

fn of(job: job::Model, held: Option<held::Model>) -> HostStatus {
    // A name that is left out may be tried again before the renewal; that is nothing to wait for.
    let well = held.as_ref().filter(|_| job.cause_code.is_none() && job.left_out.is_some());
    HostStatus {
        next_at: well.map_or(job.not_before, |held| Ord::max(held.renew_at, job.not_before)),
        good_until: held.as_ref().map(|held| held.not_after),
        issuer: held.map(|held| held.issuer),
        under_way: job.state == job::State::Running,
        stopped: job.state == job::State::Stopped,
        attempt: job.attempt,
        cause: job.cause_code.zip(job.cause),
    }
}
