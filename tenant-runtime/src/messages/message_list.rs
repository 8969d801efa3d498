//! Reads the messages of a conversation, in pages: the newest, those before or after a cursor, or
//! those around a message.

use super::error::MessageError;
use super::rows::{message, reaction};
use super::store::may_read;
use super::view::{MessageContext, MessageView};
use super::{ConversationId, MessageId, images, store};
use crate::profiles;
use crate::profiles::blocks::blocked_pairs;
use platform::page::{PageQuery, TimeCursor, encode};
use platform::{AccountViewer, Member, Problem, Scope, Tx, UserId};
use sea_orm::{ColumnTrait, Condition, DbErr, QueryOrder, QuerySelect};
use serde::{Deserialize, Serialize};
use std::collections::HashMap;
use utoipa::{IntoParams, ToSchema};

/// Default and maximum page size of messages (C-100).
const MESSAGES_PAGE: (u64, u64) = (50, 100);

/// Part of a conversation: at most one of `cursor`, `after` and `around`.
#[derive(Debug, Clone, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct MessageFilter {
    /// Cursor of older messages, from `nextCursor`.
    pub cursor: Option<String>,
    /// Cursor of newer messages, from `previousCursor`.
    pub after: Option<String>,
    /// Message in the middle of the page.
    pub around: Option<MessageId>,
    /// Maximum number of items.
    pub limit: Option<u64>,
}

/// A page of messages, oldest first.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct MessagePage {
    pub items: Vec<MessageView>,
    /// Cursor of older messages; `null` if there are none.
    pub next_cursor: Option<String>,
    /// Cursor of newer messages; `null` if there are none.
    pub previous_cursor: Option<String>,
}

/// Rows of a page, oldest first.
struct MessageRows {
    rows: Vec<message::Model>,
    has_older: bool,
    has_newer: bool,
}

/// Messages of a conversation. 7 queries, 8 around a message.
pub(super) async fn list_messages(
    scope: &Scope<Member>,
    id: ConversationId,
    filter: &MessageFilter,
) -> Result<MessagePage, Problem> {
    let scope = &scope.on_one_connection().await?;
    let (conversation, mine) = store::find(scope, id).await?;
    let readable = store::readable(&conversation, &mine);
    let page = read_rows(scope, &readable, filter).await?;
    let cursor = |row: Option<&message::Model>| row.and_then(|row| encode(&cursor_of(row)));
    let next_cursor = cursor(page.rows.first().filter(|_| page.has_older));
    let previous_cursor = cursor(page.rows.last().filter(|_| page.has_newer));
    let mut context = load_context(scope, &page.rows).await?;
    if !context.quoted.is_empty() {
        let blocked = blocked_pairs(scope, scope.viewer().id()).await?;
        context.quoted.retain(|_, quoted| may_read(&conversation, &mine, quoted, &blocked));
    }
    let items = page.rows.into_iter().map(|row| context.to_view(row)).collect();
    Ok(MessagePage { items, next_cursor, previous_cursor })
}

async fn read_rows(
    scope: &Scope<Member>,
    readable: &Condition,
    filter: &MessageFilter,
) -> Result<MessageRows, Problem> {
    let decode = |cursor: &Option<String>| {
        PageQuery { cursor: cursor.clone(), limit: None }.decode_cursor::<TimeCursor>()
    };
    let limit =
        PageQuery { cursor: None, limit: filter.limit }.row_limit(MESSAGES_PAGE.0, MESSAGES_PAGE.1);
    if let Some(around) = filter.around {
        let found = scope.select::<message::Entity>().by_id(around).filter(readable.clone());
        let middle = found.one().await?.ok_or(MessageError::MessageNotFound)?;
        let at = cursor_of(&middle);
        let (mut rows, has_older) = read_older(scope, readable, Some(at), limit / 2).await?;
        let (newer, has_newer) = read_newer(scope, readable, at, limit - limit / 2).await?;
        rows.push(middle);
        rows.extend(newer);
        return Ok(MessageRows { rows, has_older, has_newer });
    }
    if let Some(after) = decode(&filter.after)? {
        let (rows, has_newer) = read_newer(scope, readable, after, limit).await?;
        // The message of the cursor is older.
        return Ok(MessageRows { rows, has_older: true, has_newer });
    }
    let before = decode(&filter.cursor)?;
    let (rows, has_older) = read_older(scope, readable, before, limit).await?;
    Ok(MessageRows { rows, has_older, has_newer: before.is_some() })
}

const fn cursor_of(row: &message::Model) -> TimeCursor {
    TimeCursor { at: row.created, id: row.id.uuid() }
}

