//! HTTP routes of private codes.

use super::error::{REDEEM_FAILED, REMOVE_FAILED};
use super::redeem;
use super::rules::{self, PrivateCode};
use crate::communities::error::LOAD_FAILED;
use crate::communities::join_requests::JoinRequestView;
use http::StatusCode;
use platform::api::ApiRouter;
use platform::extract::{Json, Path};
use platform::problem::{ProblemDocument, ResultExt};
use platform::{CommunityId, Member, Problem, Scope, Services, routes};
use serde::Deserialize;
use utoipa::ToSchema;

pub(in crate::communities) fn routes() -> ApiRouter<Services> {
    ApiRouter::new().routes(routes!(get_code, create_code, remove)).routes(routes!(join_by_code))
}

/// A private code to redeem.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct CommunityCodeRedemption {
    #[serde(default)]
    code: String,
}

/// Returns the private code, for an admin.
#[utoipa::path(get, path = "/communities/{id}/private-code", operation_id = "getPrivateCode",
    tag = "communities", params(("id" = CommunityId, Path)),
    responses((status = 200, body = PrivateCode), (status = "4XX", body = ProblemDocument)))]
#[tracing::instrument(name = "private_code.show", skip_all, fields(community.id = %id))]
async fn get_code(
    scope: Scope<Member>,
    Path(id): Path<CommunityId>,
) -> Result<Json<PrivateCode>, Problem> {
    Ok(Json(rules::get_code(&scope, id).await.or_detail(LOAD_FAILED)?))
}

/// Creates a private code (201) or replaces it (200). The old code then stops working.
#[utoipa::path(post, path = "/communities/{id}/private-code", operation_id = "createPrivateCode",
    tag = "communities", params(("id" = CommunityId, Path)),
    responses((status = 201, body = PrivateCode), (status = 200, body = PrivateCode),
        (status = "4XX", body = ProblemDocument)))]
#[tracing::instrument(name = "private_code.make", skip_all, fields(community.id = %id))]
async fn create_code(
    mut scope: Scope<Member>,
    Path(id): Path<CommunityId>,
) -> Result<(StatusCode, Json<PrivateCode>), Problem> {
    let (code, had_one) = rules::create_code(&mut scope, id).await?;
    let status = if had_one { StatusCode::OK } else { StatusCode::CREATED };
    Ok((status, Json(code)))
}

/// Removes the private code.
#[utoipa::path(delete, path = "/communities/{id}/private-code", operation_id = "deletePrivateCode",
    tag = "communities", params(("id" = CommunityId, Path)),
    responses((status = 204), (status = "4XX", body = ProblemDocument)))]
#[tracing::instrument(name = "private_code.remove", skip_all, fields(community.id = %id))]
async fn remove(
    mut scope: Scope<Member>,
    Path(id): Path<CommunityId>,
) -> Result<StatusCode, Problem> {
    rules::remove(&mut scope, id).await.or_detail(REMOVE_FAILED)?;
    Ok(StatusCode::NO_CONTENT)
}

/// Sends a join request with a private code.
#[utoipa::path(post, path = "/communities/join-by-code", operation_id = "joinCommunityByCode",
    tag = "communities", request_body = CommunityCodeRedemption,
    responses((status = 201, body = JoinRequestView), (status = "4XX", body = ProblemDocument)))]
#[tracing::instrument(name = "private_code.redeem", skip_all)]
async fn join_by_code(
    mut scope: Scope<Member>,
    Json(body): Json<CommunityCodeRedemption>,
) -> Result<(StatusCode, Json<JoinRequestView>), Problem> {
    let asked = redeem::redeem(&mut scope, &body.code).await.or_detail(REDEEM_FAILED)?;
    Ok((StatusCode::CREATED, Json(asked)))
}
