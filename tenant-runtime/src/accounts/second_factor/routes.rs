//! HTTP routes of the viewer's second factor.

use super::rules;
use super::status::{FactorFacts, FactorStatus};
use crate::accounts::IdentityHost;
use crate::accounts::answers::{SetCookies, session_cookies};
use chrono::{DateTime, Utc};
use http::StatusCode;
use platform::api::ApiRouter;
use platform::extract::Json;
use platform::problem::ProblemDocument;
use platform::{Problem, Scope, Services, SignedIn, routes};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

pub(super) fn routes() -> ApiRouter<Services> {
    ApiRouter::new()
        .routes(routes!(read))
        .routes(routes!(begin, remove))
        .routes(routes!(confirm))
        .routes(routes!(regenerate))
}

/// Status of a user's second factor.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SecondFactorState {
    /// An authenticator app is set up.
    has_totp: bool,
    totp_enrolled_at: Option<DateTime<Utc>>,
    last_used: Option<DateTime<Utc>>,
    backup_codes_left: i64,
    passkeys: i64,
    /// True if it can be set up.
    is_offered: bool,
    is_required: bool,
    /// When signing in without one stops working.
    enforced_from: Option<DateTime<Utc>>,
}

impl From<FactorStatus> for SecondFactorState {
    fn from(status: FactorStatus) -> Self {
        Self {
            has_totp: status.has_totp,
            totp_enrolled_at: status.enrolled_at,
            last_used: status.last_used,
            backup_codes_left: status.codes_left,
            passkeys: status.passkeys,
            is_offered: status.is_offered,
            is_required: status.is_required,
            enforced_from: status.enforced_from,
        }
    }
}

impl SecondFactorState {
    /// Converts data that was selected together with the user.
    #[must_use]
    pub fn from_facts(found: FactorFacts, services: &Services) -> Self {
        FactorStatus::from_facts(found, services).into()
    }
}

/// Returns the status of the viewer's second factor.
#[utoipa::path(
    get,
    path = "/me/mfa",
    operation_id = "getSecondFactorStatus",
    tag = "second-factor",
    responses((status = 200, body = SecondFactorState), (status = "4XX", body = ProblemDocument))
)]
#[tracing::instrument(name = "second_factor.read", skip_all)]
async fn read(scope: Scope<SignedIn>) -> Result<Json<SecondFactorState>, Problem> {
    Ok(Json(rules::read(&scope).await?.into()))
}

/// A TOTP secret for an authenticator app.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct TotpSeed {
    /// For typing, base32.
    pub secret: String,
    /// For a QR code.
    pub otpauth_uri: String,
}

/// Returns a new TOTP secret. Has no effect until it is confirmed with a code.
#[utoipa::path(
    post,
    path = "/me/mfa/totp",
    operation_id = "startTotpEnrolment",
    tag = "second-factor",
    responses((status = 200, body = TotpSeed), (status = "4XX", body = ProblemDocument))
)]
#[tracing::instrument(name = "second_factor.begin", skip_all)]
async fn begin(_: IdentityHost, mut scope: Scope<SignedIn>) -> Result<Json<TotpSeed>, Problem> {
    let handed = rules::begin(&mut scope).await?;
    Ok(Json(TotpSeed { secret: handed.secret, otpauth_uri: handed.uri }))
}

/// First code of the app.
#[derive(Deserialize, ToSchema, Default)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
struct TotpConfirmation {
    code: String,
}

/// Ten codes of eight digits, shown only once.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct BackupCodes {
    backup_codes: Vec<String>,
}

/// Sets up the second factor.
#[utoipa::path(
    post,
    path = "/me/mfa/totp/confirm",
    operation_id = "confirmTotpEnrolment",
    tag = "second-factor",
    request_body = TotpConfirmation,
    responses((status = 200, body = BackupCodes), (status = "4XX", body = ProblemDocument))
)]
#[tracing::instrument(name = "second_factor.confirm", skip_all)]
async fn confirm(
    _: IdentityHost,
    mut scope: Scope<SignedIn>,
    Json(body): Json<TotpConfirmation>,
) -> Result<(SetCookies<2>, Json<BackupCodes>), Problem> {
    let (backup_codes, renewed) = rules::confirm(&mut scope, &body.code).await?;
    Ok((session_cookies(&scope, &renewed), Json(BackupCodes { backup_codes })))
}

/// Turns off the second factor.
#[utoipa::path(
    delete,
    path = "/me/mfa/totp",
    operation_id = "removeTotp",
    tag = "second-factor",
    responses((status = 204), (status = "4XX", body = ProblemDocument))
)]
#[tracing::instrument(name = "second_factor.remove", skip_all)]
async fn remove(
    _: IdentityHost,
    mut scope: Scope<SignedIn>,
) -> Result<(StatusCode, SetCookies<2>), Problem> {
    let renewed = rules::remove(&mut scope).await?;
    Ok((StatusCode::NO_CONTENT, session_cookies(&scope, &renewed)))
}

/// Creates new backup codes; earlier ones stop working.
#[utoipa::path(
    post,
    path = "/me/mfa/backup-codes",
    operation_id = "regenerateBackupCodes",
    tag = "second-factor",
    responses((status = 200, body = BackupCodes), (status = "4XX", body = ProblemDocument))
)]
#[tracing::instrument(name = "second_factor.regenerate", skip_all)]
async fn regenerate(
    _: IdentityHost,
    mut scope: Scope<SignedIn>,
) -> Result<Json<BackupCodes>, Problem> {
    let backup_codes = rules::regenerate(&mut scope).await?;
    Ok(Json(BackupCodes { backup_codes }))
}
