//! HTTP routes of events.

use super::answers::EventAnswer;
use super::attendees::{self, AttendeeView};
use super::calendar;
use super::list::{self, EventItem, EventQuery};
use super::rsvp::{self, EventAnswerChange, EventAnswers};
use crate::communities::announcements::{AnnouncementId, AnnouncementView};
use axum::response::Response;
use platform::api::ApiRouter;
use platform::extract::{Json, Path, Query};
use platform::page::{Page, PageQuery};
use platform::problem::{ProblemDocument, ResultExt};
use platform::{CommunityId, Member, Problem, Scope, Services, routes};
use serde::Deserialize;
use utoipa::IntoParams;

/// Message when events could not be loaded.
const LOAD_FAILED: &str = "Failed to load events";
/// Message when an answer could not be stored.
const ANSWER_FAILED: &str = "Failed to save your answer";

pub(super) fn routes() -> ApiRouter<Services> {
    ApiRouter::new()
        .routes(routes!(list_own))
        .routes(routes!(list_in))
        .routes(routes!(answer_event))
        .routes(routes!(list_attendees))
        .routes(routes!(download_event))
}

/// Lists the events of my communities on this site.
#[utoipa::path(get, path = "/me/events", operation_id = "listMyEvents", tag = "communities",
    params(EventQuery),
    responses((status = 200, body = Page<EventItem>), (status = "4XX", body = ProblemDocument)))]
#[tracing::instrument(name = "events.list_own", skip_all)]
async fn list_own(
    scope: Scope<Member>,
    Query(query): Query<EventQuery>,
) -> Result<Json<Page<EventItem>>, Problem> {
    Ok(Json(list::list_own(&scope, &query).await.or_detail(LOAD_FAILED)?))
}

/// Lists the events of a community, for members.
#[utoipa::path(get, path = "/communities/{id}/events", operation_id = "listCommunityEvents",
    tag = "communities", params(("id" = CommunityId, Path), EventQuery),
    responses((status = 200, body = Page<AnnouncementView>),
        (status = "4XX", body = ProblemDocument)))]
#[tracing::instrument(name = "events.list", skip_all, fields(community.id = %id))]
async fn list_in(
    scope: Scope<Member>,
    Path(id): Path<CommunityId>,
    Query(query): Query<EventQuery>,
) -> Result<Json<Page<AnnouncementView>>, Problem> {
    Ok(Json(list::list_in(&scope, id, &query).await.or_detail(LOAD_FAILED)?))
}

/// Answers an event, as a member, or withdraws the answer. Closed when the event is over.
#[utoipa::path(put, path = "/communities/{id}/announcements/{announcementId}/rsvp",
    operation_id = "answerEvent", tag = "communities", request_body = EventAnswerChange,
    params(("id" = CommunityId, Path), ("announcementId" = AnnouncementId, Path)),
    responses((status = 200, body = EventAnswers), (status = "4XX", body = ProblemDocument)))]
#[tracing::instrument(name = "events.answer", skip_all, fields(community.id = %id))]
async fn answer_event(
    mut scope: Scope<Member>,
    Path((id, announcement)): Path<(CommunityId, AnnouncementId)>,
    Json(body): Json<EventAnswerChange>,
) -> Result<Json<EventAnswers>, Problem> {
    let answered = rsvp::answer_event(&mut scope, id, announcement, body.answer).await;
    Ok(Json(answered.or_detail(ANSWER_FAILED)?))
}

/// Which answers to list, and the page.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct AttendeeQuery {
    /// Omit it for the people who answered yes or maybe.
    answer: Option<EventAnswer>,
    /// Cursor from the previous page.
    cursor: Option<String>,
    /// Maximum number of items.
    limit: Option<u64>,
}

/// Lists the people who answered an event, for members, newest answer first, without those in a block
/// with the viewer.
#[utoipa::path(get, path = "/communities/{id}/announcements/{announcementId}/attendees",
    operation_id = "listEventAttendees", tag = "communities",
    params(("id" = CommunityId, Path), ("announcementId" = AnnouncementId, Path), AttendeeQuery),
    responses((status = 200, body = Page<AttendeeView>), (status = "4XX", body = ProblemDocument)))]
#[tracing::instrument(name = "events.attendees", skip_all, fields(community.id = %id))]
async fn list_attendees(
    scope: Scope<Member>,
    Path((id, announcement)): Path<(CommunityId, AnnouncementId)>,
    Query(query): Query<AttendeeQuery>,
) -> Result<Json<Page<AttendeeView>>, Problem> {
    let page = PageQuery { cursor: query.cursor, limit: query.limit };
    let listed = attendees::list(&scope, (id, announcement), query.answer, &page).await;
    Ok(Json(listed.or_detail(LOAD_FAILED)?))
}

/// Downloads an event as a calendar file (RFC 5545), for members.
#[utoipa::path(get, path = "/communities/{id}/announcements/{announcementId}/event.ics",
    operation_id = "downloadEvent", tag = "communities",
    params(("id" = CommunityId, Path), ("announcementId" = AnnouncementId, Path)),
    responses((status = 200, body = String, content_type = "text/calendar"),
        (status = "4XX", body = ProblemDocument)))]
#[tracing::instrument(name = "events.download", skip_all, fields(community.id = %id))]
async fn download_event(
    scope: Scope<Member>,
    Path((id, announcement)): Path<(CommunityId, AnnouncementId)>,
) -> Result<Response, Problem> {
    calendar::event_file(&scope, id, announcement).await.or_detail(LOAD_FAILED)
}
