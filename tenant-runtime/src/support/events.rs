//! Live events of tickets: to the owner, to staff, and to the people of an affiliation while they
//! answer it. `site` cuts them to the site of the ticket.

use super::affiliation_desk;
use super::rows::ticket;
use super::view::TicketMessageView;
use platform::Tx;
use platform::events::Topic;
use sea_orm::DbErr;
use serde_json::{Value, json};

/// A ticket was created or has changed: read it again.
const TICKET_CHANGED: &str = "support.ticket-changed";
/// A message or an internal note was written.
const MESSAGE_CREATED: &str = "support.message-created";

/// Tells everyone who can read a ticket that it has changed.
pub(super) async fn publish_change<V: Send + Sync>(
    tx: &Tx<'_, V>,
    row: &ticket::Model,
) -> Result<(), DbErr> {
    let payload = json!({ "ticketId": row.id, "version": row.version, "site": row.affiliation_id });
    publish_to_readers(tx, row, TICKET_CHANGED, payload).await
}

/// Tells everyone who can read it about a new ticket.
pub(super) async fn publish_created<V: Send + Sync>(
    tx: &Tx<'_, V>,
    row: &ticket::Model,
) -> Result<(), DbErr> {
    let payload = json!({ "ticketId": row.id, "version": row.version, "site": row.affiliation_id,
        "created": true });
    publish_to_readers(tx, row, TICKET_CHANGED, payload).await
}

/// Tells everyone who can read it about a new message; only staff about a note.
pub(super) async fn publish_message<V: Send + Sync>(
    tx: &Tx<'_, V>,
    row: &ticket::Model,
    message: &TicketMessageView,
) -> Result<(), DbErr> {
    let payload = json!({ "ticketId": row.id, "message": message, "site": row.affiliation_id });
    if message.internal {
        tx.publish_each(MESSAGE_CREATED, vec![(Topic::Staff, payload)]).await
    } else {
        publish_to_readers(tx, row, MESSAGE_CREATED, payload).await
    }
}

async fn publish_to_readers<V: Send + Sync>(
    tx: &Tx<'_, V>,
    row: &ticket::Model,
    kind: &'static str,
    payload: Value,
) -> Result<(), DbErr> {
    let mut readers = affiliation_desk::answerers_of(tx, row).await?;
    readers.retain(|user| *user != row.owner_id);
    readers.push(row.owner_id);
    let users = readers.into_iter().map(Topic::User);
    let audience = users.chain([Topic::Staff]).map(|topic| (topic, payload.clone()));
    tx.publish_each(kind, audience.collect()).await
}
