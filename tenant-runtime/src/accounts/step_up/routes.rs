//! The call that proves it.

use super::rules::{self, Given};
use crate::accounts::answers::{SetCookies, session_cookies};
use crate::accounts::{IdentityHost, passkeys};
use http::StatusCode;
use platform::api::ApiRouter;
use platform::extract::Json;
use platform::problem::ProblemDocument;
use platform::{Identified, MainHost, Problem, Scope, Services, SignedIn, routes};
use serde::Deserialize;
use utoipa::ToSchema;

pub fn routes() -> ApiRouter<Services> {
    ApiRouter::new().routes(routes!(prove)).routes(routes!(ask_passkey))
}

/// What is shown: one of the three. Who has a second factor shows that.
#[derive(Deserialize, ToSchema, Default)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
struct Prove {
    password: Option<String>,
    /// Of the authenticator app, or a backup code.
    code: Option<String>,
    /// What the authenticator answered.
    #[schema(value_type = Option<Object>)]
    assertion: Option<passkeys::Assertion>,
}

/// Shows again who one is. The session goes on with a new token.
#[utoipa::path(
    post,
    path = "/identity/prove",
    operation_id = "prove",
    tag = "accounts",
    request_body = Prove,
    responses((status = 204), (status = "4XX", body = ProblemDocument))
)]
#[tracing::instrument(name = "accounts.prove", skip_all)]
async fn prove(
    _: IdentityHost,
    mut scope: Scope<SignedIn>,
    Json(body): Json<Prove>,
) -> Result<(StatusCode, SetCookies<2>), Problem> {
    let given = Given::read(scope.door(), body.password, body.code, body.assertion)?;
    let renewed = rules::prove(&mut scope, given).await?;
    Ok((StatusCode::NO_CONTENT, session_cookies(&scope, &renewed)))
}

/// What to ask the authenticator, on main.
#[utoipa::path(
    post,
    path = "/identity/prove/passkey",
    operation_id = "askProofPasskey",
    tag = "accounts",
    responses((status = 200, body = Object), (status = "4XX", body = ProblemDocument))
)]
#[tracing::instrument(name = "accounts.ask_proof_passkey", skip_all)]
async fn ask_passkey(
    _: MainHost,
    mut scope: Scope<SignedIn>,
) -> Result<Json<serde_json::Value>, Problem> {
    let (user, session) = (scope.viewer().id(), scope.viewer().session());
    Ok(Json(passkeys::ask(&mut scope, &passkeys::Asker::proof(session), user).await?))
}
