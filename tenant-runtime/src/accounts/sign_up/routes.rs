//! HTTP route of the sign-up.

use super::rules::{self, SignUpOutcome};
use crate::accounts::answers::{SomeCookies, some_cookies};
use crate::accounts::registration::SignUpForm;
use crate::accounts::{IdentityHost, assertion};
use http::StatusCode;
use platform::api::ApiRouter;
use platform::extract::Json;
use platform::problem::ProblemDocument;
use platform::{Problem, Scope, Services, UserId, Visitor, routes};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

pub fn routes() -> ApiRouter<Services> {
    ApiRouter::new().routes(routes!(join))
}

/// The sign-up form. Missing fields count as empty.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
#[derive(Default)]
#[schema(as = SignUpForm)]
struct Join {
    email: String,
    first_name: String,
    last_name: String,
    password: String,
    confirm_password: String,
    /// From the validation of the code, which is checked again.
    invite_code_id: String,
}

/// A new account, and the idToken to open its first session. Both are absent if the response must
/// not reveal whether the address had an account; the mail then explains how to continue.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct SignUpResult {
    uid: Option<UserId>,
    requires_verification: bool,
    id_token: Option<String>,
}

/// Creates an account with an invite code, and mails a link to verify the address.
#[utoipa::path(
    post,
    path = "/identity/join",
    operation_id = "createAccount",
    tag = "accounts",
    request_body = Join,
    responses((status = 201, body = SignUpResult), (status = "4XX", body = ProblemDocument))
)]
#[tracing::instrument(name = "accounts.join", skip_all)]
async fn join(
    _: IdentityHost,
    mut scope: Scope<Visitor>,
    Json(body): Json<Join>,
) -> Result<(StatusCode, SomeCookies, Json<SignUpResult>), Problem> {
    let form = SignUpForm {
        email: body.email,
        first_name: body.first_name,
        last_name: body.last_name,
        password: body.password,
        confirm_password: body.confirm_password,
    };
    let (cookies, uid, id_token) =
        match rules::sign_up(&mut scope, form, &body.invite_code_id).await? {
            SignUpOutcome::Made { user, device } => {
                let proof = assertion::issue_after_one_factor(&scope, user, false, "pwd")?;
                (vec![proof.cookie, device], Some(user), Some(proof.id_token))
            }
            SignUpOutcome::Undisclosed { device } => (Vec::from_iter(device), None, None),
        };
    let joined = SignUpResult { uid, requires_verification: true, id_token };
    Ok((StatusCode::CREATED, some_cookies(cookies), Json(joined)))
}
