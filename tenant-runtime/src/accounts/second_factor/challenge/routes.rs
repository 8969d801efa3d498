//! HTTP routes to complete a sign-in.

use super::redeem::{self, CompletedSignIn, SubmittedFactor};
use super::{enrol, store};
use crate::accounts::answers::{SetCookies, set_cookies};
use crate::accounts::second_factor::error::SecondFactorError;
use crate::accounts::second_factor::routes::TotpSeed;
use crate::accounts::sign_in::SignInResult;
use crate::accounts::{IdentityHost, assertion, device, passkeys};
use platform::api::ApiRouter;
use platform::extract::Json;
use platform::problem::ProblemDocument;
use platform::{MainHost, Problem, Scope, Services, UserId, Visitor, routes};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

pub(in crate::accounts::second_factor) fn routes() -> ApiRouter<Services> {
    ApiRouter::new()
        .routes(routes!(answer_challenge))
        .routes(routes!(start_passkey))
        .routes(routes!(begin_enrolment))
        .routes(routes!(confirm_enrolment))
}

/// Second factor: a `code`, a `backupCode` or an `assertion`.
#[derive(Deserialize, ToSchema, Default)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
struct SecondFactorProof {
    resolver: String,
    /// `totp`, `backup-code` or `passkey`; derived from the other fields if omitted.
    factor: Option<String>,
    code: Option<String>,
    backup_code: Option<String>,
    /// Response of the authenticator.
    #[schema(value_type = Option<Object>)]
    assertion: Option<passkeys::Assertion>,
}

/// Completes a sign-in with a second factor.
#[utoipa::path(
    post,
    path = "/identity/mfa",
    operation_id = "verifySecondFactor",
    tag = "second-factor",
    request_body = SecondFactorProof,
    responses((status = 200, body = SignInResult), (status = "4XX", body = ProblemDocument))
)]
#[tracing::instrument(name = "second_factor.answer", skip_all)]
async fn answer_challenge(
    _: IdentityHost,
    mut scope: Scope<Visitor>,
    Json(body): Json<SecondFactorProof>,
) -> Result<(SetCookies<2>, Json<SignInResult>), Problem> {
    let given = SubmittedFactor {
        factor: body.factor,
        code: body.code,
        backup_code: body.backup_code,
        assertion: body.assertion,
    };
    let answer = redeem::read(scope.site(), given)?;
    let whole = redeem::redeem(&mut scope, &body.resolver, answer).await?;
    let (cookies, id_token) = verify_proof(&scope, &whole)?;
    Ok((cookies, Json(SignInResult::Success { id_token, uid: whole.user })))
}

fn verify_proof(
    scope: &Scope<Visitor>,
    whole: &CompletedSignIn,
) -> Result<(SetCookies<2>, String), Problem> {
    let shown = assertion::AuthMethods { amr: whole.amr.clone(), aal: 2 };
    let proof = assertion::issue_for(scope, whole.user, whole.stay, shown)?;
    let device = device::mark_known(scope.services(), scope.facts(), &whole.email)?;
    Ok((set_cookies([proof.cookie, device.cookie]), proof.id_token))
}

/// Reference to a pending sign-in.
#[derive(Deserialize, ToSchema, Default)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
struct PendingSignIn {
    resolver: String,
}

/// Returns the challenge for the authenticator; on the main site.
#[utoipa::path(
    post,
    path = "/identity/mfa/passkey",
    operation_id = "startSecondFactorPasskey",
    tag = "second-factor",
    request_body = PendingSignIn,
    responses((status = 200, body = Object), (status = "4XX", body = ProblemDocument))
)]
#[tracing::instrument(name = "second_factor.ask_passkey", skip_all)]
async fn start_passkey(
    _: MainHost,
    mut scope: Scope<Visitor>,
    Json(body): Json<PendingSignIn>,
) -> Result<Json<serde_json::Value>, Problem> {
    let over = || SecondFactorError::ChallengeOver;
    let asker = store::challenge_client(&scope, &body.resolver).ok_or_else(over)?;
    let waiting =
        store::find(&scope, &asker, store::ChallengePurpose::SignIn).await?.ok_or_else(over)?;
    let asker = passkeys::CeremonyBinding::for_second_factor(asker.resolver_hash());
    Ok(Json(passkeys::begin_challenge(&mut scope, &asker, waiting.user_id).await?))
}

/// Returns a new TOTP secret to a user who cannot sign in without a second factor.
#[utoipa::path(
    post,
    path = "/identity/mfa/enrol",
    operation_id = "startRequiredTotpEnrolment",
    tag = "second-factor",
    request_body = PendingSignIn,
    responses((status = 200, body = TotpSeed), (status = "4XX", body = ProblemDocument))
)]
#[tracing::instrument(name = "second_factor.begin_forced", skip_all)]
async fn begin_enrolment(
    _: IdentityHost,
    mut scope: Scope<Visitor>,
    Json(body): Json<PendingSignIn>,
) -> Result<Json<TotpSeed>, Problem> {
    let handed = enrol::begin(&mut scope, &body.resolver).await?;
    Ok(Json(TotpSeed { secret: handed.secret, otpauth_uri: handed.uri }))
}

/// First code of the app.
#[derive(Deserialize, ToSchema, Default)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
struct RequiredTotpConfirmation {
    resolver: String,
    code: String,
}

/// The new second factor, and the idToken to open a session.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct TotpEnrolmentResult {
    /// `success`.
    outcome: &'static str,
    id_token: String,
    uid: UserId,
    /// Ten codes of eight digits, shown only once.
    backup_codes: Vec<String>,
}

/// Sets up the second factor and completes the sign-in.
#[utoipa::path(
    post,
    path = "/identity/mfa/enrol/confirm",
    operation_id = "confirmRequiredTotpEnrolment",
    tag = "second-factor",
    request_body = RequiredTotpConfirmation,
    responses((status = 200, body = TotpEnrolmentResult), (status = "4XX", body = ProblemDocument))
)]
#[tracing::instrument(name = "second_factor.confirm_forced", skip_all)]
async fn confirm_enrolment(
    _: IdentityHost,
    mut scope: Scope<Visitor>,
    Json(body): Json<RequiredTotpConfirmation>,
) -> Result<(SetCookies<2>, Json<TotpEnrolmentResult>), Problem> {
    let (whole, backup_codes) = enrol::confirm(&mut scope, &body.resolver, &body.code).await?;
    let (cookies, id_token) = verify_proof(&scope, &whole)?;
    let enrolled =
        TotpEnrolmentResult { outcome: "success", id_token, uid: whole.user, backup_codes };
    Ok((cookies, Json(enrolled)))
}
