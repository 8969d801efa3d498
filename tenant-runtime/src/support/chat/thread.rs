//! Messages of support conversations (F-112, F-113).

use super::error::ChatError;
use super::rows::{ChatStatus, conversation, message};
use super::view::{ChatMessageView, to_message_view};
use super::{ChatMessageId, events, store};
use crate::accounts::load_contacts;
use crate::content;
use crate::support::view::People;
use platform::page::{Page, PageQuery, TimeCursor};
use platform::{AccountViewer, Problem, Scope, Tx};
use sea_orm::ActiveValue::Set;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// Default and maximum page size.
const PAGE_SIZES: (u64, u64) = (50, 100);
/// Characters of the last message in a list.
const EXCERPT_CHARS: usize = 140;

/// A message to send.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct NewChatMessage {
    #[serde(default)]
    pub content: String,
}

/// The checked text of a message.
pub(super) fn check_text(text: &str) -> Result<String, Problem> {
    content::check_remark(text)
        .map_err(|error| Problem::from(error).with_errors(vec![error.to_field_error("content")]))
}

/// Messages of a conversation that the caller has found: newest page first, oldest first within a
/// page. 2 queries.
pub(super) async fn list<V: Send + Sync>(
    scope: &Scope<V>,
    row: &conversation::Model,
    query: &PageQuery,
) -> Result<Page<ChatMessageView>, Problem> {
    let limit = query.row_limit(PAGE_SIZES.0, PAGE_SIZES.1);
    let before = query.decode_cursor::<TimeCursor>()?;
    let rows = store::list_messages(scope, row.id, before, limit).await?;
    let cursor = |row: &message::Model| TimeCursor { at: row.created_at, id: row.id.uuid() };
    let mut page = Page::from_rows(rows, limit, cursor);
    page.items.reverse();
    let next_cursor = page.next_cursor;
    Ok(Page { items: store::load_message_views(scope, page.items).await?, next_cursor })
}

/// Adds a message to a locked conversation and publishes it. Returns the new state.
pub(super) async fn insert<V: AccountViewer>(
    tx: &Tx<'_, V>,
    row: &conversation::Model,
    content: String,
    is_staff: bool,
) -> Result<(conversation::Model, ChatMessageView), Problem> {
    if row.status == ChatStatus::Closed {
        return Err(ChatError::Ended.into());
    }
    let me = tx.viewer().id();
    let excerpt = content::truncate(&content, EXCERPT_CHARS);
    let new = message::ActiveModel {
        id: Set(ChatMessageId::new()),
        conversation_id: Set(row.id),
        sender_id: Set(Some(me)),
        is_staff: Set(is_staff),
        content: Set(content),
        // `max` keeps the order even if clocks differ.
        created_at: Set(tx.now().max(row.updated_at)),
    };
    let new = tx.global_table::<message::Entity>().insert(new).await?;
    let mut change = conversation::ActiveModel {
        last_message: Set(Some(excerpt)),
        message_count: Set(row.message_count + 1),
        ..Default::default()
    };
    if is_staff {
        record_answer(tx, row, &mut change);
    } else {
        change.staff_unread = Set(row.staff_unread + 1);
        let is_paused = matches!(row.status, ChatStatus::Waiting | ChatStatus::Resolved);
        if is_paused {
            let is_assigned = row.assigned_to_id.is_some();
            change.status =
                Set(if is_assigned { ChatStatus::InProgress } else { ChatStatus::Open });
        }
    }
    let row = store::change(tx, row, change).await?;
    let people = People(load_contacts(tx, &[me]).await?);
    let view = to_message_view(&people, new);
    events::publish_message(tx, &row, &view).await?;
    events::publish_change(tx, &row).await?;
    Ok((row, view))
}

/// A message of staff: the first one starts the work and assigns its sender, if no one is (F-112).
fn record_answer<V: AccountViewer>(
    tx: &Tx<'_, V>,
    row: &conversation::Model,
    change: &mut conversation::ActiveModel,
) {
    change.owner_unread = Set(row.owner_unread + 1);
    if row.status == ChatStatus::Open {
        change.status = Set(ChatStatus::InProgress);
    }
    if row.assigned_to_id.is_none() {
        change.assigned_to_id = Set(Some(tx.viewer().id()));
    }
    if row.first_answered_at.is_none() {
        change.first_answered_at = Set(Some(tx.now()));
    }
}
