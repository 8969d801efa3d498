//! HTTP routes to request a link, and to set a new password with it.

use super::link_owner;
use super::rules::{self, NewPassword};
use crate::accounts::IdentityHost;
use crate::accounts::answers::{SetCookies, SomeCookies, set_cookies, some_cookies};
use platform::api::ApiRouter;
use platform::extract::Json;
use platform::language;
use platform::problem::ProblemDocument;
use platform::{Problem, Scope, Services, Visitor, routes, sessions};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

const LINK_SENT_MESSAGE: &str =
    "If an account uses this address, a link to choose a new password is on its way.";
const PASSWORD_CHANGED_MESSAGE: &str =
    "Your password has been changed. Please sign in with the new one.";

pub fn routes() -> ApiRouter<Services> {
    ApiRouter::new()
        .routes(routes!(request_reset))
        .routes(routes!(check_reset_link))
        .routes(routes!(reset_password))
}

/// Email address of the account.
#[derive(Deserialize, ToSchema, Default)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
struct RecoveryRequest {
    email: String,
}

/// Message to the user.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct RecoveryMessage {
    #[serde(serialize_with = "language::localized")]
    message: &'static str,
}

/// Mails a link to set a new password. The response is the same whether or not the account exists.
#[utoipa::path(
    post,
    path = "/identity/password/forgot",
    operation_id = "requestPasswordReset",
    tag = "accounts",
    request_body = RecoveryRequest,
    responses((status = 200, body = RecoveryMessage), (status = "4XX", body = ProblemDocument))
)]
#[tracing::instrument(name = "accounts.recover_password", skip_all)]
async fn request_reset(
    _: IdentityHost,
    mut scope: Scope<Visitor>,
    Json(body): Json<RecoveryRequest>,
) -> Result<(SomeCookies, Json<RecoveryMessage>), Problem> {
    let device = rules::request_reset(&mut scope, &body.email).await?;
    Ok((some_cookies(Vec::from_iter(device)), Json(RecoveryMessage { message: LINK_SENT_MESSAGE })))
}

/// The token of a mailed link.
#[derive(Deserialize, ToSchema, Default)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
struct RecoveryLink {
    token: String,
}

/// The account of a mailed link.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct RecoveryLinkOwner {
    email: String,
}

/// Returns the account of a mailed link, without consuming the link.
#[utoipa::path(
    post,
    path = "/identity/password/reset-link",
    operation_id = "checkPasswordResetLink",
    tag = "accounts",
    request_body = RecoveryLink,
    responses((status = 200, body = RecoveryLinkOwner), (status = "4XX", body = ProblemDocument))
)]
#[tracing::instrument(name = "accounts.read_recovery_link", skip_all)]
async fn check_reset_link(
    _: IdentityHost,
    scope: Scope<Visitor>,
    Json(body): Json<RecoveryLink>,
) -> Result<Json<RecoveryLinkOwner>, Problem> {
    let email = link_owner::email_of(&scope, &body.token).await?;
    Ok(Json(RecoveryLinkOwner { email }))
}

/// The link's token, and the new password twice.
#[derive(Deserialize, ToSchema, Default)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
struct RecoveryConfirmation {
    token: String,
    password: String,
    confirm_password: String,
}

/// Sets a new password with a mailed link, and ends all sessions. Does not sign in.
#[utoipa::path(
    post,
    path = "/identity/password/reset",
    operation_id = "resetPassword",
    tag = "accounts",
    request_body = RecoveryConfirmation,
    responses((status = 200, body = RecoveryMessage), (status = "4XX", body = ProblemDocument))
)]
#[tracing::instrument(name = "accounts.confirm_recovery", skip_all)]
async fn reset_password(
    _: IdentityHost,
    mut scope: Scope<Visitor>,
    Json(body): Json<RecoveryConfirmation>,
) -> Result<(SetCookies<2>, Json<RecoveryMessage>), Problem> {
    let new =
        NewPassword { token: body.token, password: body.password, again: body.confirm_password };
    rules::reset_password(&mut scope, new).await?;
    // The session of this browser, if any, has ended with the others.
    let cleared = sessions::cleared_cookies(scope.facts().secure);
    Ok((set_cookies(cleared), Json(RecoveryMessage { message: PASSWORD_CHANGED_MESSAGE })))
}
