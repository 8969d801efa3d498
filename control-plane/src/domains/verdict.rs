//! Decision after a check of a domain's records: its next state, and the time of the next check.
//! Pure functions without I/O.

use super::records::Records;
use super::rows::{DomainState, Model};
use chrono::{DateTime, Duration, Utc};

/// Maximum time for the DNS records of a new domain to appear.
pub(super) const VERIFICATION_TIMEOUT: Duration = Duration::hours(72);
/// Interval between checks of a verified domain.
const RECHECK_INTERVAL: Duration = Duration::hours(6);
/// Interval after an incomplete check.
const FAILURE_RECHECK_INTERVAL: Duration = Duration::hours(1);
/// Consecutive failed checks before the failure is reported, because resolvers can fail
/// temporarily.
const FAILURES_BEFORE_REPORT: i64 = 2;
/// Minimum time between two checks that find a verified domain pointing elsewhere without its
/// proof, before it is no longer served. The first check comes within [`RECHECK_INTERVAL`], the second
/// [`FAILURE_RECHECK_INTERVAL`] after it.
const ELSEWHERE_GRACE: Duration = Duration::hours(1);
/// Quarantine of a domain that points elsewhere or was released.
pub(super) const QUARANTINE: Duration = Duration::days(30);

/// Decision of a check.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct DomainVerdict {
    pub state: DomainState,
    pub failures: i64,
    pub elsewhere_since: Option<DateTime<Utc>>,
    pub suspended_at: Option<DateTime<Utc>>,
    pub cause: Option<(&'static str, String)>,
    pub next_check_at: Option<DateTime<Utc>>,
}

/// Evaluates a check. `serves_plainly` means that no certificate is needed.
pub(super) fn evaluate_check(
    domain: &Model,
    records: &Records,
    serves_plainly: bool,
    now: DateTime<Utc>,
) -> DomainVerdict {
    let next = if domain.state.is_proven() {
        Some(now + RECHECK_INTERVAL)
    } else {
        retry_deadline(domain, now)
    };
    let same = DomainVerdict {
        state: domain.state,
        failures: domain.failures,
        elsewhere_since: domain.elsewhere_since,
        suspended_at: domain.suspended_at,
        cause: records.first_problem(),
        next_check_at: next,
    };
    if domain.state == DomainState::Released {
        return DomainVerdict { cause: None, next_check_at: None, ..same };
    }
    if domain.state == DomainState::Verifying {
        return evaluate_verifying(domain, records, same, now);
    }
    if records.are_complete() {
        return evaluate_complete(domain, same, serves_plainly);
    }
    // If the resolvers do not answer, the state stays unchanged.
    if records.are_unknown() {
        return DomainVerdict {
            cause: None,
            next_check_at: Some(now + FAILURE_RECHECK_INTERVAL),
            ..same
        };
    }
    evaluate_incomplete(domain, records, same, now)
}

fn evaluate_verifying(
    domain: &Model,
    records: &Records,
    same: DomainVerdict,
    now: DateTime<Utc>,
) -> DomainVerdict {
    if records.are_complete() {
        let next_check_at = Some(now + RECHECK_INTERVAL);
        return DomainVerdict {
            state: DomainState::AwaitingApproval,
            cause: None,
            next_check_at,
            ..same
        };
    }
    if same.next_check_at.is_none() {
        let hours = VERIFICATION_TIMEOUT.num_hours();
        let words = format!(
            "The records were not there within {hours} hours. Check again once they are set."
        );
        return DomainVerdict { cause: Some(("gave-up", words)), ..same };
    }
    // Within the first hour, missing records may still propagate and are not reported.
    let cause = same.cause.clone().filter(|(code, _)| {
        now - domain.looking_since >= Duration::hours(1) || *code == "caa-forbids"
    });
    DomainVerdict { cause, ..same }
}

fn evaluate_complete(domain: &Model, same: DomainVerdict, serves_plainly: bool) -> DomainVerdict {
    let state = match domain.state {
        DomainState::Failing => DomainState::Active,
        DomainState::Suspended if serves_plainly => DomainState::Active,
        DomainState::Suspended => DomainState::Issuing,
        other => other,
    };
    DomainVerdict {
        state,
        failures: 0,
        elsewhere_since: None,
        suspended_at: None,
        cause: None,
        ..same
    }
}

fn evaluate_incomplete(
    domain: &Model,
    records: &Records,
    same: DomainVerdict,
    now: DateTime<Utc>,
) -> DomainVerdict {
    let failures = domain.failures + 1;
    let elsewhere_since = records.lead_elsewhere().then(|| domain.elsewhere_since.unwrap_or(now));
    // A manual check in between does not delay the deciding one.
    let decided_at = elsewhere_since.map(|since| since + ELSEWHERE_GRACE).filter(|at| *at > now);
    let next_check_at = Some(
        decided_at
            .map_or(now + FAILURE_RECHECK_INTERVAL, |at| at.min(now + FAILURE_RECHECK_INTERVAL)),
    );
    let told = DomainVerdict { failures, elsewhere_since, next_check_at, ..same };
    if domain.state == DomainState::Suspended {
        let over = domain.suspended_at.is_some_and(|since| now - since >= QUARANTINE);
        let next_check_at = (!over).then_some(now + RECHECK_INTERVAL);
        let state = if over { DomainState::Released } else { DomainState::Suspended };
        return DomainVerdict { state, next_check_at, ..told };
    }
    if elsewhere_since.is_some_and(|since| now - since >= ELSEWHERE_GRACE) {
        return DomainVerdict { state: DomainState::Suspended, suspended_at: Some(now), ..told };
    }
    if failures < FAILURES_BEFORE_REPORT {
        return DomainVerdict { cause: None, ..told };
    }
    match domain.state {
        DomainState::Active | DomainState::Failing => {
            DomainVerdict { state: DomainState::Failing, ..told }
        }
        // A domain that was never served is verified from the beginning.
        DomainState::AwaitingApproval => DomainVerdict {
            state: DomainState::Verifying,
            failures: 0,
            elsewhere_since: None,
            ..told
        },
        _ => told,
    }
}

/// Time of the next check for missing records: every minute at first, then less often, and `None`
/// after the maximum time.
fn retry_deadline(domain: &Model, now: DateTime<Utc>) -> Option<DateTime<Utc>> {
    let waited = now - domain.looking_since;
    if waited >= VERIFICATION_TIMEOUT {
        return None;
    }
    let pause = if waited < Duration::hours(1) {
        Duration::minutes(1)
    } else if waited < Duration::hours(6) {
        Duration::minutes(10)
    } else {
        Duration::hours(1)
    };
    Some(now + pause)
}
