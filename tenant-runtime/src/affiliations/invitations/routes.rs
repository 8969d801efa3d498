//! HTTP routes of invitations.

use super::InvitationId;
use super::answer;
use super::error::{ACCEPT_FAILED, DISMISS_FAILED, LOAD_FAILED, SEND_FAILED, VIEW_FAILED};
use super::rows::InvitationStatus;
use super::send::{self, NewInvitation};
use super::sent_routes;
use super::view::{InvitationView, SentInvitation};
use http::StatusCode;
use platform::api::ApiRouter;
use platform::extract::{Json, Path};
use platform::idempotency::{CreatedResponse, IdempotencyKey};
use platform::problem::{ProblemDocument, ResultExt};
use platform::{Applicant, Member, Problem, Scope, Services, routes};

pub(in crate::affiliations) fn routes() -> ApiRouter<Services> {
    ApiRouter::new()
        .routes(routes!(send))
        .merge(sent_routes::routes())
        .routes(routes!(get_invitation))
        .routes(routes!(record_view))
        .routes(routes!(dismiss))
        .routes(routes!(accept))
}

/// Invites a user to an affiliation; for its creator and staff.
#[utoipa::path(post, path = "/affiliations/{idOrPath}/invitations", operation_id = "sendInvitation",
    tag = "affiliations", request_body = NewInvitation,
    params(("idOrPath" = String, Path, description = "id or url path"),
        ("idempotency-key" = Option<String>, Header, description = "a UUID")),
    responses((status = 201, body = SentInvitation), (status = "4XX", body = ProblemDocument)))]
#[tracing::instrument(name = "invitations.send", skip_all)]
async fn send(
    mut scope: Scope<Member>,
    Path(id_or_path): Path<String>,
    key: IdempotencyKey,
    Json(body): Json<NewInvitation>,
) -> Result<CreatedResponse<SentInvitation>, Problem> {
    send::send(&mut scope, &id_or_path, &key, &body).await.or_detail(SEND_FAILED)
}

/// Returns an invitation of mine.
#[utoipa::path(get, path = "/invitations/{id}", operation_id = "getInvitation",
    tag = "affiliations", params(("id" = InvitationId, Path)),
    responses((status = 200, body = InvitationView), (status = "4XX", body = ProblemDocument)))]
#[tracing::instrument(name = "invitations.show", skip_all)]
async fn get_invitation(
    scope: Scope<Applicant>,
    Path(id): Path<InvitationId>,
) -> Result<Json<InvitationView>, Problem> {
    Ok(Json(answer::get_invitation(&scope, id).await.or_detail(LOAD_FAILED)?))
}

/// Marks an invitation as seen.
#[utoipa::path(post, path = "/invitations/{id}/view", operation_id = "markInvitationViewed",
    tag = "affiliations", params(("id" = InvitationId, Path)),
    responses((status = 204), (status = "4XX", body = ProblemDocument)))]
#[tracing::instrument(name = "invitations.view", skip_all)]
async fn record_view(
    mut scope: Scope<Applicant>,
    Path(id): Path<InvitationId>,
) -> Result<StatusCode, Problem> {
    answer::record_transition(&mut scope, id, InvitationStatus::Viewed)
        .await
        .or_detail(VIEW_FAILED)?;
    Ok(StatusCode::NO_CONTENT)
}

/// Dismisses an invitation (Maybe Later).
#[utoipa::path(post, path = "/invitations/{id}/dismiss", operation_id = "dismissInvitation",
    tag = "affiliations", params(("id" = InvitationId, Path)),
    responses((status = 204), (status = "4XX", body = ProblemDocument)))]
#[tracing::instrument(name = "invitations.dismiss", skip_all)]
async fn dismiss(
    mut scope: Scope<Applicant>,
    Path(id): Path<InvitationId>,
) -> Result<StatusCode, Problem> {
    answer::record_transition(&mut scope, id, InvitationStatus::Dismissed)
        .await
        .or_detail(DISMISS_FAILED)?;
    Ok(StatusCode::NO_CONTENT)
}

/// Marks an invitation as accepted: the application form is opened.
#[utoipa::path(post, path = "/invitations/{id}/accept", operation_id = "acceptInvitation",
    tag = "affiliations", params(("id" = InvitationId, Path)),
    responses((status = 204), (status = "4XX", body = ProblemDocument)))]
#[tracing::instrument(name = "invitations.accept", skip_all)]
async fn accept(
    mut scope: Scope<Applicant>,
    Path(id): Path<InvitationId>,
) -> Result<StatusCode, Problem> {
    answer::record_transition(&mut scope, id, InvitationStatus::Accepted)
        .await
        .or_detail(ACCEPT_FAILED)?;
    Ok(StatusCode::NO_CONTENT)
}
