//! A user's conversations: exported, and deleted with the account. Their messages stay in the other
//! people's conversations, without their name.

use super::rows::ConversationKind;
use super::{ConversationId, MessageId, images, reports};
use crate::sql::{SqlReader, placeholders};
use chrono::{DateTime, Utc};
use platform::{System, Tx, UserId};
use sea_orm::{DbErr, FromQueryResult, Value as Bound};
use serde::Serialize;
use serde_json::{Value, json};

#[derive(FromQueryResult)]
struct ParticipationRow {
    conversation_id: ConversationId,
}

/// Removes up to `most` participations of a user, and conversations that no one is left in; groups
/// of the user get another owner. Returns the number of participations. Messages lose their sender
/// when the account is deleted.
///
/// # Errors
/// Database errors.
pub async fn delete_participations_of(
    tx: &Tx<'_, System>,
    user: UserId,
    most: u64,
) -> Result<u64, DbErr> {
    const SOME: &str = "SELECT conversation_id FROM conversation_participants \
         WHERE user_id = $1 ORDER BY conversation_id LIMIT $2";
    let values = vec![user.into(), most.cast_signed().into()];
    let rows = tx.raw(SOME, values).all::<ParticipationRow>().await?;
    if rows.is_empty() {
        return Ok(0);
    }
    let ids: Vec<Bound> = rows.into_iter().map(|row| row.conversation_id.into()).collect();
    let with_user: Vec<Bound> = std::iter::once(user.into()).chain(ids.clone()).collect();
    let (these, after_user) = (placeholders(1, ids.len()), placeholders(2, ids.len()));
    // The pair key contains the deleted user's id.
    let pairs = format!(
        "UPDATE conversations SET pair_key = NULL WHERE kind = 'direct' AND id IN ({these})"
    );
    tx.execute(&pairs, ids.clone()).await?;
    let leave = format!(
        "DELETE FROM conversation_participants WHERE user_id = $1 \
         AND conversation_id IN ({after_user})"
    );
    let left = tx.execute(&leave, with_user.clone()).await?;
    let owners = format!(
        "UPDATE conversations SET owner_id = (SELECT p.user_id FROM conversation_participants p \
         WHERE p.conversation_id = conversations.id ORDER BY p.joined_at, p.user_id LIMIT 1) \
         WHERE kind = 'group' AND owner_id = $1 AND id IN ({after_user})"
    );
    tx.execute(&owners, with_user).await?;
    let empty = format!(
        "SELECT c.id FROM conversations c WHERE c.id IN ({these}) AND NOT EXISTS (SELECT 1 \
         FROM conversation_participants p WHERE p.conversation_id = c.id)"
    );
    images::delete_of_conversations(tx, &empty, ids.clone()).await?;
    tx.execute(&format!("DELETE FROM conversations WHERE id IN ({empty})"), ids).await?;
    Ok(left)
}

#[derive(FromQueryResult, Serialize)]
#[serde(rename_all = "camelCase")]
struct ConversationRecord {
    id: ConversationId,
    kind: ConversationKind,
    title: Option<String>,
    joined_at: DateTime<Utc>,
    last_read_at: Option<DateTime<Utc>>,
    muted: bool,
    archived: bool,
}

#[derive(FromQueryResult, Serialize)]
#[serde(rename_all = "camelCase")]
struct MessageRecord {
    id: MessageId,
    conversation_id: ConversationId,
    content: String,
    created: DateTime<Utc>,
    edited_at: Option<DateTime<Utc>>,
}

/// A user's conversations and the messages that they sent, for their export.
///
/// # Errors
/// Database errors.
pub async fn export_of(reads: &impl SqlReader, user: UserId) -> Result<Value, DbErr> {
    const CONVERSATIONS: &str = "SELECT c.id, c.kind, c.title, p.joined_at, p.last_read_at, \
         p.muted, p.archived FROM conversation_participants p \
         JOIN conversations c ON c.id = p.conversation_id WHERE p.user_id = $1 \
         ORDER BY p.joined_at, c.id";
    const MESSAGES: &str = "SELECT id, conversation_id, content, created, edited_at FROM messages \
         WHERE sender_id = $1 AND deleted_at IS NULL ORDER BY created, id";
    let of = || vec![user.into()];
    Ok(json!({
        "conversations": reads.sql(CONVERSATIONS, of()).all::<ConversationRecord>().await?,
        "messages": reads.sql(MESSAGES, of()).all::<MessageRecord>().await?,
        "images": images::uploads_of(reads, user).await?,
        "reports": reports::reports_of(reads, user).await?,
    }))
}
