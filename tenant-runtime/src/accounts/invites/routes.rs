//! HTTP route to validate a code before the sign-up form.

use super::{InviteCodeId, rules};
use crate::accounts::answers::{SomeCookies, some_cookies};
use crate::accounts::{IdentityHost, device};
use platform::api::ApiRouter;
use platform::extract::Json;
use platform::problem::ProblemDocument;
use platform::{AffiliationId, Problem, Scope, Services, Visitor, routes};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

pub(super) fn routes() -> ApiRouter<Services> {
    ApiRouter::new().routes(routes!(validate))
}

/// An invite code as typed.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct InviteCodeInput {
    /// Text as typed.
    #[serde(default)]
    code: String,
}

/// A valid invite code.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct InviteCodeMatch {
    invite_code_id: InviteCodeId,
    auto_invite_to_affiliation: Option<InviteCodeAffiliation>,
}

/// The affiliation that a code invites to.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct InviteCodeAffiliation {
    pub affiliation_id: AffiliationId,
    pub affiliation_name: String,
    pub custom_message: Option<String>,
}

/// Validates an invite code, ignoring spaces, hyphens, width and case. Does not redeem it.
#[utoipa::path(
    post,
    path = "/invite-codes/validate",
    operation_id = "validateInviteCode",
    tag = "accounts",
    request_body = InviteCodeInput,
    responses((status = 200, body = InviteCodeMatch), (status = "4XX", body = ProblemDocument))
)]
#[tracing::instrument(name = "accounts.validate_code", skip_all)]
async fn validate(
    _: IdentityHost,
    scope: Scope<Visitor>,
    Json(body): Json<InviteCodeInput>,
) -> Result<(SomeCookies, Json<InviteCodeMatch>), Problem> {
    let (code, auto_invite_to_affiliation) = rules::validate_code(&scope, &body.code).await?;
    let device = device::signed_or_new_id(scope.services(), scope.facts())?;
    let valid = InviteCodeMatch { invite_code_id: code.id, auto_invite_to_affiliation };
    Ok((some_cookies(Vec::from_iter(device.cookie)), Json(valid)))
}
