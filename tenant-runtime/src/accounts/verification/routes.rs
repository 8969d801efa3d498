//! HTTP routes to request another link, and to redeem it.

use super::rules::{self, Confirmation};
use crate::accounts::IdentityHost;
use platform::api::ApiRouter;
use platform::extract::Json;
use platform::language;
use platform::problem::ProblemDocument;
use platform::{Problem, Scope, Services, Visitor, routes};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

const LINK_SENT_MESSAGE: &str = "Verification link sent! Please check your inbox and spam folder.";
const VERIFIED_MESSAGE: &str = "Verification complete! Your community awaits.";
const DONE_BEFORE: &str = "Your email address is already confirmed.";

pub fn routes() -> ApiRouter<Services> {
    ApiRouter::new().routes(routes!(resend)).routes(routes!(confirm))
}

/// Email address; a signed-in user may omit it.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct VerificationEmailRequest {
    email: Option<String>,
}

/// The link was sent, or would have been sent to a known address.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct VerificationEmailReceipt {
    #[serde(serialize_with = "language::localized")]
    message: &'static str,
}

/// Mails another link. The response to a visitor is the same whether or not the account exists.
#[utoipa::path(
    post,
    path = "/identity/verification/resend",
    operation_id = "resendVerificationEmail",
    tag = "accounts",
    request_body = VerificationEmailRequest,
    responses((status = 200, body = VerificationEmailReceipt), (status = "4XX", body = ProblemDocument))
)]
#[tracing::instrument(name = "accounts.resend_verification", skip_all)]
async fn resend(
    _: IdentityHost,
    mut scope: Scope<Visitor>,
    Json(body): Json<VerificationEmailRequest>,
) -> Result<Json<VerificationEmailReceipt>, Problem> {
    rules::resend(&mut scope, body.email.as_deref()).await?;
    Ok(Json(VerificationEmailReceipt { message: LINK_SENT_MESSAGE }))
}

/// Token of the link.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct EmailVerificationToken {
    token: String,
}

/// The address is verified.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct EmailVerificationResult {
    #[serde(serialize_with = "language::localized")]
    message: &'static str,
    /// It had been verified before.
    already_confirmed: bool,
    /// True if this browser is signed in to the same account.
    signed_in: bool,
}

/// Redeems a verification link. The response says if the address was verified before, or why the
/// link is not valid. Needs a POST, so that mail scanners that open links do not redeem it.
#[utoipa::path(
    post,
    path = "/identity/verification/confirm",
    operation_id = "verifyEmail",
    tag = "accounts",
    request_body = EmailVerificationToken,
    responses((status = 200, body = EmailVerificationResult), (status = "4XX", body = ProblemDocument))
)]
#[tracing::instrument(name = "accounts.confirm_verification", skip_all)]
async fn confirm(
    _: IdentityHost,
    mut scope: Scope<Visitor>,
    Json(body): Json<EmailVerificationToken>,
) -> Result<Json<EmailVerificationResult>, Problem> {
    let (confirmation, signed_in) = rules::confirm(&mut scope, &body.token).await?;
    let (message, already_confirmed) = match confirmation {
        Confirmation::Confirmed => (VERIFIED_MESSAGE, false),
        Confirmation::AlreadyConfirmed => (DONE_BEFORE, true),
    };
    Ok(Json(EmailVerificationResult { message, already_confirmed, signed_in }))
}
