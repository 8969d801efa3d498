//! Queries of the setup checklist.

use super::rows::{step, test_email};
use super::step::SetupStep;
use chrono::{DateTime, Utc};
use platform::{AccountViewer, Scope, Staff, System, Tx, UserId};
use sea_orm::sea_query::{Expr, OnConflict};
use sea_orm::{ActiveValue::Set, ColumnTrait, Condition, DbErr, FromQueryResult};
use uuid::Uuid;

const SLOT: &str = "latest";

/// The counts from which the state of the steps is derived.
#[derive(Debug, Clone, Default, FromQueryResult)]
pub(super) struct SetupFacts {
    pub staff_without_second_factor: i64,
    pub affiliations: i64,
    pub open_portals: i64,
    pub active_domains: i64,
    /// Codes that work or were used.
    pub invite_codes: i64,
}

const FACTS_SQL: &str = "SELECT \
     (SELECT COUNT(*) FROM users u LEFT JOIN user_mfa_settings f ON f.user_id = u.id \
        WHERE u.is_staff AND u.status IS NULL AND NOT COALESCE(f.has_totp, FALSE) \
        AND NOT EXISTS (SELECT 1 FROM passkeys k WHERE k.user_id = u.id)) \
        AS staff_without_second_factor, \
     (SELECT COUNT(*) FROM affiliations WHERE is_approved) AS affiliations, \
     (SELECT COUNT(*) FROM tenants WHERE state = 'active') AS open_portals, \
     (SELECT COUNT(*) FROM domains WHERE state = 'active') AS active_domains, \
     (SELECT COUNT(*) FROM invite_codes WHERE usage_count > 0 OR (is_active \
        AND (expires_at IS NULL OR expires_at > $1))) AS invite_codes";

pub(super) async fn load_facts(scope: &Scope<Staff>) -> Result<SetupFacts, DbErr> {
    let found = scope.raw(FACTS_SQL, vec![scope.now().into()]).one::<SetupFacts>().await?;
    Ok(found.unwrap_or_default())
}

pub(super) async fn stored_steps(scope: &Scope<Staff>) -> Result<Vec<step::Model>, DbErr> {
    scope.global::<step::Entity>().all().await
}

pub(super) async fn put_step<V>(
    tx: &Tx<'_, V>,
    step: SetupStep,
    state: &str,
    by: Option<UserId>,
) -> Result<(), DbErr> {
    use step::{ActiveModel, Column, Entity};
    let row = ActiveModel {
        step: Set(step.name().to_owned()),
        state: Set(state.to_owned()),
        changed_by: Set(by),
        changed_at: Set(tx.now()),
    };
    let changed = OnConflict::column(Column::Step)
        .update_columns([Column::State, Column::ChangedBy, Column::ChangedAt])
        .to_owned();
    tx.global_table::<Entity>().upsert(row, changed).await
}

/// Deletes a step's stored state. Returns whether it had one.
pub(super) async fn delete_step(tx: &Tx<'_, Staff>, step: SetupStep) -> Result<bool, DbErr> {
    let this = step::Column::Step.eq(step.name());
    Ok(tx.global_table::<step::Entity>().delete(this).await?.is_changed())
}

pub(super) async fn latest_test(scope: &Scope<Staff>) -> Result<Option<test_email::Model>, DbErr> {
    scope.global::<test_email::Entity>().by_id(SLOT.to_owned()).one().await
}

/// Starts a test, unless one that began after `since` is still running. Returns whether it was
/// started. A single statement decides, so that two concurrent requests send one email.
pub(super) async fn start_test(
    tx: &Tx<'_, Staff>,
    attempt: Uuid,
    since: DateTime<Utc>,
) -> Result<bool, DbErr> {
    use test_email::{ActiveModel, Column, Entity};
    let (now, by) = (tx.now(), tx.viewer().id());
    let table = tx.global_table::<Entity>();
    let row = ActiveModel {
        slot: Set(SLOT.to_owned()),
        attempt: Set(attempt),
        state: Set("sending".to_owned()),
        cause: Set(None),
        requested_by: Set(Some(by)),
        requested_at: Set(now),
    };
    if table.insert_unless_there(row, &[Column::Slot]).await? {
        return Ok(true);
    }
    let ended = Condition::all()
        .add(Column::Slot.eq(SLOT))
        .add(Condition::any().add(Column::State.ne("sending")).add(Column::RequestedAt.lt(since)));
    let started = table.update(ended, |update| {
        update
            .col_expr(Column::Attempt, Expr::value(attempt))
            .col_expr(Column::State, Expr::value("sending"))
            .col_expr(Column::Cause, Expr::value(Option::<String>::None))
            .col_expr(Column::RequestedBy, Expr::value(by.uuid()))
            .col_expr(Column::RequestedAt, Expr::value(now))
    });
    Ok(started.await?.is_changed())
}

/// Records how a test ended; an older test than the newest changes nothing.
pub(super) async fn end_test(
    tx: &Tx<'_, System>,
    attempt: Uuid,
    state: &str,
    cause: Option<String>,
) -> Result<(), DbErr> {
    use test_email::{Column, Entity};
    let table = tx.global_table::<Entity>();
    let ended = table.update(Column::Attempt.eq(attempt), |update| {
        update
            .col_expr(Column::State, Expr::value(state))
            .col_expr(Column::Cause, Expr::value(cause))
    });
    ended.await?.as_many_as_there_are();
    Ok(())
}
