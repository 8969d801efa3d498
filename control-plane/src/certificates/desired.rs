//! Hosts that need a certificate. The code that accepts a verified host calls [`request_certificate_for`]. Nothing
//! else causes an order, in particular no handshake.

use super::rows::job::{self, CertificateJobState, Challenge, Failures};
use super::rows::{Names, want};
use super::{WAKE_CHANNEL, retry};
use crate::routes_feed;
use platform::{CatalogueError, Problem, ProblemEntry, TenantId, Tx};
use sea_orm::ActiveValue::Set;
use sea_orm::{ColumnTrait, ExprTrait};
use std::net::IpAddr;
use wire::host::normalise_host;

/// A requested certificate. It is renewed until the request is removed.
#[derive(Debug, Clone)]
pub struct DesiredCertificate {
    /// DNS names. The first identifies the certificate. A second name is its `www.` partner (or the
    /// name without), which is left out while it does not validate. Any other name that fails
    /// blocks the whole certificate. `*.` before a name requires the platform's own zone
    /// (`certificates.dns_update`).
    pub names: Vec<String>,
    /// Tenant that owns the host; deleting the tenant deletes the request. `None` for a platform
    /// host.
    pub tenant: Option<TenantId>,
    /// A user waits for the certificate in the browser.
    pub waiting: bool,
}

/// Reason why a certificate cannot be requested.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum WantError {
    /// No name, more than 100, or one that no authority certifies.
    #[error("This name cannot have a certificate.")]
    Name,
    /// A wildcard outside the zone that we may change.
    #[error("A wildcard can only be certified in a zone that the platform may change.")]
    Wildcard,
}

impl CatalogueError for WantError {
    fn entry(&self) -> ProblemEntry {
        match self {
            Self::Name => ProblemEntry::invalid("certificate-name"),
            Self::Wildcard => ProblemEntry::invalid("certificate-wildcard"),
        }
    }
}

/// Maximum names of one certificate (Let's Encrypt's limit).
const NAMES_MAX: usize = 100;
/// Priority of an order; lower values first.
pub(super) mod priority {
    pub const PRIORITY_EXPIRED: i64 = 0;
    pub const PRIORITY_EMERGENCY: i64 = 1;
    pub const WAITED_FOR: i64 = 2;
    pub const PRIORITY_FIRST: i64 = 3;
    pub const PRIORITY_RENEWAL: i64 = 4;
}

/// Requests a certificate. A repeated call updates the names if they differ, retries if a user
/// waits, and otherwise does nothing.
///
/// # Errors
/// [`WantError`] or a database error.
pub async fn request_certificate_for<V>(
    tx: &Tx<'_, V>,
    new: DesiredCertificate,
) -> Result<(), Problem> {
    let dns_zone = tx.services().config().certificates.dns_update.as_ref();
    let names = Names(validated(&new.names, dns_zone.map(|update| update.zone.as_str()))?);
    let Some(host) = names.0.first().cloned() else { return Err(WantError::Name.into()) };
    let priority = if new.waiting { priority::WAITED_FOR } else { priority::PRIORITY_FIRST };
    let row = want::ActiveModel {
        id: Set(host.clone()),
        names: Set(names.clone()),
        tenant_id: Set(new.tenant),
        wanted_at: Set(tx.now()),
    };
    let wants = tx.global_table::<want::Entity>();
    if wants.insert_unless_there(row, &[want::Column::Id]).await? {
        tx.global_table::<job::Entity>().insert(new_job(tx, &host, &names, priority)).await?;
    } else {
        let known = tx.global::<want::Entity>().by_id(host.clone()).one().await?;
        if known.is_some_and(|known| known.names != names) {
            let changed = want::ActiveModel { names: Set(names.clone()), ..Default::default() };
            wants
                .update(want::Column::Id.eq(&host), |rows| rows.set(changed))
                .await?
                .exactly_one()?;
            request_certificate(tx, &host, priority, Some(Challenge::first_for(&names))).await?;
        } else if new.waiting {
            request_certificate(tx, &host, priority, None).await?;
        }
    }
    tx.wake_after_commit(WAKE_CHANNEL);
    Ok(())
}

/// Returns whether an authority would certify a name: it needs a dot and must not be an address.
pub(super) fn is_certifiable(name: &str) -> bool {
    validated(&[name.to_owned()], None).is_ok()
}

/// Schedules the next attempt as soon as the limits allow, for the "Check again" button. A host
/// that is in progress or has its certificate is not changed.
///
/// # Errors
/// Database errors.
pub async fn check_again<V>(tx: &Tx<'_, V>, host: &str) -> Result<(), Problem> {
    let failing = tx.global::<job::Entity>().by_id(host.to_owned()).one().await?;
    if failing
        .is_some_and(|job| job.cause_code.is_some() && job.state != CertificateJobState::Running)
    {
        request_certificate(tx, host, priority::WAITED_FOR, None).await?;
        tx.wake_after_commit(WAKE_CHANNEL);
    }
    Ok(())
}

/// Schedules a host's next renewal or attempt as soon as the limits allow; `false` if no
/// certificate is requested for it.
///
/// # Errors
/// Database errors.
pub(super) async fn renew_soon<V>(tx: &Tx<'_, V>, host: &str) -> Result<bool, Problem> {
    if !tx.global::<job::Entity>().by_id(host.to_owned()).exists().await? {
        return Ok(false);
    }
    request_certificate(tx, host, priority::WAITED_FOR, None).await?;
    tx.wake_after_commit(WAKE_CHANNEL);
    Ok(true)
}

