//! HTTP routes of roles and hand-overs.

use super::appoint;
use super::error::{CHANGE_FAILED, HANDOVER_FAILED, LOAD_FAILED};
use super::handover::{self, HandoverView};
use super::view::AffiliationAdmins;
use http::StatusCode;
use platform::affiliations::AffiliationRole;
use platform::api::ApiRouter;
use platform::extract::{Json, Path};
use platform::problem::{ProblemDocument, ResultExt};
use platform::{Member, Problem, Scope, Services, UserId, routes};
use serde::Deserialize;
use utoipa::ToSchema;

pub(in crate::affiliations) fn routes() -> ApiRouter<Services> {
    ApiRouter::new()
        .routes(routes!(list))
        .routes(routes!(appoint_admin, remove_admin))
        .routes(routes!(get_handover, start_handover, withdraw_handover))
        .routes(routes!(accept_handover))
        .routes(routes!(decline_handover))
}

/// Lists the people who look after an affiliation, for its owner, its admins and staff.
#[utoipa::path(get, path = "/affiliations/{idOrPath}/admins", operation_id = "listAffiliationAdmins",
    tag = "affiliations", params(("idOrPath" = String, Path, description = "id or url path")),
    responses((status = 200, body = AffiliationAdmins), (status = "4XX", body = ProblemDocument)))]
#[tracing::instrument(name = "affiliation_roles.list", skip_all)]
async fn list(
    scope: Scope<Member>,
    Path(id_or_path): Path<String>,
) -> Result<Json<AffiliationAdmins>, Problem> {
    Ok(Json(appoint::list(&scope, &id_or_path).await.or_detail(LOAD_FAILED)?))
}

/// The role of a person.
#[derive(Debug, Clone, Copy, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct RoleAssignment {
    /// Every role except `owner`.
    role: AffiliationRole,
}

/// Gives a member a role, as the owner or staff.
#[utoipa::path(post, path = "/affiliations/{idOrPath}/admins/{userId}",
    operation_id = "appointAffiliationAdmin", tag = "affiliations", request_body = RoleAssignment,
    params(("idOrPath" = String, Path, description = "id or url path"), ("userId" = UserId, Path)),
    responses((status = 200, body = AffiliationAdmins), (status = "4XX", body = ProblemDocument)))]
#[tracing::instrument(name = "affiliation_roles.appoint", skip_all)]
async fn appoint_admin(
    mut scope: Scope<Member>,
    Path((id_or_path, user)): Path<(String, UserId)>,
    Json(body): Json<RoleAssignment>,
) -> Result<Json<AffiliationAdmins>, Problem> {
    let appointed = appoint::appoint(&mut scope, &id_or_path, user, body.role).await;
    Ok(Json(appointed.or_detail(CHANGE_FAILED)?))
}

/// Removes a person's role, as the owner or staff, or the viewer's own role.
#[utoipa::path(delete, path = "/affiliations/{idOrPath}/admins/{userId}",
    operation_id = "removeAffiliationAdmin", tag = "affiliations",
    params(("idOrPath" = String, Path, description = "id or url path"), ("userId" = UserId, Path)),
    responses((status = 204), (status = "4XX", body = ProblemDocument)))]
#[tracing::instrument(name = "affiliation_roles.remove", skip_all)]
async fn remove_admin(
    mut scope: Scope<Member>,
    Path((id_or_path, user)): Path<(String, UserId)>,
) -> Result<StatusCode, Problem> {
    appoint::remove(&mut scope, &id_or_path, user).await.or_detail(CHANGE_FAILED)?;
    Ok(StatusCode::NO_CONTENT)
}

/// Returns the pending hand-over, for the owner, the member who was asked, and staff.
#[utoipa::path(get, path = "/affiliations/{idOrPath}/handover", operation_id = "getAffiliationHandover",
    tag = "affiliations", params(("idOrPath" = String, Path, description = "id or url path")),
    responses((status = 200, body = HandoverView), (status = "4XX", body = ProblemDocument)))]
#[tracing::instrument(name = "affiliation_handover.show", skip_all)]
async fn get_handover(
    scope: Scope<Member>,
    Path(id_or_path): Path<String>,
) -> Result<Json<HandoverView>, Problem> {
    Ok(Json(handover::get(&scope, &id_or_path).await.or_detail(LOAD_FAILED)?))
}

/// The member to ask.
#[derive(Debug, Clone, Copy, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct NewHandover {
    user_id: UserId,
}

/// Asks a member to take over the affiliation, as the owner or staff.
#[utoipa::path(post, path = "/affiliations/{idOrPath}/handover",
    operation_id = "startAffiliationHandover", tag = "affiliations", request_body = NewHandover,
    params(("idOrPath" = String, Path, description = "id or url path")),
    responses((status = 200, body = AffiliationAdmins), (status = "4XX", body = ProblemDocument)))]
#[tracing::instrument(name = "affiliation_handover.start", skip_all)]
async fn start_handover(
    mut scope: Scope<Member>,
    Path(id_or_path): Path<String>,
    Json(body): Json<NewHandover>,
) -> Result<Json<AffiliationAdmins>, Problem> {
    let started = handover::start(&mut scope, &id_or_path, body.user_id).await;
    Ok(Json(started.or_detail(HANDOVER_FAILED)?))
}

/// Withdraws the pending hand-over, as the owner or staff.
#[utoipa::path(delete, path = "/affiliations/{idOrPath}/handover",
    operation_id = "withdrawAffiliationHandover", tag = "affiliations",
    params(("idOrPath" = String, Path, description = "id or url path")),
    responses((status = 204), (status = "4XX", body = ProblemDocument)))]
#[tracing::instrument(name = "affiliation_handover.withdraw", skip_all)]
async fn withdraw_handover(
    mut scope: Scope<Member>,
    Path(id_or_path): Path<String>,
) -> Result<StatusCode, Problem> {
    handover::withdraw(&mut scope, &id_or_path).await.or_detail(HANDOVER_FAILED)?;
    Ok(StatusCode::NO_CONTENT)
}

/// Takes over the affiliation. The previous owner becomes an admin.
#[utoipa::path(post, path = "/affiliations/{idOrPath}/handover/accept",
    operation_id = "acceptAffiliationHandover", tag = "affiliations",
    params(("idOrPath" = String, Path, description = "id or url path")),
    responses((status = 204), (status = "4XX", body = ProblemDocument)))]
#[tracing::instrument(name = "affiliation_handover.accept", skip_all)]
async fn accept_handover(
    mut scope: Scope<Member>,
    Path(id_or_path): Path<String>,
) -> Result<StatusCode, Problem> {
    handover::accept(&mut scope, &id_or_path).await.or_detail(HANDOVER_FAILED)?;
    Ok(StatusCode::NO_CONTENT)
}

/// Declines to take over the affiliation.
#[utoipa::path(post, path = "/affiliations/{idOrPath}/handover/decline",
    operation_id = "declineAffiliationHandover", tag = "affiliations",
    params(("idOrPath" = String, Path, description = "id or url path")),
    responses((status = 204), (status = "4XX", body = ProblemDocument)))]
#[tracing::instrument(name = "affiliation_handover.decline", skip_all)]
async fn decline_handover(
    mut scope: Scope<Member>,
    Path(id_or_path): Path<String>,
) -> Result<StatusCode, Problem> {
    handover::decline(&mut scope, &id_or_path).await.or_detail(HANDOVER_FAILED)?;
    Ok(StatusCode::NO_CONTENT)
}
