//! HTTP routes of the desk of an affiliation, on the main site and on its portal.

use super::rules::{self, AffiliationTicketChange, TicketEscalation};
use super::tickets::{
    self, AffiliationDesk, AffiliationTicket, AffiliationTicketFilter, answered_by, find_answered,
};
use crate::support::error::{CHANGE_FAILED, DETAILS_FAILED, LIST_FAILED, SEND_FAILED};
use crate::support::thread::{self, NewTicketMessage};
use crate::support::view::TicketMessageView;
use crate::support::{TicketId, store};
use axum::http::StatusCode;
use platform::api::ApiRouter;
use platform::extract::{Json, Path, Query};
use platform::idempotency::{CreatedResponse, IdempotencyKey};
use platform::page::{Page, PageQuery};
use platform::problem::{ProblemDocument, ResultExt};
use platform::{Member, Problem, Scope, Services, routes};

pub(super) fn routes() -> ApiRouter<Services> {
    ApiRouter::new()
        .routes(routes!(read_desk))
        .routes(routes!(list))
        .routes(routes!(read, change))
        .routes(routes!(list_messages, answer))
        .routes(routes!(escalate))
}

/// Returns the state of an affiliation's desk. 4 queries.
#[utoipa::path(get, path = "/affiliations/{idOrPath}/support", operation_id = "getAffiliationDesk",
    tag = "support", params(("idOrPath" = String, Path, description = "id or url path")),
    responses((status = 200, body = AffiliationDesk), (status = "4XX", body = ProblemDocument)))]
#[tracing::instrument(name = "affiliation_desk.desk", skip_all)]
async fn read_desk(
    scope: Scope<Member>,
    Path(id): Path<String>,
) -> Result<Json<AffiliationDesk>, Problem> {
    let affiliation = find_answered(&scope, &id).await?;
    Ok(Json(tickets::load_desk(&scope, affiliation).await.or_detail(LIST_FAILED)?))
}

/// Lists the tickets that an affiliation answers, newest first. 5 queries.
#[utoipa::path(get, path = "/affiliations/{idOrPath}/support/tickets",
    operation_id = "listAffiliationTickets", tag = "support",
    params(("idOrPath" = String, Path, description = "id or url path"), AffiliationTicketFilter,
        PageQuery),
    responses((status = 200, body = Page<AffiliationTicket>),
        (status = "4XX", body = ProblemDocument)))]
#[tracing::instrument(name = "affiliation_desk.list", skip_all)]
async fn list(
    scope: Scope<Member>,
    Path(id): Path<String>,
    Query(filter): Query<AffiliationTicketFilter>,
    Query(query): Query<PageQuery>,
) -> Result<Json<Page<AffiliationTicket>>, Problem> {
    let affiliation = find_answered(&scope, &id).await?;
    Ok(Json(tickets::list(&scope, affiliation, &filter, &query).await.or_detail(LIST_FAILED)?))
}

/// Returns a ticket that an affiliation answers. 7 queries.
#[utoipa::path(get, path = "/affiliations/{idOrPath}/support/tickets/{ticketId}",
    operation_id = "getAffiliationTicket", tag = "support",
    params(("idOrPath" = String, Path, description = "id or url path"), ("ticketId" = TicketId, Path)),
    responses((status = 200, body = AffiliationTicket), (status = "4XX", body = ProblemDocument)))]
#[tracing::instrument(name = "affiliation_desk.read", skip_all, fields(ticket.id = %ticket))]
async fn read(
    scope: Scope<Member>,
    Path((id, ticket)): Path<(String, TicketId)>,
) -> Result<Json<AffiliationTicket>, Problem> {
    let affiliation = find_answered(&scope, &id).await?;
    Ok(Json(tickets::read(&scope, affiliation, ticket).await.or_detail(DETAILS_FAILED)?))
}

/// Changes the status of a ticket that an affiliation answers.
#[utoipa::path(patch, path = "/affiliations/{idOrPath}/support/tickets/{ticketId}",
    operation_id = "updateAffiliationTicket", tag = "support",
    params(("idOrPath" = String, Path, description = "id or url path"), ("ticketId" = TicketId, Path)),
    request_body = AffiliationTicketChange,
    responses((status = 200, body = AffiliationTicket), (status = "4XX", body = ProblemDocument)))]
