//! Tickets and conversations of a user: exported, and deleted with their account.

use super::attachments::{DeletedFiles, deletion_job};
use super::rows::{SupportPriority, TicketCategory, TicketStatus};
use super::{TicketId, TicketMessageId, chat};
use crate::sql::SqlReader;
use chrono::{DateTime, Utc};
use platform::{System, Tx, UserId};
use sea_orm::{DbErr, FromQueryResult, Value as Bound};
use serde::Serialize;
use serde_json::{Value, json};

/// Deletes up to `most` tickets and as many conversations of a user, with their messages and files.
/// Returns their number. Messages that the user wrote as staff lose their sender.
///
/// # Errors
/// Database errors.
pub async fn delete_tickets_of(tx: &Tx<'_, System>, user: UserId, most: u64) -> Result<u64, DbErr> {
    #[derive(FromQueryResult)]
    struct FileRow {
        address: String,
    }
    const FILES: &str = "SELECT address FROM support_attachments WHERE ticket_id IN \
         (SELECT id FROM support_tickets WHERE owner_id = $1 ORDER BY id LIMIT $2)";
    const TICKETS: &str = "DELETE FROM support_tickets WHERE id IN \
         (SELECT id FROM support_tickets WHERE owner_id = $1 ORDER BY id LIMIT $2)";
    let values = || -> Vec<Bound> { vec![user.into(), most.cast_signed().into()] };
    let files = tx.raw(FILES, values()).all::<FileRow>().await?;
    if !files.is_empty() {
        let addresses = files.into_iter().map(|row| row.address).collect();
        tx.enqueue(deletion_job(&DeletedFiles { addresses })?).await?;
    }
    let tickets = tx.execute(TICKETS, values()).await?;
    Ok(tickets + chat::delete_conversations_of(tx, user, most).await?)
}

#[derive(FromQueryResult, Serialize)]
#[serde(rename_all = "camelCase")]
struct TicketRecord {
    id: TicketId,
    title: String,
    description: String,
    status: TicketStatus,
    requested_priority: SupportPriority,
    category: TicketCategory,
    created_at: DateTime<Utc>,
    closed_at: Option<DateTime<Utc>>,
}

#[derive(FromQueryResult, Serialize)]
#[serde(rename_all = "camelCase")]
struct MessageRecord {
    id: TicketMessageId,
    ticket_id: TicketId,
    is_staff: bool,
    message: String,
    created_at: DateTime<Utc>,
}

#[derive(FromQueryResult, Serialize)]
#[serde(rename_all = "camelCase")]
struct FileRecord {
    ticket_id: TicketId,
    file_name: String,
    content_type: String,
    address: String,
    created_at: DateTime<Utc>,
}

/// A user's tickets and conversations with their messages and files, for their export. Without internal notes.
///
/// # Errors
/// Database errors.
pub async fn export_of(reads: &impl SqlReader, user: UserId) -> Result<Value, DbErr> {
    const TICKETS: &str = "SELECT id, title, description, status, requested_priority, category, \
         created_at, closed_at FROM support_tickets WHERE owner_id = $1 ORDER BY created_at, id";
    const MESSAGES: &str = "SELECT m.id, m.ticket_id, m.is_staff, m.message, m.created_at \
         FROM support_ticket_messages m JOIN support_tickets t ON t.id = m.ticket_id \
         WHERE t.owner_id = $1 AND NOT m.internal ORDER BY m.created_at, m.id";
    const FILES: &str = "SELECT ticket_id, file_name, content_type, address, created_at \
         FROM support_attachments WHERE uploader_id = $1 ORDER BY created_at, id";
    let of = || vec![user.into()];
    Ok(json!({
        "tickets": reads.sql(TICKETS, of()).all::<TicketRecord>().await?,
        "messages": reads.sql(MESSAGES, of()).all::<MessageRecord>().await?,
        "chat": chat::export_of(reads, user).await?,
        "files": reads.sql(FILES, of()).all::<FileRecord>().await?,
    }))
}
