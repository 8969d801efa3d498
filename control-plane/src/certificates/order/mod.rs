//! One order, from the beginning or from its last stored step, to an installed certificate.
//!
//! Each step first stores the data that a crash must not lose: the key before the order is made,
//! the order's URL before any validation. A successor therefore continues the same order instead of
//! creating a second one.

mod finish;
mod lost;
mod open;
mod partner;
mod prove;

use super::account;
use super::authority::Authority;
use super::errors::{CertificateErrorKind, Failure, Trouble};
use super::probe;
use super::queue::{self, ClaimedHost};
use super::rows::{LeftOut, RefusedName, held, job};
use super::shop::Shop;
use instant_acme::Account;
use platform::{Scope, System};
use sea_orm::ActiveValue::Set;
use sea_orm::{ColumnTrait, ExprTrait};

/// Number of faults of an authority after which the next one is tried.
const FAULTS_PER_AUTHORITY: i64 = 2;
/// Number of restarts within one run because an account or order no longer exists.
const ROUNDS: usize = 3;

/// A host's order in progress.
struct Run<'s> {
    shop: &'s Shop,
    authority: &'s Authority,
    account: Account,
    scope: &'s mut Scope<System>,
    claimed: &'s mut ClaimedHost,
    /// Certificate that is served meanwhile.
    held: Option<held::Model>,
}

/// Proceeds as far as possible: to a certificate, or to the reason for the failure.
///
/// # Errors
/// [`Failure`]. If an authority itself fails and another is configured, the next one is tried in
/// the same run; its error does not replace the first one's.
pub(super) async fn perform(shop: &Shop, claimed: &mut ClaimedHost) -> Result<(), Failure> {
    let mut scope = shop.services.system("issue a certificate");
    let held = newest(&scope, &claimed.job.host).await?;
    let mut first: Option<Trouble> = None;
    for authority in shop.in_order(candidates(shop, &scope, &claimed.job, held.as_ref())) {
        match at_authority(shop, authority, &mut scope, claimed, held.clone()).await {
            Err(Failure::Trouble(trouble))
                if matches!(
                    trouble.kind,
                    CertificateErrorKind::Limited(..) | CertificateErrorKind::Budget(_)
                ) =>
            {
                shop.record_limit(&mut scope, authority, &claimed.want.names.0, &trouble).await?;
                first.get_or_insert(trouble);
                if claimed.job.order_url.is_some() {
                    break;
                }
            }
            Err(Failure::Trouble(trouble)) => {
                return Err(Failure::Trouble(first.unwrap_or(trouble)));
            }
            other => return other,
        }
    }
    let nobody = || Trouble::passing("no-authority", "No certificate authority is configured.");
    Err(Failure::Trouble(first.unwrap_or_else(nobody)))
}

/// Order in which the authorities are tried. An open order stays with its authority. Shortly before
/// the expiry of the old certificate, and after two faults of the authority, the next one is first.
fn candidates(
    shop: &Shop,
    scope: &Scope<System>,
    job: &job::Model,
    held: Option<&held::Model>,
) -> usize {
    if let (Some(issuer), Some(_)) = (&job.issuer, &job.order_url)
        && let Some(at) = shop.position(issuer)
    {
        return at;
    }
    let faults = usize::try_from(job.authority_faults / FAULTS_PER_AUTHORITY).unwrap_or(0);
    let last_chance = held.is_some_and(|held| {
        let life = held.not_after - held.not_before;
        scope.now() >= held.not_after - life / 20
    });
    faults + usize::from(last_chance)
}

