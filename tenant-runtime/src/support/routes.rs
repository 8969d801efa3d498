//! HTTP routes of support for people.

use super::create::{self, NewTicket};
use super::error::{
    CHANGE_FAILED, CREATE_FAILED, DETAILS_FAILED, LIST_FAILED, SEND_FAILED, SIGN_IN_TO_CREATE,
};
use super::own::{self, OwnTicketFilter, SupportOverview};
use super::thread::{self, NewTicketMessage};
use super::view::{TicketMessageView, TicketView};
use super::{TicketId, store};
use platform::api::ApiRouter;
use platform::extract::{Json, Path, Query};
use platform::idempotency::{CreatedResponse, IdempotencyKey};
use platform::page::{Page, PageQuery};
use platform::problem::{ProblemDocument, ResultExt};
use platform::{Problem, Scope, Services, SignedIn, routes};

pub(super) fn routes() -> ApiRouter<Services> {
    ApiRouter::new()
        .routes(routes!(overview))
        .routes(routes!(list, create))
        .routes(routes!(read))
        .routes(routes!(list_messages, reply))
        .routes(routes!(close))
}

/// Returns the start page of support. 9 queries.
#[utoipa::path(get, path = "/support/overview", operation_id = "getSupportOverview",
    tag = "support",
    responses((status = 200, body = SupportOverview), (status = "4XX", body = ProblemDocument)))]
#[tracing::instrument(name = "support.overview", skip_all)]
async fn overview(scope: Scope<SignedIn>) -> Result<Json<SupportOverview>, Problem> {
    Ok(Json(own::load_overview(&scope).await.or_detail(LIST_FAILED)?))
}

/// Lists the viewer's tickets on this site, newest first. 2 queries.
#[utoipa::path(get, path = "/support/tickets", operation_id = "listOwnTickets", tag = "support",
    params(OwnTicketFilter, PageQuery),
    responses((status = 200, body = Page<TicketView>), (status = "4XX", body = ProblemDocument)))]
#[tracing::instrument(name = "support.list", skip_all)]
async fn list(
    scope: Scope<SignedIn>,
    Query(filter): Query<OwnTicketFilter>,
    Query(query): Query<PageQuery>,
) -> Result<Json<Page<TicketView>>, Problem> {
    Ok(Json(own::list(&scope, &filter, &query).await.or_detail(LIST_FAILED)?))
}

/// Creates a ticket. A paused account can have one open ticket, about its pause.
#[utoipa::path(post, path = "/support/tickets", operation_id = "createTicket", tag = "support",
    params(("idempotency-key" = Option<String>, Header, description = "a UUID")),
    request_body = NewTicket,
    responses((status = 201, body = TicketView), (status = "4XX", body = ProblemDocument)))]
#[tracing::instrument(name = "support.create", skip_all)]
async fn create(
    scope: Result<Scope<SignedIn>, Problem>,
    key: IdempotencyKey,
    body: Result<Json<NewTicket>, Problem>,
) -> Result<CreatedResponse<TicketView>, Problem> {
    let mut scope = scope.map_err(|refusal| refusal.with_sign_in_detail(SIGN_IN_TO_CREATE))?;
    let Json(body) = body?;
    create::create(&mut scope, &key, &body).await.or_detail(CREATE_FAILED)
}

/// Returns a ticket of the viewer. 3 queries.
#[utoipa::path(get, path = "/support/tickets/{id}", operation_id = "getOwnTicket",
    tag = "support", params(("id" = TicketId, Path)),
    responses((status = 200, body = TicketView), (status = "4XX", body = ProblemDocument)))]
#[tracing::instrument(name = "support.read", skip_all, fields(ticket.id = %id))]
async fn read(
    scope: Scope<SignedIn>,
    Path(id): Path<TicketId>,
) -> Result<Json<TicketView>, Problem> {
    Ok(Json(own::read(&scope, id).await.or_detail(DETAILS_FAILED)?))
}

/// Lists the messages of a ticket of the viewer, oldest first. 4 queries.
#[utoipa::path(get, path = "/support/tickets/{id}/messages", operation_id = "listTicketMessages",
    tag = "support", params(("id" = TicketId, Path), PageQuery),
    responses((status = 200, body = Page<TicketMessageView>),
        (status = "4XX", body = ProblemDocument)))]
#[tracing::instrument(name = "support.messages", skip_all, fields(ticket.id = %id))]
async fn list_messages(
    scope: Scope<SignedIn>,
    Path(id): Path<TicketId>,
    Query(query): Query<PageQuery>,
) -> Result<Json<Page<TicketMessageView>>, Problem> {
    let ticket = store::find_own(&scope, id).await.or_detail(DETAILS_FAILED)?;
    Ok(Json(thread::list(&scope, &ticket, false, &query).await.or_detail(DETAILS_FAILED)?))
}

/// Replies to a ticket of the viewer. A reply opens a resolved ticket again.
#[utoipa::path(post, path = "/support/tickets/{id}/messages", operation_id = "sendTicketMessage",
    tag = "support", params(("id" = TicketId, Path),
        ("idempotency-key" = Option<String>, Header, description = "a UUID")),
    request_body = NewTicketMessage,
    responses((status = 201, body = TicketMessageView), (status = "4XX", body = ProblemDocument)))]
#[tracing::instrument(name = "support.reply", skip_all, fields(ticket.id = %id))]
async fn reply(
    mut scope: Scope<SignedIn>,
    Path(id): Path<TicketId>,
    key: IdempotencyKey,
    Json(body): Json<NewTicketMessage>,
) -> Result<CreatedResponse<TicketMessageView>, Problem> {
    thread::reply(&mut scope, id, &key, &body).await.or_detail(SEND_FAILED)
}

/// Closes a ticket of the viewer.
#[utoipa::path(post, path = "/support/tickets/{id}/close", operation_id = "endOwnTicket",
    tag = "support", params(("id" = TicketId, Path)),
    responses((status = 200, body = TicketView), (status = "4XX", body = ProblemDocument)))]
#[tracing::instrument(name = "support.close", skip_all, fields(ticket.id = %id))]
async fn close(
    mut scope: Scope<SignedIn>,
    Path(id): Path<TicketId>,
) -> Result<Json<TicketView>, Problem> {
    Ok(Json(own::close(&mut scope, id).await.or_detail(CHANGE_FAILED)?))
}
