//! HTTP routes of conversations and messages.

use super::edit::{self, MessageAddress, MessageChange};
use super::error::{
    CHANGE_FAILED, CONVERSATIONS_FAILED, CREATE_FAILED, DELETE_FAILED, EDIT_FAILED,
    MESSAGES_FAILED, REACTION_FAILED, SEND_FAILED,
};
use super::list::{self, ConversationFilter};
use super::message_list::{self, MessageFilter, MessagePage};
use super::read_state::{self, OwnChange, ReadPosition};
use super::send::{self, NewMessage};
use super::start::{self, NewConversation};
use super::view::{ConversationView, MessageView};
use super::{ConversationId, MessageId};
use crate::posts::NewReaction;
use http::StatusCode;
use platform::api::ApiRouter;
use platform::extract::{Json, Path, Query};
use platform::idempotency::{CreatedResponse, IdempotencyKey};
use platform::page::{Page, PageQuery};
use platform::problem::{ProblemDocument, ResultExt};
use platform::{Member, Problem, Scope, Services, routes};

pub(super) fn routes() -> ApiRouter<Services> {
    ApiRouter::new()
        .routes(routes!(list, create))
        .routes(routes!(read, change))
        .routes(routes!(list_messages, send_message))
        .routes(routes!(edit_message, delete_message))
        .routes(routes!(react))
        .routes(routes!(mark_read))
        .routes(routes!(accept))
        .routes(routes!(decline))
}

/// Lists the viewer's conversations, latest message first. 6 queries.
#[utoipa::path(get, path = "/conversations", operation_id = "listConversations", tag = "messages",
    params(ConversationFilter, PageQuery),
    responses((status = 200, body = Page<ConversationView>),
        (status = "4XX", body = ProblemDocument)))]
#[tracing::instrument(name = "conversations.list", skip_all)]
async fn list(
    scope: Scope<Member>,
    Query(filter): Query<ConversationFilter>,
    Query(query): Query<PageQuery>,
) -> Result<Json<Page<ConversationView>>, Problem> {
    let page = list::list_conversations(&scope, &filter, &query).await;
    Ok(Json(page.or_detail(CONVERSATIONS_FAILED)?))
}

/// Starts a conversation. Returns 200 with the existing one if the two people have one.
#[utoipa::path(post, path = "/conversations", operation_id = "createConversation",
    tag = "messages",
    params(("idempotency-key" = Option<String>, Header, description = "a UUID")),
    request_body = NewConversation,
    responses((status = 201, body = ConversationView), (status = 200, body = ConversationView),
        (status = "4XX", body = ProblemDocument)))]
#[tracing::instrument(name = "conversations.create", skip_all)]
async fn create(
    mut scope: Scope<Member>,
    key: IdempotencyKey,
    Json(body): Json<NewConversation>,
) -> Result<(StatusCode, Json<ConversationView>), Problem> {
    let started = start::start(&mut scope, &key, &body).await.or_detail(CREATE_FAILED)?;
    let status = if started.is_new { StatusCode::CREATED } else { StatusCode::OK };
    Ok((status, Json(started.view)))
}

/// Returns a conversation of the viewer.
#[utoipa::path(get, path = "/conversations/{id}", operation_id = "getConversation",
    tag = "messages", params(("id" = ConversationId, Path)),
    responses((status = 200, body = ConversationView), (status = "4XX", body = ProblemDocument)))]
#[tracing::instrument(name = "conversations.read", skip_all, fields(conversation.id = %id))]
async fn read(
    scope: Scope<Member>,
    Path(id): Path<ConversationId>,
) -> Result<Json<ConversationView>, Problem> {
    Ok(Json(list::read_one(&scope, id).await.or_detail(CONVERSATIONS_FAILED)?))
}

/// Mutes, archives or marks a conversation for the viewer.
#[utoipa::path(patch, path = "/conversations/{id}", operation_id = "updateConversation",
    tag = "messages", params(("id" = ConversationId, Path)), request_body = OwnChange,
    responses((status = 200, body = ConversationView), (status = "4XX", body = ProblemDocument)))]
#[tracing::instrument(name = "conversations.change", skip_all, fields(conversation.id = %id))]
async fn change(
    mut scope: Scope<Member>,
    Path(id): Path<ConversationId>,
    Json(body): Json<OwnChange>,
) -> Result<Json<ConversationView>, Problem> {
    Ok(Json(read_state::change(&mut scope, id, &body).await.or_detail(CHANGE_FAILED)?))
}

/// Lists the messages of a conversation, oldest first within a page. Without a parameter, the page
/// has the newest messages. 7 queries, 8 around a message.
#[utoipa::path(get, path = "/conversations/{id}/messages", operation_id = "listMessages",
    tag = "messages", params(("id" = ConversationId, Path), MessageFilter),
    responses((status = 200, body = MessagePage), (status = "4XX", body = ProblemDocument)))]
#[tracing::instrument(name = "messages.list", skip_all, fields(conversation.id = %id))]
async fn list_messages(
    scope: Scope<Member>,
    Path(id): Path<ConversationId>,
    Query(filter): Query<MessageFilter>,
) -> Result<Json<MessagePage>, Problem> {
    Ok(Json(message_list::list_messages(&scope, id, &filter).await.or_detail(MESSAGES_FAILED)?))
}

