//! Asking for the link again, and spending it.

use super::rules::{self, Confirmation};
use crate::accounts::IdentityHost;
use platform::api::ApiRouter;
use platform::extract::Json;
use platform::problem::ProblemDocument;
use platform::{Problem, Scope, Services, Visitor, routes};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

const SENT: &str = "Verification link sent! Please check your inbox and spam folder.";
const DONE: &str = "Verification complete! Your community awaits.";
const DONE_BEFORE: &str = "Your email address is already confirmed.";

pub fn routes() -> ApiRouter<Services> {
    ApiRouter::new().routes(routes!(resend)).routes(routes!(confirm))
}

/// Who wants the link again; somebody signed in need not say.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Resend {
    email: Option<String>,
}

/// The link was sent, or would have been.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct Sent {
    message: &'static str,
}

/// Mails the link again. A visitor hears the same whether there is such an account or not.
#[utoipa::path(
    post,
    path = "/identity/verification/resend",
    operation_id = "resendVerification",
    tag = "accounts",
    request_body = Resend,
    responses((status = 200, body = Sent), (status = "4XX", body = ProblemDocument))
)]
#[tracing::instrument(name = "accounts.resend_verification", skip_all)]
async fn resend(
    _: IdentityHost,
    mut scope: Scope<Visitor>,
    Json(body): Json<Resend>,
) -> Result<Json<Sent>, Problem> {
    rules::resend(&mut scope, body.email.as_deref()).await?;
    Ok(Json(Sent { message: SENT }))
}

/// The token of the link.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Confirm {
    token: String,
}

/// The address is proven.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct Confirmed {
    message: &'static str,
    /// The link was used before, or another one was.
    already_confirmed: bool,
    /// Whether this browser is signed in as the same person.
    signed_in: bool,
}

/// Uses the link. One whose address is proven already says so; one that does not work says why. A program that only looks at links in mails cannot: it takes a POST.
#[utoipa::path(
    post,
    path = "/identity/verification/confirm",
    operation_id = "confirmVerification",
    tag = "accounts",
    request_body = Confirm,
    responses((status = 200, body = Confirmed), (status = "4XX", body = ProblemDocument))
)]
#[tracing::instrument(name = "accounts.confirm_verification", skip_all)]
async fn confirm(
    _: IdentityHost,
    mut scope: Scope<Visitor>,
    Json(body): Json<Confirm>,
) -> Result<Json<Confirmed>, Problem> {
    let (confirmation, signed_in) = rules::confirm(&mut scope, &body.token).await?;
    let (message, already_confirmed) = match confirmation {
        Confirmation::Confirmed => (DONE, false),
        Confirmation::AlreadyConfirmed => (DONE_BEFORE, true),
    };
    Ok(Json(Confirmed { message, already_confirmed, signed_in }))
}
