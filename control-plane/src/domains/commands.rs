//! Commands that people run on domains.

use super::address::AddressId;
use super::checking;
use super::error::DomainError;
use super::rows::{self, DomainId, DomainState, Model};
use super::verdict::QUARANTINE;
use super::{host, names};
use crate::routes_feed;
use crate::tenants::ManagedTenant;
use crate::tenants::TenantState;
use platform::audit::{AuditedAction, record_action};
use platform::idempotency::{self, Claim, CreatedResponse, IdempotencyKey};
use platform::{AccountViewer, Member, Problem, Scope, Staff, TenantId, db, step_up};
use sea_orm::ActiveValue::Set;
use sea_orm::{ColumnTrait, Condition, DbErr, ExprTrait};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use utoipa::ToSchema;

/// Maximum domains of a portal.
const DOMAINS_MAX: u64 = 10;

/// A domain to add.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) struct NewDomain {
    /// Full name; international names in Unicode or as A-labels.
    host: String,
    /// Also adds the partner name with or without `www.`.
    #[serde(default)]
    with_www: bool,
}

/// Adds a domain to a portal, and checks its records at once.
///
/// # Errors
/// [`DomainError`] or a database error.
pub(super) async fn add(
    scope: &mut Scope<Member>,
    managed: &ManagedTenant,
    key: &IdempotencyKey,
    new: &NewDomain,
) -> Result<CreatedResponse<DomainId>, Problem> {
    let host = host::validated(&new.host, &scope.services().config().server)?;
    let partner = if new.with_www { Some(host::www_partner(&host)?) } else { None };
    if managed.state() == TenantState::Archived {
        return Err(DomainError::Archived.into());
    }
    let me = scope.viewer().id();
    let tx = scope.begin().await?;
    let fingerprint = idempotency::request_fingerprint(&format!("/domains/{}", managed.id()), new);
    if let Claim::Replay(id) = idempotency::claim(&tx, key, &fingerprint).await? {
        return Ok(CreatedResponse::repeated(id));
    }
    let now = tx.now();
    let row = Model {
        id: DomainId::new(),
        tenant_id: managed.id(),
        affiliation_id: managed.affiliation(),
        host,
        partner,
        state: DomainState::Verifying,
        is_primary: false,
        records: None,
        added_at: now,
        looking_since: now,
        checked_at: None,
        next_check_at: Some(now),
        failures: 0,
        elsewhere_since: None,
        suspended_at: None,
        approved_at: None,
        cause_code: None,
        cause: None,
        quarantined_until: None,
        updated_at: now,
        answering_since: None,
    };
    check_may_add(&tx, &row).await?;
    let inserted = tx.global_table::<rows::Entity>().insert(rows::ActiveModel::from(row)).await;
    let made = inserted.map_err(|error| {
        if db::is_taken(&error) { DomainError::Listed.into() } else { Problem::from(error) }
    })?;
    checking::schedule_check(&tx, made.id, now).await?;
    let act = AuditedAction {
        actor: Some(me),
        action: "domain.add",
        subject_kind: "tenant",
        subject_id: made.tenant_id.to_string(),
        before: Value::Null,
        after: checking::audit_json(&made),
        reason: None,
    };
    record_action(&tx, act).await?;
    idempotency::store_response(&tx, key, &made.id).await?;
    tx.commit().await?;
    Ok(CreatedResponse::created(made.id))
}

async fn check_may_add(tx: &platform::Tx<'_, Member>, new: &Model) -> Result<(), Problem> {
    let names = new.host_names();
    if names::is_anothers(tx, &names, new.tenant_id).await? {
        return Err(DomainError::Taken.into());
    }
    if checking::is_resting(tx, &names, new).await? {
        return Err(DomainError::Quarantined.into());
    }
    let theirs = rows::Column::TenantId
        .eq(new.tenant_id.uuid())
        .and(rows::Column::State.ne(DomainState::Released));
    let rows = tx.global::<rows::Entity>().filter(theirs).all().await?;
    if rows.iter().any(|row| row.host_names().iter().any(|name| names.contains(name))) {
        return Err(DomainError::Listed.into());
    }
    let count = u64::try_from(rows.len()).unwrap_or(u64::MAX);
    if count >= DOMAINS_MAX { Err(DomainError::TooMany.into()) } else { Ok(()) }
}

/// Finds a domain of this portal.
///
/// # Errors
/// 404 if there is none, or a database error.
pub(super) async fn find<V>(
    scope: &Scope<V>,
    tenant: TenantId,
    id: DomainId,
) -> Result<Model, Problem> {
    let found = scope.global::<rows::Entity>().by_id(id).one().await?;
    found.filter(|row| row.tenant_id == tenant).ok_or_else(Problem::not_found)
}

/// Checks a domain's records now.
///
/// # Errors
/// [`DomainError::Released`] or a database error.
pub(super) async fn check(scope: &mut Scope<Member>, domain: &Model) -> Result<(), Problem> {
    let me = scope.viewer().id();
    checking::check_now(scope, domain, me).await
}