/// Sends a message.
#[utoipa::path(post, path = "/conversations/{id}/messages", operation_id = "sendMessage",
    tag = "messages", params(("id" = ConversationId, Path),
        ("idempotency-key" = Option<String>, Header, description = "a UUID")),
    request_body = NewMessage,
    responses((status = 201, body = MessageView), (status = "4XX", body = ProblemDocument)))]
#[tracing::instrument(name = "messages.send", skip_all, fields(conversation.id = %id))]
async fn send_message(
    mut scope: Scope<Member>,
    Path(id): Path<ConversationId>,
    key: IdempotencyKey,
    Json(body): Json<NewMessage>,
) -> Result<CreatedResponse<MessageView>, Problem> {
    send::send(&mut scope, id, &key, &body).await.or_detail(SEND_FAILED)
}

/// Edits the viewer's own message within 15 minutes.
#[utoipa::path(patch, path = "/conversations/{id}/messages/{messageId}",
    operation_id = "editMessage", tag = "messages",
    params(("id" = ConversationId, Path), ("messageId" = MessageId, Path)),
    request_body = MessageChange,
    responses((status = 200, body = MessageView), (status = "4XX", body = ProblemDocument)))]
#[tracing::instrument(name = "messages.edit", skip_all, fields(message.id = %message))]
async fn edit_message(
    mut scope: Scope<Member>,
    Path((conversation, message)): Path<(ConversationId, MessageId)>,
    Json(body): Json<MessageChange>,
) -> Result<Json<MessageView>, Problem> {
    let at = MessageAddress { conversation, message };
    Ok(Json(edit::edit(&mut scope, at, &body).await.or_detail(EDIT_FAILED)?))
}

/// Deletes the viewer's own message for everyone.
#[utoipa::path(delete, path = "/conversations/{id}/messages/{messageId}",
    operation_id = "deleteMessage", tag = "messages",
    params(("id" = ConversationId, Path), ("messageId" = MessageId, Path)),
    responses((status = 200, body = MessageView), (status = "4XX", body = ProblemDocument)))]
#[tracing::instrument(name = "messages.delete", skip_all, fields(message.id = %message))]
async fn delete_message(
    mut scope: Scope<Member>,
    Path((conversation, message)): Path<(ConversationId, MessageId)>,
) -> Result<Json<MessageView>, Problem> {
    let at = MessageAddress { conversation, message };
    Ok(Json(edit::delete(&mut scope, at).await.or_detail(DELETE_FAILED)?))
}

/// Adds a reaction of the viewer to a message, or removes it.
#[utoipa::path(post, path = "/conversations/{id}/messages/{messageId}/reactions",
    operation_id = "toggleMessageReaction", tag = "messages",
    params(("id" = ConversationId, Path), ("messageId" = MessageId, Path),
        ("idempotency-key" = Option<String>, Header, description = "a UUID")),
    request_body = NewReaction,
    responses((status = 200, body = MessageView), (status = "4XX", body = ProblemDocument)))]
#[tracing::instrument(name = "messages.react", skip_all, fields(message.id = %message))]
async fn react(
    mut scope: Scope<Member>,
    Path((conversation, message)): Path<(ConversationId, MessageId)>,
    key: IdempotencyKey,
    Json(body): Json<NewReaction>,
) -> Result<Json<MessageView>, Problem> {
    let at = MessageAddress { conversation, message };
    Ok(Json(edit::react(&mut scope, &key, at, &body).await.or_detail(REACTION_FAILED)?))
}

/// Marks a conversation as read.
#[utoipa::path(post, path = "/conversations/{id}/read", operation_id = "markConversationRead",
    tag = "messages", params(("id" = ConversationId, Path), ReadPosition),
    responses((status = 200, body = ConversationView), (status = "4XX", body = ProblemDocument)))]
#[tracing::instrument(name = "conversations.mark_read", skip_all, fields(conversation.id = %id))]
async fn mark_read(
    mut scope: Scope<Member>,
    Path(id): Path<ConversationId>,
    Query(read): Query<ReadPosition>,
) -> Result<Json<ConversationView>, Problem> {
    Ok(Json(read_state::mark_read(&mut scope, id, read.up_to).await.or_detail(CHANGE_FAILED)?))
}

/// Accepts a message request.
#[utoipa::path(post, path = "/conversations/{id}/accept", operation_id = "acceptMessageRequest",
    tag = "messages", params(("id" = ConversationId, Path)),
    responses((status = 200, body = ConversationView), (status = "4XX", body = ProblemDocument)))]
#[tracing::instrument(name = "conversations.accept", skip_all, fields(conversation.id = %id))]
async fn accept(
    mut scope: Scope<Member>,
    Path(id): Path<ConversationId>,
) -> Result<Json<ConversationView>, Problem> {
    Ok(Json(read_state::answer_request(&mut scope, id, true).await.or_detail(CHANGE_FAILED)?))
}

/// Declines a message request. The requester is not told.
#[utoipa::path(post, path = "/conversations/{id}/decline", operation_id = "declineMessageRequest",
    tag = "messages", params(("id" = ConversationId, Path)),
    responses((status = 200, body = ConversationView), (status = "4XX", body = ProblemDocument)))]
#[tracing::instrument(name = "conversations.decline", skip_all, fields(conversation.id = %id))]
async fn decline(
    mut scope: Scope<Member>,
    Path(id): Path<ConversationId>,
) -> Result<Json<ConversationView>, Problem> {
    Ok(Json(read_state::answer_request(&mut scope, id, false).await.or_detail(CHANGE_FAILED)?))
}
