//! HTTP routes of support chat for people.

use super::error::{LIST_FAILED, READ_FAILED, SEND_FAILED, START_FAILED, STATUS_FAILED};
use super::own::{self, NewSupportConversation, check_account};
use super::thread::{self, NewChatMessage};
use super::view::{ChatMessageView, ChatReader, ConversationView};
use super::{SupportConversationId, store};
use platform::api::ApiRouter;
use platform::extract::{Json, Path, Query};
use platform::idempotency::{CreatedResponse, IdempotencyKey};
use platform::page::{Page, PageQuery};
use platform::problem::{ProblemDocument, ResultExt};
use platform::{Problem, Scope, Services, SignedIn, routes};

pub(super) fn routes() -> ApiRouter<Services> {
    ApiRouter::new()
        .routes(routes!(list, start))
        .routes(routes!(read))
        .routes(routes!(list_messages, send))
        .routes(routes!(mark_read))
        .routes(routes!(end))
}

/// Lists the viewer's support conversations on this site, last updated first. 2 queries.
#[utoipa::path(get, path = "/support/conversations", operation_id = "listOwnSupportConversations",
    tag = "support", params(PageQuery),
    responses((status = 200, body = Page<ConversationView>),
        (status = "4XX", body = ProblemDocument)))]
#[tracing::instrument(name = "chat.list", skip_all)]
async fn list(
    scope: Scope<SignedIn>,
    Query(query): Query<PageQuery>,
) -> Result<Json<Page<ConversationView>>, Problem> {
    check_account(&scope)?;
    Ok(Json(own::list(&scope, &query).await.or_detail(LIST_FAILED)?))
}

/// Starts a support conversation.
#[utoipa::path(post, path = "/support/conversations", operation_id = "startSupportConversation",
    tag = "support",
    params(("idempotency-key" = Option<String>, Header, description = "a UUID")),
    request_body = NewSupportConversation,
    responses((status = 201, body = ConversationView), (status = "4XX", body = ProblemDocument)))]
#[tracing::instrument(name = "chat.start", skip_all)]
async fn start(
    mut scope: Scope<SignedIn>,
    key: IdempotencyKey,
    Json(body): Json<NewSupportConversation>,
) -> Result<CreatedResponse<ConversationView>, Problem> {
    check_account(&scope)?;
    own::start(&mut scope, &key, &body).await.or_detail(START_FAILED)
}

/// Returns a support conversation of the viewer. 2 queries.
#[utoipa::path(get, path = "/support/conversations/{id}", operation_id = "getOwnSupportConversation",
    tag = "support", params(("id" = SupportConversationId, Path)),
    responses((status = 200, body = ConversationView), (status = "4XX", body = ProblemDocument)))]
#[tracing::instrument(name = "chat.read", skip_all, fields(conversation.id = %id))]
async fn read(
    scope: Scope<SignedIn>,
    Path(id): Path<SupportConversationId>,
) -> Result<Json<ConversationView>, Problem> {
    check_account(&scope)?;
    let mine = store::own_condition(scope.viewer());
    let row = store::find(&scope, id, mine).await.or_detail(LIST_FAILED)?;
    Ok(Json(store::load_view(&scope, ChatReader::Owner, &row).await.or_detail(LIST_FAILED)?))
}

/// Lists the messages of a support conversation of the viewer: newest page first, oldest first
/// within a page. 3 queries.
#[utoipa::path(get, path = "/support/conversations/{id}/messages",
    operation_id = "listSupportMessages", tag = "support",
    params(("id" = SupportConversationId, Path), PageQuery),
    responses((status = 200, body = Page<ChatMessageView>),
        (status = "4XX", body = ProblemDocument)))]
#[tracing::instrument(name = "chat.messages", skip_all, fields(conversation.id = %id))]
async fn list_messages(
    scope: Scope<SignedIn>,
    Path(id): Path<SupportConversationId>,
    Query(query): Query<PageQuery>,
) -> Result<Json<Page<ChatMessageView>>, Problem> {
    check_account(&scope)?;
    let mine = store::own_condition(scope.viewer());
    let row = store::find(&scope, id, mine).await.or_detail(LIST_FAILED)?;
    Ok(Json(thread::list(&scope, &row, &query).await.or_detail(LIST_FAILED)?))
}

/// Sends a message in a support conversation of the viewer.
#[utoipa::path(post, path = "/support/conversations/{id}/messages",
    operation_id = "sendSupportMessage", tag = "support",
    params(("id" = SupportConversationId, Path),
        ("idempotency-key" = Option<String>, Header, description = "a UUID")),
    request_body = NewChatMessage,
    responses((status = 201, body = ChatMessageView), (status = "4XX", body = ProblemDocument)))]
#[tracing::instrument(name = "chat.send", skip_all, fields(conversation.id = %id))]
async fn send(
    mut scope: Scope<SignedIn>,
    Path(id): Path<SupportConversationId>,
    key: IdempotencyKey,
    Json(body): Json<NewChatMessage>,
) -> Result<CreatedResponse<ChatMessageView>, Problem> {
    check_account(&scope)?;
    own::send(&mut scope, id, &key, &body).await.or_detail(SEND_FAILED)
}

/// Marks a support conversation of the viewer as read.
#[utoipa::path(post, path = "/support/conversations/{id}/read",
    operation_id = "markSupportConversationRead", tag = "support",
    params(("id" = SupportConversationId, Path)),
    responses((status = 200, body = ConversationView), (status = "4XX", body = ProblemDocument)))]
#[tracing::instrument(name = "chat.mark_read", skip_all, fields(conversation.id = %id))]
async fn mark_read(
    mut scope: Scope<SignedIn>,
    Path(id): Path<SupportConversationId>,
) -> Result<Json<ConversationView>, Problem> {
    check_account(&scope)?;
    Ok(Json(own::mark_read(&mut scope, id).await.or_detail(READ_FAILED)?))
}

/// Ends a support conversation of the viewer. The transcript is mailed.
#[utoipa::path(post, path = "/support/conversations/{id}/end",
    operation_id = "endSupportConversation", tag = "support",
    params(("id" = SupportConversationId, Path)),
    responses((status = 200, body = ConversationView), (status = "4XX", body = ProblemDocument)))]
#[tracing::instrument(name = "chat.end", skip_all, fields(conversation.id = %id))]
async fn end(
    mut scope: Scope<SignedIn>,
    Path(id): Path<SupportConversationId>,
) -> Result<Json<ConversationView>, Problem> {
    check_account(&scope)?;
    Ok(Json(own::end(&mut scope, id).await.or_detail(STATUS_FAILED)?))
}
