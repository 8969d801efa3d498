//! Queries for support conversations and their messages.

use super::SupportConversationId;
use super::error::ChatError;
use super::rows::{conversation, message};
use super::view::{ChatMessageView, ChatReader, ConversationView, to_message_view, to_view};
use crate::accounts::load_contacts;
use crate::sql::SqlReader;
use crate::support::view::People;
use chrono::{DateTime, Utc};
use platform::page::TimeCursor;
use platform::{AccountViewer, Problem, Scope, System, Tx, UserId};
use sea_orm::ActiveValue::Set;
use sea_orm::sea_query::LockType;
use sea_orm::{ColumnTrait, Condition, DbErr, FromQueryResult, QueryOrder, QuerySelect};
use serde::Serialize;
use serde_json::{Value, json};
use std::collections::HashMap;

/// Condition of the viewer's conversations.
pub(super) fn own_condition(viewer: &impl AccountViewer) -> Condition {
    Condition::all().add(conversation::Column::OwnerId.eq(viewer.id().uuid()))
}

/// A conversation on this site that fits.
pub(super) async fn find<V>(
    scope: &Scope<V>,
    id: SupportConversationId,
    fits: Condition,
) -> Result<conversation::Model, Problem> {
    let found = scope.select::<conversation::Entity>().by_id(id).filter(fits).one().await?;
    Ok(found.ok_or(ChatError::NotFound)?)
}

/// Locks a conversation on this site that fits until the transaction ends.
pub(super) async fn lock<V>(
    tx: &Tx<'_, V>,
    id: SupportConversationId,
    fits: Condition,
) -> Result<conversation::Model, Problem> {
    let found = tx
        .select::<conversation::Entity>()
        .by_id(id)
        .filter(fits)
        .modify_select(|select| select.lock(LockType::NoKeyUpdate))
        .one()
        .await?;
    Ok(found.ok_or(ChatError::NotFound)?)
}

/// Changes a locked conversation, raises its version and returns the new state.
pub(super) async fn change<V>(
    tx: &Tx<'_, V>,
    row: &conversation::Model,
    change: conversation::ActiveModel,
) -> Result<conversation::Model, DbErr> {
    let change = conversation::ActiveModel {
        version: Set(row.version + 1),
        updated_at: Set(tx.now().max(row.updated_at)),
        ..change
    };
    update(tx, row, change).await
}

/// Changes a locked conversation without a new version, such as read marks.
pub(super) async fn update<V>(
    tx: &Tx<'_, V>,
    row: &conversation::Model,
    change: conversation::ActiveModel,
) -> Result<conversation::Model, DbErr> {
    let this = conversation::Column::Id.eq(row.id.uuid());
    let table = tx.table::<conversation::Entity>();
    let changed = table.update_returning(this, |update| update.set(change)).await?;
    changed.into_iter().next().ok_or(DbErr::RecordNotUpdated)
}

/// Up to `limit + 1` conversations, last updated first.
pub(super) async fn list_page<V>(
    scope: &Scope<V>,
    fits: Condition,
    after: Option<TimeCursor>,
    limit: u64,
) -> Result<Vec<conversation::Model>, DbErr> {
    use conversation::Column::{Id, UpdatedAt};
    let older = after.map(|last| last.after_in_descending(UpdatedAt, Id));
    scope
        .select::<conversation::Entity>()
        .filter(fits)
        .filter(Condition::all().add_option(older))
        .modify_select(|select| select.order_by_desc(UpdatedAt).order_by_desc(Id).limit(limit + 1))
        .all()
        .await
}

/// Conversations with the names of the people. One query.
pub(super) async fn load_views(
    reads: &impl SqlReader,
    reader: ChatReader,
    rows: &[conversation::Model],
) -> Result<Vec<ConversationView>, DbErr> {
    let ids: Vec<UserId> =
        rows.iter().flat_map(|row| [Some(row.owner_id), row.assigned_to_id]).flatten().collect();
    let people = People(load_contacts(reads, &ids).await?);
    Ok(rows.iter().map(|row| to_view(&people, reader, row)).collect())
}

