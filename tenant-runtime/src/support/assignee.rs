//! Assignment to members of staff.

use crate::accounts::account_status;
use platform::staff::{StaffPermission, StaffRole};
use platform::{Tx, UserId};
use sea_orm::DbErr;
use serde::{Deserialize, Deserializer};

/// Distinguishes `null`, which is no one, from an omitted field.
pub(super) fn deserialize_given<'de, D: Deserializer<'de>, T: Deserialize<'de>>(
    deserializer: D,
) -> Result<Option<Option<T>>, D::Error> {
    Option::<T>::deserialize(deserializer).map(Some)
}

/// Returns true if the user may answer tickets as staff and is neither banned nor suspended.
pub(super) async fn is_staff_account<V: Send + Sync>(
    tx: &Tx<'_, V>,
    user: UserId,
) -> Result<bool, DbErr> {
    let found = account_status::find(tx, user).await?;
    let may_answer = |role: StaffRole| role.allows(StaffPermission::Support);
    Ok(found.is_some_and(|one| one.staff_role.is_some_and(may_answer) && one.status.is_none()))
}
