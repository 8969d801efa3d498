//! Pauses of accounts, with audit entry and events. A pause is recorded as a moderation action under
//! its specified name (C-142).

use super::error::StaffError;
use super::users;
use crate::accounts::account_status::{self, AccountStatus};
use crate::content::{self, ContentError};
use chrono::{DateTime, Utc};
use platform::StaffWith;
use platform::audit::{AuditedAction, record_action};
use platform::events::Topic;
use platform::staff::Moderation;
use platform::{AccountViewer, Scope, Tx, UserId, sessions};
use sea_orm::DbErr;
use serde_json::{Value, json};

const REASON_CHARS_MAX: usize = 500;

/// The validated reason: required, with a maximum length.
pub(super) fn validated(reason: &str) -> Result<String, StaffError> {
    let reason = content::check_note(reason, REASON_CHARS_MAX)?;
    if reason.is_empty() { Err(ContentError::Required.into()) } else { Ok(reason) }
}

/// Checks that a pause ends in the future.
pub(super) fn check_end(
    until: Option<DateTime<Utc>>,
    now: DateTime<Utc>,
) -> Result<(), StaffError> {
    if until.is_some_and(|until| until <= now) { Err(StaffError::PastEnd) } else { Ok(()) }
}

/// Actor and reason in the audit entry.
type By<'a> = (Option<UserId>, &'a str);

/// Pauses an account in the caller's transaction, which has checked that this is allowed.
pub(super) async fn pause_in<V>(
    tx: &Tx<'_, V>,
    user: UserId,
    until: Option<DateTime<Utc>>,
    reason: &str,
    by: By<'_>,
) -> Result<AccountStatus, StaffError> {
    let before = account_status::find(tx, user).await?.ok_or(StaffError::NotFound)?;
    let after = account_status::pause(tx, user, until, reason).await?;
    write_down(tx, "user_pause", by, (&before, &after)).await?;
    publish_event(tx, user).await?;
    Ok(after)
}

/// Lifts a pause in the caller's transaction.
pub(super) async fn unpause_in<V>(
    tx: &Tx<'_, V>,
    user: UserId,
    by: By<'_>,
) -> Result<AccountStatus, StaffError> {
    let before = account_status::find(tx, user).await?.ok_or(StaffError::NotFound)?;
    let after = account_status::unpause(tx, user).await?;
    write_down(tx, "user_unpause", by, (&before, &after)).await?;
    publish_event(tx, user).await?;
    Ok(after)
}

/// Pauses an account.
pub(super) async fn pause(
    scope: &mut Scope<StaffWith<Moderation>>,
    user: UserId,
    until: Option<DateTime<Utc>>,
    reason: &str,
) -> Result<AccountStatus, StaffError> {
    let reason = validated(reason)?;
    check_end(until, scope.now())?;
    let actor = scope.viewer().id();
    let tx = scope.begin().await?;
    users::check_target(&tx, user, true).await?;
    let after = pause_in(&tx, user, until, &reason, (Some(actor), &reason)).await?;
    tx.commit().await?;
    Ok(after)
}

/// Lifts a pause.
pub(super) async fn unpause(
    scope: &mut Scope<StaffWith<Moderation>>,
    user: UserId,
    reason: &str,
) -> Result<AccountStatus, StaffError> {
    let reason = validated(reason)?;
    let actor = scope.viewer().id();
    let tx = scope.begin().await?;
    users::check_target(&tx, user, false).await?;
    let after = unpause_in(&tx, user, (Some(actor), &reason)).await?;
    tx.commit().await?;
    Ok(after)
}

async fn write_down<V>(
    tx: &Tx<'_, V>,
    action: &'static str,
    (actor, reason): By<'_>,
    (before, after): (&AccountStatus, &AccountStatus),
) -> Result<(), DbErr> {
    let act = AuditedAction {
        actor,
        action,
        subject_kind: "account",
        subject_id: after.id.to_string(),
        before: audit_json(before),
        after: audit_json(after),
        reason: Some(reason),
    };
    record_action(tx, act).await
}

/// Account status, for the audit log.
pub(super) fn audit_json(status: &AccountStatus) -> Value {
    json!({
        "accountStatus": status.account_status,
        "pausedUntil": status.paused_until,
        "isStaff": status.is_staff,
        "staffRole": status.staff_role,
    })
}

/// `account.changed` ends the account's streams, `me.changed` updates its pages. Views as a member
/// end.
async fn publish_event<V>(tx: &Tx<'_, V>, user: UserId) -> Result<(), DbErr> {
    sessions::end_views_of(tx, user).await?;
    tx.publish(Topic::User(user), "account.changed", &json!({})).await?;
    tx.publish(Topic::User(user), "me.changed", &json!({})).await.map(drop)
}
