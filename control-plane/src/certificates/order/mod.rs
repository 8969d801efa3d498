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
use super::context::IssuanceContext;
use super::errors::{CertificateError, CertificateErrorKind, OrderError};
use super::probe;
use super::queue::{self, ClaimedHost};
use super::rows::{LeftOut, OmittedCertificateName, held, job};
use instant_acme::Account;
use platform::{Scope, System};
use sea_orm::ActiveValue::Set;
use sea_orm::{ColumnTrait, ExprTrait};

/// Number of faults of an authority after which the next one is tried.
const FAULTS_PER_AUTHORITY: i64 = 2;
/// Number of restarts within one run because an account or order no longer exists.
const RESTARTS_MAX: usize = 3;

/// A host's order in progress.
struct OrderRun<'s> {
    context: &'s IssuanceContext,
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
/// [`OrderError`]. If an authority itself fails and another is configured, the next one is tried in
/// the same run; its error does not replace the first one's.
pub(super) async fn perform_order(
    context: &IssuanceContext,
    claimed: &mut ClaimedHost,
) -> Result<(), OrderError> {
    let mut scope = context.services.system("issue a certificate");
    let held = newest_certificate(&scope, &claimed.job.host).await?;
    let mut first: Option<CertificateError> = None;
    for authority in
        context.in_order(authorities_in_order(context, &scope, &claimed.job, held.as_ref()))
    {
        match at_authority(context, authority, &mut scope, claimed, held.clone()).await {
            Err(OrderError::Failed(trouble))
                if matches!(
                    trouble.kind,
                    CertificateErrorKind::Limited(..) | CertificateErrorKind::Budget(_)
                ) =>
            {
                context
                    .record_limit(&mut scope, authority, &claimed.want.names.0, &trouble)
                    .await?;
                first.get_or_insert(trouble);
                if claimed.job.order_url.is_some() {
                    break;
                }
            }
            Err(OrderError::Failed(trouble)) => {
                return Err(OrderError::Failed(first.unwrap_or(trouble)));
            }
            other => return other,
        }
    }
    let nobody =
        || CertificateError::temporary("no-authority", "No certificate authority is configured.");
    Err(OrderError::Failed(first.unwrap_or_else(nobody)))
}

/// Order in which the authorities are tried. An open order stays with its authority. Shortly before
/// the expiry of the old certificate, and after two faults of the authority, the next one is first.
fn authorities_in_order(
    context: &IssuanceContext,
    scope: &Scope<System>,
    job: &job::Model,
    held: Option<&held::Model>,
) -> usize {
    if let (Some(issuer), Some(_)) = (&job.issuer, &job.order_url)
        && let Some(at) = context.issuer_position(issuer)
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
    context: &IssuanceContext,
    authority: &Authority,
    scope: &mut Scope<System>,
    claimed: &mut ClaimedHost,
    held: Option<held::Model>,
) -> Result<(), OrderError> {
    let mut outcome = Err(OrderError::Lost);
    for _ in 0..RESTARTS_MAX {
        let account = account::load_or_create(authority, scope).await?;
        let mut run = OrderRun {
            context,
            authority,
            account: account.clone(),
            scope: &mut *scope,
            claimed: &mut *claimed,
            held: held.clone(),
        };
        outcome = run.run_order().await;
        let Err(OrderError::Failed(trouble)) = &outcome else { return outcome };
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
                    return partner::wait_for_renewal(scope, claimed, held).await;
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

impl OrderRun<'_> {
    async fn run_order(&mut self) -> Result<(), OrderError> {
        let mut order = self.open().await?;
        let proven = self.prove_control(&mut order).await;
        let decided = match &proven {
            Ok(()) => true,
            // The authority may have started validation although the response was lost.
            Err(OrderError::Failed(trouble)) => !matches!(
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
        let chain = self.finalize_order(&mut order).await?;
        let shown = self.store_certificate(chain).await?;
        // The certificate is active independently of the probe's result.
        if let Err(error) = probe::probe_host(self.context, self.scope, shown).await {
            tracing::warn!(%error, "failed to store the result of a certificate probe");
        }
        Ok(())
    }

    fn issuer_name(&self) -> &str {
        &self.authority.config.name
    }
}

/// Returns whether the host itself, and perhaps others, remain without these names.
fn leaves_some(claimed: &ClaimedHost, refused: &[OmittedCertificateName]) -> bool {
    let names = &claimed.want.names;
    let left = names.without_left_out(Some(&LeftOut(refused.to_vec())));
    left.0.len() < names.0.len() && left.0.first() == names.0.first()
}

/// Continues without the names that the authority refuses, until the next request for them.
async fn leave_out(
    scope: &mut Scope<System>,
    claimed: &mut ClaimedHost,
    refused: &[OmittedCertificateName],
) -> Result<(), OrderError> {
    let mut left_out = claimed.job.left_out.take().unwrap_or_default();
    left_out.0.extend_from_slice(refused);
    let (host, count) = (&claimed.job.host, refused.len());
    tracing::warn!(host, "{count} names of {host} were refused; continuing the order without them");
    claimed.want.names = claimed.want.names.without_left_out(Some(&left_out));
    claimed.job.left_out = Some(left_out.clone());
    let change = job::ActiveModel { left_out: Set(Some(left_out)), ..Default::default() };
    queue::write(scope, &claimed.job, change).await?;
    delete_order(scope, claimed).await
}

/// Starts over: the order and its key are not reused.
async fn delete_order(
    scope: &mut Scope<System>,
    claimed: &mut ClaimedHost,
) -> Result<(), OrderError> {
    let change = job::ActiveModel { order_url: Set(None), key: Set(None), ..Default::default() };
    (claimed.job.order_url, claimed.job.key) = (None, None);
    queue::write(scope, &claimed.job, change).await
}

async fn newest_certificate(
    scope: &Scope<System>,
    host: &str,
) -> Result<Option<held::Model>, OrderError> {
    let newest = held::Column::Host.eq(host).and(held::Column::SupersededAt.is_null());
    Ok(scope.global::<held::Entity>().filter(newest).one().await?)
}
