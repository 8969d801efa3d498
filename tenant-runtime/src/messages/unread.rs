//! Conversations with messages that a user has not read, for deliveries outside the app.

use crate::content;
use crate::sql::{SqlReader, placeholders};
use platform::UserId;
use sea_orm::{DbErr, FromQueryResult, Value};
use std::collections::{HashMap, HashSet};
use uuid::Uuid;

/// The titles of the conversations among these that the user takes part in, has not muted and has
/// not read; a conversation of two people has none. One query.
///
/// # Errors
/// Database errors.
pub async fn unread_conversations(
    reads: &impl SqlReader,
    user: UserId,
    ids: &HashSet<Uuid>,
) -> Result<HashMap<Uuid, Option<String>>, DbErr> {
    #[derive(FromQueryResult)]
    struct ConversationRow {
        id: Uuid,
        title: Option<String>,
    }
    if ids.is_empty() {
        return Ok(HashMap::new());
    }
    let sql = format!(
        "SELECT c.id, c.title FROM conversation_participants p \
         JOIN conversations c ON c.id = p.conversation_id \
         WHERE p.user_id = $1 AND p.unread_messages > 0 AND p.muted = FALSE \
         AND c.state <> 'declined' AND c.id IN ({})",
        placeholders(2, ids.len())
    );
    let values: Vec<Value> =
        std::iter::once(user.into()).chain(ids.iter().map(|id| (*id).into())).collect();
    let rows = reads.sql(&sql, values).all::<ConversationRow>().await?;
    Ok(rows.into_iter().map(|row| (row.id, row.title)).collect())
}

/// The plain text of the latest message of a person in a conversation; `None` if it was deleted or
/// only has pictures. The caller decides who may read it.
///
/// # Errors
/// Database errors.
pub async fn latest_text(
    reads: &impl SqlReader,
    conversation: Uuid,
    sender: UserId,
) -> Result<Option<String>, DbErr> {
    #[derive(FromQueryResult)]
    struct TextRow {
        content: String,
    }
    const SQL: &str = "SELECT content FROM messages WHERE conversation_id = $1 AND sender_id = $2 \
         ORDER BY created DESC, id DESC LIMIT 1";
    let row = reads.sql(SQL, vec![conversation.into(), sender.into()]).one::<TextRow>().await?;
    let text = row.map(|row| content::plain_text(&row.content));
    Ok(text.filter(|text| !text.is_empty()))
}
