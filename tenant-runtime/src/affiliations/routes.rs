//! HTTP routes of affiliations.

use super::error::{
    LEAVE_FAILED, LEAVE_SIGNED_OUT, LIST_FAILED, PAGE_FAILED, REMOVE_FAILED, VISIBILITY_FAILED,
};
use super::member_removal;
use super::members::{self, AffiliationMember};
use super::membership;
use super::reason::AffiliationActionReason;
use super::rules;
use super::view::{AffiliationCounts, AffiliationView};
use super::visibility;
use super::{editing, invitations, joining, overview, questionnaire, requests, roles, staff};
use http::StatusCode;
use platform::api::ApiRouter;
use platform::extract::{Json, Path, Query};
use platform::page::{Page, PageQuery};
use platform::problem::{ProblemDocument, ResultExt};
use platform::{Member, Problem, Scope, Services, UserId, Visitor, routes};
use serde::Deserialize;
use utoipa::{IntoParams, ToSchema};

pub fn routes() -> ApiRouter<Services> {
    ApiRouter::new()
        .routes(routes!(list))
        .routes(routes!(count_affiliations))
        .routes(routes!(get_affiliation))
        .routes(routes!(list_members))
        .routes(routes!(set_visibility))
        .routes(routes!(leave))
        .routes(routes!(remove_member))
        .merge(staff::routes())
        .merge(editing::routes())
        .merge(questionnaire::routes())
        .merge(requests::routes())
        .merge(roles::routes())
        .merge(joining::routes())
        .merge(overview::routes())
        .merge(invitations::routes())
}

/// Search and page of the directory.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct AffiliationQuery {
    /// `all` (the default) or `mine`.
    scope: Option<String>,
    /// Part of the name. Then the response has the 20 best matches.
    q: Option<String>,
    /// Cursor from the previous page; omit it for the first page.
    cursor: Option<String>,
    /// Maximum number of items per page.
    limit: Option<u64>,
}

/// Lists the directory. 6 queries per page, 3 for a visitor, in addition to the one that finds the
/// session.
#[utoipa::path(get, path = "/affiliations", operation_id = "listAffiliations", tag = "affiliations", params(AffiliationQuery),
    responses((status = 200, body = Page<AffiliationView>)))]
#[tracing::instrument(name = "affiliations.list", skip_all)]
async fn list(
    scope: Scope<Visitor>,
    Query(query): Query<AffiliationQuery>,
) -> Result<Json<Page<AffiliationView>>, Problem> {
    let page = PageQuery { cursor: query.cursor, limit: query.limit };
    let called = query.q.unwrap_or_default();
    Ok(Json(
        rules::list(&scope, query.scope.as_deref(), &called, &page).await.or_detail(LIST_FAILED)?,
    ))
}

/// Counts the affiliations in the directory, and those of the viewer. 2 queries.
#[utoipa::path(get, path = "/affiliation-counts", operation_id = "getAffiliationCounts",
    tag = "affiliations", responses((status = 200, body = AffiliationCounts)))]
#[tracing::instrument(name = "affiliations.count", skip_all)]
async fn count_affiliations(scope: Scope<Visitor>) -> Result<Json<AffiliationCounts>, Problem> {
    Ok(Json(rules::count(&scope).await.or_detail(LIST_FAILED)?))
}

/// Returns one affiliation, by its id or its URL path.
#[utoipa::path(get, path = "/affiliations/{idOrPath}", operation_id = "getAffiliation", tag = "affiliations",
    params(("idOrPath" = String, Path, description = "id or url path")),
    responses((status = 200, body = AffiliationView), (status = 404, body = ProblemDocument)))]
#[tracing::instrument(name = "affiliations.show", skip_all)]
async fn get_affiliation(
    scope: Scope<Visitor>,
    Path(id_or_path): Path<String>,
) -> Result<Json<AffiliationView>, Problem> {
    Ok(Json(rules::get_affiliation(&scope, &id_or_path).await.or_detail(PAGE_FAILED)?))
}

