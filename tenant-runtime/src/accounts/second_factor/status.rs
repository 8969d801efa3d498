//! Second factors of an account and their requirement, in one statement.

use super::policy::Policy;
use chrono::{DateTime, Utc};
use platform::affiliations::role_ids_sql;
use platform::db::{JsonSelect, JsonType};
use platform::{Scope, Services, Tx, UserId};
use sea_orm::prelude::Json;
use sea_orm::{DbErr, FromQueryResult};
use serde::Deserialize;

/// Second factor status of an account.
#[derive(Debug, Clone)]
pub struct FactorStatus {
    /// Email address, for authenticator apps and notices.
    pub email: String,
    /// First name of the owner.
    pub first_name: String,
    /// An authenticator app is set up.
    pub has_totp: bool,
    /// When it was set up.
    pub enrolled_at: Option<DateTime<Utc>>,
    /// Last use of a second factor.
    pub last_used: Option<DateTime<Utc>>,
    /// Number of unused backup codes.
    pub codes_left: i64,
    /// Number of passkeys.
    pub passkeys: i64,
    /// Second factors are used and can be set up.
    pub is_offered: bool,
    /// All users, or this account, must have one.
    pub is_required: bool,
    /// When signing in without one stops working.
    pub enforced_from: Option<DateTime<Utc>>,
}

impl FactorStatus {
    /// Returns true if a sign-in needs a second factor.
    #[must_use]
    pub const fn is_challenged(&self) -> bool {
        self.is_offered && self.has_totp
    }

    /// Returns true if a second factor must be set up during the sign-in, unless a passkey can be
    /// used.
    #[must_use]
    pub fn must_enrol(&self, now: DateTime<Utc>) -> bool {
        self.is_offered && !self.has_totp && self.enforced_from.is_some_and(|from| from <= now)
    }
}

/// Data from which the status is derived.
#[derive(Debug, FromQueryResult, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct FactorFacts {
    email: String,
    first_name: String,
    is_staff: bool,
    joined_date: DateTime<Utc>,
    has_totp: Option<bool>,
    totp_enrolled_at: Option<DateTime<Utc>>,
    is_required: Option<bool>,
    last_used: Option<DateTime<Utc>>,
    codes_left: i64,
    passkeys: i64,
    policy: Option<Json>,
    /// The user administers an affiliation.
    is_affiliation_admin: bool,
}

/// SQL for [`FactorFacts`] of the user `$1`.
fn facts_sql() -> String {
    let is_admin = is_affiliation_admin_sql();
    format!(
        "SELECT u.email, u.first_name, u.is_staff, u.joined_date, m.has_totp, \
     m.totp_enrolled_at, m.is_required, m.last_used, s.value AS policy, \
     (SELECT COUNT(*) FROM mfa_backup_codes b WHERE b.user_id = u.id) AS codes_left, \
     (SELECT COUNT(*) FROM passkeys p WHERE p.user_id = u.id) AS passkeys, \
     {is_admin} AS is_affiliation_admin \
     FROM users u LEFT JOIN user_mfa_settings m ON m.user_id = u.id \
     LEFT JOIN system_settings s ON s.key = 'mfa' WHERE u.id = $1"
    )
}

/// SQL condition that `u` has a role in an affiliation.
fn is_affiliation_admin_sql() -> String {
    format!("EXISTS {}", role_ids_sql("u.id"))
}

/// SQL for [`FactorFacts`], selected together with the user.
#[must_use]
pub fn factors_sql(select: &JsonSelect) -> String {
    const FROM: &str = "users me LEFT JOIN user_mfa_settings m ON m.user_id = me.id \
         LEFT JOIN system_settings s ON s.key = 'mfa' WHERE me.id = u.id";
    let found = select.json_object(&[
        ("email", JsonType::Plain, "u.email"),
        ("firstName", JsonType::Plain, "u.first_name"),
        ("isStaff", JsonType::Flag, "u.is_staff"),
        ("joinedDate", JsonType::Plain, "u.joined_date"),
        ("hasTotp", JsonType::Flag, "m.has_totp"),
        ("totpEnrolledAt", JsonType::Plain, "m.totp_enrolled_at"),
        ("isRequired", JsonType::Flag, "m.is_required"),
        ("lastUsed", JsonType::Plain, "m.last_used"),
        (
            "codesLeft",
            JsonType::Plain,
            "(SELECT COUNT(*) FROM mfa_backup_codes b WHERE b.user_id = u.id)",
        ),
        ("passkeys", JsonType::Plain, "(SELECT COUNT(*) FROM passkeys p WHERE p.user_id = u.id)"),
        ("policy", JsonType::Json, "s.value"),
        ("isAffiliationAdmin", JsonType::Flag, &is_affiliation_admin_sql()),
    ]);
    select.json_one(&found, FROM)
}

/// Second factor status of an account.
///
/// # Errors
/// Database errors.
pub async fn find_status<V>(scope: &Scope<V>, user: UserId) -> Result<Option<FactorStatus>, DbErr> {
    let found = scope.raw(&facts_sql(), vec![user.uuid().into()]).one::<FactorFacts>().await?;
    Ok(found.map(|found| FactorStatus::from_facts(found, scope.services())))
}

/// Like [`find_status`], in a transaction.
pub(super) async fn status_of<V>(
    tx: &Tx<'_, V>,
    user: UserId,
) -> Result<Option<FactorStatus>, DbErr> {
    let found = tx.raw(&facts_sql(), vec![user.uuid().into()]).one::<FactorFacts>().await?;
    Ok(found.map(|found| FactorStatus::from_facts(found, tx.services())))
}

impl FactorStatus {
    /// Admins and staff can affect others, so they need two factors at once, and so do accounts of
    /// which staff require it. All others have the grace period of the policy.
    pub(super) fn from_facts(found: FactorFacts, services: &Services) -> Self {
        let is_admin = found.is_staff || found.is_affiliation_admin;
        let must_as_admin = is_admin && services.config().admins_need_second_factor();
        let must = must_as_admin || found.is_required.unwrap_or(false);
        let policy: Policy =
            found.policy.and_then(|value| serde_json::from_value(value).ok()).unwrap_or_default();
        let enforced_from =
            if must { Some(found.joined_date) } else { policy.enforced_from(found.joined_date) };
        Self {
            email: found.email,
            first_name: found.first_name,
            has_totp: found.has_totp.unwrap_or(false),
            enrolled_at: found.totp_enrolled_at,
            last_used: found.last_used,
            codes_left: found.codes_left,
            passkeys: found.passkeys,
            is_offered: policy.applies_to(found.is_staff || must),
            is_required: enforced_from.is_some(),
            enforced_from,
        }
    }
}
