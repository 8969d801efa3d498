//! Pauses of accounts.

use super::super::{pauses, remaining};
use super::{audit_reason, find};
use crate::accounts::account_status::AccountStatus;
use crate::staff::StaffError;
use chrono::{DateTime, Utc};
use platform::Services;

/// Pauses an account, until a time or until the pause is lifted.
///
/// # Errors
/// The end is in the past, the account is the last member of staff, or a database error.
pub async fn pause(
    services: &Services,
    account: &str,
    until: Option<DateTime<Utc>>,
    reason: &str,
) -> Result<AccountStatus, StaffError> {
    let reason = pauses::validated(reason)?;
    let noted = audit_reason(&reason)?;
    let mut system = services.system("pause an account on the operator's command");
    pauses::check_end(until, system.now())?;
    let tx = system.begin().await?;
    let user = find(&tx, account).await?.id;
    if remaining::is_last(&tx, user).await? {
        return Err(StaffError::LastStaff);
    }
    let paused = pauses::pause_in(&tx, user, until, &reason, (None, &noted)).await?;
    tx.commit().await?;
    Ok(paused)
}

/// Lifts a pause.
///
/// # Errors
/// There is no such account, or it is not paused; database errors.
pub async fn unpause(
    services: &Services,
    account: &str,
    reason: &str,
) -> Result<AccountStatus, StaffError> {
    let noted = audit_reason(&pauses::validated(reason)?)?;
    let mut system = services.system("lift a pause on the operator's command");
    let tx = system.begin().await?;
    let before = find(&tx, account).await?;
    if before.account_status != "paused" {
        return Err(StaffError::NotPaused);
    }
    let active = pauses::unpause_in(&tx, before.id, (None, &noted)).await?;
    tx.commit().await?;
    Ok(active)
}
