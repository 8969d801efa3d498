//! One answer to several requests, each in its own transaction.

use super::answer::{AffiliationApproval, AffiliationRejection};
use super::{AffiliationRequestId, queue, removal};
use crate::bulk::{self, BulkOutcome, BulkOutcomes};
use crate::content;
use platform::StaffWith;
use platform::api::ApiRouter;
use platform::extract::Json;
use platform::problem::ProblemDocument;
use platform::staff::Moderation;
use platform::{Problem, Scope, Services, routes};
use serde::Deserialize;
use utoipa::ToSchema;

/// Maximum characters of a reason in the audit log.
const REASON_CHARS_MAX: usize = 500;

pub(super) fn routes() -> ApiRouter<Services> {
    ApiRouter::new().routes(routes!(answer_requests))
}

/// An action on several requests.
#[derive(Debug, Clone, Copy, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
enum BulkRequestAction {
    Approve,
    Reject,
    Delete,
}

/// The requests, the action and its reason.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct BulkRequestsBody {
    /// At most 100.
    ids: Vec<AffiliationRequestId>,
    #[schema(inline)]
    action: BulkRequestAction,
    /// Shown to the applicants of rejected requests, for which it is required; a note to other
    /// reviewers of approved ones; for the audit log of deleted ones.
    reason: String,
}

/// Approves, rejects or deletes up to 100 requests. Returns the outcome for each.
#[utoipa::path(post, path = "/staff/affiliation-requests/bulk",
    operation_id = "answerAffiliationRequests", tag = "staff", request_body = BulkRequestsBody,
    responses((status = 200, body = BulkOutcomes), (status = "4XX", body = ProblemDocument)))]
#[tracing::instrument(name = "affiliation_requests.bulk", skip_all)]
async fn answer_requests(
    mut scope: Scope<StaffWith<Moderation>>,
    Json(body): Json<BulkRequestsBody>,
) -> Result<Json<BulkOutcomes>, Problem> {
    bulk::check_count(body.ids.len())?;
    // An invalid reason refuses the whole request.
    match body.action {
        BulkRequestAction::Approve => {
            AffiliationApproval::with_notes(body.reason.clone()).validated_decision().map(drop)?;
        }
        BulkRequestAction::Reject => {
            AffiliationRejection::for_reason(body.reason.clone()).decision().map(drop)?;
        }
        BulkRequestAction::Delete => {
            content::check_note(&body.reason, REASON_CHARS_MAX).map(drop)?
        }
    }
    let mut outcomes = Vec::with_capacity(body.ids.len());
    for id in &body.ids {
        let result = answer_one(&mut scope, *id, body.action, &body.reason).await;
        outcomes.push(BulkOutcome::from_result(id, result)?);
    }
    Ok(Json(BulkOutcomes { outcomes }))
}

async fn answer_one(
    scope: &mut Scope<StaffWith<Moderation>>,
    id: AffiliationRequestId,
    action: BulkRequestAction,
    reason: &str,
) -> Result<(), Problem> {
    let decision = match action {
        BulkRequestAction::Approve => {
            AffiliationApproval::with_notes(reason.to_owned()).validated_decision()?
        }
        BulkRequestAction::Reject => {
            AffiliationRejection::for_reason(reason.to_owned()).decision()?
        }
        BulkRequestAction::Delete => {
            let reason = Some(reason.trim()).filter(|reason| !reason.is_empty());
            return removal::delete(scope, id, reason).await;
        }
    };
    queue::answer_request(scope, id, decision).await.map(drop)
}
