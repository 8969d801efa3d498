//! HTTP routes for staff, for all communities.

use super::error::PAUSE_FAILED;
use super::list::{self, StaffCommunity};
use super::rules::{self, PauseChange};
use crate::communities::error::LOAD_FAILED;
use chrono::{DateTime, Utc};
use platform::StaffWith;
use platform::api::ApiRouter;
use platform::extract::{Json, Path, Query};
use platform::page::{Page, PageQuery};
use platform::problem::{ProblemDocument, ResultExt};
use platform::staff::Moderation;
use platform::{CommunityId, Problem, Scope, Services, routes};
use serde::Deserialize;
use utoipa::{IntoParams, ToSchema};

pub(in crate::communities) fn routes() -> ApiRouter<Services> {
    ApiRouter::new().routes(routes!(find)).routes(routes!(pause)).routes(routes!(unpause))
}

/// Search and page of the list.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct PausedCommunityQuery {
    /// Prefix of a name or a description, or an id. All communities if omitted.
    q: Option<String>,
    /// Cursor from the previous page; omit it for the first page.
    cursor: Option<String>,
    /// Maximum number of items per page.
    limit: Option<u64>,
}

/// Lists all communities, or those that match the search, latest activity first.
#[utoipa::path(get, path = "/staff/communities", operation_id = "searchCommunitiesAsStaff",
    tag = "staff", params(PausedCommunityQuery),
    responses((status = 200, body = Page<StaffCommunity>),
        (status = "4XX", body = ProblemDocument)))]
#[tracing::instrument(name = "pauses.find", skip_all)]
async fn find(
    scope: Scope<StaffWith<Moderation>>,
    Query(wanted): Query<PausedCommunityQuery>,
) -> Result<Json<Page<StaffCommunity>>, Problem> {
    let page = PageQuery { cursor: wanted.cursor, limit: wanted.limit };
    let called = wanted.q.as_deref().unwrap_or_default();
    Ok(Json(list::list(&scope, called, &page).await.or_detail(LOAD_FAILED)?))
}

/// Duration and reason of a pause.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct CommunityPauseRequest {
    /// Until it is lifted, if omitted.
    paused_until: Option<DateTime<Utc>>,
    /// Required, at most 500 characters; shown to its admins and members.
    #[serde(default)]
    reason: String,
}

/// Reason for lifting a pause.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct CommunityUnpauseRequest {
    /// Required, at most 500 characters.
    #[serde(default)]
    reason: String,
}

/// Pauses a community. A paused community accepts no new members.
#[utoipa::path(post, path = "/staff/communities/{id}/pause", operation_id = "pauseCommunity",
    tag = "staff", params(("id" = CommunityId, Path)), request_body = CommunityPauseRequest,
    responses((status = 200, body = StaffCommunity), (status = "4XX", body = ProblemDocument)))]
#[tracing::instrument(name = "pauses.pause", skip_all, fields(community.id = %id))]
async fn pause(
    mut scope: Scope<StaffWith<Moderation>>,
    Path(id): Path<CommunityId>,
    Json(body): Json<CommunityPauseRequest>,
) -> Result<Json<StaffCommunity>, Problem> {
    let to = PauseChange::Pause(body.paused_until);
    Ok(Json(rules::change(&mut scope, id, to, &body.reason).await.or_detail(PAUSE_FAILED)?))
}

/// Lifts the pause of a community.
#[utoipa::path(post, path = "/staff/communities/{id}/unpause", operation_id = "unpauseCommunity",
    tag = "staff", params(("id" = CommunityId, Path)), request_body = CommunityUnpauseRequest,
    responses((status = 200, body = StaffCommunity), (status = "4XX", body = ProblemDocument)))]
#[tracing::instrument(name = "pauses.unpause", skip_all, fields(community.id = %id))]
async fn unpause(
    mut scope: Scope<StaffWith<Moderation>>,
    Path(id): Path<CommunityId>,
    Json(body): Json<CommunityUnpauseRequest>,
) -> Result<Json<StaffCommunity>, Problem> {
    let changed = rules::change(&mut scope, id, PauseChange::Unpause, &body.reason).await;
    Ok(Json(changed.or_detail(PAUSE_FAILED)?))
}
