//! Files of posts for the community export and for their uploader's export.

use super::FileId;
use crate::community_export::{ExportLine, read_lines};
use crate::posts::images::add_content;
use crate::sql::SqlReader;
use chrono::{DateTime, Utc};
use platform::blob::Blob;
use platform::page::TimeCursor;
use platform::{CommunityId, PostId, Problem, UserId};
use sea_orm::{DbErr, FromQueryResult};
use serde::Serialize;

/// Files in memory at the same time.
const CHUNK: usize = 1;

#[derive(FromQueryResult, Serialize)]
#[serde(rename_all = "camelCase")]
struct FileRow {
    id: FileId,
    post_id: PostId,
    address: String,
    name: String,
    media_type: String,
    size: i64,
    created_at: DateTime<Utc>,
}

/// The next files of the posts of a community, with their content; without it if the object store
/// has lost the file.
///
/// # Errors
/// Database or object store errors.
pub async fn file_export_sql(
    reads: &impl SqlReader,
    blob: &Blob,
    from: (CommunityId, Option<TimeCursor>),
) -> Result<Vec<ExportLine>, Problem> {
    const SQL: &str = "SELECT f.id, f.post_id, f.address, f.name, f.media_type, f.size, \
         f.created_at FROM post_files f WHERE f.community_id = $1 AND f.post_id IS NOT NULL \
         AND (f.created_at, f.id) > ($2, $3) ORDER BY f.created_at, f.id LIMIT $4";
    let place = |row: &FileRow| TimeCursor { at: row.created_at, id: row.id.uuid() };
    let mut lines = read_lines(reads, ("file", SQL, CHUNK), from, place).await?;
    add_content(blob, &mut lines).await.map_err(Problem::internal)?;
    Ok(lines)
}

/// A file in its uploader's export.
#[derive(FromQueryResult, Serialize)]
#[serde(rename_all = "camelCase")]
pub(in crate::posts) struct UploadedFile {
    id: FileId,
    community_id: CommunityId,
    post_id: Option<PostId>,
    address: String,
    name: String,
    media_type: String,
    size: i64,
    created_at: DateTime<Utc>,
}

/// All files uploaded by a user.
pub(in crate::posts) async fn uploads_of(
    reads: &impl SqlReader,
    user: UserId,
) -> Result<Vec<UploadedFile>, DbErr> {
    const SQL: &str = "SELECT id, community_id, post_id, address, name, media_type, size, \
         created_at FROM post_files WHERE uploader_id = $1 ORDER BY created_at, id";
    reads.sql(SQL, vec![user.into()]).all::<UploadedFile>().await
}

/// Addresses of all files uploaded by a user.
///
/// # Errors
/// Database errors.
pub async fn addresses_of(reads: &impl SqlReader, user: UserId) -> Result<Vec<String>, DbErr> {
    let uploads = uploads_of(reads, user).await?;
    Ok(uploads.into_iter().map(|upload| upload.address).collect())
}
