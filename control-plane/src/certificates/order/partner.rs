//! The partner of a host: the same name with or without `www.`. It is certified together with the
//! host if it validates (edge design, section 5.3); otherwise the host continues without it, and it
//! is retried daily.

use super::finish::job_after_success;
use crate::certificates::desired::priority;
use crate::certificates::errors::{CertificateError, CertificateErrorKind, OrderError};
use crate::certificates::queue::{self, ClaimedHost};
use crate::certificates::retry;
use crate::certificates::rows::{OmittedCertificateName, held, job};
use chrono::{DateTime, Duration, Utc};
use platform::{Scope, System};
use sea_orm::ActiveValue::Set;

/// Interval of the retries of a name that was left out.
const RETRY_DELAY: Duration = Duration::days(1);

/// Distinguishes a failure of the partner name from one of the host.
pub(super) fn separate_partner(
    host: &str,
    name: &str,
    error: CertificateError,
) -> CertificateError {
    let validated = match error.kind {
        CertificateErrorKind::Host { validated } => validated,
        // Its resolvers are silent only about it, or its records forbid us.
        CertificateErrorKind::Passing(_) | CertificateErrorKind::Refused => false,
        _ => return error,
    };
    if !is_partner(host, name) {
        return error;
    }
    CertificateError {
        kind: CertificateErrorKind::Partner { name: name.to_owned(), validated },
        ..error
    }
}

fn is_partner(host: &str, name: &str) -> bool {
    name.strip_prefix("www.") == Some(host) || host.strip_prefix("www.") == Some(name)
}

/// Returns whether the host continues without the partner now. As long as the current certificate
/// contains the name, there is time to fix the problem; it is left out only shortly before the
/// expiry.
pub(super) fn is_to_be_left_out(
    held: Option<&held::Model>,
    name: &str,
    now: DateTime<Utc>,
) -> bool {
    held.is_none_or(|held| {
        held.revoked_at.is_some()
            || held.emergency_at <= now
            || !held.names.0.iter().any(|known| known == name)
    })
}

/// Leaves the name out until tomorrow. A failed validation counts for the host, because its next
/// order would fail with it.
pub(super) async fn leave_out(
    scope: &mut Scope<System>,
    claimed: &mut ClaimedHost,
    error: &CertificateError,
    (name, validated): (&str, bool),
) -> Result<(), OrderError> {
    let now = scope.now();
    if validated {
        let failed_at = retry::with_failure(claimed.job.failed_at.clone(), now);
        claimed.job.failed_at = failed_at.clone();
        let change = job::ActiveModel { failed_at: Set(failed_at), ..Default::default() };
        queue::write(scope, &claimed.job, change).await?;
    }
    let left_out = OmittedCertificateName {
        name: name.to_owned(),
        words: error.cause.words.clone(),
        again_at: Some(now + retry::with_jitter(RETRY_DELAY)),
    };
    super::leave_out(scope, claimed, &[left_out]).await
}

/// Returns whether the current certificate is the best available: it has all remaining names, its
/// renewal is not due, and no other one was requested.
pub(super) fn is_enough(
    certificate: &held::Model,
    claimed: &ClaimedHost,
    now: DateTime<Utc>,
) -> bool {
    claimed.job.priority == priority::PRIORITY_RENEWAL
        && certificate.revoked_at.is_none()
        && certificate.renew_at > now
        && claimed.want.names.0.iter().all(|name| certificate.names.0.contains(name))
}

/// Waits for the renewal, or for the retry tomorrow.
pub(super) async fn wait_for_renewal(
    scope: &mut Scope<System>,
    claimed: &ClaimedHost,
    certificate: &held::Model,
) -> Result<(), OrderError> {
    queue::write(scope, &claimed.job, job_after_success(&claimed.job, certificate.renew_at)).await
}

#[cfg(test)]
mod tests {
    use super::*;

    fn error_kind(host: &str, name: &str, kind: CertificateErrorKind) -> CertificateErrorKind {
        separate_partner(host, name, CertificateError::new(kind, "code", "In a sentence.")).kind
    }

    #[test]
    fn distinguishes_only_the_www_partner_from_the_host() {
        let fault = CertificateErrorKind::Host { validated: true };
        for (host, name) in
            [("club.example", "www.club.example"), ("www.club.example", "club.example")]
        {
            let partner = CertificateErrorKind::Partner { name: name.to_owned(), validated: true };
            assert_eq!(error_kind(host, name, fault.clone()), partner);
            assert_eq!(error_kind(host, host, fault.clone()), fault);
        }
        for name in ["club.example", "members.club.example", "wwww.club.example"] {
            assert_eq!(error_kind("club.example", name, fault.clone()), fault, "{name}");
        }
        let limited = CertificateErrorKind::Budget(DateTime::UNIX_EPOCH);
        assert_eq!(error_kind("club.example", "www.club.example", limited.clone()), limited);
    }
}