/// Removes the request for a host: its certificate is no longer served or renewed, but not revoked.
///
/// # Errors
/// Database errors.
pub async fn withdraw_request<V>(tx: &Tx<'_, V>, host: &str) -> Result<(), Problem> {
    let gone = tx.global_table::<want::Entity>().delete(want::Column::Id.eq(host)).await?;
    if gone.is_changed() {
        routes_feed::raise_version(tx).await?;
    }
    Ok(())
}

fn new_job<V>(tx: &Tx<'_, V>, host: &str, names: &Names, priority: i64) -> job::ActiveModel {
    job::ActiveModel {
        host: Set(host.to_owned()),
        state: Set(CertificateJobState::Ready),
        not_before: Set(tx.now()),
        priority: Set(priority),
        challenge: Set(Challenge::first_for(names)),
        failed_at: Set(Failures::default()),
        updated_at: Set(tx.now()),
        ..Default::default()
    }
}

/// Moves a host's job to the front of the queue. Incrementing the fence invalidates the current
/// claim, which still works with the old names.
async fn request_certificate<V>(
    tx: &Tx<'_, V>,
    host: &str,
    priority: i64,
    anew: Option<Challenge>,
) -> Result<(), Problem> {
    let jobs = tx.global_table::<job::Entity>();
    let Some(known) = jobs.rows().by_id(host.to_owned()).one().await? else { return Ok(()) };
    let mut change = job::ActiveModel {
        priority: Set(Ord::min(priority, known.priority)),
        not_before: Set(retry::after_failures(tx.now(), &known.failed_at)),
        // A manual retry includes every name.
        left_out: Set(None),
        updated_at: Set(tx.now()),
        ..Default::default()
    };
    if let Some(challenge) = anew {
        change.challenge = Set(challenge);
        (change.order_url, change.key, change.replaces) = (Set(None), Set(None), Set(None));
        change.fence = Set(known.fence + 1);
        change.state = Set(CertificateJobState::Ready);
        (change.lease_owner, change.lease_until) = (Set(None), Set(None));
    } else if known.state == CertificateJobState::Running {
        return Ok(());
    } else {
        change.state = Set(CertificateJobState::Ready);
    }
    let same = job::Column::Host.eq(host).and(job::Column::Fence.eq(known.fence));
    jobs.update(same, |rows| rows.set(change)).await?.as_many_as_there_are();
    Ok(())
}

/// Returns the names normalised and without duplicates, in their order.
fn validated(names: &[String], zone: Option<&str>) -> Result<Vec<String>, WantError> {
    let mut all: Vec<String> = Vec::with_capacity(names.len());
    for name in names {
        let (wild, base) = match name.strip_prefix("*.") {
            Some(base) => ("*.", base),
            None => ("", name.as_str()),
        };
        let base = normalise_host(base).map_err(|_| WantError::Name)?;
        if !base.contains('.') || base.parse::<IpAddr>().is_ok() {
            return Err(WantError::Name);
        }
        if !wild.is_empty() && !zone.is_some_and(|zone| is_within(&base, zone)) {
            return Err(WantError::Wildcard);
        }
        let whole = format!("{wild}{base}");
        if !all.contains(&whole) {
            all.push(whole);
        }
    }
    // If one name needs the zone, all names are validated by DNS.
    let wild = all.iter().any(|name| name.starts_with("*."));
    let within = |name: &String| zone.is_some_and(|z| is_within(name.trim_start_matches("*."), z));
    if wild && !all.iter().all(within) {
        return Err(WantError::Wildcard);
    }
    if (1..=NAMES_MAX).contains(&all.len()) { Ok(all) } else { Err(WantError::Name) }
}

fn is_within(name: &str, zone: &str) -> bool {
    name == zone || name.strip_suffix(zone).is_some_and(|rest| rest.ends_with('.'))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn said(names: &[&str], zone: Option<&str>) -> Result<Vec<String>, WantError> {
        validated(&names.iter().map(|name| (*name).to_owned()).collect::<Vec<_>>(), zone)
    }

    #[test]
    fn names_are_normalised_and_deduplicated() {
        let names = said(&["Club.Example", "www.club.example", "club.example."], None);
        assert_eq!(names, Ok(vec!["club.example".to_owned(), "www.club.example".to_owned()]));
        for bad in ["", "localhost", "192.0.2.1", "a b.example", "*", "a.*.example"] {
            assert_eq!(said(&[bad], None), Err(WantError::Name), "{bad}");
        }
        assert_eq!(said(&[], None), Err(WantError::Name));
    }

    #[test]
    fn wildcard_requires_our_zone_for_every_name() {
        let zone = Some("halls.example");
        assert!(said(&["*.halls.example", "halls.example"], zone).is_ok());
        assert!(said(&["*.eu.halls.example"], zone).is_ok());
        assert_eq!(said(&["*.halls.example"], None), Err(WantError::Wildcard));
        assert_eq!(said(&["*.nothalls.example"], zone), Err(WantError::Wildcard));
        let mixed = said(&["*.halls.example", "club.example"], zone);
        assert_eq!(mixed, Err(WantError::Wildcard));
    }
}
