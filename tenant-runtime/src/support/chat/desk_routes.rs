//! HTTP routes of support chat for staff.

use super::desk::{self, ConversationFilter, SupportConversationChange};
use super::error::{ASSIGN_FAILED, LIST_FAILED, READ_FAILED, SEND_FAILED, STATUS_FAILED};
use super::thread::{self, NewChatMessage};
use super::view::{ChatMessageView, ConversationView};
use super::{SupportConversationId, store};
use crate::support::SupportStaff;
use crate::support::desk::requester::{self, TicketRequester};
use platform::api::ApiRouter;
use platform::extract::{Json, Path, Query};
use platform::idempotency::{CreatedResponse, IdempotencyKey};
use platform::page::{Page, PageQuery};
use platform::problem::{ProblemDocument, ResultExt};
use platform::{Problem, Scope, Services, routes};
use sea_orm::Condition;

pub(super) fn routes() -> ApiRouter<Services> {
    ApiRouter::new()
        .routes(routes!(list))
        .routes(routes!(read, change))
        .routes(routes!(list_messages, send))
        .routes(routes!(mark_read))
        .routes(routes!(read_requester))
}

/// Lists support conversations of all sites, last updated first. 2 queries.
#[utoipa::path(get, path = "/staff/support/conversations", operation_id = "listSupportConversations",
    tag = "support", params(ConversationFilter, PageQuery),
    responses((status = 200, body = Page<ConversationView>),
        (status = "4XX", body = ProblemDocument)))]
#[tracing::instrument(name = "chat_desk.list", skip_all)]
async fn list(
    scope: Scope<SupportStaff>,
    Query(filter): Query<ConversationFilter>,
    Query(query): Query<PageQuery>,
) -> Result<Json<Page<ConversationView>>, Problem> {
    Ok(Json(desk::list(&scope, &filter, &query).await.or_detail(LIST_FAILED)?))
}

/// Returns a support conversation. 2 queries.
#[utoipa::path(get, path = "/staff/support/conversations/{id}",
    operation_id = "getSupportConversation", tag = "support",
    params(("id" = SupportConversationId, Path)),
    responses((status = 200, body = ConversationView), (status = "4XX", body = ProblemDocument)))]
#[tracing::instrument(name = "chat_desk.read", skip_all, fields(conversation.id = %id))]
async fn read(
    scope: Scope<SupportStaff>,
    Path(id): Path<SupportConversationId>,
) -> Result<Json<ConversationView>, Problem> {
    Ok(Json(desk::read(&scope, id).await.or_detail(LIST_FAILED)?))
}

/// Changes status, priority or assignee of a support conversation. Refused if it has changed since
/// the given version.
#[utoipa::path(patch, path = "/staff/support/conversations/{id}",
    operation_id = "updateSupportConversation", tag = "support",
    params(("id" = SupportConversationId, Path)), request_body = SupportConversationChange,
    responses((status = 200, body = ConversationView), (status = "4XX", body = ProblemDocument)))]
#[tracing::instrument(name = "chat_desk.change", skip_all, fields(conversation.id = %id))]
async fn change(
    mut scope: Scope<SupportStaff>,
    Path(id): Path<SupportConversationId>,
    Json(body): Json<SupportConversationChange>,
) -> Result<Json<ConversationView>, Problem> {
    let failed = if body.assigned_to.is_some() { ASSIGN_FAILED } else { STATUS_FAILED };
    Ok(Json(desk::change(&mut scope, id, &body).await.or_detail(failed)?))
}

/// Lists the messages of a support conversation: newest page first, oldest first within a page.
#[utoipa::path(get, path = "/staff/support/conversations/{id}/messages",
    operation_id = "listSupportMessagesAsStaff", tag = "support",
    params(("id" = SupportConversationId, Path), PageQuery),
    responses((status = 200, body = Page<ChatMessageView>),
        (status = "4XX", body = ProblemDocument)))]
#[tracing::instrument(name = "chat_desk.messages", skip_all, fields(conversation.id = %id))]
async fn list_messages(
    scope: Scope<SupportStaff>,
    Path(id): Path<SupportConversationId>,
    Query(query): Query<PageQuery>,
) -> Result<Json<Page<ChatMessageView>>, Problem> {
    let row = store::find(&scope, id, Condition::all()).await.or_detail(LIST_FAILED)?;
    Ok(Json(thread::list(&scope, &row, &query).await.or_detail(LIST_FAILED)?))
}

/// Sends a message in a support conversation as staff.
#[utoipa::path(post, path = "/staff/support/conversations/{id}/messages",
    operation_id = "sendSupportMessageAsStaff", tag = "support",
    params(("id" = SupportConversationId, Path),
        ("idempotency-key" = Option<String>, Header, description = "a UUID")),
    request_body = NewChatMessage,
    responses((status = 201, body = ChatMessageView), (status = "4XX", body = ProblemDocument)))]
#[tracing::instrument(name = "chat_desk.send", skip_all, fields(conversation.id = %id))]
async fn send(
    mut scope: Scope<SupportStaff>,
    Path(id): Path<SupportConversationId>,
    key: IdempotencyKey,
    Json(body): Json<NewChatMessage>,
) -> Result<CreatedResponse<ChatMessageView>, Problem> {
    desk::send(&mut scope, id, &key, &body).await.or_detail(SEND_FAILED)
}

/// Marks a support conversation as read by staff.
#[utoipa::path(post, path = "/staff/support/conversations/{id}/read",
    operation_id = "markSupportConversationReadAsStaff", tag = "support",
    params(("id" = SupportConversationId, Path)),
    responses((status = 200, body = ConversationView), (status = "4XX", body = ProblemDocument)))]
#[tracing::instrument(name = "chat_desk.mark_read", skip_all, fields(conversation.id = %id))]
async fn mark_read(
    mut scope: Scope<SupportStaff>,
    Path(id): Path<SupportConversationId>,
) -> Result<Json<ConversationView>, Problem> {
    Ok(Json(desk::mark_read(&mut scope, id).await.or_detail(READ_FAILED)?))
}

/// Returns the owner of a support conversation, with their affiliations, communities and tickets.
#[utoipa::path(get, path = "/staff/support/conversations/{id}/requester",
    operation_id = "getConversationRequester", tag = "support",
    params(("id" = SupportConversationId, Path)),
    responses((status = 200, body = TicketRequester), (status = "4XX", body = ProblemDocument)))]
#[tracing::instrument(name = "chat_desk.requester", skip_all, fields(conversation.id = %id))]
async fn read_requester(
    scope: Scope<SupportStaff>,
    Path(id): Path<SupportConversationId>,
) -> Result<Json<TicketRequester>, Problem> {
    let scope = &scope.on_one_connection().await?;
    let row = store::find(scope, id, Condition::all()).await?;
    let person = requester::load_person(scope, row.owner_id, row.affiliation_id, None).await;
    Ok(Json(person.or_detail(READ_FAILED)?))
}
