//! One check of a domain and its consequences: triggered by the button, or by the periodic job.

use super::error::DomainError;
use super::records::Records;
use super::rows::{self, DomainId, DomainState, Model};
use super::verdict::{self, DomainVerdict, QUARANTINE, VERIFICATION_TIMEOUT};
use super::{expected_records, names, probe};
use crate::certificates::{self, DesiredCertificate};
use chrono::{DateTime, Utc};
use platform::audit::{AuditedAction, record_action};
use platform::config::Config;
use platform::jobs::{JobError, JobScope, NewJob};
use platform::{Problem, Scope, Tx, UserId};
use sea_orm::ActiveValue::Set;
use sea_orm::{ColumnTrait, Condition, DbErr, ExprTrait};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

/// Kind of the check job.
pub const JOB_KIND: &str = "domain-check";

/// Domain to check.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct DomainCheckJob {
    domain_id: DomainId,
}

/// Runs the check if it is due: another check may have happened in between.
///
/// # Errors
/// Errors that a retry may fix.
pub async fn check_due(mut scope: JobScope, check: DomainCheckJob) -> Result<(), JobError> {
    let domain = scope.global::<rows::Entity>().by_id(check.domain_id).one().await?;
    let due = domain.filter(|domain| domain.next_check_at.is_some_and(|at| at <= scope.now()));
    let Some(domain) = due else { return Ok(()) };
    let done = check_domain(&mut scope, &domain, None).await;
    done.map_err(|problem| JobError::retryable(problem.detail))
}

/// Checks now, and restarts the periodic check if it has stopped.
///
/// # Errors
/// [`DomainError::Released`] or a database error.
pub(super) async fn check_now<V>(
    scope: &mut Scope<V>,
    domain: &Model,
    by: UserId,
) -> Result<(), Problem> {
    if domain.state == DomainState::Released {
        return Err(DomainError::Released.into());
    }
    check_domain(scope, domain, Some(by)).await
}

async fn check_domain<V>(
    scope: &mut Scope<V>,
    domain: &Model,
    by: Option<UserId>,
) -> Result<(), Problem> {
    let tx = scope.begin().await?;
    let aim =
        expected_records::load_or_create_expected(&tx, domain.tenant_id, domain.affiliation_id)
            .await?;
    tx.commit().await?;
    // DNS queries take a while, so no transaction is open meanwhile.
    let resolvers = scope.services().config().certificates.resolvers.clone();
    let records = probe::query_records(domain, &aim, &resolvers).await;
    let plainly = serves_plainly(scope.services().config());
    let tx = scope.begin().await?;
    let now = tx.now();
    let mut known = domain.clone();
    // A user checks after the period has ended: verification starts again.
    if known.state == DomainState::Verifying
        && by.is_some()
        && now - known.looking_since >= VERIFICATION_TIMEOUT
    {
        known.looking_since = now;
    }
    let verdict = verdict::evaluate_check(&known, &records, plainly, now);
    store_result(&tx, &known, records, verdict, by).await?;
    Ok(tx.commit().await?)
}

/// Returns whether hosts are served without a certificate.
pub(super) fn serves_plainly(config: &Config) -> bool {
    !config.server.main_origin.starts_with("https://")
}

/// Stores the result of a check, unless the domain has changed since it was read.
async fn store_result<V>(
    tx: &Tx<'_, V>,
    before: &Model,
    records: Records,
    mut verdict: DomainVerdict,
    by: Option<UserId>,
) -> Result<(), Problem> {
    let newly_proven = !before.state.is_proven() && verdict.state.is_proven();
    if newly_proven && let Some(cause) = find_obstacle(tx, before).await? {
        verdict.state = DomainState::Verifying;
        verdict.cause = Some(cause);
    }
    let change = rows::ActiveModel {
        state: Set(verdict.state),
        records: Set(Some(records)),
        looking_since: Set(before.looking_since),
        checked_at: Set(Some(tx.now())),
        next_check_at: Set(verdict.next_check_at),
        failures: Set(verdict.failures),
        elsewhere_since: Set(verdict.elsewhere_since),
        suspended_at: Set(verdict.suspended_at),
        cause_code: Set(verdict.cause.as_ref().map(|(code, _)| (*code).to_owned())),
        cause: Set(verdict.cause.map(|(_, words)| words)),
        is_primary: Set(before.is_primary && verdict.state.is_served()),
        answering_since: Set(match (before.state.is_served(), verdict.state.is_served()) {
            (false, true) => Some(tx.now()),
            _ => before.answering_since,
        }),
        updated_at: Set(tx.now()),
        ..Default::default()
    };
    let as_it_was = Condition::all()
        .add(rows::Column::Id.eq(before.id))
        .add(rows::Column::State.eq(before.state))
        .add(match before.checked_at {
            Some(at) => rows::Column::CheckedAt.eq(at),
            None => rows::Column::CheckedAt.is_null(),
        });
    let table = tx.global_table::<rows::Entity>();
    let written = table.update_returning(as_it_was, |row| row.set(change)).await?;
    // A concurrent check or command has won; its result stands.
    let Some(after) = written.into_iter().next() else { return Ok(()) };
    if let Some(at) = after.next_check_at {
        schedule_check(tx, after.id, at).await?;
    }
    if before.state == after.state {
        return Ok(());
    }
    apply_state_change(tx, before, &after).await?;
    Ok(audit(tx, by, "domain.state", (before, &after)).await?)
}