#[tracing::instrument(name = "affiliation_desk.change", skip_all, fields(ticket.id = %ticket))]
async fn change(
    mut scope: Scope<Member>,
    Path((id, ticket)): Path<(String, TicketId)>,
    Json(body): Json<AffiliationTicketChange>,
) -> Result<Json<AffiliationTicket>, Problem> {
    let affiliation = find_answered(&scope, &id).await?;
    let changed = rules::change(&mut scope, affiliation, ticket, &body).await;
    Ok(Json(changed.or_detail(CHANGE_FAILED)?))
}

/// Lists the messages of a ticket that an affiliation answers, oldest first, without internal notes.
#[utoipa::path(get, path = "/affiliations/{idOrPath}/support/tickets/{ticketId}/messages",
    operation_id = "listAffiliationTicketMessages", tag = "support",
    params(("idOrPath" = String, Path, description = "id or url path"), ("ticketId" = TicketId, Path),
        PageQuery),
    responses((status = 200, body = Page<TicketMessageView>),
        (status = "4XX", body = ProblemDocument)))]
#[tracing::instrument(name = "affiliation_desk.messages", skip_all, fields(ticket.id = %ticket))]
async fn list_messages(
    scope: Scope<Member>,
    Path((id, ticket)): Path<(String, TicketId)>,
    Query(query): Query<PageQuery>,
) -> Result<Json<Page<TicketMessageView>>, Problem> {
    let affiliation = find_answered(&scope, &id).await?;
    let found = store::find_matching(&scope, ticket, answered_by(affiliation)).await;
    let row = found.or_detail(DETAILS_FAILED)?;
    Ok(Json(thread::list(&scope, &row, false, &query).await.or_detail(DETAILS_FAILED)?))
}

/// Answers a ticket as an affiliation.
#[utoipa::path(post, path = "/affiliations/{idOrPath}/support/tickets/{ticketId}/messages",
    operation_id = "sendAffiliationTicketMessage", tag = "support",
    params(("idOrPath" = String, Path, description = "id or url path"), ("ticketId" = TicketId, Path),
        ("idempotency-key" = Option<String>, Header, description = "a UUID")),
    request_body = NewTicketMessage,
    responses((status = 201, body = TicketMessageView), (status = "4XX", body = ProblemDocument)))]
#[tracing::instrument(name = "affiliation_desk.answer", skip_all, fields(ticket.id = %ticket))]
async fn answer(
    mut scope: Scope<Member>,
    Path((id, ticket)): Path<(String, TicketId)>,
    key: IdempotencyKey,
    Json(body): Json<NewTicketMessage>,
) -> Result<CreatedResponse<TicketMessageView>, Problem> {
    let affiliation = find_answered(&scope, &id).await?;
    rules::answer(&mut scope, affiliation, ticket, &key, body).await.or_detail(SEND_FAILED)
}

/// Gives a ticket to platform staff, with a reason that only staff see.
#[utoipa::path(post, path = "/affiliations/{idOrPath}/support/tickets/{ticketId}/escalation",
    operation_id = "addTicketEscalation", tag = "support",
    params(("idOrPath" = String, Path, description = "id or url path"), ("ticketId" = TicketId, Path)),
    request_body = TicketEscalation,
    responses((status = 204), (status = "4XX", body = ProblemDocument)))]
#[tracing::instrument(name = "affiliation_desk.escalate", skip_all, fields(ticket.id = %ticket))]
async fn escalate(
    mut scope: Scope<Member>,
    Path((id, ticket)): Path<(String, TicketId)>,
    Json(body): Json<TicketEscalation>,
) -> Result<StatusCode, Problem> {
    let affiliation = find_answered(&scope, &id).await?;
    rules::escalate(&mut scope, affiliation, ticket, &body).await.or_detail(CHANGE_FAILED)?;
    Ok(StatusCode::NO_CONTENT)
}
