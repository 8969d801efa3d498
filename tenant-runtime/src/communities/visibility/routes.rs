//! HTTP routes of visibility.

use super::error::CHANGE_FAILED;
use super::rules;
use crate::communities::rows::Visibility;
use crate::communities::view::CommunityView;
use platform::api::ApiRouter;
use platform::extract::{Json, Path};
use platform::problem::{ProblemDocument, ResultExt};
use platform::{CommunityId, Member, Problem, Scope, Services, routes};
use serde::Deserialize;
use utoipa::ToSchema;

pub(in crate::communities) fn routes() -> ApiRouter<Services> {
    ApiRouter::new().routes(routes!(change))
}

/// New visibility.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct CommunityVisibilityChange {
    visibility: Visibility,
}

/// Changes who may see a community, as an admin. The other members are notified.
#[utoipa::path(put, path = "/communities/{id}/visibility",
    operation_id = "setCommunityVisibility", tag = "communities",
    request_body = CommunityVisibilityChange, params(("id" = CommunityId, Path)),
    responses((status = 200, body = CommunityView), (status = "4XX", body = ProblemDocument)))]
#[tracing::instrument(name = "visibility.change", skip_all, fields(community.id = %id))]
async fn change(
    mut scope: Scope<Member>,
    Path(id): Path<CommunityId>,
    Json(body): Json<CommunityVisibilityChange>,
) -> Result<Json<CommunityView>, Problem> {
    Ok(Json(rules::change(&mut scope, id, body.visibility).await.or_detail(CHANGE_FAILED)?))
}
