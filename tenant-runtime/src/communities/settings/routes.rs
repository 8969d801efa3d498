//! HTTP routes of community settings.

use super::preference::{self, ChooseNotices, NoticeChoice};
use super::rules::{self, ChangeCommunity};
use crate::communities::error::LOAD_FAILED;
use crate::communities::view::CommunityView;
use platform::api::ApiRouter;
use platform::extract::{Json, Path};
use platform::problem::{ProblemDocument, ResultExt};
use platform::{CommunityId, Member, Problem, Scope, Services, routes};

pub(in crate::communities) fn routes() -> ApiRouter<Services> {
    ApiRouter::new().routes(routes!(change)).routes(routes!(choose))
}

/// Changes the settings of a community, as an admin.
#[utoipa::path(patch, path = "/communities/{id}", operation_id = "updateCommunity",
    tag = "communities", request_body = ChangeCommunity, params(("id" = CommunityId, Path)),
    responses((status = 200, body = CommunityView), (status = "4XX", body = ProblemDocument)))]
#[tracing::instrument(name = "settings.change", skip_all, fields(community.id = %id))]
async fn change(
    mut scope: Scope<Member>,
    Path(id): Path<CommunityId>,
    Json(body): Json<ChangeCommunity>,
) -> Result<Json<CommunityView>, Problem> {
    Ok(Json(rules::change(&mut scope, id, &body).await.or_detail(LOAD_FAILED)?))
}

/// Sets which notifications I receive from a community.
#[utoipa::path(put, path = "/communities/{id}/notifications",
    operation_id = "setCommunityNotificationPreference", tag = "communities", request_body = ChooseNotices,
    params(("id" = CommunityId, Path)),
    responses((status = 200, body = NoticeChoice), (status = "4XX", body = ProblemDocument)))]
#[tracing::instrument(name = "settings.choose_notices", skip_all, fields(community.id = %id))]
async fn choose(
    mut scope: Scope<Member>,
    Path(id): Path<CommunityId>,
    Json(body): Json<ChooseNotices>,
) -> Result<Json<NoticeChoice>, Problem> {
    Ok(Json(preference::choose(&mut scope, id, body).await.or_detail(LOAD_FAILED)?))
}
