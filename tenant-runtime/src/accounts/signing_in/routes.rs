//! HTTP route to sign in.

use super::outcome::{self, LoggedIn, Shown};
use super::rules::{self, Attempt};
use crate::accounts::IdentityHost;
use crate::accounts::answers::SomeCookies;
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
    let attempt = Attempt::read(&body.email, body.password)?;
    let user = rules::log_in(&mut scope, &attempt).await?;
    let shown = Shown { user, email: attempt.email, how: "pwd" };
    let (cookies, logged_in) = outcome::finish(&mut scope, shown, body.stay_signed_in).await?;
    Ok((cookies, Json(logged_in)))
}
