//! The call that reads the feed.

use super::store::{self, FeedItem};
use crate::communities::OrSay;
use platform::api::ApiRouter;
use platform::extract::Json;
use platform::problem::ProblemDocument;
use platform::{Member, Problem, Scope, Services, routes};
use serde::Serialize;
use utoipa::ToSchema;

/// The line of a feed that could not be read (C-130).
const FEED_FAILED: &str = "Failed to load community feed";

pub fn routes() -> ApiRouter<Services> {
    ApiRouter::new().routes(routes!(show))
}

/// What is new, the newest first.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct Feed {
    items: Vec<FeedItem>,
}

/// The latest posts of others in the viewer's communities. 1 query, and 1 that shows people.
#[utoipa::path(get, path = "/feed", operation_id = "showFeed", tag = "feed",
    responses((status = 200, body = Feed), (status = "4XX", body = ProblemDocument)))]
#[tracing::instrument(name = "feed.show", skip_all)]
async fn show(scope: Scope<Member>) -> Result<Json<Feed>, Problem> {
    Ok(Json(Feed { items: store::items(&scope).await.or_say(FEED_FAILED)? }))
}