async fn at_authority(
    shop: &Shop,
    authority: &Authority,
    scope: &mut Scope<System>,
    claimed: &mut ClaimedHost,
    held: Option<held::Model>,
) -> Result<(), Failure> {
    let mut outcome = Err(Failure::Lost);
    for _ in 0..ROUNDS {
        let account = account::at(authority, scope).await?;
        let mut run = Run {
            shop,
            authority,
            account: account.clone(),
            scope: &mut *scope,
            claimed: &mut *claimed,
            held: held.clone(),
        };
        outcome = run.go().await;
        let Err(Failure::Trouble(trouble)) = &outcome else { return outcome };
        match &trouble.kind {
            CertificateErrorKind::RefusedNames(refused) if leaves_some(claimed, refused) => {
                leave_out(scope, claimed, refused).await?;
            }
            CertificateErrorKind::Partner { name, validated }
                if partner::is_to_be_left_out(held.as_ref(), name, scope.now()) =>
            {
                partner::leave_out(scope, claimed, trouble, (name, *validated)).await?;
                if let Some(held) =
                    held.as_ref().filter(|it| partner::is_enough(it, claimed, scope.now()))
                {
                    return partner::rest(scope, claimed, held).await;
                }
            }
            CertificateErrorKind::AccountGone => {
                // An order belongs to the account that made it.
                delete_order(scope, claimed).await?;
                account::delete(authority, scope, &account).await?;
            }
            CertificateErrorKind::AlreadyReplaced if !claimed.without_replacing => {
                claimed.without_replacing = true;
                delete_order(scope, claimed).await?;
            }
            CertificateErrorKind::OrderGone if claimed.job.order_url.is_some() => {
                delete_order(scope, claimed).await?;
            }
            _ => return outcome,
        }
    }
    outcome
}

impl Run<'_> {
    async fn go(&mut self) -> Result<(), Failure> {
        let mut order = self.open().await?;
        let proven = self.prove(&mut order).await;
        let decided = match &proven {
            Ok(()) => true,
            // The authority may have started validation although the response was lost.
            Err(Failure::Trouble(trouble)) => !matches!(
                trouble.kind,
                CertificateErrorKind::Ours
                    | CertificateErrorKind::Passing(_)
                    | CertificateErrorKind::BadNonce
            ),
            Err(_) => false,
        };
        if decided {
            self.withdraw().await?;
        }
        proven?;
        // Stored for the worker that continues the order.
        let validated_at = Set(self.claimed.job.validated_at);
        let validated = job::ActiveModel { validated_at, ..Default::default() };
        queue::write(self.scope, &self.claimed.job, validated).await?;
        let chain = self.finish(&mut order).await?;
        let shown = self.store(chain).await?;
        // The certificate is active independently of the probe's result.
        if let Err(error) = probe::probe_host(self.shop, self.scope, shown).await {
            tracing::warn!(%error, "failed to store the result of a certificate probe");
        }
        Ok(())
    }

    fn issuer(&self) -> &str {
        &self.authority.config.name
    }
}

/// Returns whether the host itself, and perhaps others, remain without these names.
fn leaves_some(claimed: &ClaimedHost, refused: &[RefusedName]) -> bool {
    let names = &claimed.want.names;
    let left = names.without(Some(&LeftOut(refused.to_vec())));
    left.0.len() < names.0.len() && left.0.first() == names.0.first()
}

/// Continues without the names that the authority refuses, until the next request for them.
async fn leave_out(
    scope: &mut Scope<System>,
    claimed: &mut ClaimedHost,
    refused: &[RefusedName],
) -> Result<(), Failure> {
    let mut left_out = claimed.job.left_out.take().unwrap_or_default();
    left_out.0.extend_from_slice(refused);
    let (host, count) = (&claimed.job.host, refused.len());
    tracing::warn!(host, "{count} names of {host} were refused; continuing the order without them");
    claimed.want.names = claimed.want.names.without(Some(&left_out));
    claimed.job.left_out = Some(left_out.clone());
    let change = job::ActiveModel { left_out: Set(Some(left_out)), ..Default::default() };
    queue::write(scope, &claimed.job, change).await?;
    delete_order(scope, claimed).await
}

/// Starts over: the order and its key are not reused.
async fn delete_order(scope: &mut Scope<System>, claimed: &mut ClaimedHost) -> Result<(), Failure> {
    let change = job::ActiveModel { order_url: Set(None), key: Set(None), ..Default::default() };
    (claimed.job.order_url, claimed.job.key) = (None, None);
    queue::write(scope, &claimed.job, change).await
}

async fn newest(scope: &Scope<System>, host: &str) -> Result<Option<held::Model>, Failure> {
    let newest = held::Column::Host.eq(host).and(held::Column::SupersededAt.is_null());
    Ok(scope.global::<held::Entity>().filter(newest).one().await?)
}
