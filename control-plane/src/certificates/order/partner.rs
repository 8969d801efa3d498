//! The name that goes with a host: its `www.`, or the one without. It is certified with the host where it
//! verifies (edge design, section 5.3); where it does not, the host goes on without it, and it is tried
//! again each day.

use super::finish::done;
use crate::certificates::queue::{self, Claimed};
use crate::certificates::retry;
use crate::certificates::rows::{RefusedName, held, job};
use crate::certificates::trouble::{Failure, Kind, Trouble};
use crate::certificates::wants::priority;
use chrono::{DateTime, Duration, Utc};
use platform::{Scope, System};
use sea_orm::ActiveValue::Set;

/// When a name that was left out is tried again.
const AGAIN: Duration = Duration::days(1);

/// A trouble with a name of this host's order: with its partner, it says nothing about the host.
pub(super) fn told_apart(host: &str, name: &str, trouble: Trouble) -> Trouble {
    let validated = match trouble.kind {
        Kind::Host { validated } => validated,
        // Its resolvers are silent about it alone, or its records forbid us.
        Kind::Passing(_) | Kind::Refused => false,
        _ => return trouble,
    };
    if !is_partner(host, name) {
        return trouble;
    }
    Trouble { kind: Kind::Partner { name: name.to_owned(), validated }, ..trouble }
}

fn is_partner(host: &str, name: &str) -> bool {
    name.strip_prefix("www.") == Some(host) || host.strip_prefix("www.") == Some(name)
}

/// Whether the host goes on without it now. While a certificate is shown that holds the name, there is
/// time to put it right: it is left out only once that one is about to end.
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

/// Leaves it out until tomorrow. A validation that failed counts for the host, whose next order would
/// fail with it.
pub(super) async fn leave_out(
    scope: &mut Scope<System>,
    claimed: &mut Claimed,
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

/// Whether what is shown is all that can be had now: it has every name that is left, its renewal is not
/// due, and nobody has asked for another.
pub(super) fn is_enough(held: &held::Model, claimed: &Claimed, now: DateTime<Utc>) -> bool {
    claimed.job.priority == priority::RENEWAL
        && held.revoked_at.is_none()
        && held.renew_at > now
        && claimed.want.names.0.iter().all(|name| held.names.0.contains(name))
}

/// Waits for the renewal, or for tomorrow's try.
pub(super) async fn rest(
    scope: &mut Scope<System>,
    claimed: &Claimed,
    held: &held::Model,
) -> Result<(), Failure> {
    queue::write(scope, &claimed.job, done(&claimed.job, held.renew_at)).await
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kind(host: &str, name: &str, kind: Kind) -> Kind {
        told_apart(host, name, Trouble::new(kind, "code", "In a sentence.")).kind
    }

    #[test]
    fn only_the_name_with_or_without_www_is_told_apart_from_the_host() {
        let fault = Kind::Host { validated: true };
        for (host, name) in
            [("club.example", "www.club.example"), ("www.club.example", "club.example")]
        {
            let partner = Kind::Partner { name: name.to_owned(), validated: true };
            assert_eq!(kind(host, name, fault.clone()), partner);
            assert_eq!(kind(host, host, fault.clone()), fault);
        }
        for name in ["club.example", "members.club.example", "wwww.club.example"] {
            assert_eq!(kind("club.example", name, fault.clone()), fault, "{name}");
        }
        let limited = Kind::Budget(DateTime::UNIX_EPOCH);
        assert_eq!(kind("club.example", "www.club.example", limited.clone()), limited);
    }
}
