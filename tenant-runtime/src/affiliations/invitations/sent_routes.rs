//! HTTP routes of sent invitations, for the people who may invite.

use super::InvitationId;
use super::bulk::{self, BulkInvitation, BulkInvitationInput};
use super::error::{LIST_FAILED, SEND_FAILED, WITHDRAW_FAILED};
use super::sent::{self, SentInvitationRow, SentInvitationStatus};
use http::StatusCode;
use platform::api::ApiRouter;
use platform::extract::{Json, Path, Query};
use platform::page::{Page, PageQuery};
use platform::problem::{ProblemDocument, ResultExt};
use platform::{Member, Problem, Scope, Services, routes};
use serde::Deserialize;
use utoipa::IntoParams;

pub(super) fn routes() -> ApiRouter<Services> {
    ApiRouter::new()
        .routes(routes!(list_sent))
        .routes(routes!(withdraw))
        .routes(routes!(invite_all))
}

/// Filter and page of sent invitations.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct SentInvitationQuery {
    /// Only invitations with this status; all if omitted.
    #[param(inline)]
    status: Option<SentInvitationStatus>,
    /// Cursor from the previous page; omit it for the first page.
    cursor: Option<String>,
    /// Maximum number of items per page.
    limit: Option<u64>,
}

/// Lists the invitations of an affiliation, newest first. 5 queries per page.
#[utoipa::path(get, path = "/affiliations/{idOrPath}/invitations", operation_id = "listSentInvitations",
    tag = "affiliations",
    params(("idOrPath" = String, Path, description = "id or url path"), SentInvitationQuery),
    responses((status = 200, body = Page<SentInvitationRow>),
        (status = "4XX", body = ProblemDocument)))]
#[tracing::instrument(name = "invitations.list_sent", skip_all)]
async fn list_sent(
    scope: Scope<Member>,
    Path(id_or_path): Path<String>,
    Query(query): Query<SentInvitationQuery>,
) -> Result<Json<Page<SentInvitationRow>>, Problem> {
    let page = PageQuery { cursor: query.cursor, limit: query.limit };
    Ok(Json(sent::list(&scope, &id_or_path, query.status, &page).await.or_detail(LIST_FAILED)?))
}

/// Withdraws an invitation that was not accepted.
#[utoipa::path(delete, path = "/affiliations/{idOrPath}/invitations/{invitationId}",
    operation_id = "withdrawInvitation", tag = "affiliations",
    params(("idOrPath" = String, Path, description = "id or url path"),
        ("invitationId" = InvitationId, Path)),
    responses((status = 204), (status = "4XX", body = ProblemDocument)))]
#[tracing::instrument(name = "invitations.withdraw", skip_all)]
async fn withdraw(
    mut scope: Scope<Member>,
    Path((id_or_path, id)): Path<(String, InvitationId)>,
) -> Result<StatusCode, Problem> {
    sent::withdraw(&mut scope, &id_or_path, id).await.or_detail(WITHDRAW_FAILED)?;
    Ok(StatusCode::NO_CONTENT)
}

/// Invites people by a list of email addresses or a CSV file. People without an account get an
/// invite code by email.
#[utoipa::path(post, path = "/affiliations/{idOrPath}/invitations/bulk",
    operation_id = "inviteAddresses", tag = "affiliations", request_body = BulkInvitationInput,
    params(("idOrPath" = String, Path, description = "id or url path")),
    responses((status = 200, body = BulkInvitation), (status = "4XX", body = ProblemDocument)))]
#[tracing::instrument(name = "invitations.bulk", skip_all)]
async fn invite_all(
    mut scope: Scope<Member>,
    Path(id_or_path): Path<String>,
    Json(body): Json<BulkInvitationInput>,
) -> Result<Json<BulkInvitation>, Problem> {
    Ok(Json(bulk::invite_all(&mut scope, &id_or_path, &body).await.or_detail(SEND_FAILED)?))
}