/// Returns the reason why a verified name cannot belong to this portal; claims the name if there is
/// none.
async fn find_obstacle<V>(
    tx: &Tx<'_, V>,
    domain: &Model,
) -> Result<Option<(&'static str, String)>, DbErr> {
    let all = domain.host_names();
    let taken = || Some(("domain-taken", DomainError::Taken.to_string()));
    if names::is_anothers(tx, &all, domain.tenant_id).await? {
        return Ok(taken());
    }
    if is_resting(tx, &all, domain).await? {
        return Ok(Some(("domain-quarantined", DomainError::Quarantined.to_string())));
    }
    Ok(if names::lock(tx, domain).await? { None } else { taken() })
}

/// Returns whether another affiliation released one of these names recently.
pub(super) async fn is_resting<V>(
    tx: &Tx<'_, V>,
    names: &[String],
    domain: &Model,
) -> Result<bool, DbErr> {
    let named = Condition::any()
        .add(rows::Column::Host.is_in(names))
        .add(rows::Column::Partner.is_in(names));
    let others = Condition::all()
        .add(named)
        .add(rows::Column::State.eq(DomainState::Released))
        .add(rows::Column::AffiliationId.ne(domain.affiliation_id.uuid()))
        .add(rows::Column::QuarantinedUntil.gt(tx.now()));
    tx.global::<rows::Entity>().filter(others).exists().await
}

/// Applies the consequences of a state change: names, certificate, edges.
async fn apply_state_change<V>(
    tx: &Tx<'_, V>,
    before: &Model,
    after: &Model,
) -> Result<(), Problem> {
    if before.state.is_proven() && !after.state.is_proven() {
        names::let_go(tx, after.id).await?;
    }
    if before.state.is_served() && !after.state.is_served() {
        certificates::withdraw_request(tx, &after.host).await?;
        names::close(tx, after).await?;
    }
    if after.state == DomainState::Issuing {
        request_domain_certificate(tx, after).await?;
    }
    if !before.state.is_served() && after.state.is_served() {
        crate::routes_feed::raise_version(tx).await?;
    }
    if after.state == DomainState::AwaitingApproval {
        delete_former(tx, after).await?;
    }
    Ok(())
}

/// Removes the affiliation's own released domain: the quarantine does not apply to it.
async fn delete_former<V>(tx: &Tx<'_, V>, domain: &Model) -> Result<(), DbErr> {
    let former = rows::Column::Host
        .is_in(domain.host_names())
        .and(rows::Column::State.eq(DomainState::Released))
        .and(rows::Column::AffiliationId.eq(domain.affiliation_id.uuid()));
    let table = tx.global_table::<rows::Entity>();
    table.delete(former).await?.as_many_as_there_are();
    Ok(())
}

/// Requests a domain's certificate, for a waiting user.
pub(super) async fn request_domain_certificate<V>(
    tx: &Tx<'_, V>,
    domain: &Model,
) -> Result<(), Problem> {
    let (names, tenant) = (domain.host_names(), Some(domain.tenant_id));
    certificates::request_certificate_for(tx, DesiredCertificate { names, tenant, waiting: true })
        .await
}

/// Schedules the next check.
pub(super) async fn schedule_check<V>(
    tx: &Tx<'_, V>,
    domain: DomainId,
    at: DateTime<Utc>,
) -> Result<(), DbErr> {
    let job = NewJob::new(JOB_KIND, &DomainCheckJob { domain_id: domain })?;
    let name = format!("{JOB_KIND}:{domain}:{}", at.timestamp_micros());
    tx.enqueue(job.run_at(at).once_as(name)).await.map(drop)
}

/// Releases a domain.
pub(super) async fn release<V>(
    tx: &Tx<'_, V>,
    domain: &Model,
    by: Option<UserId>,
) -> Result<(), Problem> {
    let until = domain.state.is_proven().then(|| tx.now() + QUARANTINE);
    let change = rows::ActiveModel {
        state: Set(DomainState::Released),
        is_primary: Set(false),
        next_check_at: Set(None),
        quarantined_until: Set(until),
        updated_at: Set(tx.now()),
        ..Default::default()
    };
    let as_it_was = rows::Column::Id.eq(domain.id).and(rows::Column::State.eq(domain.state));
    let table = tx.global_table::<rows::Entity>();
    let written = table.update_returning(as_it_was, |row| row.set(change)).await?;
    let after = written.into_iter().next().ok_or(DomainError::Released)?;
    names::let_go(tx, after.id).await?;
    certificates::withdraw_request(tx, &after.host).await?;
    if domain.state.is_served() {
        names::close(tx, &after).await?;
    }
    Ok(audit(tx, by, "domain.release", (domain, &after)).await?)
}

/// Records an action in the portal's audit log.
pub(super) async fn audit<V>(
    tx: &Tx<'_, V>,
    actor: Option<UserId>,
    action: &'static str,
    (before, after): (&Model, &Model),
) -> Result<(), DbErr> {
    let act = AuditedAction {
        actor,
        action,
        subject_kind: "tenant",
        subject_id: after.tenant_id.to_string(),
        before: audit_json(before),
        after: audit_json(after),
        reason: after.cause.as_deref().filter(|_| action == "domain.state"),
    };
    record_action(tx, act).await
}

/// Audit log representation of a domain.
pub(super) fn audit_json(domain: &Model) -> Value {
    json!({
        "host": domain.host,
        "partner": domain.partner,
        "state": domain.state,
        "isPrimary": domain.is_primary,
    })
}
