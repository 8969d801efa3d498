//! HTTP routes of announcements.

use super::actions::{self, AnnouncementAction};
use super::error::{CREATE_FAILED, EDIT_FAILED};
use super::input::NewAnnouncement;
use super::view::AnnouncementView;
use super::{AnnouncementId, edit, rules};
use crate::communities::error::LOAD_FAILED;
use http::StatusCode;
use platform::api::ApiRouter;
use platform::extract::{Json, Path, Query};
use platform::idempotency::{CreatedResponse, IdempotencyKey};
use platform::page::{Page, PageQuery};
use platform::problem::{ProblemDocument, ResultExt};
use platform::{CommunityId, Member, Problem, Scope, Services, routes};

pub(in crate::communities) fn routes() -> ApiRouter<Services> {
    ApiRouter::new()
        .routes(routes!(list, create))
        .routes(routes!(get_announcement, edit_announcement, remove))
        .routes(routes!(pin, unpin))
        .routes(routes!(end))
        .routes(routes!(cancel))
}

/// Lists announcements that have not ended: the pinned one first, then newest first.
#[utoipa::path(get, path = "/communities/{id}/announcements", operation_id = "listAnnouncements",
    tag = "communities", params(("id" = CommunityId, Path), PageQuery),
    responses((status = 200, body = Page<AnnouncementView>),
        (status = "4XX", body = ProblemDocument)))]
#[tracing::instrument(name = "announcements.list", skip_all, fields(community.id = %id))]
async fn list(
    scope: Scope<Member>,
    Path(id): Path<CommunityId>,
    Query(query): Query<PageQuery>,
) -> Result<Json<Page<AnnouncementView>>, Problem> {
    Ok(Json(rules::list(&scope, id, &query).await.or_detail(LOAD_FAILED)?))
}

/// Creates an announcement, as an admin. All members are notified.
#[utoipa::path(post, path = "/communities/{id}/announcements", operation_id = "createAnnouncement",
    tag = "communities", request_body = NewAnnouncement,
    params(("id" = CommunityId, Path),
        ("idempotency-key" = Option<String>, Header, description = "a UUID")),
    responses((status = 201, body = AnnouncementView), (status = "4XX", body = ProblemDocument)))]
#[tracing::instrument(name = "announcements.create", skip_all, fields(community.id = %id))]
async fn create(
    mut scope: Scope<Member>,
    Path(id): Path<CommunityId>,
    key: IdempotencyKey,
    Json(body): Json<NewAnnouncement>,
) -> Result<CreatedResponse<AnnouncementView>, Problem> {
    rules::create(&mut scope, id, &key, &body).await.or_detail(CREATE_FAILED)
}

/// Returns an announcement, for members.
#[utoipa::path(get, path = "/communities/{id}/announcements/{announcementId}",
    operation_id = "getAnnouncement", tag = "communities",
    params(("id" = CommunityId, Path), ("announcementId" = AnnouncementId, Path)),
    responses((status = 200, body = AnnouncementView), (status = "4XX", body = ProblemDocument)))]
#[tracing::instrument(name = "announcements.show", skip_all, fields(community.id = %id))]
async fn get_announcement(
    scope: Scope<Member>,
    Path((id, announcement)): Path<(CommunityId, AnnouncementId)>,
) -> Result<Json<AnnouncementView>, Problem> {
    Ok(Json(rules::find(&scope, id, announcement).await.or_detail(LOAD_FAILED)?))
}

/// Replaces all fields of an announcement, as an admin. People who answered yes or maybe to an event
/// are notified if anything but its capacity changes.
#[utoipa::path(put, path = "/communities/{id}/announcements/{announcementId}",
    operation_id = "editAnnouncement", tag = "communities", request_body = NewAnnouncement,
    params(("id" = CommunityId, Path), ("announcementId" = AnnouncementId, Path)),
    responses((status = 200, body = AnnouncementView), (status = "4XX", body = ProblemDocument)))]
#[tracing::instrument(name = "announcements.edit", skip_all, fields(community.id = %id))]
async fn edit_announcement(
    mut scope: Scope<Member>,
    Path((id, announcement)): Path<(CommunityId, AnnouncementId)>,
    Json(body): Json<NewAnnouncement>,
) -> Result<Json<AnnouncementView>, Problem> {
    Ok(Json(edit::edit(&mut scope, id, announcement, &body).await.or_detail(EDIT_FAILED)?))
}

