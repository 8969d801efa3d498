//! Pictures of posts for the community export and for their uploader's export.

use super::key_of;
use crate::community_export::{ExportLine, read_lines};
use crate::posts::ImageId;
use crate::sql::SqlReader;
use bytes::Bytes;
use chrono::{DateTime, Utc};
use data_encoding::BASE64;
use platform::blob::{Blob, BlobError};
use platform::page::TimeCursor;
use platform::{CommunityId, PostId, Problem, UserId};
use sea_orm::{DbErr, FromQueryResult};
use serde::Serialize;

/// Pictures in memory at the same time.
const CHUNK: usize = 4;

#[derive(FromQueryResult, Serialize)]
#[serde(rename_all = "camelCase")]
struct ImageRow {
    id: ImageId,
    post_id: PostId,
    address: String,
    alt: Option<String>,
    width: i64,
    height: i64,
    created_at: DateTime<Utc>,
}

/// The next pictures of the posts of a community, with their content; without it if the object
/// store has lost the picture.
///
/// # Errors
/// Database or object store errors.
pub async fn image_export_sql(
    reads: &impl SqlReader,
    blob: &Blob,
    from: (CommunityId, Option<TimeCursor>),
) -> Result<Vec<ExportLine>, Problem> {
    const SQL: &str = "SELECT i.id, i.post_id, i.address, i.alt, i.width, i.height, i.created_at \
         FROM post_images i WHERE i.community_id = $1 AND i.post_id IS NOT NULL \
         AND (i.created_at, i.id) > ($2, $3) ORDER BY i.created_at, i.id LIMIT $4";
    let place = |row: &ImageRow| TimeCursor { at: row.created_at, id: row.id.uuid() };
    let mut found = read_lines(reads, ("image", SQL, CHUNK), from, place).await?;
    add_content(blob, &mut found).await.map_err(Problem::internal)?;
    Ok(found)
}

/// Adds type and content of the object at the address of each line.
pub(in crate::posts) async fn add_content(
    blob: &Blob,
    lines: &mut [ExportLine],
) -> Result<(), BlobError> {
    for line in lines {
        let address = line.said["address"].as_str().unwrap_or_default().to_owned();
        if let Some((kind, content)) = load_content(blob, &address).await? {
            line.said["contentType"] = kind.into();
            line.said["contentBase64"] = content.into();
        }
    }
    Ok(())
}

async fn load_content(blob: &Blob, address: &str) -> Result<Option<(String, String)>, BlobError> {
    let Some(key) = key_of(address) else { return Ok(None) };
    let found = blob.get(&key).await?;
    Ok(found.map(|object| (object.content_type, BASE64.encode(&object.bytes))))
}

/// A picture in its uploader's export.
#[derive(FromQueryResult, Serialize)]
#[serde(rename_all = "camelCase")]
pub(in crate::posts) struct UploadedImage {
    id: ImageId,
    community_id: CommunityId,
    post_id: Option<PostId>,
    address: String,
    alt: Option<String>,
    width: i64,
    height: i64,
    created_at: DateTime<Utc>,
}

/// All pictures uploaded by a user.
pub(in crate::posts) async fn uploads_of(
    reads: &impl SqlReader,
    user: UserId,
) -> Result<Vec<UploadedImage>, DbErr> {
    const SQL: &str = "SELECT id, community_id, post_id, address, alt, width, height, created_at \
         FROM post_images WHERE uploader_id = $1 ORDER BY created_at, id";
    reads.sql(SQL, vec![user.into()]).all::<UploadedImage>().await
}

/// Addresses of all pictures uploaded by a user.
///
/// # Errors
/// Database errors.
pub async fn addresses_of(reads: &impl SqlReader, user: UserId) -> Result<Vec<String>, DbErr> {
    let uploads = uploads_of(reads, user).await?;
    Ok(uploads.into_iter().map(|upload| upload.address).collect())
}

/// File name and content of the picture at an address; `None` if the object store has lost it.
///
/// # Errors
/// Object store errors.
pub async fn file_at(blob: &Blob, address: &str) -> Result<Option<(String, Bytes)>, BlobError> {
    let Some(key) = key_of(address) else { return Ok(None) };
    let name = address.rsplit('/').next().unwrap_or_default().to_owned();
    Ok(blob.get(&key).await?.map(|object| (name, object.bytes)))
}
