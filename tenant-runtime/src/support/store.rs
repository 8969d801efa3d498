//! Queries for tickets, messages and files.

use super::activity_log::load_status_changes;
use super::error::SupportError;
use super::rows::{attachment, message, ticket};
use super::view::{AttachmentView, People, TicketMessageView, TicketView};
use super::viewer::TicketAccess;
use super::{TicketId, TicketMessageId};
use crate::accounts::load_contacts;
use crate::sql::SqlReader;
use platform::page::TimeCursor;
use platform::{AccountViewer, Problem, Scope, Tx, UserId};
use sea_orm::ActiveValue::Set;
use sea_orm::sea_query::{Expr, ExprTrait, LockType};
use sea_orm::{ColumnTrait, Condition, DbErr, QueryOrder, QuerySelect};
use std::collections::HashMap;

/// A ticket of the viewer on this site.
pub(super) async fn find_own<V: AccountViewer>(
    scope: &Scope<V>,
    id: TicketId,
) -> Result<ticket::Model, Problem> {
    let mine = TicketAccess::from_facts(scope.facts()).condition(scope.viewer());
    let found = scope.select::<ticket::Entity>().by_id(id).filter(mine).one().await?;
    Ok(found.ok_or(SupportError::NotFound)?)
}

/// Locks a ticket of the viewer until the transaction ends.
pub(super) async fn lock_own<V: AccountViewer>(
    tx: &Tx<'_, V>,
    id: TicketId,
) -> Result<ticket::Model, Problem> {
    let mine = TicketAccess::from_facts(tx.facts()).condition(tx.viewer());
    lock_matching(tx, id, mine).await
}

/// A ticket on this site, for staff.
pub(super) async fn find<V>(scope: &Scope<V>, id: TicketId) -> Result<ticket::Model, Problem> {
    find_matching(scope, id, Condition::all()).await
}

/// A ticket on this site that fits the condition.
pub(super) async fn find_matching<V>(
    scope: &Scope<V>,
    id: TicketId,
    fits: Condition,
) -> Result<ticket::Model, Problem> {
    let found = scope.select::<ticket::Entity>().by_id(id).filter(fits).one().await?;
    Ok(found.ok_or(SupportError::NotFound)?)
}

/// Locks a ticket until the transaction ends, for staff.
pub(super) async fn lock<V>(tx: &Tx<'_, V>, id: TicketId) -> Result<ticket::Model, Problem> {
    lock_matching(tx, id, Condition::all()).await
}

/// Locks a ticket that fits the condition until the transaction ends.
pub(super) async fn lock_matching<V>(
    tx: &Tx<'_, V>,
    id: TicketId,
    fits: Condition,
) -> Result<ticket::Model, Problem> {
    let found = tx
        .select::<ticket::Entity>()
        .by_id(id)
        .filter(fits)
        .modify_select(|select| select.lock(LockType::NoKeyUpdate))
        .one()
        .await?;
    Ok(found.ok_or(SupportError::NotFound)?)
}

/// Changes a locked ticket, raises its version and returns the new state.
pub(super) async fn change<V>(
    tx: &Tx<'_, V>,
    row: &ticket::Model,
    change: ticket::ActiveModel,
) -> Result<ticket::Model, DbErr> {
    let change = ticket::ActiveModel {
        version: Set(row.version + 1),
        updated_at: Set(Ord::max(tx.now(), row.updated_at)),
        ..change
    };
    let this = ticket::Column::Id.eq(row.id.uuid());
    let table = tx.table::<ticket::Entity>();
    let changed = table.update_returning(this, |update| update.set(change)).await?;
    changed.into_iter().next().ok_or(DbErr::RecordNotUpdated)
}

/// Up to `limit + 1` tickets, newest first.
pub(super) async fn list_page<V>(
    scope: &Scope<V>,
    fits: Condition,
    after: Option<TimeCursor>,
    limit: u64,
) -> Result<Vec<ticket::Model>, DbErr> {
    use ticket::Column::{CreatedAt, Id};
    let older = after.map(|last| last.after_in_descending(CreatedAt, Id));
    scope
        .select::<ticket::Entity>()
        .filter(fits)
        .filter(Condition::all().add_option(older))
        .modify_select(|select| select.order_by_desc(CreatedAt).order_by_desc(Id).limit(limit + 1))
        .all()
        .await
}

/// Cursor of a ticket in a list.
pub(super) fn ticket_cursor(row: &ticket::Model) -> TimeCursor {
    TimeCursor { at: row.created_at, id: row.id.uuid() }
}

