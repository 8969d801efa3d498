//! State of a host after a run without a certificate.

use super::desired::priority;
use super::errors::{CertificateError, CertificateErrorKind, OrderError};
use super::history;
use super::queue::{self, ClaimedHost};
use super::retry;
use super::rows::job::{self, CertificateJobState};
use chrono::{DateTime, Utc};
use platform::{Scope, System};
use sea_orm::ActiveValue::Set;

/// Records the failure and the time of the next attempt.
///
/// # Errors
/// [`OrderError::Lost`] or a database error; the lease then expires, and another worker claims the
/// host.
pub(super) async fn record_failure(
    scope: &mut Scope<System>,
    claimed: &ClaimedHost,
    trouble: &CertificateError,
) -> Result<(), OrderError> {
    let change = job_after_failure(&claimed.job, trouble, scope.now());
    let host = &claimed.job.host;
    let (code, words) = (trouble.cause.code, &trouble.cause.words);
    if claimed.job.priority <= priority::PRIORITY_EMERGENCY {
        tracing::error!(
            host,
            code,
            "certificate of {host} expires soon and was not renewed: {words}"
        );
    } else {
        tracing::warn!(host, code, "failed to obtain a certificate for {host}: {words}");
    }
    let tx = scope.begin().await?;
    queue::write_in(&tx, &claimed.job, change).await?;
    history::record_failure(&tx, claimed, trouble).await?;
    Ok(tx.commit().await?)
}

/// Job state after this failure.
fn job_after_failure(
    job: &job::Model,
    error: &CertificateError,
    now: DateTime<Utc>,
) -> job::ActiveModel {
    let attempt = job.attempt + 1;
    let mut change = job::ActiveModel {
        state: Set(CertificateJobState::Ready),
        lease_owner: Set(None),
        lease_until: Set(None),
        cause_code: Set(Some(error.cause.code.to_owned())),
        cause: Set(Some(error.cause.words.clone())),
        ..Default::default()
    };
    match &error.kind {
        CertificateErrorKind::Budget(until) | CertificateErrorKind::Limited(_, Some(until)) => {
            // Exact time: the authority stated it, or it is a reserved slot of our own rate limit.
            change.not_before = Set((*until).max(now));
        }
        CertificateErrorKind::Limited(_, None) => {
            change.not_before = Set(now + chrono::Duration::hours(1))
        }
        CertificateErrorKind::Host { validated }
        | CertificateErrorKind::Partner { validated, .. } => {
            host_fault(&mut change, job, *validated, attempt, now)
        }
        CertificateErrorKind::Refused | CertificateErrorKind::RefusedNames(_) => {
            change.state = Set(CertificateJobState::Stopped);
            without_order(&mut change);
        }
        CertificateErrorKind::Ours => again_soon(&mut change, attempt, now),
        CertificateErrorKind::Passing(at) => {
            passing_fault(&mut change, job, attempt, now);
            if let Some(at) = at {
                change.not_before = Set((*at).max(now));
            }
        }
        CertificateErrorKind::BadNonce => passing_fault(&mut change, job, attempt, now),
        CertificateErrorKind::AccountGone
        | CertificateErrorKind::AlreadyReplaced
        | CertificateErrorKind::OrderGone => {
            passing_fault(&mut change, job, attempt, now);
            without_order(&mut change);
        }
    }
    change
}

fn host_fault(
    change: &mut job::ActiveModel,
    job: &job::Model,
    validated: bool,
    attempt: i64,
    now: DateTime<Utc>,
) {
    let since = job.failing_since.unwrap_or(now);
    let mut failed_at = job.failed_at.clone();
    if validated {
        failed_at = retry::with_failure(failed_at, now);
        // Only a validation attempt by the authority says anything about the challenge type.
        change.challenge = Set(job.challenge.other_challenge());
    }
    let pause = retry::with_jitter(retry::after_host_fault(attempt));
    change.not_before = Set(retry::after_failures(now + pause, &failed_at));
    change.failed_at = Set(failed_at);
    change.failing_since = Set(Some(since));
    change.attempt = Set(attempt);
    if now - since >= retry::GIVE_UP_AFTER {
        change.state = Set(CertificateJobState::Stopped);
    }
    without_order(change);
}

fn again_soon(change: &mut job::ActiveModel, attempt: i64, now: DateTime<Utc>) {
    change.not_before = Set(now + retry::with_jitter(retry::after_passing_fault(attempt)));
    change.attempt = Set(attempt);
}

fn passing_fault(
    change: &mut job::ActiveModel,
    job: &job::Model,
    attempt: i64,
    now: DateTime<Utc>,
) {
    again_soon(change, attempt, now);
    change.authority_faults = Set(job.authority_faults + 1);
}

fn without_order(change: &mut job::ActiveModel) {
    change.order_url = Set(None);
    change.key = Set(None);
    change.replaces = Set(None);
}