/// Search and page of the members.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct MemberQuery {
    /// Beginning of the first, last or full name.
    q: Option<String>,
    /// Cursor from the previous page; omit it for the first page.
    cursor: Option<String>,
    /// Maximum number of items per page.
    limit: Option<u64>,
}

/// Lists its members. 5 queries per page.
#[utoipa::path(get, path = "/affiliations/{idOrPath}/members", operation_id = "listAffiliationMembers", tag = "affiliations",
    params(("idOrPath" = String, Path, description = "id or url path"), MemberQuery),
    responses((status = 200, body = Page<AffiliationMember>), (status = 404, body = ProblemDocument)))]
#[tracing::instrument(name = "affiliations.list_members", skip_all)]
async fn list_members(
    scope: Scope<Member>,
    Path(id_or_path): Path<String>,
    Query(query): Query<MemberQuery>,
) -> Result<Json<Page<AffiliationMember>>, Problem> {
    let page = PageQuery { cursor: query.cursor, limit: query.limit };
    let typed = query.q.unwrap_or_default();
    Ok(Json(members::list(&scope, &id_or_path, &typed, &page).await.or_detail(PAGE_FAILED)?))
}

/// New visibility of the affiliation on the viewer's profile.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct ProfileVisibility {
    is_public: bool,
}

/// Shows the affiliation on the viewer's profile, or hides it.
#[utoipa::path(put, path = "/affiliations/{idOrPath}/visibility", operation_id = "setAffiliationVisibility", tag = "affiliations",
    params(("idOrPath" = String, Path, description = "id or url path")),
    request_body = ProfileVisibility,
    responses((status = 200, body = AffiliationView), (status = "4XX", body = ProblemDocument)))]
#[tracing::instrument(name = "affiliations.set_visibility", skip_all)]
async fn set_visibility(
    mut scope: Scope<Member>,
    Path(id_or_path): Path<String>,
    Json(body): Json<ProfileVisibility>,
) -> Result<Json<AffiliationView>, Problem> {
    let set = visibility::set_visibility(&mut scope, &id_or_path, body.is_public).await;
    Ok(Json(set.or_detail(VISIBILITY_FAILED)?))
}

/// Leaves an affiliation.
#[utoipa::path(post, path = "/affiliations/{idOrPath}/leave", operation_id = "leaveAffiliation",
    tag = "affiliations", params(("idOrPath" = String, Path, description = "id or url path")),
    responses((status = 204), (status = "4XX", body = ProblemDocument)))]
#[tracing::instrument(name = "affiliations.leave", skip_all)]
async fn leave(
    scope: Result<Scope<Member>, Problem>,
    Path(id_or_path): Path<String>,
) -> Result<StatusCode, Problem> {
    let mut scope = scope.map_err(|refusal| refusal.with_sign_in_detail(LEAVE_SIGNED_OUT))?;
    membership::leave_affiliation(&mut scope, &id_or_path).await.or_detail(LEAVE_FAILED)?;
    Ok(StatusCode::NO_CONTENT)
}

/// Removes a member with a reason, as the owner, an admin or staff.
#[utoipa::path(delete, path = "/affiliations/{idOrPath}/members/{userId}",
    operation_id = "removeAffiliationMember", tag = "affiliations",
    params(("idOrPath" = String, Path, description = "id or url path"), ("userId" = UserId, Path)),
    request_body = AffiliationActionReason,
    responses((status = 204), (status = "4XX", body = ProblemDocument)))]
#[tracing::instrument(name = "affiliations.remove_member", skip_all)]
async fn remove_member(
    mut scope: Scope<Member>,
    Path((id_or_path, user)): Path<(String, UserId)>,
    Json(body): Json<AffiliationActionReason>,
) -> Result<StatusCode, Problem> {
    let removed = member_removal::remove(&mut scope, &id_or_path, user, &body.reason).await;
    removed.or_detail(REMOVE_FAILED)?;
    Ok(StatusCode::NO_CONTENT)
}
