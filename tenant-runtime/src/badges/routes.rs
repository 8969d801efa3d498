//! Asking for the numbers.

use crate::{activity, communities};
use platform::api::ApiRouter;
use platform::extract::Json;
use platform::problem::ProblemDocument;
use platform::{Member, Problem, Scope, Services, routes};
use serde::Serialize;
use utoipa::ToSchema;

pub fn routes() -> ApiRouter<Services> {
    ApiRouter::new().routes(routes!(read))
}

/// What waits for the viewer, as far as this door shows it.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct Badges {
    /// Posts of others that they have not read; 100 stands for more than 99.
    communities: i64,
    /// Notifications that they have not read; 100 stands for more than 99.
    activity: i64,
}

/// Counts what waits.
#[utoipa::path(
    get,
    path = "/me/badges",
    operation_id = "readBadges",
    tag = "me",
    responses((status = 200, body = Badges), (status = "4XX", body = ProblemDocument))
)]
#[tracing::instrument(name = "badges.read", skip_all)]
async fn read(scope: Scope<Member>) -> Result<Json<Badges>, Problem> {
    Ok(Json(Badges {
        communities: communities::unread_everywhere(&scope).await?,
        activity: activity::unread_here(&scope).await?,
    }))
}