/// One conversation with the names of the people.
pub(super) async fn load_view(
    reads: &impl SqlReader,
    reader: ChatReader,
    row: &conversation::Model,
) -> Result<ConversationView, DbErr> {
    let mut views = load_views(reads, reader, std::slice::from_ref(row)).await?;
    views.pop().ok_or_else(|| DbErr::RecordNotFound("a support conversation".to_owned()))
}

/// Up to `limit + 1` messages of a conversation, newest first.
pub(super) async fn list_messages<V>(
    scope: &Scope<V>,
    conversation: SupportConversationId,
    before: Option<TimeCursor>,
    limit: u64,
) -> Result<Vec<message::Model>, DbErr> {
    use message::Column::{ConversationId, CreatedAt, Id};
    let older = before.map(|last| last.after_in_descending(CreatedAt, Id));
    scope
        .global::<message::Entity>()
        .filter(ConversationId.eq(conversation.uuid()))
        .filter(Condition::all().add_option(older))
        .modify_select(|select| select.order_by_desc(CreatedAt).order_by_desc(Id).limit(limit + 1))
        .all()
        .await
}

/// Messages with the names of their senders. One query.
pub(super) async fn load_message_views(
    reads: &impl SqlReader,
    rows: Vec<message::Model>,
) -> Result<Vec<ChatMessageView>, DbErr> {
    let senders: Vec<UserId> = rows.iter().filter_map(|row| row.sender_id).collect();
    let people = People(load_contacts(reads, &senders).await?);
    Ok(rows.into_iter().map(|row| to_message_view(&people, row)).collect())
}

/// Number of active conversations of each assignee. One query.
pub(in crate::support) async fn count_active(
    reads: &impl SqlReader,
) -> Result<HashMap<UserId, i64>, DbErr> {
    #[derive(FromQueryResult)]
    struct CountRow {
        assigned_to_id: UserId,
        conversations: i64,
    }
    const SQL: &str = "SELECT assigned_to_id, COUNT(*) AS conversations \
         FROM support_conversations WHERE assigned_to_id IS NOT NULL \
         AND status IN ('open', 'in-progress', 'waiting') GROUP BY assigned_to_id";
    let rows = reads.sql(SQL, vec![]).all::<CountRow>().await?;
    Ok(rows.into_iter().map(|row| (row.assigned_to_id, row.conversations)).collect())
}

/// Deletes up to `most` conversations of a user, with their messages. Returns their number.
pub(in crate::support) async fn delete_conversations_of(
    tx: &Tx<'_, System>,
    user: UserId,
    most: u64,
) -> Result<u64, DbErr> {
    const SQL: &str = "DELETE FROM support_conversations WHERE id IN \
         (SELECT id FROM support_conversations WHERE owner_id = $1 ORDER BY id LIMIT $2)";
    tx.execute(SQL, vec![user.into(), most.cast_signed().into()]).await
}

#[derive(FromQueryResult, Serialize)]
#[serde(rename_all = "camelCase")]
struct ConversationRecord {
    id: SupportConversationId,
    topic: Option<String>,
    status: super::rows::ChatStatus,
    created_at: DateTime<Utc>,
    ended_at: Option<DateTime<Utc>>,
}

#[derive(FromQueryResult, Serialize)]
#[serde(rename_all = "camelCase")]
struct MessageRecord {
    conversation_id: SupportConversationId,
    is_staff: bool,
    content: String,
    created_at: DateTime<Utc>,
}

/// A user's support conversations with all messages, for their export.
pub(in crate::support) async fn export_of(
    reads: &impl SqlReader,
    user: UserId,
) -> Result<Value, DbErr> {
    const CONVERSATIONS: &str = "SELECT id, topic, status, created_at, ended_at \
         FROM support_conversations WHERE owner_id = $1 ORDER BY created_at, id";
    const MESSAGES: &str = "SELECT m.conversation_id, m.is_staff, m.content, m.created_at \
         FROM support_conversation_messages m \
         JOIN support_conversations c ON c.id = m.conversation_id \
         WHERE c.owner_id = $1 ORDER BY m.created_at, m.id";
    let of = || vec![user.into()];
    Ok(json!({
        "conversations": reads.sql(CONVERSATIONS, of()).all::<ConversationRecord>().await?,
        "messages": reads.sql(MESSAGES, of()).all::<MessageRecord>().await?,
    }))
}
