//! HTTP routes of community settings.

use super::preference::{self, NotificationPreferenceChange, NotificationPreferenceSetting};
use super::rules::{self, CommunityChange};
use crate::communities::error::LOAD_FAILED;
use crate::communities::view::CommunityView;
use platform::api::ApiRouter;
use platform::extract::{Json, Path};
use platform::problem::{ProblemDocument, ResultExt};
use platform::{CommunityId, Member, Problem, Scope, Services, routes};

pub(in crate::communities) fn routes() -> ApiRouter<Services> {
    ApiRouter::new().routes(routes!(change)).routes(routes!(set_preference))
}

/// Changes the settings of a community, as an admin.
#[utoipa::path(patch, path = "/communities/{id}", operation_id = "updateCommunity",
    tag = "communities", request_body = CommunityChange, params(("id" = CommunityId, Path)),
    responses((status = 200, body = CommunityView), (status = "4XX", body = ProblemDocument)))]
#[tracing::instrument(name = "settings.change", skip_all, fields(community.id = %id))]
async fn change(
    mut scope: Scope<Member>,
    Path(id): Path<CommunityId>,
    Json(body): Json<CommunityChange>,
) -> Result<Json<CommunityView>, Problem> {
    Ok(Json(rules::change(&mut scope, id, &body).await.or_detail(LOAD_FAILED)?))
}

/// Sets which notifications I receive from a community.
#[utoipa::path(put, path = "/communities/{id}/notifications",
    operation_id = "setCommunityNotificationPreference", tag = "communities", request_body = NotificationPreferenceChange,
    params(("id" = CommunityId, Path)),
    responses((status = 200, body = NotificationPreferenceSetting), (status = "4XX", body = ProblemDocument)))]
#[tracing::instrument(name = "settings.choose_notices", skip_all, fields(community.id = %id))]
async fn set_preference(
    mut scope: Scope<Member>,
    Path(id): Path<CommunityId>,
    Json(body): Json<NotificationPreferenceChange>,
) -> Result<Json<NotificationPreferenceSetting>, Problem> {
    Ok(Json(preference::set_preference(&mut scope, id, body).await.or_detail(LOAD_FAILED)?))
}
