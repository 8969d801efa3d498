//! HTTP route of the password change.

use super::rules::{self, PasswordChangeForm};
use crate::accounts::IdentityHost;
use axum::response::AppendHeaders;
use http::{HeaderName, HeaderValue, header};
use platform::api::ApiRouter;
use platform::extract::Json;
use platform::language;
use platform::problem::ProblemDocument;
use platform::{Problem, Scope, Services, SignedIn, routes};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

const PASSWORD_CHANGED_MESSAGE: &str = "Your password has been changed.";

pub fn routes() -> ApiRouter<Services> {
    ApiRouter::new().routes(routes!(change_password))
}

/// The current password, and the new one twice.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct PasswordChange {
    #[serde(default)]
    current_password: String,
    #[serde(default)]
    new_password: String,
    #[serde(default)]
    confirm_password: String,
    /// Ends all other sessions; true by default.
    #[serde(default = "default_true")]
    sign_out_others: bool,
}

const fn default_true() -> bool {
    true
}

/// Result of a password change.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct PasswordChangeResult {
    #[serde(serialize_with = "language::localized")]
    message: &'static str,
}

type NewCookie = AppendHeaders<Option<(HeaderName, HeaderValue)>>;

/// Changes the viewer's password.
#[utoipa::path(
    post,
    path = "/identity/password/change",
    operation_id = "changePassword",
    tag = "accounts",
    request_body = PasswordChange,
    responses((status = 200, body = PasswordChangeResult), (status = "4XX", body = ProblemDocument))
)]
#[tracing::instrument(name = "accounts.change_password", skip_all)]
async fn change_password(
    _: IdentityHost,
    mut scope: Scope<SignedIn>,
    Json(body): Json<PasswordChange>,
) -> Result<(NewCookie, Json<PasswordChangeResult>), Problem> {
    let change = PasswordChangeForm {
        current: body.current_password,
        new: body.new_password,
        again: body.confirm_password,
        sign_out_others: body.sign_out_others,
    };
    let cookie = rules::change(&mut scope, change).await?;
    let cookie = AppendHeaders(cookie.map(|cookie| (header::SET_COOKIE, cookie)));
    Ok((cookie, Json(PasswordChangeResult { message: PASSWORD_CHANGED_MESSAGE })))
}
