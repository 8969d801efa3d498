//! HTTP routes of cords.

use super::error::{ERASE_FAILED, LIST_FAILED, LOAD_FAILED};
use super::rules;
use super::view::{CordListItem, CordView};
use http::StatusCode;
use platform::api::ApiRouter;
use platform::extract::{Json, Path, Query};
use platform::page::{Page, PageQuery};
use platform::problem::{ProblemDocument, ResultExt};
use platform::{Member, Problem, Scope, Services, UserId, routes};

pub(super) fn routes() -> ApiRouter<Services> {
    ApiRouter::new().routes(routes!(read, erase)).routes(routes!(list))
}

/// Returns the viewer's cord with another person: its strength, and the reasons for it.
#[utoipa::path(get, path = "/users/{id}/cord", operation_id = "getCord", tag = "cords",
    params(("id" = UserId, Path)),
    responses((status = 200, body = CordView), (status = "4XX", body = ProblemDocument)))]
#[tracing::instrument(name = "cords.read", skip_all, fields(user.id = %id))]
async fn read(scope: Scope<Member>, Path(id): Path<UserId>) -> Result<Json<CordView>, Problem> {
    Ok(Json(rules::get_cord(&scope, id).await.or_detail(LOAD_FAILED)?))
}

/// Erases the viewer's cord with another person, for both. Only later activity rebuilds it.
#[utoipa::path(delete, path = "/users/{id}/cord", operation_id = "deleteCord", tag = "cords",
    params(("id" = UserId, Path)),
    responses((status = 204), (status = "4XX", body = ProblemDocument)))]
#[tracing::instrument(name = "cords.erase", skip_all, fields(user.id = %id))]
async fn erase(mut scope: Scope<Member>, Path(id): Path<UserId>) -> Result<StatusCode, Problem> {
    rules::erase_cord(&mut scope, id).await.or_detail(ERASE_FAILED)?;
    Ok(StatusCode::NO_CONTENT)
}

/// Lists the viewer's cords, the strongest first.
#[utoipa::path(get, path = "/me/cords", operation_id = "listCords", tag = "cords",
    params(PageQuery),
    responses((status = 200, body = Page<CordListItem>),
        (status = "4XX", body = ProblemDocument)))]
#[tracing::instrument(name = "cords.list", skip_all)]
async fn list(
    scope: Scope<Member>,
    Query(query): Query<PageQuery>,
) -> Result<Json<Page<CordListItem>>, Problem> {
    Ok(Json(rules::list_cords(&scope, &query).await.or_detail(LIST_FAILED)?))
}
