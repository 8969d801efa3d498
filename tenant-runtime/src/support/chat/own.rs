//! The viewer's own support conversations (F-111 to F-114, G-050).

use super::error::ChatError;
use super::rows::{ChatStatus, conversation};
use super::thread::{self, NewChatMessage, check_text};
use super::view::{ChatMessageView, ChatReader, ConversationView};
use super::{SupportConversationId, ending, events, store, switches};
use crate::content;
use crate::limits::{check_limit, check_limit_within};
use crate::support::rows::SupportPriority;
use platform::idempotency::{self, Claim, CreatedResponse, IdempotencyKey};
use platform::limiter::LimitedAction;
use platform::page::{Page, PageQuery, TimeCursor};
use platform::request::RequestFacts;
use platform::{AccountViewer, Problem, Scope, SignedIn};
use sea_orm::ActiveValue::Set;
use sea_orm::ColumnTrait;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// Default and maximum page size.
const PAGE_SIZES: (u64, u64) = (10, 50);
/// Number of conversations in the overview.
const RECENT: u64 = 3;

/// A conversation to start.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct NewSupportConversation {
    /// One line of at most 200 characters.
    #[serde(default)]
    pub topic: String,
    /// First message, if any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub message: Option<String>,
}

/// Conversations on the start page of support.
#[derive(Debug, Default)]
pub(in crate::support) struct ChatSummary {
    pub is_enabled: bool,
    pub active: u64,
    pub recent: Vec<ConversationView>,
}

fn is_paused(facts: &RequestFacts) -> bool {
    facts.session.as_ref().is_some_and(|session| session.account_status.is_paused)
}

/// Refuses paused accounts.
pub(super) fn check_account(scope: &Scope<SignedIn>) -> Result<(), Problem> {
    if is_paused(scope.facts()) { Err(ChatError::Paused.into()) } else { Ok(()) }
}

/// Conversations of the viewer for the start page. 4 queries.
pub(in crate::support) async fn load_summary(
    scope: &Scope<SignedIn>,
) -> Result<ChatSummary, Problem> {
    if is_paused(scope.facts()) {
        return Ok(ChatSummary::default());
    }
    let mine = || store::own_condition(scope.viewer());
    let active = conversation::Column::Status.is_in(ChatStatus::ACTIVE);
    let mut rows = store::list_page(scope, mine(), None, RECENT).await?;
    rows.truncate(usize::try_from(RECENT).unwrap_or(usize::MAX));
    Ok(ChatSummary {
        is_enabled: switches::is_enabled(scope).await?,
        active: scope.select::<conversation::Entity>().filter(mine().add(active)).count().await?,
        recent: store::load_views(scope, ChatReader::Owner, &rows).await?,
    })
}

/// The viewer's conversations on this site, last updated first. 2 queries.
pub(super) async fn list(
    scope: &Scope<SignedIn>,
    query: &PageQuery,
) -> Result<Page<ConversationView>, Problem> {
    let limit = query.row_limit(PAGE_SIZES.0, PAGE_SIZES.1);
    let mine = store::own_condition(scope.viewer());
    let rows = store::list_page(scope, mine, query.decode_cursor()?, limit).await?;
    let cursor = |row: &conversation::Model| TimeCursor { at: row.updated_at, id: row.id.uuid() };
    let page = Page::from_rows(rows, limit, cursor);
    let next_cursor = page.next_cursor;
    Ok(Page { items: store::load_views(scope, ChatReader::Owner, &page.items).await?, next_cursor })
}