/// Cancels an event, as an admin. It stays listed as cancelled, and people who answered yes or maybe
/// are notified.
#[utoipa::path(post, path = "/communities/{id}/announcements/{announcementId}/cancel",
    operation_id = "cancelEvent", tag = "communities",
    params(("id" = CommunityId, Path), ("announcementId" = AnnouncementId, Path)),
    responses((status = 200, body = AnnouncementView), (status = "4XX", body = ProblemDocument)))]
#[tracing::instrument(name = "announcements.cancel", skip_all, fields(community.id = %id))]
async fn cancel(
    mut scope: Scope<Member>,
    Path((id, announcement)): Path<(CommunityId, AnnouncementId)>,
) -> Result<Json<AnnouncementView>, Problem> {
    Ok(Json(edit::cancel(&mut scope, id, announcement).await.or_detail(EDIT_FAILED)?))
}

/// Deletes an announcement.
#[utoipa::path(delete, path = "/communities/{id}/announcements/{announcementId}",
    operation_id = "deleteAnnouncement", tag = "communities",
    params(("id" = CommunityId, Path), ("announcementId" = AnnouncementId, Path)),
    responses((status = 204), (status = "4XX", body = ProblemDocument)))]
#[tracing::instrument(name = "announcements.remove", skip_all, fields(community.id = %id))]
async fn remove(
    mut scope: Scope<Member>,
    Path((id, announcement)): Path<(CommunityId, AnnouncementId)>,
) -> Result<StatusCode, Problem> {
    actions::remove(&mut scope, id, announcement).await.or_detail(LOAD_FAILED)?;
    Ok(StatusCode::NO_CONTENT)
}

/// Pins an announcement and unpins the one that was pinned before.
#[utoipa::path(put, path = "/communities/{id}/announcements/{announcementId}/pin",
    operation_id = "pinAnnouncement", tag = "communities",
    params(("id" = CommunityId, Path), ("announcementId" = AnnouncementId, Path)),
    responses((status = 200, body = AnnouncementView), (status = "4XX", body = ProblemDocument)))]
#[tracing::instrument(name = "announcements.pin", skip_all, fields(community.id = %id))]
async fn pin(
    mut scope: Scope<Member>,
    Path((id, announcement)): Path<(CommunityId, AnnouncementId)>,
) -> Result<Json<AnnouncementView>, Problem> {
    Ok(Json(
        actions::apply_action(&mut scope, id, announcement, AnnouncementAction::Pin)
            .await
            .or_detail(LOAD_FAILED)?,
    ))
}

/// Unpins an announcement.
#[utoipa::path(delete, path = "/communities/{id}/announcements/{announcementId}/pin",
    operation_id = "unpinAnnouncement", tag = "communities",
    params(("id" = CommunityId, Path), ("announcementId" = AnnouncementId, Path)),
    responses((status = 200, body = AnnouncementView), (status = "4XX", body = ProblemDocument)))]
#[tracing::instrument(name = "announcements.unpin", skip_all, fields(community.id = %id))]
async fn unpin(
    mut scope: Scope<Member>,
    Path((id, announcement)): Path<(CommunityId, AnnouncementId)>,
) -> Result<Json<AnnouncementView>, Problem> {
    Ok(Json(
        actions::apply_action(&mut scope, id, announcement, AnnouncementAction::Unpin)
            .await
            .or_detail(LOAD_FAILED)?,
    ))
}

/// Ends an announcement, so that it is no longer shown.
#[utoipa::path(post, path = "/communities/{id}/announcements/{announcementId}/end",
    operation_id = "endAnnouncement", tag = "communities",
    params(("id" = CommunityId, Path), ("announcementId" = AnnouncementId, Path)),
    responses((status = 200, body = AnnouncementView), (status = "4XX", body = ProblemDocument)))]
#[tracing::instrument(name = "announcements.end", skip_all, fields(community.id = %id))]
async fn end(
    mut scope: Scope<Member>,
    Path((id, announcement)): Path<(CommunityId, AnnouncementId)>,
) -> Result<Json<AnnouncementView>, Problem> {
    Ok(Json(
        actions::apply_action(&mut scope, id, announcement, AnnouncementAction::End)
            .await
            .or_detail(LOAD_FAILED)?,
    ))
}
