//! The partner of a host: the same name with or without `www.`. It is certified together with the
//! host if it validates (edge design, section 5.3); otherwise the host continues without it, and it
//! is retried daily.

use super::finish::done;
use crate::certificates::desired::priority;
use crate::certificates::errors::{CertificateErrorKind, Failure, Trouble};
use crate::certificates::queue::{self, ClaimedHost};
use crate::certificates::retry;
use crate::certificates::rows::{RefusedName, held, job};
use chrono::{DateTime, Duration, Utc};
use platform::{Scope, System};
use sea_orm::ActiveValue::Set;

/// Interval of the retries of a name that was left out.
const AGAIN: Duration = Duration::days(1);

/// Distinguishes a failure of the partner name from one of the host.
pub(super) fn told_apart(host: &str, name: &str, trouble: Trouble) -> Trouble {
    let validated = match trouble.kind {
        CertificateErrorKind::Host { validated } => validated,
        // Its resolvers are silent only about it, or its records forbid us.
        CertificateErrorKind::Passing(_) | CertificateErrorKind::Refused => false,
        _ => return trouble,
    };
    if !is_partner(host, name) {
        return trouble;
    }
    Trouble { kind: CertificateErrorKind::Partner { name: name.to_owned(), validated }, ..trouble }
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
    trouble: &Trouble,
    (name, validated): (&str, bool),
) -> Result<(), Failure> {
    let now = scope.now();
    if validated {
        let failed_at = retry::with_failure(claimed.job.failed_at.clone(), now);
        claimed.job.failed_at = failed_at.clone();
        let change = job::ActiveModel { failed_at: Set(failed_at), ..Default::default() };
        queue::write(scope, &claimed.job, change).await?;
    }
    let left_out = RefusedName {
        name: name.to_owned(),
        words: trouble.cause.words.clone(),
        again_at: Some(now + retry::jittered(AGAIN)),
    };
    super::leave_out(scope, claimed, &[left_out]).await
}

/// Returns whether the current certificate is the best available: it has all remaining names, its
/// renewal is not due, and no other one was requested.
pub(super) fn is_enough(held: &held::Model, claimed: &ClaimedHost, now: DateTime<Utc>) -> bool {
    claimed.job.priority == priority::RENEWAL
        && held.revoked_at.is_none()
        && held.renew_at > now
        && claimed.want.names.0.iter().all(|name| held.names.0.contains(name))
}

/// Waits for the renewal, or for the retry tomorrow.
pub(super) async fn rest(
    scope: &mut Scope<System>,
    claimed: &ClaimedHost,
    held: &held::Model,
) -> Result<(), Failure> {
    queue::write(scope, &claimed.job, done(&claimed.job, held.renew_at)).await
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kind(host: &str, name: &str, kind: CertificateErrorKind) -> CertificateErrorKind {
        told_apart(host, name, Trouble::new(kind, "code", "In a sentence.")).kind
    }

    #[test]
    fn distinguishes_only_the_www_partner_from_the_host() {
        let fault = CertificateErrorKind::Host { validated: true };
        for (host, name) in
            [("club.example", "www.club.example"), ("www.club.example", "club.example")]
        {
            let partner = CertificateErrorKind::Partner { name: name.to_owned(), validated: true };
            assert_eq!(kind(host, name, fault.clone()), partner);
            assert_eq!(kind(host, host, fault.clone()), fault);
        }
        for name in ["club.example", "members.club.example", "wwww.club.example"] {
            assert_eq!(kind("club.example", name, fault.clone()), fault, "{name}");
        }
        let limited = CertificateErrorKind::Budget(DateTime::UNIX_EPOCH);
        assert_eq!(kind("club.example", "www.club.example", limited.clone()), limited);
    }
}
