//! Actions on accounts on the operator's command: the rules and audit entries of the staff screens,
//! with the command line as the actor instead of a member of staff.
//!
//! Each action is one transaction. The caller prints the result; nothing here logs an email address.

mod factor;
mod pause;
mod recovery;
mod show;
mod staff_status;

pub use factor::{FactorReset, reset_factor};
pub use pause::{pause, unpause};
pub use recovery::{RecoveryDelivery, RecoveryLink, send_recovery_link};
pub use show::show;
pub use staff_status::{grant, revoke};

use super::error::StaffError;
use crate::accounts::account_status::{self, AccountStatus};
use crate::content;
use platform::audit::{AuditedAction, record_action};
use platform::events::Topic;
use platform::{System, Tx, UserId};
use sea_orm::DbErr;
use serde_json::{Value, json};

/// Actor in audit entries that have no account as actor.
const ACTOR: &str = "command line";
const REASON_CHARS_MAX: usize = 500;

/// The account with this id or email address.
///
/// # Errors
/// [`StaffError::NotFound`]; database errors.
pub async fn find(tx: &Tx<'_, System>, account: &str) -> Result<AccountStatus, StaffError> {
    let found = match account.trim().parse::<UserId>() {
        Ok(id) => account_status::find(tx, id).await?,
        Err(_) => account_status::find_by_email(tx, account).await?,
    };
    found.ok_or(StaffError::NotFound)
}

/// Reason in the audit entry: the actor, and what the operator wrote.
///
/// # Errors
/// The reason is too long or invalid.
pub fn audit_reason(reason: &str) -> Result<String, StaffError> {
    let reason = content::check_note(reason, REASON_CHARS_MAX)?;
    Ok(if reason.is_empty() { ACTOR.to_owned() } else { format!("{ACTOR}: {reason}") })
}

/// Records an action on an account in the audit log.
///
/// # Errors
/// Database errors.
pub async fn audit(
    tx: &Tx<'_, System>,
    action: &'static str,
    user: UserId,
    reason: &str,
    (before, after): (Value, Value),
) -> Result<(), DbErr> {
    let act = AuditedAction {
        actor: None,
        action,
        subject_kind: "account",
        subject_id: user.to_string(),
        before,
        after,
        reason: Some(reason),
    };
    record_action(tx, act).await
}

/// `account.changed` ends the account's streams, `me.changed` updates its pages.
async fn publish_event(tx: &Tx<'_, System>, user: UserId) -> Result<(), DbErr> {
    tx.publish(Topic::User(user), "account.changed", &json!({})).await?;
    tx.publish(Topic::User(user), "me.changed", &json!({})).await.map(drop)
}
