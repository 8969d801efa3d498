//! HTTP routes of the desk.

use super::change::{self, TicketChange};
use super::inbox::{self, TicketFilter};
use super::merge::{self, TicketMerge};
use super::requester::{self, TicketRequester};
use crate::support::SupportStaff;
use crate::support::error::{CHANGE_FAILED, DETAILS_FAILED, LIST_FAILED, SEND_FAILED};
use crate::support::presence::{self, Heartbeat, StaffPresence};
use crate::support::thread::{self, NewStaffMessage};
use crate::support::view::{StaffTicket, TicketMessageView};
use crate::support::{TicketId, store};
use platform::api::ApiRouter;
use platform::extract::{Json, Path, Query};
use platform::idempotency::{CreatedResponse, IdempotencyKey};
use platform::page::{Page, PageQuery};
use platform::problem::{ProblemDocument, ResultExt};
use platform::{Problem, Scope, Services, routes};

pub(super) fn routes() -> ApiRouter<Services> {
    ApiRouter::new()
        .routes(routes!(list))
        .routes(routes!(read, change))
        .routes(routes!(list_messages, reply))
        .routes(routes!(merge))
        .routes(routes!(read_requester))
        .routes(routes!(record_presence))
}

/// Lists tickets of all sites, newest first.
#[utoipa::path(get, path = "/staff/support/tickets", operation_id = "listTickets",
    tag = "support", params(TicketFilter, PageQuery),
    responses((status = 200, body = Page<StaffTicket>), (status = "4XX", body = ProblemDocument)))]
#[tracing::instrument(name = "desk.list", skip_all)]
async fn list(
    scope: Scope<SupportStaff>,
    Query(filter): Query<TicketFilter>,
    Query(query): Query<PageQuery>,
) -> Result<Json<Page<StaffTicket>>, Problem> {
    Ok(Json(inbox::list(&scope, &filter, &query).await.or_detail(LIST_FAILED)?))
}

/// Returns a ticket.
#[utoipa::path(get, path = "/staff/support/tickets/{id}", operation_id = "getTicket",
    tag = "support", params(("id" = TicketId, Path)),
    responses((status = 200, body = StaffTicket), (status = "4XX", body = ProblemDocument)))]
#[tracing::instrument(name = "desk.read", skip_all, fields(ticket.id = %id))]
async fn read(
    scope: Scope<SupportStaff>,
    Path(id): Path<TicketId>,
) -> Result<Json<StaffTicket>, Problem> {
    Ok(Json(inbox::read(&scope, id).await.or_detail(DETAILS_FAILED)?))
}

/// Changes status, priority, category or assignee of a ticket. Refused if the ticket has changed
/// since the given version.
#[utoipa::path(patch, path = "/staff/support/tickets/{id}", operation_id = "updateTicket",
    tag = "support", params(("id" = TicketId, Path)), request_body = TicketChange,
    responses((status = 200, body = StaffTicket), (status = "4XX", body = ProblemDocument)))]
#[tracing::instrument(name = "desk.change", skip_all, fields(ticket.id = %id))]
async fn change(
    mut scope: Scope<SupportStaff>,
    Path(id): Path<TicketId>,
    Json(body): Json<TicketChange>,
) -> Result<Json<StaffTicket>, Problem> {
    Ok(Json(change::change(&mut scope, id, &body).await.or_detail(CHANGE_FAILED)?))
}

/// Lists the messages and internal notes of a ticket, oldest first.
#[utoipa::path(get, path = "/staff/support/tickets/{id}/messages",
    operation_id = "listTicketMessagesAsStaff", tag = "support",
    params(("id" = TicketId, Path), PageQuery),
    responses((status = 200, body = Page<TicketMessageView>),
        (status = "4XX", body = ProblemDocument)))]
#[tracing::instrument(name = "desk.messages", skip_all, fields(ticket.id = %id))]
async fn list_messages(
    scope: Scope<SupportStaff>,
    Path(id): Path<TicketId>,
    Query(query): Query<PageQuery>,
) -> Result<Json<Page<TicketMessageView>>, Problem> {
    let ticket = store::find(&scope, id).await.or_detail(DETAILS_FAILED)?;
    Ok(Json(thread::list(&scope, &ticket, true, &query).await.or_detail(DETAILS_FAILED)?))
}

/// Replies to a ticket, or adds an internal note.
#[utoipa::path(post, path = "/staff/support/tickets/{id}/messages",
    operation_id = "sendTicketMessageAsStaff", tag = "support",
    params(("id" = TicketId, Path),
        ("idempotency-key" = Option<String>, Header, description = "a UUID")),
    request_body = NewStaffMessage,
    responses((status = 201, body = TicketMessageView), (status = "4XX", body = ProblemDocument)))]
#[tracing::instrument(name = "desk.reply", skip_all, fields(ticket.id = %id))]
async fn reply(
    mut scope: Scope<SupportStaff>,
    Path(id): Path<TicketId>,
    key: IdempotencyKey,
    Json(body): Json<NewStaffMessage>,
) -> Result<CreatedResponse<TicketMessageView>, Problem> {
    thread::reply_as_staff(&mut scope, id, &key, &body).await.or_detail(SEND_FAILED)
}

/// Merges duplicates of the same person into a ticket.
#[utoipa::path(post, path = "/staff/support/tickets/{id}/merge",
    operation_id = "addTicketDuplicates", tag = "support", params(("id" = TicketId, Path)),
    request_body = TicketMerge,
    responses((status = 200, body = StaffTicket), (status = "4XX", body = ProblemDocument)))]
#[tracing::instrument(name = "desk.merge", skip_all, fields(ticket.id = %id))]
async fn merge(
    mut scope: Scope<SupportStaff>,
    Path(id): Path<TicketId>,
    Json(body): Json<TicketMerge>,
) -> Result<Json<StaffTicket>, Problem> {
    Ok(Json(merge::merge(&mut scope, id, &body).await.or_detail(CHANGE_FAILED)?))
}

/// Returns the owner of a ticket, with their affiliations, communities and other tickets.
#[utoipa::path(get, path = "/staff/support/tickets/{id}/requester",
    operation_id = "getTicketRequester", tag = "support", params(("id" = TicketId, Path)),
    responses((status = 200, body = TicketRequester), (status = "4XX", body = ProblemDocument)))]
#[tracing::instrument(name = "desk.requester", skip_all, fields(ticket.id = %id))]
async fn read_requester(
    scope: Scope<SupportStaff>,
    Path(id): Path<TicketId>,
) -> Result<Json<TicketRequester>, Problem> {
    Ok(Json(requester::load(&scope, id).await.or_detail(DETAILS_FAILED)?))
}

/// Records that the viewer is online, and the ticket on their screen.
#[utoipa::path(post, path = "/staff/support/presence", operation_id = "reportStaffPresence",
    tag = "support", request_body = Heartbeat,
    responses((status = 200, body = StaffPresence), (status = "4XX", body = ProblemDocument)))]
#[tracing::instrument(name = "desk.presence", skip_all)]
async fn record_presence(
    mut scope: Scope<SupportStaff>,
    Json(body): Json<Heartbeat>,
) -> Result<Json<StaffPresence>, Problem> {
    Ok(Json(presence::record_heartbeat(&mut scope, body).await?))
}
