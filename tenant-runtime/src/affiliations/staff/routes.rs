//! HTTP routes of affiliations for staff.

use super::edit::{self, StaffAffiliationChange};
use super::error::{LIST_FAILED, MERGE_FAILED, UPDATE_FAILED};
use super::merge_preview::{self, MergePreview};
use super::template::{self, CommunityTemplate, CommunityTemplateChange};
use super::view::{self, StaffAffiliation, StaffAffiliationRow, StaffAffiliationState};
use super::{AffiliationStaff, create, list, merge};
use platform::api::ApiRouter;
use platform::extract::{Json, Path, Query};
use platform::page::{Page, PageQuery};
use platform::problem::{ProblemDocument, ResultExt};
use platform::{AffiliationId, Problem, Scope, Services, routes};
use serde::Deserialize;
use utoipa::{IntoParams, ToSchema};

pub(in crate::affiliations) fn routes() -> ApiRouter<Services> {
    ApiRouter::new()
        .routes(routes!(list_affiliations))
        .routes(routes!(get_template, set_template))
        .routes(routes!(get_affiliation, change_affiliation))
        .routes(routes!(preview_merge))
        .routes(routes!(merge_affiliation))
        .merge(create::routes())
}

/// Filter and page of the list.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct StaffAffiliationQuery {
    /// Part of the name.
    q: Option<String>,
    /// Only affiliations in this state. Without it, all except merged ones.
    #[param(inline)]
    state: Option<StaffAffiliationState>,
    /// Cursor from the previous page; omit it for the first page.
    cursor: Option<String>,
    /// Maximum number of items per page.
    limit: Option<u64>,
}

/// Lists affiliations by name. 4 queries per page.
#[utoipa::path(get, path = "/staff/affiliations", operation_id = "listStaffAffiliations", tag = "staff",
    params(StaffAffiliationQuery),
    responses((status = 200, body = Page<StaffAffiliationRow>),
        (status = "4XX", body = ProblemDocument)))]
#[tracing::instrument(name = "staff_affiliations.list", skip_all)]
async fn list_affiliations(
    scope: Scope<AffiliationStaff>,
    Query(query): Query<StaffAffiliationQuery>,
) -> Result<Json<Page<StaffAffiliationRow>>, Problem> {
    let page = PageQuery { cursor: query.cursor, limit: query.limit };
    let typed = query.q.unwrap_or_default();
    Ok(Json(list::list(&scope, &typed, query.state, &page).await.or_detail(LIST_FAILED)?))
}

/// Returns an affiliation with everything that staff may change.
#[utoipa::path(get, path = "/staff/affiliations/{affiliationId}", operation_id = "getStaffAffiliation",
    tag = "staff", params(("affiliationId" = AffiliationId, Path)),
    responses((status = 200, body = StaffAffiliation), (status = "4XX", body = ProblemDocument)))]
#[tracing::instrument(name = "staff_affiliations.show", skip_all)]
async fn get_affiliation(
    scope: Scope<AffiliationStaff>,
    Path(id): Path<AffiliationId>,
) -> Result<Json<StaffAffiliation>, Problem> {
    Ok(Json(view::load_details(&scope, id).await.or_detail(LIST_FAILED)?))
}

/// Changes an affiliation, pauses it or resumes it.
#[utoipa::path(patch, path = "/staff/affiliations/{affiliationId}",
    operation_id = "updateStaffAffiliation", tag = "staff",
    params(("affiliationId" = AffiliationId, Path)), request_body = StaffAffiliationChange,
    responses((status = 200, body = StaffAffiliation), (status = "4XX", body = ProblemDocument)))]
#[tracing::instrument(name = "staff_affiliations.change", skip_all)]
async fn change_affiliation(
    mut scope: Scope<AffiliationStaff>,
    Path(id): Path<AffiliationId>,
    Json(body): Json<StaffAffiliationChange>,
) -> Result<Json<StaffAffiliation>, Problem> {
    Ok(Json(edit::change(&mut scope, id, body).await.or_detail(UPDATE_FAILED)?))
}

/// The affiliation that stays.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(rename_all = "camelCase")]
struct MergeTarget {
    /// Id of the affiliation that stays.
    into_id: AffiliationId,
}

/// Counts what merging an affiliation into another one would move. 10 queries.
#[utoipa::path(get, path = "/staff/affiliations/{affiliationId}/merge-preview",
    operation_id = "previewAffiliationMerge", tag = "staff",
    params(("affiliationId" = AffiliationId, Path), MergeTarget),
    responses((status = 200, body = MergePreview), (status = "4XX", body = ProblemDocument)))]
#[tracing::instrument(name = "staff_affiliations.preview_merge", skip_all)]
async fn preview_merge(
    scope: Scope<AffiliationStaff>,
    Path(id): Path<AffiliationId>,
    Query(target): Query<MergeTarget>,
) -> Result<Json<MergePreview>, Problem> {
    let counted = merge_preview::preview(&scope, id, target.into_id).await;
    Ok(Json(counted.or_detail(MERGE_FAILED)?))
}

/// Affiliation that stays, and the reason.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct AffiliationMerge {
    into_id: AffiliationId,
    /// 1 to 500 characters.
    #[serde(default)]
    reason: String,
}

/// Merges an affiliation into another one, which is returned.
#[utoipa::path(post, path = "/staff/affiliations/{affiliationId}/merge",
    operation_id = "mergeAffiliation", tag = "staff",
    params(("affiliationId" = AffiliationId, Path)), request_body = AffiliationMerge,
    responses((status = 200, body = StaffAffiliation), (status = "4XX", body = ProblemDocument)))]
#[tracing::instrument(name = "staff_affiliations.merge", skip_all)]
async fn merge_affiliation(
    mut scope: Scope<AffiliationStaff>,
    Path(id): Path<AffiliationId>,
    Json(body): Json<AffiliationMerge>,
) -> Result<Json<StaffAffiliation>, Problem> {
    let merged = merge::merge(&mut scope, id, body.into_id, &body.reason).await;
    Ok(Json(merged.or_detail(MERGE_FAILED)?))
}

/// Returns the template of the default communities of a new affiliation.
#[utoipa::path(get, path = "/staff/affiliations/template", operation_id = "getCommunityTemplate",
    tag = "staff",
    responses((status = 200, body = CommunityTemplate), (status = "4XX", body = ProblemDocument)))]
#[tracing::instrument(name = "staff_affiliations.template", skip_all)]
async fn get_template(scope: Scope<AffiliationStaff>) -> Result<Json<CommunityTemplate>, Problem> {
    Ok(Json(template::load_template(&scope).await?))
}

/// Replaces the template. Existing affiliations keep their communities.
#[utoipa::path(put, path = "/staff/affiliations/template", operation_id = "setCommunityTemplate",
    tag = "staff", request_body = CommunityTemplateChange,
    responses((status = 200, body = CommunityTemplate), (status = "4XX", body = ProblemDocument)))]
#[tracing::instrument(name = "staff_affiliations.set_template", skip_all)]
async fn set_template(
    mut scope: Scope<AffiliationStaff>,
    Json(body): Json<CommunityTemplateChange>,
) -> Result<Json<CommunityTemplate>, Problem> {
    Ok(Json(template::set(&mut scope, body).await.or_detail(UPDATE_FAILED)?))
}
