//! The accounts with staff status, for the operator.

use crate::sql::SqlReader;
use chrono::{DateTime, Utc};
use platform::staff::StaffRole;
use platform::{Scope, System, UserId};
use sea_orm::{DbErr, FromQueryResult};
use serde::Serialize;

/// A member of staff.
#[derive(Debug, Clone, FromQueryResult, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct StaffAccount {
    /// Id of the account.
    pub id: UserId,
    /// Email address.
    #[serde(serialize_with = "super::addresses::serialize_readable")]
    pub email: String,
    /// First name.
    pub first_name: String,
    /// Last name.
    pub last_name: String,
    /// `administrator`, `moderator`, `support` or `analyst`.
    pub staff_role: String,
    /// `active` or `paused`.
    pub account_status: String,
    /// `banned` or `suspended`.
    pub status: Option<String>,
    /// An authenticator app is set up.
    pub has_totp: bool,
    /// Number of passkeys.
    pub passkeys: i64,
    /// Last sign-in.
    pub last_login: Option<DateTime<Utc>>,
}

/// Number of members of staff by role.
pub const STAFF_BY_ROLE_SQL: &str =
    "SELECT staff_role, COUNT(*) AS members FROM users WHERE is_staff GROUP BY staff_role";

/// All members of staff, by name.
///
/// # Errors
/// Database errors.
pub async fn list_staff(scope: &Scope<System>) -> Result<Vec<StaffAccount>, DbErr> {
    const SQL: &str = "SELECT u.id, u.email, u.first_name, u.last_name, u.staff_role, u.account_status, u.status, \
         u.last_login, COALESCE(f.has_totp, FALSE) AS has_totp, \
         (SELECT COUNT(*) FROM passkeys k WHERE k.user_id = u.id) AS passkeys \
         FROM users u LEFT JOIN user_mfa_settings f ON f.user_id = u.id \
         WHERE u.is_staff ORDER BY u.last_name, u.first_name, u.id";
    scope.raw(SQL, vec![]).all().await
}

/// The administrators who are not banned or suspended. One query.
///
/// # Errors
/// Database errors.
pub async fn administrators(reads: &impl SqlReader) -> Result<Vec<UserId>, DbErr> {
    #[derive(FromQueryResult)]
    struct AdministratorRow {
        id: UserId,
    }
    const SQL: &str =
        "SELECT id FROM users WHERE is_staff AND staff_role = $1 AND status IS NULL ORDER BY id";
    let values = vec![StaffRole::Administrator.name().into()];
    let rows = reads.sql(SQL, values).all::<AdministratorRow>().await?;
    Ok(rows.into_iter().map(|row| row.id).collect())
}
