//! HTTP routes of the setup link. They exist on the main host, and only while there is no staff account.

use super::rules;
use crate::accounts::answers::{SetCookies, set_cookies};
use crate::accounts::assertion;
use crate::accounts::registration::SignUpForm;
use http::StatusCode;
use platform::api::ApiRouter;
use platform::extract::Json;
use platform::problem::ProblemDocument;
use platform::{MainHost, Problem, Scope, Services, UserId, Visitor, routes};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// HTTP routes of the setup page.
pub fn routes() -> ApiRouter<Services> {
    ApiRouter::new().routes(routes!(check)).routes(routes!(create))
}

/// The token of a setup link.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct SetupLinkToken {
    token: String,
}

/// Form of the setup page. A missing field counts as empty.
#[derive(Deserialize, ToSchema, Default)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
struct NewFirstStaffAccount {
    /// Token of the setup link.
    token: String,
    email: String,
    first_name: String,
    last_name: String,
    password: String,
    confirm_password: String,
}

/// The first staff account, and the idToken to open its first session.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct FirstStaff {
    uid: UserId,
    id_token: String,
}

/// Checks a setup link without using it.
#[utoipa::path(post, path = "/identity/setup/check", operation_id = "checkSetupLink",
    tag = "accounts", request_body = SetupLinkToken,
    responses((status = 204), (status = "4XX", body = ProblemDocument)))]
#[tracing::instrument(name = "accounts.check_setup_link", skip_all)]
async fn check(
    _: MainHost,
    scope: Scope<Visitor>,
    Json(body): Json<SetupLinkToken>,
) -> Result<StatusCode, Problem> {
    rules::check(&scope, &body.token).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Creates the first staff account with a setup link.
#[utoipa::path(post, path = "/identity/setup", operation_id = "createFirstStaff", tag = "accounts",
    request_body = NewFirstStaffAccount,
    responses((status = 201, body = FirstStaff), (status = "4XX", body = ProblemDocument)))]
#[tracing::instrument(name = "accounts.create_first_staff", skip_all)]
async fn create(
    _: MainHost,
    mut scope: Scope<Visitor>,
    Json(body): Json<NewFirstStaffAccount>,
) -> Result<(StatusCode, SetCookies<1>, Json<FirstStaff>), Problem> {
    let form = SignUpForm {
        email: body.email,
        first_name: body.first_name,
        last_name: body.last_name,
        password: body.password,
        confirm_password: body.confirm_password,
    };
    let uid = rules::create(&mut scope, &body.token, form).await?;
    let proof = assertion::issue_after_one_factor(&scope, uid, false, "pwd")?;
    let created = FirstStaff { uid, id_token: proof.id_token };
    Ok((StatusCode::CREATED, set_cookies([proof.cookie]), Json(created)))
}
