//! HTTP routes of join requests.

use super::JoinRequestId;
use super::error::{PROCESS_FAILED, SEND_FAILED};
use super::rows::JoinRequestStatus;
use super::rules::{self, JoinRequestDecision, NewJoinRequest};
use super::view::JoinRequestView;
use http::StatusCode;
use platform::api::ApiRouter;
use platform::extract::{Json, Path, Query};
use platform::idempotency::{CreatedResponse, IdempotencyKey};
use platform::page::{Page, PageQuery};
use platform::problem::{ProblemDocument, ResultExt};
use platform::{CommunityId, Member, Problem, Scope, Services, routes};
use serde::Deserialize;
use utoipa::IntoParams;

pub(in crate::communities) fn routes() -> ApiRouter<Services> {
    ApiRouter::new()
        .routes(routes!(list, send))
        .routes(routes!(approve))
        .routes(routes!(reject))
        .routes(routes!(list_own))
        .routes(routes!(withdraw))
}

/// Filter and page of a list of join requests.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct RequestsQuery {
    /// Only requests with this status; all if omitted.
    #[param(inline)]
    status: Option<JoinRequestStatus>,
    /// Cursor from the previous page; omit it for the first page.
    cursor: Option<String>,
    /// Maximum number of items per page.
    limit: Option<u64>,
}

impl RequestsQuery {
    fn to_page_query(&self) -> PageQuery {
        PageQuery { cursor: self.cursor.clone(), limit: self.limit }
    }
}

/// Requests to join a community. A public community approves the request at once.
#[utoipa::path(post, path = "/communities/{id}/join-requests", operation_id = "sendJoinRequest",
    tag = "communities", request_body = NewJoinRequest,
    params(("id" = CommunityId, Path),
        ("idempotency-key" = Option<String>, Header, description = "a UUID")),
    responses((status = 201, body = JoinRequestView), (status = "4XX", body = ProblemDocument)))]
#[tracing::instrument(name = "join_requests.send", skip_all, fields(community.id = %id))]
async fn send(
    mut scope: Scope<Member>,
    Path(id): Path<CommunityId>,
    key: IdempotencyKey,
    Json(body): Json<NewJoinRequest>,
) -> Result<CreatedResponse<JoinRequestView>, Problem> {
    rules::send(&mut scope, id, &key, &body).await.or_detail(SEND_FAILED)
}

/// Lists the requests to join a community, for its admins, its trustees and staff.
#[utoipa::path(get, path = "/communities/{id}/join-requests", operation_id = "listJoinRequests",
    tag = "communities", params(("id" = CommunityId, Path), RequestsQuery),
    responses((status = 200, body = Page<JoinRequestView>),
        (status = "4XX", body = ProblemDocument)))]
#[tracing::instrument(name = "join_requests.list", skip_all, fields(community.id = %id))]
async fn list(
    scope: Scope<Member>,
    Path(id): Path<CommunityId>,
    Query(query): Query<RequestsQuery>,
) -> Result<Json<Page<JoinRequestView>>, Problem> {
    let page = rules::list(&scope, id, query.status, &query.to_page_query()).await;
    Ok(Json(page.or_detail(PROCESS_FAILED)?))
}

/// Approves a join request. The applicant becomes a member.
#[utoipa::path(post, path = "/communities/{id}/join-requests/{requestId}/approve",
    operation_id = "approveJoinRequest", tag = "communities", request_body = JoinRequestDecision,
    params(("id" = CommunityId, Path), ("requestId" = JoinRequestId, Path)),
    responses((status = 200, body = JoinRequestView), (status = "4XX", body = ProblemDocument)))]
#[tracing::instrument(name = "join_requests.approve", skip_all, fields(community.id = %id))]
async fn approve(
    mut scope: Scope<Member>,
    Path((id, request)): Path<(CommunityId, JoinRequestId)>,
    Json(body): Json<JoinRequestDecision>,
) -> Result<Json<JoinRequestView>, Problem> {
    Ok(Json(rules::approve(&mut scope, id, request, &body).await.or_detail(PROCESS_FAILED)?))
}

/// Rejects a join request.
#[utoipa::path(post, path = "/communities/{id}/join-requests/{requestId}/reject",
    operation_id = "rejectJoinRequest", tag = "communities", request_body = JoinRequestDecision,
    params(("id" = CommunityId, Path), ("requestId" = JoinRequestId, Path)),
    responses((status = 200, body = JoinRequestView), (status = "4XX", body = ProblemDocument)))]
#[tracing::instrument(name = "join_requests.reject", skip_all, fields(community.id = %id))]
async fn reject(
    mut scope: Scope<Member>,
    Path((id, request)): Path<(CommunityId, JoinRequestId)>,
    Json(body): Json<JoinRequestDecision>,
) -> Result<Json<JoinRequestView>, Problem> {
    Ok(Json(rules::reject(&mut scope, id, request, &body).await.or_detail(PROCESS_FAILED)?))
}

/// Lists my requests to join communities.
#[utoipa::path(get, path = "/me/join-requests", operation_id = "listOwnJoinRequests",
    tag = "communities", params(RequestsQuery),
    responses((status = 200, body = Page<JoinRequestView>)))]
#[tracing::instrument(name = "join_requests.own", skip_all)]
async fn list_own(
    scope: Scope<Member>,
    Query(query): Query<RequestsQuery>,
) -> Result<Json<Page<JoinRequestView>>, Problem> {
    Ok(Json(
        rules::list_own(&scope, query.status, &query.to_page_query())
            .await
            .or_detail(PROCESS_FAILED)?,
    ))
}

/// Withdraws one of my pending requests.
#[utoipa::path(delete, path = "/me/join-requests/{requestId}", operation_id = "withdrawJoinRequest",
    tag = "communities", params(("requestId" = JoinRequestId, Path)),
    responses((status = 204), (status = 404, body = ProblemDocument)))]
#[tracing::instrument(name = "join_requests.withdraw", skip_all)]
async fn withdraw(
    mut scope: Scope<Member>,
    Path(id): Path<JoinRequestId>,
) -> Result<StatusCode, Problem> {
    rules::withdraw(&mut scope, id).await.or_detail(PROCESS_FAILED)?;
    Ok(StatusCode::NO_CONTENT)
}
