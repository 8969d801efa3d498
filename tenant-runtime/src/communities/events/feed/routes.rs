//! HTTP routes of calendar feeds.

use super::error::CHANGE_FAILED;
use super::rules::{self, CalendarFeed, NewCalendarFeed};
use crate::communities::events::ical::CALENDAR_TYPE;
use crate::media::matches_etag;
use axum::response::{IntoResponse, Response};
use http::header::{CACHE_CONTROL, CONTENT_TYPE, ETAG, IF_NONE_MATCH, X_CONTENT_TYPE_OPTIONS};
use http::{HeaderMap, StatusCode};
use platform::api::ApiRouter;
use platform::extract::{Json, Path};
use platform::problem::{ProblemDocument, ResultExt};
use platform::{Member, Problem, Scope, Services, Visitor, routes, tokens};

pub(in crate::communities::events) fn routes() -> ApiRouter<Services> {
    ApiRouter::new()
        .routes(routes!(get_feed, create_feed, delete_feed))
        .routes(routes!(download_feed))
}

/// Returns whether I have a private calendar address on this site. The address itself is not shown.
#[utoipa::path(get, path = "/me/calendar-feed", operation_id = "getCalendarFeed",
    tag = "communities",
    responses((status = 200, body = CalendarFeed), (status = "4XX", body = ProblemDocument)))]
#[tracing::instrument(name = "calendar_feed.show", skip_all)]
async fn get_feed(scope: Scope<Member>) -> Result<Json<CalendarFeed>, Problem> {
    Ok(Json(rules::find_own(&scope).await.or_detail(CHANGE_FAILED)?))
}

/// Creates my private calendar address on this site. An earlier one stops working.
#[utoipa::path(post, path = "/me/calendar-feed", operation_id = "createCalendarFeed",
    tag = "communities",
    responses((status = 200, body = NewCalendarFeed), (status = "4XX", body = ProblemDocument)))]
#[tracing::instrument(name = "calendar_feed.create", skip_all)]
async fn create_feed(mut scope: Scope<Member>) -> Result<Json<NewCalendarFeed>, Problem> {
    Ok(Json(rules::renew(&mut scope).await.or_detail(CHANGE_FAILED)?))
}

/// Revokes my private calendar address on this site.
#[utoipa::path(delete, path = "/me/calendar-feed", operation_id = "deleteCalendarFeed",
    tag = "communities",
    responses((status = 204), (status = "4XX", body = ProblemDocument)))]
#[tracing::instrument(name = "calendar_feed.delete", skip_all)]
async fn delete_feed(mut scope: Scope<Member>) -> Result<StatusCode, Problem> {
    rules::revoke(&mut scope).await.or_detail(CHANGE_FAILED)?;
    Ok(StatusCode::NO_CONTENT)
}

/// The calendar file (RFC 5545) of a private address: events of its owner's communities on this site.
/// The token, followed by `.ics`, is the permission: calendar programs have no session.
#[utoipa::path(get, path = "/calendar/{file}", operation_id = "downloadCalendarFeed",
    tag = "communities", params(("file" = String, Path, description = "token and `.ics`")),
    responses((status = 200, body = String, content_type = "text/calendar"), (status = 304),
        (status = "4XX", body = ProblemDocument)))]
#[tracing::instrument(name = "calendar_feed.download", skip_all)]
async fn download_feed(
    scope: Scope<Visitor>,
    Path(file): Path<String>,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let calendar = rules::load_feed(&scope, &file).await?;
    let tag = format!("\"{}\"", tokens::hash(&calendar));
    let caching = [(CACHE_CONTROL, "private, no-cache"), (ETAG, tag.as_str())];
    if headers.get_all(IF_NONE_MATCH).iter().any(|known| matches_etag(known.as_bytes(), &tag)) {
        return Ok((StatusCode::NOT_MODIFIED, caching).into_response());
    }
    let kind = [(CONTENT_TYPE, CALENDAR_TYPE), (X_CONTENT_TYPE_OPTIONS, "nosniff")];
    Ok((caching, kind, calendar).into_response())
}
