//! HTTP route of the badge counts.

use crate::{activity, communities, messages};
use platform::api::ApiRouter;
use platform::extract::Json;
use platform::problem::ProblemDocument;
use platform::{Member, Problem, Scope, Services, routes};
use serde::Serialize;
use utoipa::ToSchema;

pub fn routes() -> ApiRouter<Services> {
    ApiRouter::new().routes(routes!(read))
}

/// Badge counts of the viewer on this site.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct Badges {
    /// Unread posts of others; 100 means more than 99.
    communities: i64,
    /// Unread notifications; 100 means more than 99.
    activity: i64,
    /// Conversations with unread messages; 100 means more than 99.
    messages: i64,
}

/// Returns the badge counts.
#[utoipa::path(
    get,
    path = "/me/badges",
    operation_id = "getBadges",
    tag = "me",
    responses((status = 200, body = Badges), (status = "4XX", body = ProblemDocument))
)]
#[tracing::instrument(name = "badges.read", skip_all)]
async fn read(scope: Scope<Member>) -> Result<Json<Badges>, Problem> {
    Ok(Json(Badges {
        communities: communities::unread_everywhere(&scope).await?,
        activity: activity::count_unread_on_site(&scope).await?,
        messages: messages::unread_here(&scope).await?,
    }))
}
