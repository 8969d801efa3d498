//! HTTP routes of step-up authentication.

use super::rules::{self, StepUpEvidence};
use crate::accounts::answers::{SetCookies, session_cookies};
use crate::accounts::{IdentityHost, passkeys};
use http::StatusCode;
use platform::api::ApiRouter;
use platform::extract::Json;
use platform::problem::ProblemDocument;
use platform::{AccountViewer, MainHost, Problem, Scope, Services, SignedIn, routes};
use serde::Deserialize;
use utoipa::ToSchema;

pub fn routes() -> ApiRouter<Services> {
    ApiRouter::new().routes(routes!(confirm_identity)).routes(routes!(start_passkey))
}

/// One of three credentials. A user with a second factor must use that.
#[derive(Deserialize, ToSchema, Default)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
struct StepUpProof {
    password: Option<String>,
    /// Code of the authenticator app, or a backup code.
    code: Option<String>,
    /// Response of the authenticator.
    #[schema(value_type = Option<Object>)]
    assertion: Option<passkeys::Assertion>,
}

/// Authenticates again. The session continues with a new token.
#[utoipa::path(
    post,
    path = "/identity/prove",
    operation_id = "confirmIdentity",
    tag = "accounts",
    request_body = StepUpProof,
    responses((status = 204), (status = "4XX", body = ProblemDocument))
)]
#[tracing::instrument(name = "accounts.prove", skip_all)]
async fn confirm_identity(
    _: IdentityHost,
    mut scope: Scope<SignedIn>,
    Json(body): Json<StepUpProof>,
) -> Result<(StatusCode, SetCookies<2>), Problem> {
    let given = StepUpEvidence::read(scope.site(), body.password, body.code, body.assertion)?;
    let renewed = rules::verify_credential(&mut scope, given).await?;
    Ok((StatusCode::NO_CONTENT, session_cookies(&scope, &renewed)))
}

/// Returns the challenge for the authenticator; on the main site.
#[utoipa::path(
    post,
    path = "/identity/prove/passkey",
    operation_id = "startIdentityPasskey",
    tag = "accounts",
    responses((status = 200, body = Object), (status = "4XX", body = ProblemDocument))
)]
#[tracing::instrument(name = "accounts.ask_proof_passkey", skip_all)]
async fn start_passkey(
    _: MainHost,
    mut scope: Scope<SignedIn>,
) -> Result<Json<serde_json::Value>, Problem> {
    let (user, session) = (scope.viewer().id(), scope.viewer().session());
    Ok(Json(
        passkeys::begin_challenge(
            &mut scope,
            &passkeys::CeremonyBinding::for_step_up(session),
            user,
        )
        .await?,
    ))
}
