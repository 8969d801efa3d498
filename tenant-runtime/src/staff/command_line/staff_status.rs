//! Grants and revokes staff status (G-091, G-092).

use super::super::{pauses, remaining};
use super::{audit, audit_reason, find, publish_event};
use crate::accounts::{account_status, first_staff};
use crate::staff::StaffError;
use platform::staff::StaffRole;
use platform::{Services, UserId};

/// Makes an account an administrator.
///
/// # Errors
/// [`StaffError::NotFound`]; database errors.
pub async fn grant(services: &Services, account: &str) -> Result<UserId, StaffError> {
    let reason = audit_reason("")?;
    let mut system = services.system("grant staff status on the operator's command");
    let tx = system.begin().await?;
    let before = find(&tx, account).await?;
    let after =
        account_status::set_staff_role(&tx, before.id, Some(StaffRole::Administrator)).await?;
    first_staff::revoke_setup_link(&tx).await?;
    let states = (pauses::audit_json(&before), pauses::audit_json(&after));
    audit(&tx, "staff.grant", after.id, &reason, states).await?;
    publish_event(&tx, after.id).await?;
    tx.commit().await?;
    Ok(after.id)
}

/// Revokes staff status. The last administrator loses it only with `is_forced`.
///
/// # Errors
/// [`StaffError::NotStaff`], [`StaffError::LastStaff`] or [`StaffError::LastAdministrator`];
/// database errors.
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
    if !is_forced {
        remaining::check(&tx, before.id).await?;
    }
    let after = account_status::set_staff_role(&tx, before.id, None).await?;
    let states = (pauses::audit_json(&before), pauses::audit_json(&after));
    audit(&tx, "staff.revoke", after.id, &reason, states).await?;
    publish_event(&tx, after.id).await?;
    tx.commit().await?;
    Ok(after.id)
}