/// Owners and assignees of tickets. One query.
pub(super) async fn people_of(
    reads: &impl SqlReader,
    rows: &[ticket::Model],
) -> Result<People, DbErr> {
    let ids: Vec<UserId> =
        rows.iter().flat_map(|row| [Some(row.owner_id), row.assigned_to_id]).flatten().collect();
    Ok(People(load_contacts(reads, &ids).await?))
}

/// A ticket with the files of its description and the changes of its status. 4 queries.
pub(super) async fn load_view<V: Send + Sync>(
    scope: &Scope<V>,
    row: &ticket::Model,
) -> Result<TicketView, DbErr> {
    let people = people_of(scope, std::slice::from_ref(row)).await?;
    let of_it =
        attachment::Column::TicketId.eq(row.id.uuid()).and(attachment::Column::MessageId.is_null());
    let files = scope
        .global::<attachment::Entity>()
        .filter(of_it)
        .modify_select(|select| select.order_by_asc(attachment::Column::Id))
        .all()
        .await?;
    let mut view = people.build_ticket(row, files.into_iter().map(AttachmentView::from).collect());
    view.status_changes = load_status_changes(scope, row.id).await?;
    Ok(view)
}

/// Up to `limit + 1` messages of a ticket, oldest first. Notes are for staff.
pub(super) async fn list_messages<V>(
    scope: &Scope<V>,
    ticket: TicketId,
    with_notes: bool,
    after: Option<TimeCursor>,
    limit: u64,
) -> Result<Vec<message::Model>, DbErr> {
    use message::Column::{CreatedAt, Id, Internal, TicketId};
    let later = after.map(|last| last.after_in_ascending(CreatedAt, Id));
    let public = (!with_notes).then(|| Internal.eq(false));
    scope
        .global::<message::Entity>()
        .filter(TicketId.eq(ticket.uuid()))
        .filter(Condition::all().add_option(later).add_option(public))
        .modify_select(|select| select.order_by_asc(CreatedAt).order_by_asc(Id).limit(limit + 1))
        .all()
        .await
}

/// Messages with their senders and files. 2 queries.
pub(super) async fn load_message_views<V: Send + Sync>(
    scope: &Scope<V>,
    rows: Vec<message::Model>,
) -> Result<Vec<TicketMessageView>, DbErr> {
    if rows.is_empty() {
        return Ok(Vec::new());
    }
    let senders: Vec<UserId> = rows.iter().filter_map(|row| row.sender_id).collect();
    let people = People(load_contacts(scope, &senders).await?);
    let of_these = attachment::Column::MessageId.is_in(rows.iter().map(|row| row.id.uuid()));
    let found = scope
        .global::<attachment::Entity>()
        .filter(of_these)
        .modify_select(|select| select.order_by_asc(attachment::Column::Id))
        .all()
        .await?;
    let mut files: HashMap<TicketMessageId, Vec<AttachmentView>> = HashMap::new();
    for row in found {
        if let Some(message) = row.message_id {
            files.entry(message).or_default().push(row.into());
        }
    }
    let views = rows.into_iter().map(|row| {
        let files = files.remove(&row.id).unwrap_or_default();
        people.build_message(row, files)
    });
    Ok(views.collect())
}

/// Gives files of a ticket that belong to no message to a new one. They must be the viewer's own.
pub(super) async fn attach_files<V: AccountViewer>(
    tx: &Tx<'_, V>,
    message: &message::Model,
    ids: &[super::AttachmentId],
) -> Result<Vec<AttachmentView>, Problem> {
    use attachment::Column::{Id, MessageId, TicketId, UploaderId};
    if ids.is_empty() {
        return Ok(Vec::new());
    }
    let these = Condition::all()
        .add(Id.is_in(ids.iter().map(|id| id.uuid())))
        .add(TicketId.eq(message.ticket_id.uuid()))
        .add(UploaderId.eq(tx.viewer().id().uuid()))
        .add(MessageId.is_null());
    let table = tx.global_table::<attachment::Entity>();
    let mut rows = table
        .update_returning(these, |update| {
            update.col_expr(MessageId, Expr::value(message.id.uuid()))
        })
        .await?;
    if rows.len() < ids.len() {
        return Err(SupportError::AttachmentNotFound.into());
    }
    rows.sort_by_key(|row| row.id);
    Ok(rows.into_iter().map(AttachmentView::from).collect())
}
