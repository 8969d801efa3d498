//! HTTP route to sign in.

use super::outcome::{self, LoggedIn, Shown};
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
#[schema(as = PasswordSignIn)]
struct LogIn {
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
    request_body = LogIn,
    responses((status = 200, body = LoggedIn), (status = "4XX", body = ProblemDocument))
)]
#[tracing::instrument(name = "accounts.log_in", skip_all)]
async fn log_in(
    _: IdentityHost,
    mut scope: Scope<Visitor>,
    Json(body): Json<LogIn>,
) -> Result<(SomeCookies, Json<LoggedIn>), Problem> {
    let result = check_password(&mut scope, body).await;
    sign_in_count::record("password", result.as_ref().map(|(_, logged_in)| logged_in));
    result.map(|(cookies, logged_in)| (cookies, Json(logged_in)))
}

async fn check_password(
    scope: &mut Scope<Visitor>,
    body: LogIn,
) -> Result<(SomeCookies, LoggedIn), Problem> {
    let attempt = Attempt::read(&body.email, body.password)?;
    let user = rules::log_in(scope, &attempt).await?;
    let shown = Shown { user, email: attempt.email, how: "pwd" };
    Ok(outcome::finish(scope, shown, body.stay_signed_in).await?)
}
