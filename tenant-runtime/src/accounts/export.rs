//! Authentication data in a user's export, without secrets.

use crate::sql::SqlReader;
use chrono::{DateTime, Utc};
use platform::UserId;
use sea_orm::{DbErr, FromQueryResult};
use serde::Serialize;
use serde_json::{Value, json};

#[derive(FromQueryResult, Serialize)]
#[serde(rename_all = "camelCase")]
struct PasswordRecord {
    changed_at: DateTime<Utc>,
}

#[derive(FromQueryResult, Serialize)]
#[serde(rename_all = "camelCase")]
struct SecondFactor {
    has_totp: bool,
    totp_enrolled_at: Option<DateTime<Utc>>,
    is_required: bool,
    last_used: Option<DateTime<Utc>>,
    backup_codes_left: i64,
}

#[derive(FromQueryResult, Serialize)]
#[serde(rename_all = "camelCase")]
struct Passkey {
    name: String,
    created_at: DateTime<Utc>,
    last_used_at: Option<DateTime<Utc>>,
}

#[derive(FromQueryResult, Serialize)]
#[serde(rename_all = "camelCase")]
struct ConnectedIssuer {
    issuer: String,
    email: String,
    created_at: DateTime<Utc>,
    last_used_at: DateTime<Utc>,
}

#[derive(FromQueryResult, Serialize)]
#[serde(rename_all = "camelCase")]
struct CodeUsed {
    invite_code: String,
    user_email: String,
    used_at: DateTime<Utc>,
}

#[derive(FromQueryResult, Serialize)]
#[serde(rename_all = "camelCase")]
struct CodeIssued {
    code: String,
    is_active: bool,
    max_uses: Option<i64>,
    usage_count: i64,
    created_at: DateTime<Utc>,
    expires_at: Option<DateTime<Utc>>,
}

/// Time of the last password change, second factors, connected accounts and invite codes of a user.
/// 6 queries.
///
/// # Errors
/// Database errors.
pub async fn export_of(reads: &impl SqlReader, user: UserId) -> Result<Value, DbErr> {
    const PASSWORD_SQL: &str = "SELECT changed_at FROM credentials WHERE user_id = $1";
    const SECOND_FACTOR_SQL: &str = "SELECT has_totp, totp_enrolled_at, is_required, last_used, \
         (SELECT COUNT(*) FROM mfa_backup_codes b WHERE b.user_id = $1) AS backup_codes_left \
         FROM user_mfa_settings WHERE user_id = $1";
    const PASSKEYS_SQL: &str = "SELECT name, created_at, last_used_at FROM passkeys \
         WHERE user_id = $1 ORDER BY created_at, id";
    const CONNECTED_ISSUERS_SQL: &str = "SELECT issuer, email, created_at, last_used_at \
         FROM federated_identities WHERE user_id = $1 ORDER BY created_at";
    const USED_CODES_SQL: &str = "SELECT invite_code, user_email, used_at FROM invite_code_usage \
         WHERE user_id = $1 ORDER BY used_at, id";
    const ISSUED_CODES_SQL: &str = "SELECT code, is_active, max_uses, usage_count, created_at, expires_at \
         FROM invite_codes WHERE created_by = $1 ORDER BY created_at, id";
    let of = || vec![user.into()];
    Ok(json!({
        "password": reads.sql(PASSWORD_SQL, of()).one::<PasswordRecord>().await?,
        "secondFactor": reads.sql(SECOND_FACTOR_SQL, of()).one::<SecondFactor>().await?,
        "passkeys": reads.sql(PASSKEYS_SQL, of()).all::<Passkey>().await?,
        "connectedAccounts": reads.sql(CONNECTED_ISSUERS_SQL, of()).all::<ConnectedIssuer>().await?,
        "inviteCodesUsed": reads.sql(USED_CODES_SQL, of()).all::<CodeUsed>().await?,
        "inviteCodesIssued": reads.sql(ISSUED_CODES_SQL, of()).all::<CodeIssued>().await?,
    }))
}
