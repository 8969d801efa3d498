//! Deactivates several invite codes, each in its own transaction.

use super::{InviteCodeId, issue};
use crate::bulk::{self, BulkOutcome, BulkOutcomes};
use crate::content::{self, ContentError};
use platform::StaffWith;
use platform::api::ApiRouter;
use platform::extract::Json;
use platform::problem::ProblemDocument;
use platform::staff::Administration;
use platform::{Problem, Scope, Services, routes};
use serde::Deserialize;
use utoipa::ToSchema;

/// Maximum characters of a reason.
const REASON_CHARS_MAX: usize = 500;

pub(super) fn routes() -> ApiRouter<Services> {
    ApiRouter::new().routes(routes!(act_on_codes))
}

/// An action on several invite codes.
#[derive(Debug, Clone, Copy, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
enum BulkCodeAction {
    Deactivate,
}

/// The codes, the action and its reason.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct BulkCodeRequest {
    /// At most 100.
    ids: Vec<InviteCodeId>,
    #[schema(inline)]
    action: BulkCodeAction,
    reason: String,
}

/// Deactivates up to 100 invite codes. Returns the outcome for each.
#[utoipa::path(post, path = "/staff/invite-codes/bulk", operation_id = "changeInviteCodes",
    tag = "staff", request_body = BulkCodeRequest,
    responses((status = 200, body = BulkOutcomes), (status = "4XX", body = ProblemDocument)))]
#[tracing::instrument(name = "invites.bulk", skip_all)]
async fn act_on_codes(
    mut scope: Scope<StaffWith<Administration>>,
    Json(body): Json<BulkCodeRequest>,
) -> Result<Json<BulkOutcomes>, Problem> {
    bulk::check_count(body.ids.len())?;
    let refused = |error: ContentError| {
        Problem::from(error).with_errors(vec![error.to_field_error("reason")])
    };
    let reason = content::check_note(&body.reason, REASON_CHARS_MAX).map_err(refused)?;
    if reason.is_empty() {
        return Err(refused(ContentError::Required));
    }
    let BulkCodeAction::Deactivate = body.action;
    let mut outcomes = Vec::with_capacity(body.ids.len());
    for id in body.ids {
        let result = issue::deactivate_with_reason(&mut scope, id, None, Some(&reason)).await;
        let result = result.map(drop).map_err(Problem::from);
        outcomes.push(BulkOutcome::from_result(id, result)?);
    }
    Ok(Json(BulkOutcomes { outcomes }))
}
