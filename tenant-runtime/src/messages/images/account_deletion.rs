//! Images of messages in the uploader's export, and when the uploader or the last participant
//! deletes their account.

use crate::messages::{ConversationId, MessageId};
use crate::posts::ImageId;
use crate::posts::images::{OrphanedImages, deletion_job};
use crate::sql::SqlReader;
use chrono::{DateTime, Utc};
use platform::{System, Tx, UserId};
use sea_orm::{DbErr, FromQueryResult, Value};
use serde::Serialize;

/// An image in its uploader's export.
#[derive(FromQueryResult, Serialize)]
#[serde(rename_all = "camelCase")]
pub(in crate::messages) struct UploadedImage {
    id: ImageId,
    conversation_id: ConversationId,
    message_id: Option<MessageId>,
    address: String,
    alt: Option<String>,
    width: i64,
    height: i64,
    created_at: DateTime<Utc>,
}

/// All images that a user uploaded to messages.
pub(in crate::messages) async fn uploads_of(
    reads: &impl SqlReader,
    user: UserId,
) -> Result<Vec<UploadedImage>, DbErr> {
    const SQL: &str = "SELECT id, conversation_id, message_id, address, alt, width, height, \
         created_at FROM message_images WHERE uploader_id = $1 ORDER BY created_at, id";
    reads.sql(SQL, vec![user.into()]).all::<UploadedImage>().await
}

/// Addresses of all images that a user uploaded to messages.
///
/// # Errors
/// Database errors.
pub async fn addresses_of(reads: &impl SqlReader, user: UserId) -> Result<Vec<String>, DbErr> {
    Ok(uploads_of(reads, user).await?.into_iter().map(|upload| upload.address).collect())
}

/// Deletes up to `most` images of a deleted account that are not part of a message; the others stay
/// with their messages. Returns their number.
///
/// # Errors
/// Database errors.
pub async fn delete_unused_of(tx: &Tx<'_, System>, user: UserId, most: u64) -> Result<u64, DbErr> {
    const UNUSED: &str = "DELETE FROM message_images WHERE id IN (SELECT id FROM message_images \
         WHERE uploader_id = $1 AND message_id IS NULL LIMIT $2) RETURNING address";
    delete(tx, UNUSED, vec![user.into(), most.cast_signed().into()]).await
}

/// Deletes the images of the conversations that `conversations` selects: ids of conversations
/// without participants.
pub(in crate::messages) async fn delete_of_conversations(
    tx: &Tx<'_, System>,
    conversations: &str,
    values: Vec<Value>,
) -> Result<u64, DbErr> {
    let sql = format!(
        "DELETE FROM message_images WHERE conversation_id IN ({conversations}) RETURNING address"
    );
    delete(tx, &sql, values).await
}

/// Deletes rows and enqueues the deletion of their objects.
async fn delete(tx: &Tx<'_, System>, sql: &str, values: Vec<Value>) -> Result<u64, DbErr> {
    #[derive(FromQueryResult)]
    struct DeletedImageRow {
        address: String,
    }
    let rows = tx.raw(sql, values).all::<DeletedImageRow>().await?;
    let addresses: Vec<String> = rows.into_iter().map(|row| row.address).collect();
    let count = addresses.len() as u64;
    if count > 0 {
        tx.enqueue(deletion_job(&OrphanedImages { addresses })?).await?;
    }
    Ok(count)
}
