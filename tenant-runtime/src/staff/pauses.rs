//! Pauses of accounts, and the operator command that grants staff status to the first member; each
//! with audit entry and events. A pause is recorded as a moderation action under its specified name
//! (C-142).

use super::error::StaffError;
use super::users;
use crate::accounts::account_status::{self, AccountStatus};
use crate::accounts::first_staff;
use crate::content::{self, ContentError};
use chrono::{DateTime, Utc};
use platform::audit::{Act, record};
use platform::events::Topic;
use platform::{AccountViewer, Scope, Services, Staff, Tx, UserId};
use sea_orm::DbErr;
use serde_json::{Value, json};

const REASON_CHARS_MAX: usize = 500;

/// The validated reason: required, with a maximum length.
fn validated(reason: &str) -> Result<String, StaffError> {
    let reason = content::check_note(reason, REASON_CHARS_MAX)?;
    if reason.is_empty() { Err(ContentError::Required.into()) } else { Ok(reason) }
}

/// Pauses an account.
pub(super) async fn pause(
    scope: &mut Scope<Staff>,
    user: UserId,
    until: Option<DateTime<Utc>>,
    reason: &str,
) -> Result<AccountStatus, StaffError> {
    let reason = validated(reason)?;
    if until.is_some_and(|until| until <= scope.now()) {
        return Err(StaffError::PastEnd);
    }
    let actor = scope.viewer().id();
    let tx = scope.begin().await?;
    users::check_target(&tx, user, true).await?;
    let before = account_status::find(&tx, user).await?.ok_or(StaffError::NotFound)?;
    let after = account_status::pause(&tx, user, until, &reason).await?;
    write_down(&tx, "user_pause", (Some(actor), Some(&reason)), (&before, &after)).await?;
    publish_event(&tx, user).await?;
    tx.commit().await?;
    Ok(after)
}

/// Lifts a pause.
pub(super) async fn unpause(
    scope: &mut Scope<Staff>,
    user: UserId,
    reason: &str,
) -> Result<AccountStatus, StaffError> {
    let reason = validated(reason)?;
    let actor = scope.viewer().id();
    let tx = scope.begin().await?;
    users::check_target(&tx, user, false).await?;
    let before = account_status::find(&tx, user).await?.ok_or(StaffError::NotFound)?;
    let after = account_status::unpause(&tx, user).await?;
    write_down(&tx, "user_unpause", (Some(actor), Some(&reason)), (&before, &after)).await?;
    publish_event(&tx, user).await?;
    tx.commit().await?;
    Ok(after)
}

/// Grants staff status to the account with this email address: the operator command for the first
/// staff account (G-092).
///
/// # Errors
/// [`StaffError::NotFound`]; database errors.
pub async fn grant(services: &Services, email: &str) -> Result<UserId, StaffError> {
    let mut system = services.system("grant staff status on the operator's command");
    let tx = system.begin().await?;
    let before = account_status::find_by_email(&tx, email).await?.ok_or(StaffError::NotFound)?;
    let after = account_status::set_staff(&tx, before.id, true).await?;
    first_staff::revoke(&tx).await?;
    let reason = Some("the operator's command");
    write_down(&tx, "staff.grant", (None, reason), (&before, &after)).await?;
    publish_event(&tx, after.id).await?;
    tx.commit().await?;
    Ok(after.id)
}

async fn write_down<V>(
    tx: &Tx<'_, V>,
    action: &'static str,
    (actor, reason): (Option<UserId>, Option<&str>),
    (before, after): (&AccountStatus, &AccountStatus),
) -> Result<(), DbErr> {
    let act = Act {
        actor,
        action,
        subject_kind: "account",
        subject_id: after.id.to_string(),
        before: audit_json(before),
        after: audit_json(after),
        reason,
    };
    record(tx, act).await
}

fn audit_json(standing: &AccountStatus) -> Value {
    json!({
        "accountStatus": standing.account_status,
        "pausedUntil": standing.paused_until,
        "isStaff": standing.is_staff,
    })
}

/// `account.changed` ends the account's streams, `me.changed` updates its pages.
async fn publish_event<V>(tx: &Tx<'_, V>, user: UserId) -> Result<(), DbErr> {
    tx.publish(Topic::User(user), "account.changed", &json!({})).await?;
    tx.publish(Topic::User(user), "me.changed", &json!({})).await.map(drop)
}