/// Starts a conversation, if chat is on here.
pub(super) async fn start(
    scope: &mut Scope<SignedIn>,
    key: &IdempotencyKey,
    new: &NewSupportConversation,
) -> Result<CreatedResponse<ConversationView>, Problem> {
    if new.topic.trim().is_empty() {
        return Err(ChatError::TopicRequired.into());
    }
    let topic = content::check_title(&new.topic)
        .map_err(|error| Problem::from(error).with_errors(vec![error.to_field_error("topic")]))?;
    let message = new.message.as_deref().filter(|text| !text.trim().is_empty());
    let message = message.map(check_text).transpose()?;
    if !switches::is_enabled(scope).await? {
        return Err(ChatError::Off.into());
    }
    check_limit(scope.services(), scope.viewer(), LimitedAction::CreateTicket).await?;
    let tx = scope.begin().await?;
    let fingerprint = idempotency::request_fingerprint("/support/conversations", new);
    if let Claim::Replay(view) = idempotency::claim(&tx, key, &fingerprint).await? {
        return Ok(CreatedResponse::repeated(view));
    }
    let row = conversation::ActiveModel {
        id: Set(SupportConversationId::new()),
        owner_id: Set(tx.viewer().id()),
        affiliation_id: Set(tx.site().affiliation()),
        topic: Set(Some(topic)),
        status: Set(ChatStatus::Open),
        priority: Set(SupportPriority::Medium),
        assigned_to_id: Set(None),
        last_message: Set(None),
        message_count: Set(0),
        staff_unread: Set(0),
        owner_unread: Set(0),
        version: Set(1),
        created_at: Set(tx.now()),
        updated_at: Set(tx.now()),
        first_answered_at: Set(None),
        ended_at: Set(None),
    };
    let mut row = tx.table::<conversation::Entity>().insert(row).await?;
    match message {
        Some(text) => row = thread::insert(&tx, &row, text, false).await?.0,
        None => events::publish_change(&tx, &row).await?,
    }
    let view = store::load_view(&tx, ChatReader::Owner, &row).await?;
    idempotency::store_response(&tx, key, &view).await?;
    tx.commit().await?;
    Ok(CreatedResponse::created(view))
}

/// Sends a message as the owner.
pub(super) async fn send(
    scope: &mut Scope<SignedIn>,
    id: SupportConversationId,
    key: &IdempotencyKey,
    new: &NewChatMessage,
) -> Result<CreatedResponse<ChatMessageView>, Problem> {
    let text = check_text(&new.content)?;
    let tx = scope.begin().await?;
    let path = format!("/support/conversations/{id}");
    let fingerprint = idempotency::request_fingerprint(&path, new);
    if let Claim::Replay(view) = idempotency::claim(&tx, key, &fingerprint).await? {
        return Ok(CreatedResponse::repeated(view));
    }
    check_limit_within(&tx, LimitedAction::SupportMessage).await?;
    let row = store::lock(&tx, id, store::own_condition(tx.viewer())).await?;
    let (_, view) = thread::insert(&tx, &row, text, false).await?;
    idempotency::store_response(&tx, key, &view).await?;
    tx.commit().await?;
    Ok(CreatedResponse::created(view))
}

/// Marks a conversation as read by its owner.
pub(super) async fn mark_read(
    scope: &mut Scope<SignedIn>,
    id: SupportConversationId,
) -> Result<ConversationView, Problem> {
    check_limit(scope.services(), scope.viewer(), LimitedAction::MarkRead).await?;
    let tx = scope.begin().await?;
    let row = store::lock(&tx, id, store::own_condition(tx.viewer())).await?;
    let read = conversation::ActiveModel { owner_unread: Set(0), ..Default::default() };
    let row = store::update(&tx, &row, read).await?;
    events::publish_change(&tx, &row).await?;
    let view = store::load_view(&tx, ChatReader::Owner, &row).await?;
    tx.commit().await?;
    Ok(view)
}

/// Ends a conversation as its owner, who gets the transcript.
pub(super) async fn end(
    scope: &mut Scope<SignedIn>,
    id: SupportConversationId,
) -> Result<ConversationView, Problem> {
    check_limit(scope.services(), scope.viewer(), LimitedAction::SupportMessage).await?;
    let tx = scope.begin().await?;
    let row = store::lock(&tx, id, store::own_condition(tx.viewer())).await?;
    if row.status == ChatStatus::Closed {
        return Err(ChatError::Ended.into());
    }
    let closed = conversation::ActiveModel {
        status: Set(ChatStatus::Closed),
        ended_at: Set(Some(tx.now())),
        ..Default::default()
    };
    let row = store::change(&tx, &row, closed).await?;
    ending::send_transcript(&tx, &row).await?;
    events::publish_change(&tx, &row).await?;
    let view = store::load_view(&tx, ChatReader::Owner, &row).await?;
    tx.commit().await?;
    Ok(view)
}
