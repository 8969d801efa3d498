//! Activity log of support staff (F-123): each action at the desk, in its own transaction.

use super::rows::{TicketStatus, activity};
use super::view::{People, StatusChange};
use super::{SupportActivityId, TicketId};
use crate::accounts::load_contacts;
use platform::{AccountViewer, Scope, Tx, UserId};
use sea_orm::ActiveValue::Set;
use sea_orm::{ColumnTrait, Condition, DbErr, QueryOrder, QuerySelect};
use serde_json::Value;
use uuid::Uuid;

/// Action of a change of the status.
pub(super) const STATUS_CHANGED: &str = "ticket.status";
/// Maximum changes of the status that a ticket shows.
const STATUS_CHANGES_MAX: u64 = 100;

/// An action to record.
pub(super) struct ActivityEntry {
    action: &'static str,
    ticket: Option<Uuid>,
    conversation: Option<Uuid>,
    metadata: Value,
}

impl ActivityEntry {
    /// An action on a ticket.
    pub fn of_ticket(action: &'static str, ticket: TicketId, metadata: Value) -> Self {
        Self { action, ticket: Some(ticket.uuid()), conversation: None, metadata }
    }

    /// An action on a support conversation.
    pub const fn of_conversation(
        action: &'static str,
        conversation: Uuid,
        metadata: Value,
    ) -> Self {
        Self { action, ticket: None, conversation: Some(conversation), metadata }
    }

    /// An action on the desk itself.
    pub const fn of_desk(action: &'static str, metadata: Value) -> Self {
        Self { action, ticket: None, conversation: None, metadata }
    }
}

/// Records an action of the viewer.
pub(super) async fn record_activity<V: AccountViewer>(
    tx: &Tx<'_, V>,
    entry: ActivityEntry,
) -> Result<(), DbErr> {
    let row = activity::ActiveModel {
        id: Set(SupportActivityId::new()),
        staff_id: Set(Some(tx.viewer().id())),
        action: Set(entry.action.to_owned()),
        ticket_id: Set(entry.ticket),
        conversation_id: Set(entry.conversation),
        metadata: Set(entry.metadata),
        duration: Set(None),
        created_at: Set(tx.now()),
    };
    tx.global_table::<activity::Entity>().insert(row).await.map(drop)
}

/// The changes of a ticket's status by staff, oldest first. 2 queries.
pub(super) async fn load_status_changes<V: Send + Sync>(
    scope: &Scope<V>,
    ticket: TicketId,
) -> Result<Vec<StatusChange>, DbErr> {
    use activity::Column::{Action, CreatedAt, Id, TicketId as Of};
    let of_it = Condition::all().add(Of.eq(ticket.uuid())).add(Action.eq(STATUS_CHANGED));
    let rows = scope
        .global::<activity::Entity>()
        .filter(of_it)
        .modify_select(|select| {
            select.order_by_asc(CreatedAt).order_by_asc(Id).limit(STATUS_CHANGES_MAX)
        })
        .all()
        .await?;
    let staff: Vec<UserId> = rows.iter().filter_map(|row| row.staff_id).collect();
    let people = People(load_contacts(scope, &staff).await?);
    let changes = rows.into_iter().filter_map(|row| {
        let status = row.metadata.get("to").cloned()?;
        let new_status: TicketStatus = serde_json::from_value(status).ok()?;
        Some(StatusChange {
            at: row.created_at,
            new_status,
            staff_name: people.name_of(row.staff_id),
        })
    });
    Ok(changes.collect())
}
