//! The sign-in call.

use super::rules::{self, Attempt};
use crate::accounts::answers::{SetCookies, set_cookies};
use crate::accounts::{IdentityHost, assertion, device};
use platform::extract::Json;
use platform::problem::ProblemDocument;
use platform::{Problem, Scope, Services, UserId, Visitor};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

/// What can be asked.
pub fn routes() -> OpenApiRouter<Services> {
    OpenApiRouter::new().routes(routes!(log_in))
}

/// The sign-in form.
#[derive(Deserialize, ToSchema, Default)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
struct LogIn {
    email: String,
    password: String,
    /// "Stay signed in" was ticked.
    stay_signed_in: bool,
}

/// A password that was right, and the proof to open a session with.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct LoggedIn {
    /// `success`.
    outcome: &'static str,
    id_token: String,
    uid: UserId,
}

/// Turns an address and a password into an idToken.
#[utoipa::path(
    post,
    path = "/identity/login",
    operation_id = "login",
    tag = "accounts",
    request_body = LogIn,
    responses((status = 200, body = LoggedIn), (status = "4XX", body = ProblemDocument))
)]
#[tracing::instrument(name = "accounts.log_in", skip_all)]
async fn log_in(
    _: IdentityHost,
    mut scope: Scope<Visitor>,
    Json(body): Json<LogIn>,
) -> Result<(SetCookies<2>, Json<LoggedIn>), Problem> {
    let attempt = Attempt::read(&body.email, body.password)?;
    let uid = rules::log_in(&mut scope, &attempt).await?;
    let proof = assertion::issue(&scope, uid, body.stay_signed_in)?;
    let device = device::remember(scope.services(), scope.facts(), &attempt.email)?;
    let logged_in = LoggedIn { outcome: "success", id_token: proof.id_token, uid };
    Ok((set_cookies([proof.cookie, device]), Json(logged_in)))
}
