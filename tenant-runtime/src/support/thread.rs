//! Messages of tickets (F-100, F-101, G-110).

use super::activity_log::{ActivityEntry, record_activity};
use super::error::SupportError;
use super::notify::TicketNews;
use super::rows::{TicketStatus, message, ticket};
use super::status::to_status;
use super::view::{People, TicketMessageView};
use super::{AttachmentId, TicketId, TicketMessageId, events, store};
use crate::accounts::load_contacts;
use crate::content;
use crate::limits::check_limit_within;
use crate::support::SupportStaff;
use platform::idempotency::{self, Claim, CreatedResponse, IdempotencyKey};
use platform::limiter::LimitedAction;
use platform::page::{Page, PageQuery, TimeCursor};
use platform::{AccountViewer, Problem, Scope, SignedIn, Tx};
use sea_orm::ActiveValue::Set;
use sea_orm::Condition;
use serde::{Deserialize, Serialize};
use serde_json::json;
use utoipa::ToSchema;

/// Default and maximum page size.
const PAGE_SIZES: (u64, u64) = (100, 200);
/// Maximum files of one message.
pub(super) const FILES_MAX: usize = 10;

/// A reply of the owner.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct NewTicketMessage {
    #[serde(default)]
    pub message: String,
    /// Files that were uploaded to the ticket before.
    #[serde(default)]
    pub attachment_ids: Vec<AttachmentId>,
}

/// A reply or an internal note of staff.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct NewStaffMessage {
    #[serde(default)]
    pub message: String,
    /// True for a note that only staff see.
    #[serde(default)]
    pub internal: bool,
    /// Version of the ticket that the reply is based on; a newer one refuses it.
    pub version: Option<i64>,
    /// Files that were uploaded to the ticket before.
    #[serde(default)]
    pub attachment_ids: Vec<AttachmentId>,
}

/// A message to insert.
pub(super) struct MessageContent<'a> {
    pub text: String,
    pub is_staff: bool,
    pub internal: bool,
    pub attachment_ids: &'a [AttachmentId],
}

/// Messages of a ticket that the caller has found, oldest first. 3 queries.
pub(super) async fn list<V: Send + Sync>(
    scope: &Scope<V>,
    ticket: &ticket::Model,
    with_notes: bool,
    query: &PageQuery,
) -> Result<Page<TicketMessageView>, Problem> {
    let limit = query.row_limit(PAGE_SIZES.0, PAGE_SIZES.1);
    let after = query.decode_cursor::<TimeCursor>()?;
    let rows = store::list_messages(scope, ticket.id, with_notes, after, limit).await?;
    let cursor = |row: &message::Model| TimeCursor { at: row.created_at, id: row.id.uuid() };
    let page = Page::from_rows(rows, limit, cursor);
    let next_cursor = page.next_cursor;
    Ok(Page { items: store::load_message_views(scope, page.items).await?, next_cursor })
}

/// The checked text of a message.
pub(super) fn check_text(text: &str) -> Result<String, Problem> {
    content::check_remark(text)
        .map_err(|error| Problem::from(error).with_errors(vec![error.to_field_error("message")]))
}

/// Replies to a ticket as its owner. A reply opens a resolved ticket again.
pub(super) async fn reply(
    scope: &mut Scope<SignedIn>,
    id: TicketId,
    key: &IdempotencyKey,
    new: &NewTicketMessage,
) -> Result<CreatedResponse<TicketMessageView>, Problem> {
    let text = check_text(&new.message)?;
    let tx = scope.begin().await?;
    let fingerprint = idempotency::request_fingerprint(&format!("/support/tickets/{id}"), new);
    if let Claim::Replay(view) = idempotency::claim(&tx, key, &fingerprint).await? {
        return Ok(CreatedResponse::repeated(view));
    }
    check_limit_within(&tx, LimitedAction::SupportMessage).await?;
    let row = store::lock_own(&tx, id).await?;
    if row.status == TicketStatus::Closed {
        return Err(SupportError::Closed.into());
    }
    let content = MessageContent {
        text,
        is_staff: false,
        internal: false,
        attachment_ids: &new.attachment_ids,
    };
    let view = insert(&tx, &row, content).await?;
    let mut change = match row.status {
        TicketStatus::Resolved => to_status(&row, TicketStatus::Open, tx.now()),
        _ => ticket::ActiveModel::default(),
    };
    change.message_count = Set(row.message_count + 1);
    let row = store::change(&tx, &row, change).await?;
    events::publish_message(&tx, &row, &view).await?;
    events::publish_change(&tx, &row).await?;
    idempotency::store_response(&tx, key, &view).await?;
    tx.commit().await?;
    Ok(CreatedResponse::created(view))
}

