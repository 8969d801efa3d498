//! Merges duplicates: their descriptions, messages and files move to one ticket of the same owner,
//! and they are closed.

use super::inbox;
use crate::limits::check_limit;
use crate::support::SupportStaff;
use crate::support::activity_log::{ActivityEntry, record_activity};
use crate::support::error::SupportError;
use crate::support::rows::{TicketStatus, attachment, message, ticket};
use crate::support::status::to_status;
use crate::support::view::StaffTicket;
use crate::support::{TicketId, TicketMessageId, events, store};
use platform::limiter::LimitedAction;
use platform::{Problem, Scope, Tx};
use sea_orm::ActiveValue::Set;
use sea_orm::ColumnTrait;
use sea_orm::DbErr;
use sea_orm::sea_query::{Expr, ExprTrait};
use serde::Deserialize;
use serde_json::json;
use utoipa::ToSchema;

/// Maximum tickets of one call.
const DUPLICATES_MAX: usize = 10;

/// Tickets to merge into another one.
#[derive(Debug, Clone, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) struct TicketMerge {
    /// Version of the remaining ticket that the call is based on.
    pub version: i64,
    pub duplicate_ids: Vec<TicketId>,
}

/// Merges tickets into this one.
pub(super) async fn merge(
    scope: &mut Scope<SupportStaff>,
    id: TicketId,
    body: &TicketMerge,
) -> Result<StaffTicket, Problem> {
    check_limit(scope.services(), scope.viewer(), LimitedAction::SupportMessage).await?;
    let mut ids: Vec<TicketId> = body.duplicate_ids.clone();
    ids.retain(|duplicate| *duplicate != id);
    ids.sort_unstable();
    ids.dedup();
    if ids.is_empty() || ids.len() > DUPLICATES_MAX {
        return Err(SupportError::MergeCount.into());
    }
    let tx = scope.begin().await?;
    let (remaining, duplicates) = lock_all(&tx, id, ids).await?;
    if remaining.version != body.version {
        return Err(SupportError::Changed.into());
    }
    let is_merged = |row: &ticket::Model| row.merged_into_id.is_some();
    if is_merged(&remaining) || duplicates.iter().any(is_merged) {
        return Err(SupportError::Merged.into());
    }
    if duplicates.iter().any(|row| row.owner_id != remaining.owner_id) {
        return Err(SupportError::OtherOwner.into());
    }
    let mut count = remaining.message_count;
    for row in &duplicates {
        move_content(&tx, row, &remaining).await?;
        count += row.message_count + 1;
        let mut closed = to_status(row, TicketStatus::Closed, tx.now());
        closed.merged_into_id = Set(Some(remaining.id));
        closed.message_count = Set(0);
        let closed = store::change(&tx, row, closed).await?;
        events::publish_change(&tx, &closed).await?;
        let facts = json!({ "into": remaining.id });
        record_activity(&tx, ActivityEntry::of_ticket("ticket.merge", row.id, facts)).await?;
    }
    let counted = ticket::ActiveModel { message_count: Set(count), ..Default::default() };
    let merged = store::change(&tx, &remaining, counted).await?;
    events::publish_change(&tx, &merged).await?;
    tx.commit().await?;
    inbox::load(scope, &merged).await
}

/// Locks all tickets in the order of their ids, so that two calls do not wait for each other.
async fn lock_all(
    tx: &Tx<'_, SupportStaff>,
    id: TicketId,
    mut ids: Vec<TicketId>,
) -> Result<(ticket::Model, Vec<ticket::Model>), Problem> {
    ids.push(id);
    ids.sort_unstable();
    let (mut remaining, mut duplicates) = (None, Vec::new());
    for one in ids {
        let row = store::lock(tx, one).await?;
        if one == id {
            remaining = Some(row);
        } else {
            duplicates.push(row);
        }
    }
    Ok((remaining.ok_or(SupportError::NotFound)?, duplicates))
}

/// Moves description, messages and files.
async fn move_content(
    tx: &Tx<'_, SupportStaff>,
    from: &ticket::Model,
    to: &ticket::Model,
) -> Result<(), DbErr> {
    let description = message::ActiveModel {
        id: Set(TicketMessageId::new()),
        ticket_id: Set(to.id),
        sender_id: Set(Some(from.owner_id)),
        is_staff: Set(false),
        internal: Set(false),
        message: Set(format!("{}\n\n{}", from.title, from.description)),
        created_at: Set(from.created_at),
    };
    let description = tx.global_table::<message::Entity>().insert(description).await?;
    let files = attachment::Column::TicketId.eq(from.id.uuid());
    let unsent = files.clone().and(attachment::Column::MessageId.is_null());
    let table = tx.global_table::<attachment::Entity>();
    let moved = table.update(unsent, |update| {
        update.col_expr(attachment::Column::MessageId, Expr::value(description.id.uuid()))
    });
    moved.await?.as_many_as_there_are();
    let moved = table.update(files, |update| {
        update.col_expr(attachment::Column::TicketId, Expr::value(to.id.uuid()))
    });
    moved.await?.as_many_as_there_are();
    let messages = message::Column::TicketId.eq(from.id.uuid());
    let table = tx.global_table::<message::Entity>();
    let moved = table.update(messages, |update| {
        update.col_expr(message::Column::TicketId, Expr::value(to.id.uuid()))
    });
    moved.await?.as_many_as_there_are();
    Ok(())
}
