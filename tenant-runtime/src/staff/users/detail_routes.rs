//! HTTP routes of the tabs of the user page: sessions, content and notes.

use super::content::{self, ContentKind, StaffContent};
use super::notes::{self, StaffNote, StaffNoteId, StaffNotes};
use super::sessions::{self, StaffSessions};
use http::StatusCode;
use platform::StaffWith;
use platform::api::ApiRouter;
use platform::extract::{Json, Path, Query};
use platform::page::{Page, PageQuery};
use platform::problem::ProblemDocument;
use platform::staff::{Accounts, Moderation};
use platform::{Problem, Scope, Services, SessionId, UserId, routes};
use serde::Deserialize;
use utoipa::{IntoParams, ToSchema};

pub fn routes() -> ApiRouter<Services> {
    ApiRouter::new()
        .routes(routes!(list_sessions, end_sessions))
        .routes(routes!(end_session))
        .routes(routes!(list_content))
        .routes(routes!(list_notes, create_note))
        .routes(routes!(delete_note))
}

/// Reason for ending sessions.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct SessionEndReason {
    reason: String,
}

/// Lists the live sessions of an account, the last used first.
#[utoipa::path(get, path = "/staff/users/{id}/sessions", operation_id = "listUserSessions",
    tag = "staff", params(("id" = UserId, Path)),
    responses((status = 200, body = StaffSessions), (status = "4XX", body = ProblemDocument)))]
#[tracing::instrument(name = "staff.list_sessions", skip_all, fields(user.id = %id))]
async fn list_sessions(
    scope: Scope<StaffWith<Accounts>>,
    Path(id): Path<UserId>,
) -> Result<Json<StaffSessions>, Problem> {
    Ok(Json(sessions::list(&scope, id).await?))
}

/// Ends all sessions of an account, with a reason.
#[utoipa::path(delete, path = "/staff/users/{id}/sessions", operation_id = "endUserSessions",
    tag = "staff", params(("id" = UserId, Path)), request_body = SessionEndReason,
    responses((status = 204), (status = "4XX", body = ProblemDocument)))]
#[tracing::instrument(name = "staff.end_sessions", skip_all, fields(user.id = %id))]
async fn end_sessions(
    mut scope: Scope<StaffWith<Accounts>>,
    Path(id): Path<UserId>,
    Json(body): Json<SessionEndReason>,
) -> Result<StatusCode, Problem> {
    sessions::end(&mut scope, id, None, &body.reason).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Ends a session of an account and those transferred from it, with a reason.
#[utoipa::path(delete, path = "/staff/users/{id}/sessions/{sessionId}",
    operation_id = "endUserSession", tag = "staff",
    params(("id" = UserId, Path), ("sessionId" = SessionId, Path)), request_body = SessionEndReason,
    responses((status = 204), (status = "4XX", body = ProblemDocument)))]
#[tracing::instrument(name = "staff.end_session", skip_all, fields(user.id = %id))]
async fn end_session(
    mut scope: Scope<StaffWith<Accounts>>,
    Path((id, session)): Path<(UserId, SessionId)>,
    Json(body): Json<SessionEndReason>,
) -> Result<StatusCode, Problem> {
    sessions::end(&mut scope, id, Some(session), &body.reason).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Kind and page of the content.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct ContentQuery {
    /// `posts` (the default), `threads` or `articles`.
    #[serde(default)]
    #[param(inline)]
    kind: ContentKind,
    /// Cursor from the previous page; omit it for the first page.
    cursor: Option<String>,
    /// Maximum number of items per page.
    limit: Option<u64>,
}

/// Lists the latest posts, threads or articles of a person, in all communities.
#[utoipa::path(get, path = "/staff/users/{id}/content", operation_id = "listUserContent",
    tag = "staff", params(("id" = UserId, Path), ContentQuery),
    responses((status = 200, body = Page<StaffContent>), (status = "4XX", body = ProblemDocument)))]
#[tracing::instrument(name = "staff.list_content", skip_all, fields(user.id = %id))]
async fn list_content(
    scope: Scope<StaffWith<Moderation>>,
    Path(id): Path<UserId>,
    Query(query): Query<ContentQuery>,
) -> Result<Json<Page<StaffContent>>, Problem> {
    let page = PageQuery { cursor: query.cursor, limit: query.limit };
    Ok(Json(content::list(&scope, id, query.kind, &page).await?))
}

/// Lists the notes of staff about an account, newest first.
#[utoipa::path(get, path = "/staff/users/{id}/notes", operation_id = "listStaffNotes",
    tag = "staff", params(("id" = UserId, Path)),
    responses((status = 200, body = StaffNotes), (status = "4XX", body = ProblemDocument)))]
#[tracing::instrument(name = "staff.list_notes", skip_all, fields(user.id = %id))]
async fn list_notes(
    scope: Scope<StaffWith<Accounts>>,
    Path(id): Path<UserId>,
) -> Result<Json<StaffNotes>, Problem> {
    Ok(Json(notes::list(&scope, id).await?))
}

/// A note to add.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct NewStaffNote {
    /// At most 2,000 characters.
    text: String,
}

/// Adds a note about an account. Its owner receives it with an export of their data.
#[utoipa::path(post, path = "/staff/users/{id}/notes", operation_id = "createStaffNote",
    tag = "staff", params(("id" = UserId, Path)), request_body = NewStaffNote,
    responses((status = 201, body = StaffNote), (status = "4XX", body = ProblemDocument)))]
#[tracing::instrument(name = "staff.create_note", skip_all, fields(user.id = %id))]
async fn create_note(
    mut scope: Scope<StaffWith<Accounts>>,
    Path(id): Path<UserId>,
    Json(body): Json<NewStaffNote>,
) -> Result<(StatusCode, Json<StaffNote>), Problem> {
    Ok((StatusCode::CREATED, Json(notes::create(&mut scope, id, &body.text).await?)))
}

/// Deletes a note that the viewer wrote.
#[utoipa::path(delete, path = "/staff/users/{id}/notes/{noteId}", operation_id = "deleteStaffNote",
    tag = "staff", params(("id" = UserId, Path), ("noteId" = StaffNoteId, Path)),
    responses((status = 204), (status = "4XX", body = ProblemDocument)))]
#[tracing::instrument(name = "staff.delete_note", skip_all, fields(user.id = %id))]
async fn delete_note(
    mut scope: Scope<StaffWith<Accounts>>,
    Path((id, note)): Path<(UserId, StaffNoteId)>,
) -> Result<StatusCode, Problem> {
    notes::delete(&mut scope, id, note).await?;
    Ok(StatusCode::NO_CONTENT)
}