/// Replies to a ticket as staff, or adds an internal note, which is also possible if it is closed.
pub(super) async fn reply_as_staff(
    scope: &mut Scope<SupportStaff>,
    id: TicketId,
    key: &IdempotencyKey,
    new: &NewStaffMessage,
) -> Result<CreatedResponse<TicketMessageView>, Problem> {
    let path = format!("/staff/support/tickets/{id}");
    answer(scope, (id, Condition::all()), &path, key, new).await
}

/// Answers a ticket that fits the condition. `path` identifies the request for its key.
pub(super) async fn answer<V: AccountViewer>(
    scope: &mut Scope<V>,
    (id, fits): (TicketId, Condition),
    path: &str,
    key: &IdempotencyKey,
    new: &NewStaffMessage,
) -> Result<CreatedResponse<TicketMessageView>, Problem> {
    let text = check_text(&new.message)?;
    let tx = scope.begin().await?;
    let fingerprint = idempotency::request_fingerprint(path, new);
    if let Claim::Replay(view) = idempotency::claim(&tx, key, &fingerprint).await? {
        return Ok(CreatedResponse::repeated(view));
    }
    check_limit_within(&tx, LimitedAction::SupportMessage).await?;
    let row = store::lock_matching(&tx, id, fits).await?;
    if new.version.is_some_and(|version| version != row.version) {
        return Err(SupportError::Changed.into());
    }
    if row.status == TicketStatus::Closed && !new.internal {
        return Err(SupportError::Closed.into());
    }
    let content = MessageContent {
        text,
        is_staff: true,
        internal: new.internal,
        attachment_ids: &new.attachment_ids,
    };
    let view = insert(&tx, &row, content).await?;
    let row = if new.internal { row } else { record_answer(&tx, row).await? };
    let action = if new.internal { "ticket.note" } else { "ticket.reply" };
    record_activity(&tx, ActivityEntry::of_ticket(action, row.id, json!({}))).await?;
    events::publish_message(&tx, &row, &view).await?;
    if !new.internal {
        events::publish_change(&tx, &row).await?;
        let news = TicketNews {
            ticket: &row,
            previous_status: row.status,
            staff_name: &view.sender_name,
            reply: Some(&view.message),
        };
        news.deliver(&tx).await?;
    }
    idempotency::store_response(&tx, key, &view).await?;
    tx.commit().await?;
    Ok(CreatedResponse::created(view))
}

/// Counts a public reply of staff; the first one has its time.
async fn record_answer<V: AccountViewer>(
    tx: &Tx<'_, V>,
    row: ticket::Model,
) -> Result<ticket::Model, Problem> {
    let mut change =
        ticket::ActiveModel { message_count: Set(row.message_count + 1), ..Default::default() };
    if row.first_answered_at.is_none() && row.owner_id != tx.viewer().id() {
        change.first_answered_at = Set(Some(tx.now()));
        change.first_answer_ms = Set(Some((tx.now() - row.created_at).num_milliseconds().max(0)));
    }
    Ok(store::change(tx, &row, change).await?)
}

/// Inserts a message of the viewer.
pub(super) async fn insert<V: AccountViewer>(
    tx: &Tx<'_, V>,
    ticket: &ticket::Model,
    content: MessageContent<'_>,
) -> Result<TicketMessageView, Problem> {
    if content.attachment_ids.len() > FILES_MAX {
        return Err(SupportError::TooManyAttachments.into());
    }
    let me = tx.viewer().id();
    let row = message::ActiveModel {
        id: Set(TicketMessageId::new()),
        ticket_id: Set(ticket.id),
        sender_id: Set(Some(me)),
        is_staff: Set(content.is_staff),
        internal: Set(content.internal),
        message: Set(content.text),
        // `max` keeps the order even if clocks differ.
        created_at: Set(tx.now().max(ticket.updated_at)),
    };
    let row = tx.global_table::<message::Entity>().insert(row).await?;
    let files = store::attach_files(tx, &row, content.attachment_ids).await?;
    let people = People(load_contacts(tx, &[me]).await?);
    Ok(people.build_message(row, files))
}
