//! HTTP routes of affiliation requests.

use super::AffiliationRequestId;
use super::answer::{AffiliationApproval, AffiliationRejection};
use super::error::{LOAD_FAILED, PROCESS_FAILED, SUBMIT_FAILED};
use super::rows::{AffiliationRequestStatus, AffiliationRequestType};
use super::rules::{self, NewAffiliationRequest};
use super::store::RequestFilter;
use super::view::AffiliationRequestView;
use super::{addition, queue, removal, review};
use http::StatusCode;
use platform::api::ApiRouter;
use platform::extract::{Json, Path, Query};
use platform::idempotency::{CreatedResponse, IdempotencyKey};
use platform::page::{Page, PageQuery};
use platform::problem::{ProblemDocument, ResultExt};
use platform::{Applicant, Member, Problem, Scope, Services, routes};
use serde::Deserialize;
use utoipa::IntoParams;

pub(in crate::affiliations) fn routes() -> ApiRouter<Services> {
    ApiRouter::new()
        .routes(routes!(list, send))
        .routes(routes!(approve))
        .routes(routes!(reject))
        .routes(routes!(list_own))
        .routes(routes!(withdraw))
        .merge(addition::routes())
        .merge(queue::routes())
}

/// Filter and page of a list of requests.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct AffiliationRequestsQuery {
    /// Only requests with this status; all if omitted.
    #[param(inline)]
    status: Option<AffiliationRequestStatus>,
    /// Only requests of this type: to join an affiliation, or to create a new one.
    #[param(inline)]
    #[serde(rename = "type")]
    kind: Option<AffiliationRequestType>,
    /// Cursor from the previous page; omit it for the first page.
    cursor: Option<String>,
    /// Maximum number of items per page.
    limit: Option<u64>,
}

impl AffiliationRequestsQuery {
    pub(super) fn to_filter(&self) -> RequestFilter {
        RequestFilter { status: self.status, kind: self.kind }
    }

    pub(super) fn to_page_query(&self) -> PageQuery {
        PageQuery { cursor: self.cursor.clone(), limit: self.limit }
    }
}

/// Applies to an affiliation, with answers to its questionnaire.
#[utoipa::path(post, path = "/affiliations/{idOrPath}/requests",
    operation_id = "sendAffiliationRequest", tag = "affiliations",
    request_body = NewAffiliationRequest,
    params(("idOrPath" = String, Path, description = "id or url path"),
        ("idempotency-key" = Option<String>, Header, description = "a UUID")),
    responses((status = 201, body = AffiliationRequestView),
        (status = "4XX", body = ProblemDocument)))]
#[tracing::instrument(name = "affiliation_requests.send", skip_all)]
async fn send(
    mut scope: Scope<Applicant>,
    Path(id_or_path): Path<String>,
    key: IdempotencyKey,
    Json(body): Json<NewAffiliationRequest>,
) -> Result<CreatedResponse<AffiliationRequestView>, Problem> {
    rules::send(&mut scope, &id_or_path, &key, &body).await.or_detail(SUBMIT_FAILED)
}

/// Lists the requests to an affiliation, for its admins and staff, newest first.
#[utoipa::path(get, path = "/affiliations/{idOrPath}/requests",
    operation_id = "listAffiliationRequests", tag = "affiliations",
    params(("idOrPath" = String, Path, description = "id or url path"), AffiliationRequestsQuery),
    responses((status = 200, body = Page<AffiliationRequestView>),
        (status = "4XX", body = ProblemDocument)))]
#[tracing::instrument(name = "affiliation_requests.list", skip_all)]
async fn list(
    scope: Scope<Member>,
    Path(id_or_path): Path<String>,
    Query(query): Query<AffiliationRequestsQuery>,
) -> Result<Json<Page<AffiliationRequestView>>, Problem> {
    let page = review::list(&scope, &id_or_path, query.to_filter(), &query.to_page_query()).await;
    Ok(Json(page.or_detail(LOAD_FAILED)?))
}

/// Approves a request. The applicant becomes a member.
#[utoipa::path(post, path = "/affiliations/{idOrPath}/requests/{requestId}/approve",
    operation_id = "approveAffiliationRequest", tag = "affiliations", request_body = AffiliationApproval,
    params(("idOrPath" = String, Path, description = "id or url path"),
        ("requestId" = AffiliationRequestId, Path)),
    responses((status = 200, body = AffiliationRequestView),
        (status = "4XX", body = ProblemDocument)))]
#[tracing::instrument(name = "affiliation_requests.approve", skip_all)]
async fn approve(
    mut scope: Scope<Member>,
    Path((id_or_path, request)): Path<(String, AffiliationRequestId)>,
    Json(body): Json<AffiliationApproval>,
) -> Result<Json<AffiliationRequestView>, Problem> {
    let answered =
        review::answer_request(&mut scope, &id_or_path, request, || body.validated_decision())
            .await;
    Ok(Json(answered.or_detail(PROCESS_FAILED)?))
}

/// Rejects a request with a reason.
#[utoipa::path(post, path = "/affiliations/{idOrPath}/requests/{requestId}/reject",
    operation_id = "rejectAffiliationRequest", tag = "affiliations", request_body = AffiliationRejection,
    params(("idOrPath" = String, Path, description = "id or url path"),
        ("requestId" = AffiliationRequestId, Path)),
    responses((status = 200, body = AffiliationRequestView),
        (status = "4XX", body = ProblemDocument)))]
#[tracing::instrument(name = "affiliation_requests.reject", skip_all)]
async fn reject(
    mut scope: Scope<Member>,
    Path((id_or_path, request)): Path<(String, AffiliationRequestId)>,
    Json(body): Json<AffiliationRejection>,
) -> Result<Json<AffiliationRequestView>, Problem> {
    let answered =
        review::answer_request(&mut scope, &id_or_path, request, || body.decision()).await;
    Ok(Json(answered.or_detail(PROCESS_FAILED)?))
}

/// Lists my requests, newest first.
#[utoipa::path(get, path = "/affiliation-requests", operation_id = "listOwnAffiliationRequests",
    tag = "affiliations", params(AffiliationRequestsQuery),
    responses((status = 200, body = Page<AffiliationRequestView>),
        (status = "4XX", body = ProblemDocument)))]
#[tracing::instrument(name = "affiliation_requests.own", skip_all)]
async fn list_own(
    scope: Scope<Applicant>,
    Query(query): Query<AffiliationRequestsQuery>,
) -> Result<Json<Page<AffiliationRequestView>>, Problem> {
    Ok(Json(
        rules::list_own(&scope, query.to_filter(), &query.to_page_query())
            .await
            .or_detail(LOAD_FAILED)?,
    ))
}

/// Withdraws one of my pending requests.
#[utoipa::path(delete, path = "/affiliation-requests/{requestId}",
    operation_id = "withdrawAffiliationRequest", tag = "affiliations",
    params(("requestId" = AffiliationRequestId, Path)),
    responses((status = 204), (status = "4XX", body = ProblemDocument)))]
#[tracing::instrument(name = "affiliation_requests.withdraw", skip_all)]
async fn withdraw(
    mut scope: Scope<Applicant>,
    Path(id): Path<AffiliationRequestId>,
) -> Result<StatusCode, Problem> {
    removal::withdraw(&mut scope, id).await.or_detail(PROCESS_FAILED)?;
    Ok(StatusCode::NO_CONTENT)
}
