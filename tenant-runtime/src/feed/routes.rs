//! HTTP route of the feed.

use super::store::{self, FeedItem};
use platform::api::ApiRouter;
use platform::extract::Json;
use platform::problem::{ProblemDocument, ResultExt};
use platform::{Member, Problem, Scope, Services, routes};
use serde::Serialize;
use utoipa::ToSchema;

/// Message when the feed could not be loaded (C-130).
const FEED_FAILED: &str = "Failed to load community feed";

pub fn routes() -> ApiRouter<Services> {
    ApiRouter::new().routes(routes!(list_feed))
}

/// Feed items, newest first.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct Feed {
    items: Vec<FeedItem>,
}

/// Returns the latest posts of others in the viewer's communities. 1 query, plus the one that loads
/// the people.
#[utoipa::path(get, path = "/feed", operation_id = "listFeedItems", tag = "feed",
    responses((status = 200, body = Feed), (status = "4XX", body = ProblemDocument)))]
#[tracing::instrument(name = "feed.show", skip_all)]
async fn list_feed(scope: Scope<Member>) -> Result<Json<Feed>, Problem> {
    Ok(Json(Feed { items: store::load_items(&scope).await.or_detail(FEED_FAILED)? }))
}
