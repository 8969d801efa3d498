//! Grants and revokes staff status (G-091, G-092).

use super::super::{pauses, remaining};
use super::{audit, audit_reason, find, publish_event};
use crate::accounts::{account_status, first_staff};
use crate::staff::StaffError;
use platform::{Services, UserId};

/// Grants staff status to an account.
///
/// # Errors
/// [`StaffError::NotFound`]; database errors.
pub async fn grant(services: &Services, account: &str) -> Result<UserId, StaffError> {
    let reason = audit_reason("")?;
    let mut system = services.system("grant staff status on the operator's command");
    let tx = system.begin().await?;
    let before = find(&tx, account).await?;
    let after = account_status::set_staff(&tx, before.id, true).await?;
    first_staff::revoke_setup_link(&tx).await?;
    let states = (pauses::audit_json(&before), pauses::audit_json(&after));
    audit(&tx, "staff.grant", after.id, &reason, states).await?;
    publish_event(&tx, after.id).await?;
    tx.commit().await?;
    Ok(after.id)
}

/// Revokes staff status. The last member of staff loses it only with `is_forced`.
///
/// # Errors
/// [`StaffError::NotStaff`] or [`StaffError::LastStaff`]; database errors.
pub async fn revoke(
    services: &Services,
    account: &str,
    reason: &str,
    is_forced: bool,
) -> Result<UserId, StaffError> {
    let reason = audit_reason(reason)?;
    let mut system = services.system("revoke staff status on the operator's command");
    let tx = system.begin().await?;
    let before = find(&tx, account).await?;
    if !before.is_staff {
        return Err(StaffError::NotStaff);
    }
    if remaining::is_last(&tx, before.id).await? && !is_forced {
        return Err(StaffError::LastStaff);
    }
    let after = account_status::set_staff(&tx, before.id, false).await?;
    let states = (pauses::audit_json(&before), pauses::audit_json(&after));
    audit(&tx, "staff.revoke", after.id, &reason, states).await?;
    publish_event(&tx, after.id).await?;
    tx.commit().await?;
    Ok(after.id)
}
