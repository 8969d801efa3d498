//! HTTP routes of the activity centre, except its list ([`crate::activity_list`]).

use super::error::{CLEAR_FAILED, LOAD_FAILED, RESTORE_FAILED, SIGNED_OUT};
use super::view::NotificationView;
use super::{rules, target};
use chrono::{DateTime, Utc};
use http::StatusCode;
use platform::api::ApiRouter;
use platform::extract::{Json, Query};
use platform::page::{Page, PageQuery};
use platform::problem::{ProblemDocument, ResultExt};
use platform::{Member, Problem, Scope, Services, routes};
use serde::Serialize;
use utoipa::ToSchema;

pub fn routes() -> ApiRouter<Services> {
    ApiRouter::new()
        .routes(routes!(mark_all_read))
        .routes(routes!(clear))
        .routes(routes!(restore_cleared))
        .routes(routes!(list_newest))
        .merge(target::routes())
}

/// Result of clearing.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct ActivityClearResult {
    /// Items up to this time are hidden.
    last_cleared_timestamp: DateTime<Utc>,
    /// Clearing can be undone until then.
    restorable_until: DateTime<Utc>,
}

/// Marks all activity as read; it stays listed.
#[utoipa::path(post, path = "/activity/read", operation_id = "markAllActivityRead", tag = "activity",
    responses((status = 204), (status = "4XX", body = ProblemDocument)))]
#[tracing::instrument(name = "activity.read_all", skip_all)]
async fn mark_all_read(scope: Result<Scope<Member>, Problem>) -> Result<StatusCode, Problem> {
    let mut scope = scope.map_err(|refusal| refusal.with_sign_in_detail(SIGNED_OUT))?;
    rules::mark_all_read(&mut scope).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Marks all activity as read and hides it, on every site.
#[utoipa::path(post, path = "/activity/clear", operation_id = "clearActivity", tag = "activity",
    responses((status = 200, body = ActivityClearResult), (status = "4XX", body = ProblemDocument)))]
#[tracing::instrument(name = "activity.clear", skip_all)]
async fn clear(
    scope: Result<Scope<Member>, Problem>,
) -> Result<Json<ActivityClearResult>, Problem> {
    let mut scope = scope.map_err(|refusal| refusal.with_sign_in_detail(SIGNED_OUT))?;
    let last_cleared_timestamp = rules::clear(&mut scope).await.or_detail(CLEAR_FAILED)?;
    let restorable_until = rules::restorable_until(last_cleared_timestamp);
    Ok(Json(ActivityClearResult { last_cleared_timestamp, restorable_until }))
}

/// Restores activity that was cleared less than ten seconds ago. It stays read.
#[utoipa::path(post, path = "/activity/restore", operation_id = "restoreActivity", tag = "activity",
    responses((status = 204), (status = "4XX", body = ProblemDocument)))]
#[tracing::instrument(name = "activity.restore", skip_all)]
async fn restore_cleared(scope: Result<Scope<Member>, Problem>) -> Result<StatusCode, Problem> {
    let mut scope = scope.map_err(|refusal| refusal.with_sign_in_detail(SIGNED_OUT))?;
    rules::restore_cleared(&mut scope).await.or_detail(RESTORE_FAILED)?;
    Ok(StatusCode::NO_CONTENT)
}

/// Lists the newest notifications, including cleared ones.
#[utoipa::path(get, path = "/notifications", operation_id = "listNotifications", tag = "activity",
    params(PageQuery),
    responses((status = 200, body = Page<NotificationView>),
        (status = "4XX", body = ProblemDocument)))]
#[tracing::instrument(name = "notifications.list", skip_all)]
async fn list_newest(
    scope: Scope<Member>,
    Query(query): Query<PageQuery>,
) -> Result<Json<Page<NotificationView>>, Problem> {
    Ok(Json(rules::list_newest(&scope, &query).await.or_detail(LOAD_FAILED)?))
}
