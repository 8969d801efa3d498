//! HTTP routes of badges, search, contact, receipts, typing and presence.

use super::ConversationId;
use super::contact::{self, ContactView};
use super::error::{CHANGE_FAILED, CONVERSATIONS_FAILED, MessageError, SEARCH_FAILED};
use super::list::{self, ConversationSummary};
use super::presence::{self, UserPresence};
use super::search::{self, MessageSearch, MessageSearchResult};
use super::signals::{self, DeliveryReport};
use http::StatusCode;
use platform::api::ApiRouter;
use platform::extract::{Json, Path, Query};
use platform::page::Page;
use platform::problem::{ProblemDocument, ResultExt};
use platform::{Member, Problem, Scope, Services, UserId, routes};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

/// Maximum people of one request for presence.
const USERS_MAX: usize = 50;

pub(super) fn routes() -> ApiRouter<Services> {
    ApiRouter::new()
        .routes(routes!(read_summary))
        .routes(routes!(search_messages))
        .routes(routes!(read_contact))
        .routes(routes!(record_delivery))
        .routes(routes!(publish_typing))
        .routes(routes!(list_presence))
}

/// Returns the numbers of unread conversations and of message requests. 2 queries.
#[utoipa::path(get, path = "/conversations/summary", operation_id = "getConversationSummary",
    tag = "messages", responses((status = 200, body = ConversationSummary),
        (status = "4XX", body = ProblemDocument)))]
#[tracing::instrument(name = "conversations.summary", skip_all)]
async fn read_summary(scope: Scope<Member>) -> Result<Json<ConversationSummary>, Problem> {
    let summary = list::load_summary(&scope).await.map_err(Problem::from);
    Ok(Json(summary.or_detail(CONVERSATIONS_FAILED)?))
}

/// Searches the messages that the viewer may read, newest first. 5 queries.
#[utoipa::path(get, path = "/conversations/search", operation_id = "searchMessages",
    tag = "messages", params(MessageSearch),
    responses((status = 200, body = Page<MessageSearchResult>), (status = "4XX", body = ProblemDocument)))]
#[tracing::instrument(name = "messages.search", skip_all)]
async fn search_messages(
    scope: Scope<Member>,
    Query(query): Query<MessageSearch>,
) -> Result<Json<Page<MessageSearchResult>>, Problem> {
    Ok(Json(search::search_messages(&scope, &query).await.or_detail(SEARCH_FAILED)?))
}

/// Returns how the viewer may write to a person.
#[utoipa::path(get, path = "/users/{id}/contact", operation_id = "getContactOptions",
    tag = "messages", params(("id" = UserId, Path)),
    responses((status = 200, body = ContactView), (status = "4XX", body = ProblemDocument)))]
#[tracing::instrument(name = "messages.contact", skip_all)]
async fn read_contact(
    scope: Scope<Member>,
    Path(user): Path<UserId>,
) -> Result<Json<ContactView>, Problem> {
    Ok(Json(contact::load_contact(&scope, user).await.or_detail(CONVERSATIONS_FAILED)?))
}

/// Records that messages have arrived on a device of the viewer.
#[utoipa::path(post, path = "/conversations/{id}/delivered",
    operation_id = "markMessagesDelivered", tag = "messages",
    params(("id" = ConversationId, Path)), request_body = DeliveryReport,
    responses((status = 204), (status = "4XX", body = ProblemDocument)))]
#[tracing::instrument(name = "messages.delivered", skip_all, fields(conversation.id = %id))]
async fn record_delivery(
    mut scope: Scope<Member>,
    Path(id): Path<ConversationId>,
    Json(body): Json<DeliveryReport>,
) -> Result<StatusCode, Problem> {
    signals::record_delivery(&mut scope, id, &body).await.or_detail(CHANGE_FAILED)?;
    Ok(StatusCode::NO_CONTENT)
}

/// Shows the other participants that the viewer is typing; at most once in three seconds, further
/// calls are ignored.
#[utoipa::path(post, path = "/conversations/{id}/typing", operation_id = "sendTyping",
    tag = "messages", params(("id" = ConversationId, Path)),
    responses((status = 204), (status = "4XX", body = ProblemDocument)))]
#[tracing::instrument(name = "messages.typing", skip_all, fields(conversation.id = %id))]
async fn publish_typing(
    scope: Scope<Member>,
    Path(id): Path<ConversationId>,
) -> Result<StatusCode, Problem> {
    signals::publish_typing(&scope, id).await.or_detail(CHANGE_FAILED)?;
    Ok(StatusCode::NO_CONTENT)
}

/// People whose presence is requested.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(rename_all = "camelCase")]
struct PresenceQuery {
    /// Up to 50 user ids, separated by commas.
    #[serde(default)]
    user_ids: String,
}

/// Presence of people.
#[derive(Debug, Serialize, ToSchema)]
struct PresenceList {
    items: Vec<UserPresence>,
}

/// Lists the presence of those of these people with whom the viewer has an open conversation. 3
/// queries.
#[utoipa::path(get, path = "/presence", operation_id = "listPresence", tag = "messages",
    params(PresenceQuery), responses((status = 200, body = PresenceList),
        (status = "4XX", body = ProblemDocument)))]
#[tracing::instrument(name = "messages.presence", skip_all)]
async fn list_presence(
    scope: Scope<Member>,
    Query(query): Query<PresenceQuery>,
) -> Result<Json<PresenceList>, Problem> {
    let users: Vec<UserId> =
        query.user_ids.split(',').filter_map(|id| id.trim().parse().ok()).collect();
    if users.len() > USERS_MAX {
        return Err(MessageError::TooManyUsers.into());
    }
    Ok(Json(PresenceList { items: presence::list_presence(&scope, &users).await? }))
}
