//! Live events of tickets: to the owner, and to staff. `site` cuts them to the site of the ticket.

use super::rows::ticket;
use super::view::TicketMessageView;
use platform::Tx;
use platform::events::Topic;
use sea_orm::DbErr;
use serde_json::json;

/// A ticket was created or has changed: read it again.
const TICKET_CHANGED: &str = "support.ticket-changed";
/// A message or an internal note was written.
const MESSAGE_CREATED: &str = "support.message-created";

/// Tells the owner and staff that a ticket has changed.
pub(super) async fn publish_change<V>(tx: &Tx<'_, V>, row: &ticket::Model) -> Result<(), DbErr> {
    let payload = json!({ "ticketId": row.id, "version": row.version, "site": row.affiliation_id });
    let audience = vec![(Topic::User(row.owner_id), payload.clone()), (Topic::Staff, payload)];
    tx.publish_each(TICKET_CHANGED, audience).await
}

/// Tells the owner and staff about a new ticket.
pub(super) async fn publish_created<V>(tx: &Tx<'_, V>, row: &ticket::Model) -> Result<(), DbErr> {
    let payload = json!({ "ticketId": row.id, "version": row.version, "site": row.affiliation_id,
        "created": true });
    let audience = vec![(Topic::User(row.owner_id), payload.clone()), (Topic::Staff, payload)];
    tx.publish_each(TICKET_CHANGED, audience).await
}

/// Tells the owner and staff about a new message; only staff about a note.
pub(super) async fn publish_message<V>(
    tx: &Tx<'_, V>,
    row: &ticket::Model,
    message: &TicketMessageView,
) -> Result<(), DbErr> {
    let payload = json!({ "ticketId": row.id, "message": message, "site": row.affiliation_id });
    let mut audience = vec![(Topic::Staff, payload.clone())];
    if !message.internal {
        audience.push((Topic::User(row.owner_id), payload));
    }
    tx.publish_each(MESSAGE_CREATED, audience).await
}
