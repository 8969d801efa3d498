//! The staff queue: requests to all affiliations, and requests for missing ones (F-007, F-008,
//! F-058 to F-063, gap G-055).

use super::AffiliationRequestId;
use super::answer::{AffiliationApproval, AffiliationRejection};
use super::error::{LOAD_FAILED, PROCESS_FAILED};
use super::routes::AffiliationRequestsQuery;
use super::store::Decision;
use super::view::{AffiliationRequestView, RequestReader};
use super::{bulk, decide, removal, rules};
use crate::limits::check_limit;
use http::StatusCode;
use platform::StaffWith;
use platform::api::ApiRouter;
use platform::extract::{Json, Path, Query};
use platform::limiter::LimitedAction;
use platform::page::Page;
use platform::problem::{ProblemDocument, ResultExt};
use platform::staff::Moderation;
use platform::{Problem, Scope, Services, routes};
use sea_orm::Condition;

/// HTTP routes for staff.
pub(super) fn routes() -> ApiRouter<Services> {
    ApiRouter::new()
        .routes(routes!(list))
        .routes(routes!(delete))
        .routes(routes!(approve))
        .routes(routes!(reject))
        .merge(bulk::routes())
}

/// Lists the requests to all affiliations, newest first. 4 queries per page.
#[utoipa::path(get, path = "/staff/affiliation-requests",
    operation_id = "listAllAffiliationRequests", tag = "staff", params(AffiliationRequestsQuery),
    responses((status = 200, body = Page<AffiliationRequestView>),
        (status = "4XX", body = ProblemDocument)))]
#[tracing::instrument(name = "affiliation_requests.list_all", skip_all)]
async fn list(
    scope: Scope<StaffWith<Moderation>>,
    Query(query): Query<AffiliationRequestsQuery>,
) -> Result<Json<Page<AffiliationRequestView>>, Problem> {
    let (wanted, page) = (query.to_filter(), query.to_page_query());
    let all =
        rules::list_requests(&scope, RequestReader::Reviewer, Condition::all(), wanted, &page)
            .await;
    Ok(Json(all.or_detail(LOAD_FAILED)?))
}

/// Approves a request: the applicant becomes a member, or the requested affiliation is created and
/// listed with the applicant as its creator.
#[utoipa::path(post, path = "/staff/affiliation-requests/{requestId}/approve",
    operation_id = "approveAffiliationRequestAsStaff", tag = "staff", request_body = AffiliationApproval,
    params(("requestId" = AffiliationRequestId, Path)),
    responses((status = 200, body = AffiliationRequestView),
        (status = "4XX", body = ProblemDocument)))]
#[tracing::instrument(name = "affiliation_requests.approve_any", skip_all)]
async fn approve(
    mut scope: Scope<StaffWith<Moderation>>,
    Path(id): Path<AffiliationRequestId>,
    Json(body): Json<AffiliationApproval>,
) -> Result<Json<AffiliationRequestView>, Problem> {
    Ok(Json(
        answer_request(&mut scope, id, body.validated_decision()?)
            .await
            .or_detail(PROCESS_FAILED)?,
    ))
}

/// Rejects a request with a reason.
#[utoipa::path(post, path = "/staff/affiliation-requests/{requestId}/reject",
    operation_id = "rejectAffiliationRequestAsStaff", tag = "staff", request_body = AffiliationRejection,
    params(("requestId" = AffiliationRequestId, Path)),
    responses((status = 200, body = AffiliationRequestView),
        (status = "4XX", body = ProblemDocument)))]
#[tracing::instrument(name = "affiliation_requests.reject_any", skip_all)]
async fn reject(
    mut scope: Scope<StaffWith<Moderation>>,
    Path(id): Path<AffiliationRequestId>,
    Json(body): Json<AffiliationRejection>,
) -> Result<Json<AffiliationRequestView>, Problem> {
    Ok(Json(answer_request(&mut scope, id, body.decision()?).await.or_detail(PROCESS_FAILED)?))
}

/// Deletes a request in any status. The applicant is not notified; only open pages are updated.
#[utoipa::path(delete, path = "/staff/affiliation-requests/{requestId}",
    operation_id = "deleteAffiliationRequest", tag = "staff",
    params(("requestId" = AffiliationRequestId, Path)),
    responses((status = 204), (status = "4XX", body = ProblemDocument)))]
#[tracing::instrument(name = "affiliation_requests.delete", skip_all)]
async fn delete(
    mut scope: Scope<StaffWith<Moderation>>,
    Path(id): Path<AffiliationRequestId>,
) -> Result<StatusCode, Problem> {
    removal::delete(&mut scope, id, None).await.or_detail(PROCESS_FAILED)?;
    Ok(StatusCode::NO_CONTENT)
}

pub(super) async fn answer_request(
    scope: &mut Scope<StaffWith<Moderation>>,
    id: AffiliationRequestId,
    decision: Decision,
) -> Result<AffiliationRequestView, Problem> {
    check_limit(scope.services(), scope.viewer(), LimitedAction::Review).await?;
    decide::decide_request(scope, Condition::all(), id, decision).await
}
