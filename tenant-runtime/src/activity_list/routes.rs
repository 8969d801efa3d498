//! HTTP routes of the list.

use super::excerpts;
use crate::activity::{
    self, ActivityItem, ActivityPage, ActivityTab, LOAD_FAILED, NotificationId, ReadState,
    SIGNED_OUT,
};
use platform::api::ApiRouter;
use platform::extract::{Json, Path, Query};
use platform::page::PageQuery;
use platform::problem::{ProblemDocument, ResultExt};
use platform::{Member, Problem, Scope, Services, routes};
use serde::Deserialize;
use utoipa::IntoParams;

pub fn routes() -> ApiRouter<Services> {
    ApiRouter::new().routes(routes!(list)).routes(routes!(mark_read))
}

/// Tab, read state and page.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct ActivityQuery {
    /// Tab; all tabs if omitted.
    #[param(inline)]
    category: Option<ActivityTab>,
    /// Only unread or only read items; all if omitted.
    #[param(inline)]
    state: Option<ReadState>,
    /// Cursor from the previous page; omit it for the first page.
    cursor: Option<String>,
    /// Maximum number of items per page; 15 by default.
    limit: Option<u64>,
}

/// Lists the viewer's activity by priority, then newest first. The unread new posts of a community
/// are one item, in the counts too. At most 9 queries.
#[utoipa::path(get, path = "/activity", operation_id = "listActivity", tag = "activity",
    params(ActivityQuery),
    responses((status = 200, body = ActivityPage), (status = "4XX", body = ProblemDocument)))]
#[tracing::instrument(name = "activity.list", skip_all)]
async fn list(
    scope: Scope<Member>,
    Query(query): Query<ActivityQuery>,
) -> Result<Json<ActivityPage>, Problem> {
    let ActivityQuery { category, state, cursor, limit } = query;
    let of = (category.unwrap_or_default(), state.unwrap_or_default());
    let page = load_page(&scope, of, &PageQuery { cursor, limit }).await;
    Ok(Json(page.or_detail(LOAD_FAILED)?))
}

async fn load_page(
    scope: &Scope<Member>,
    of: (ActivityTab, ReadState),
    query: &PageQuery,
) -> Result<ActivityPage, Problem> {
    let scope = &scope.on_one_connection().await?;
    let mut page = activity::list(scope, of, query).await?;
    excerpts::add_excerpts(scope, &mut page.items).await?;
    Ok(page)
}

/// Marks one item as read, each notification of a group too. For an item of a community, all its
/// notifications are marked.
#[utoipa::path(post, path = "/activity/{id}/read", operation_id = "markActivityRead", tag = "activity",
    params(("id" = NotificationId, Path)),
    responses((status = 200, body = ActivityItem), (status = "4XX", body = ProblemDocument)))]
#[tracing::instrument(name = "activity.read", skip_all, fields(notification.id = %id))]
async fn mark_read(
    scope: Result<Scope<Member>, Problem>,
    Path(id): Path<NotificationId>,
) -> Result<Json<ActivityItem>, Problem> {
    let mut scope = scope.map_err(|refusal| refusal.with_sign_in_detail(SIGNED_OUT))?;
    let mut item = activity::mark_read(&mut scope, id).await?;
    excerpts::add_excerpts(&scope, std::slice::from_mut(&mut item)).await?;
    Ok(Json(item))
}
