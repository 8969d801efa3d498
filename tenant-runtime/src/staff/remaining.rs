//! Ensures that at least one administrator remains (G-091).

use super::error::StaffError;
use platform::staff::StaffRole;
use platform::{Tx, UserId};
use sea_orm::{DbBackend, DbErr, FromQueryResult};

#[derive(FromQueryResult)]
struct StaffRow {
    id: UserId,
    account_status: String,
    status: Option<String>,
    marked_unverified: bool,
    is_leaving: bool,
    staff_role: String,
}

impl StaffRow {
    /// True if the account can act, and is not being deleted.
    fn can_act(&self) -> bool {
        self.account_status == "active"
            && self.status.is_none()
            && !self.marked_unverified
            && !self.is_leaving
    }

    fn is_administrator(&self) -> bool {
        self.staff_role == StaffRole::Administrator.name()
    }
}

/// Staff who can act. Locks the rows of staff until the transaction ends, so that two cannot leave
/// at once, each relying on the other. SQLite has a single writer; PostgreSQL needs the row locks.
async fn lock_acting_staff<V: Send + Sync>(tx: &Tx<'_, V>) -> Result<Vec<StaffRow>, DbErr> {
    const SQL: &str = "SELECT id, account_status, status, marked_unverified, staff_role, \
         deletion_due_at IS NOT NULL AS is_leaving FROM users WHERE is_staff ORDER BY id";
    let lock = if tx.backend() == DbBackend::Postgres { " FOR UPDATE" } else { "" };
    let mut rows = tx.raw(&format!("{SQL}{lock}"), vec![]).all::<StaffRow>().await?;
    rows.retain(StaffRow::can_act);
    Ok(rows)
}

/// Returns true if the user is the only administrator who can act.
///
/// # Errors
/// Database errors.
pub async fn is_last<V: Send + Sync>(tx: &Tx<'_, V>, user: UserId) -> Result<bool, DbErr> {
    let mut administrators = lock_acting_staff(tx).await?;
    administrators.retain(StaffRow::is_administrator);
    Ok(administrators.iter().map(|row| row.id).eq([user]))
}

/// Checks that an administrator remains without the user.
pub(super) async fn check<V: Send + Sync>(tx: &Tx<'_, V>, user: UserId) -> Result<(), StaffError> {
    let staff = lock_acting_staff(tx).await?;
    let administrators = staff.iter().filter(|row| row.is_administrator()).map(|row| row.id);
    if !administrators.eq([user]) {
        return Ok(());
    }
    Err(if staff.len() == 1 { StaffError::LastStaff } else { StaffError::LastAdministrator })
}