/// Up to `limit` messages before a cursor, oldest first, and whether there are more.
async fn read_older(
    scope: &Scope<Member>,
    readable: &Condition,
    before: Option<TimeCursor>,
    limit: u64,
) -> Result<(Vec<message::Model>, bool), DbErr> {
    use message::Column::{Created, Id};
    let rows = scope
        .select::<message::Entity>()
        .filter(readable.clone())
        .filter(Condition::all().add_option(before.map(|at| at.after_in_descending(Created, Id))))
        .modify_select(|select| select.order_by_desc(Created).order_by_desc(Id).limit(limit + 1))
        .all()
        .await?;
    let (mut rows, has_more) = cut_page(rows, limit);
    rows.reverse();
    Ok((rows, has_more))
}

/// Up to `limit` messages after a cursor, oldest first, and whether there are more.
async fn read_newer(
    scope: &Scope<Member>,
    readable: &Condition,
    after: TimeCursor,
    limit: u64,
) -> Result<(Vec<message::Model>, bool), DbErr> {
    use message::Column::{Created, Id};
    let rows = scope
        .select::<message::Entity>()
        .filter(readable.clone())
        .filter(after.after_in_ascending(Created, Id))
        .modify_select(|select| select.order_by_asc(Created).order_by_asc(Id).limit(limit + 1))
        .all()
        .await?;
    Ok(cut_page(rows, limit))
}

fn cut_page(mut rows: Vec<message::Model>, limit: u64) -> (Vec<message::Model>, bool) {
    let limit = usize::try_from(limit).unwrap_or(usize::MAX);
    let has_more = rows.len() > limit;
    rows.truncate(limit);
    (rows, has_more)
}

/// Senders, quoted messages, reactions and images. At most 4 queries.
async fn load_context(
    scope: &Scope<Member>,
    rows: &[message::Model],
) -> Result<MessageContext, DbErr> {
    let quoted: Vec<MessageId> = rows.iter().filter_map(|row| row.reply_to_id).collect();
    let quoted = messages_by_id(scope, &quoted).await?;
    let ids: Vec<MessageId> = rows.iter().map(|row| row.id).collect();
    let mut reactions: HashMap<MessageId, Vec<reaction::Model>> = HashMap::new();
    if !ids.is_empty() {
        let of_these = reaction::Column::MessageId.is_in(ids.iter().map(|id| id.uuid()));
        let found = scope
            .global::<reaction::Entity>()
            .filter(of_these)
            .modify_select(|select| select.order_by_asc(reaction::Column::CreatedAt))
            .all()
            .await?;
        for one in found {
            reactions.entry(one.message_id).or_default().push(one);
        }
    }
    let with_images = rows.iter().filter(|row| row.image_count > 0).map(|row| row.id);
    let images = images::of_messages(scope, &with_images.collect::<Vec<_>>()).await?;
    let senders: Vec<UserId> =
        rows.iter().flat_map(|row| [row.sender_id, row.subject_id]).flatten().collect();
    let people = profiles::load_people(scope, &senders).await?;
    Ok(MessageContext { people, quoted, reactions, images })
}

/// The messages with these ids, regardless of who may read them. One query.
pub(super) async fn messages_by_id(
    scope: &Scope<Member>,
    ids: &[MessageId],
) -> Result<HashMap<MessageId, message::Model>, DbErr> {
    if ids.is_empty() {
        return Ok(HashMap::new());
    }
    let these = message::Column::Id.is_in(ids.iter().map(|id| id.uuid()));
    let found = scope.select::<message::Entity>().filter(these).all().await?;
    Ok(found.into_iter().map(|row| (row.id, row)).collect())
}

/// One message in a transaction, after a change, with the quoted message regardless of who may read
/// it. At most 5 queries.
pub(super) async fn read_message(
    tx: &Tx<'_, Member>,
    id: MessageId,
) -> Result<(message::Model, MessageContext), Problem> {
    let row = tx.select::<message::Entity>().by_id(id).one().await?;
    let row = row.ok_or(MessageError::MessageNotFound)?;
    let of_it = reaction::Column::MessageId.eq(id.uuid());
    let found = tx
        .global::<reaction::Entity>()
        .filter(of_it)
        .modify_select(|select| select.order_by_asc(reaction::Column::CreatedAt))
        .all()
        .await?;
    let mut context = MessageContext::default();
    context.reactions.insert(id, found);
    if let Some(quoted) = row.reply_to_id
        && let Some(found) = tx.select::<message::Entity>().by_id(quoted).one().await?
    {
        context.quoted.insert(quoted, found);
    }
    if row.image_count > 0 {
        context.images = images::of_messages_in(tx, &[id]).await?;
    }
    let named: Vec<UserId> = [row.sender_id, row.subject_id].into_iter().flatten().collect();
    context.people = profiles::load_people(tx, &named).await?;
    Ok((row, context))
}
