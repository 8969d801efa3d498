//! HTTP route to sign in.

use super::outcome::{self, FirstFactor, SignInResult};
use super::rules::{self, Attempt};
use crate::accounts::IdentityHost;
use crate::accounts::answers::SomeCookies;
use crate::accounts::sign_in_count;
use platform::api::ApiRouter;
use platform::extract::Json;
use platform::problem::ProblemDocument;
use platform::{Problem, Scope, Services, Visitor, routes};
use serde::Deserialize;
use utoipa::ToSchema;

pub fn routes() -> ApiRouter<Services> {
    ApiRouter::new().routes(routes!(log_in))
}

/// The sign-in form.
#[derive(Deserialize, ToSchema, Default)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
struct PasswordSignIn {
    email: String,
    password: String,
    /// "Stay signed in" was ticked.
    stay_signed_in: bool,
}

/// Exchanges an email address and a password for an idToken, or requests a second factor.
#[utoipa::path(
    post,
    path = "/identity/login",
    operation_id = "signInWithPassword",
    tag = "accounts",
    request_body = PasswordSignIn,
    responses((status = 200, body = SignInResult), (status = "4XX", body = ProblemDocument))
)]
#[tracing::instrument(name = "accounts.log_in", skip_all)]
async fn log_in(
    _: IdentityHost,
    mut scope: Scope<Visitor>,
    Json(body): Json<PasswordSignIn>,
) -> Result<(SomeCookies, Json<SignInResult>), Problem> {
    let result = check_password(&mut scope, body).await;
    sign_in_count::record("password", result.as_ref().map(|(_, logged_in)| logged_in));
    result.map(|(cookies, logged_in)| (cookies, Json(logged_in)))
}

async fn check_password(
    scope: &mut Scope<Visitor>,
    body: PasswordSignIn,
) -> Result<(SomeCookies, SignInResult), Problem> {
    let attempt = Attempt::read(&body.email, body.password)?;
    let user = rules::log_in(scope, &attempt).await?;
    let shown = FirstFactor { user, email: attempt.email, how: "pwd" };
    Ok(outcome::finish_sign_in(scope, shown, body.stay_signed_in).await?)
}