/// Approves a verified domain: it gets its certificate, or serves at once if none is needed.
///
/// # Errors
/// [`DomainError::NotWaiting`], a request for recent authentication, or a database error.
pub(super) async fn approve(scope: &mut Scope<Staff>, domain: &Model) -> Result<(), Problem> {
    step_up::require_recent_auth(scope)?;
    let me = scope.viewer().id();
    let plainly = checking::serves_plainly(scope.services().config());
    let tx = scope.begin().await?;
    let change = rows::ActiveModel {
        state: Set(if plainly { DomainState::Active } else { DomainState::Issuing }),
        approved_at: Set(Some(tx.now())),
        answering_since: Set(plainly.then(|| tx.now())),
        updated_at: Set(tx.now()),
        ..Default::default()
    };
    let waiting =
        rows::Column::Id.eq(domain.id).and(rows::Column::State.eq(DomainState::AwaitingApproval));
    let table = tx.global_table::<rows::Entity>();
    let written = table.update_returning(waiting, |row| row.set(change)).await?;
    let after = written.into_iter().next().ok_or(DomainError::NotWaiting)?;
    if plainly {
        routes_feed::raise_version(&tx).await?;
    } else {
        checking::request_domain_certificate(&tx, &after).await?;
    }
    checking::audit(&tx, Some(me), "domain.approve", (domain, &after)).await?;
    Ok(tx.commit().await?)
}

/// Makes an address the one used in links and emails.
///
/// # Errors
/// 404 if the portal has no such domain, [`DomainError::NotServed`], or a database error.
pub(super) async fn make_primary(
    scope: &mut Scope<Member>,
    managed: &ManagedTenant,
    address: AddressId,
) -> Result<(), Problem> {
    match address {
        AddressId::Platform => show_platform(scope, managed).await,
        AddressId::Own(id) => {
            let domain = find(scope, managed.id(), id).await?;
            show_own(scope, &domain).await
        }
    }
}

async fn show_own(scope: &mut Scope<Member>, domain: &Model) -> Result<(), Problem> {
    let me = scope.viewer().id();
    let tx = scope.begin().await?;
    clear_primary(&tx, domain.tenant_id).await?;
    let served = Condition::all()
        .add(rows::Column::Id.eq(domain.id))
        .add(rows::Column::State.is_in([DomainState::Active, DomainState::Failing]));
    let change = rows::ActiveModel { is_primary: Set(true), ..Default::default() };
    let table = tx.global_table::<rows::Entity>();
    let written = table.update_returning(served, |row| row.set(change)).await?;
    let after = written.into_iter().next().ok_or(DomainError::NotServed)?;
    routes_feed::raise_version(&tx).await?;
    checking::audit(&tx, Some(me), "domain.primary", (domain, &after)).await?;
    Ok(tx.commit().await?)
}

/// Makes the platform subdomain primary. Nothing is logged if it already is.
async fn show_platform(scope: &mut Scope<Member>, managed: &ManagedTenant) -> Result<(), Problem> {
    let me = scope.viewer().id();
    let host = managed.platform_host(&scope.services().config().server);
    let tx = scope.begin().await?;
    let Some(hidden) = clear_primary(&tx, managed.id()).await? else { return Ok(()) };
    routes_feed::raise_version(&tx).await?;
    let act = AuditedAction {
        actor: Some(me),
        action: "domain.primary",
        subject_kind: "tenant",
        subject_id: managed.id().to_string(),
        before: json!({ "host": hidden.host }),
        after: json!({ "host": host, "isPrimary": true }),
        reason: None,
    };
    record_action(&tx, act).await?;
    Ok(tx.commit().await?)
}

/// Clears the primary flag of the portal's domains; returns the previous primary.
async fn clear_primary(
    tx: &platform::Tx<'_, Member>,
    tenant: TenantId,
) -> Result<Option<Model>, DbErr> {
    let shown = rows::Column::TenantId.eq(tenant.uuid()).and(rows::Column::IsPrimary.eq(true));
    let change = rows::ActiveModel { is_primary: Set(false), ..Default::default() };
    let table = tx.global_table::<rows::Entity>();
    let hidden = table.update_returning(shown, |row| row.set(change)).await?;
    Ok(hidden.into_iter().next())
}

/// Releases a domain. A verified one is quarantined: no other affiliation can add it for thirty
/// days.
///
/// # Errors
/// [`DomainError::Released`], a request for recent authentication, or a database error.
pub(super) async fn release(scope: &mut Scope<Member>, domain: &Model) -> Result<(), Problem> {
    step_up::require_recent_auth(scope)?;
    if domain.state == DomainState::Released {
        return Err(DomainError::Released.into());
    }
    let me = scope.viewer().id();
    let tx = scope.begin().await?;
    checking::release(&tx, domain, Some(me)).await?;
    Ok(tx.commit().await?)
}

/// Releases every domain of an archived portal.
///
/// # Errors
/// Database errors.
pub(crate) async fn release_all<V>(
    tx: &platform::Tx<'_, V>,
    tenant: TenantId,
    by: Option<platform::UserId>,
) -> Result<(), Problem> {
    let theirs =
        rows::Column::TenantId.eq(tenant.uuid()).and(rows::Column::State.ne(DomainState::Released));
    for domain in tx.global::<rows::Entity>().filter(theirs).all().await? {
        checking::release(tx, &domain, by).await?;
    }
    Ok(())
}

/// Deletes released domains after their quarantine.
///
/// # Errors
/// Database errors; the job is retried.
pub async fn sweep(scope: &mut platform::jobs::JobScope) -> Result<(), DbErr> {
    let tx = scope.begin().await?;
    let rested = Condition::any()
        .add(rows::Column::QuarantinedUntil.lt(tx.now()))
        .add(rows::Column::QuarantinedUntil.is_null());
    let old = Condition::all()
        .add(rows::Column::State.eq(DomainState::Released))
        .add(rested)
        .add(rows::Column::UpdatedAt.lt(tx.now() - QUARANTINE));
    let table = tx.global_table::<rows::Entity>();
    table.delete(old).await?.as_many_as_there_are();
    tx.commit().await
}
