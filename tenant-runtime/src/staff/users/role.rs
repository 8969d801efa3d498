//! Roles of staff (C-146, C-147, G-091): granted and changed with a reason, never one's own, and
//! never that of the last administrator.

use super::super::error::StaffError;
use super::super::{pauses, remaining};
use super::actions::{check_target, publish_event, status_value, write_down};
use crate::accounts::account_status;
use platform::StaffWith;
use platform::staff::{Administration, StaffRole};
use platform::{Scope, UserId, step_up};

/// Gives an account a staff role. Applies to the account's open sessions at once.
pub(super) async fn set_role(
    scope: &mut Scope<StaffWith<Administration>>,
    user: UserId,
    role: StaffRole,
    reason: &str,
) -> Result<(), StaffError> {
    let reason = pauses::validated(reason)?;
    step_up::require_recent_auth(scope)?;
    let tx = scope.begin().await?;
    check_target(&tx, user, false).await?;
    let current = account_status::find(&tx, user).await?.ok_or(StaffError::NotFound)?;
    if current.staff_role == Some(role) {
        return Err(StaffError::SameRole);
    }
    if current.staff_role == Some(StaffRole::Administrator) {
        remaining::check(&tx, user).await?;
    }
    let before = status_value(&tx, user).await?;
    account_status::set_staff_role(&tx, user, Some(role)).await?;
    let after = status_value(&tx, user).await?;
    let action = if current.is_staff { "staff.role" } else { "staff.grant" };
    write_down(&tx, action, user, Some(&reason), (before, after)).await?;
    publish_event(&tx, user).await?;
    tx.commit().await?;
    tracing::info!(user.id = %user, role = role.name(), "staff role changed to {}", role.name());
    Ok(())
}
