//! Uploads files, which a post attaches later.

use super::error::FileError;
use super::file_name;
use super::file_type::FileType;
use super::store::{self, FileView, NewFile};
use super::{FileId, owner};
use crate::communities;
use crate::limits;
use crate::posts::error::PostError;
use crate::posts::images::{key_of, secret_name};
use bytes::Bytes;
use data_encoding::HEXLOWER;
use platform::blob::BlobKey;
use platform::idempotency::{self, Claim, CreatedResponse, IdempotencyKey};
use platform::limiter::{LimitClass, LimitedAction};
use platform::{CommunityId, Member, Problem, Scope};
use sha2::{Digest, Sha256};
use wire::bodies::FILE_BYTES_MAX;

/// Maximum uploaded files per user that are not part of a post.
const UNUSED_MAX: u64 = 12;

/// An uploaded file.
pub(super) struct FileUpload {
    /// As the browser sent it.
    pub name: String,
    pub content: Bytes,
}

/// Stores a file. The row is inserted first: an interrupted upload leaves a row that is swept, never
/// an object without a row. A repeated request stores the object again.
pub(super) async fn upload(
    scope: &mut Scope<Member>,
    (community, class): (CommunityId, LimitClass),
    key: &IdempotencyKey,
    upload: FileUpload,
) -> Result<CreatedResponse<FileView>, Problem> {
    let FileUpload { name, content } = upload;
    let (services, viewer) = (scope.services(), scope.viewer());
    limits::check_limit_as(services, viewer, LimitedAction::Upload, class).await?;
    if content.len() > FILE_BYTES_MAX {
        return Err(FileError::TooLarge.into());
    }
    let kind = FileType::of_content(&content, &name).ok_or(FileError::Type)?;
    let object = format!("file-{}.{}", secret_name(), kind.ending());
    let object = BlobKey::new(&owner(community), &object).map_err(Problem::internal)?;
    let new = NewFile {
        id: FileId::new(),
        community,
        address: format!("/media/{object}"),
        name: file_name::sanitised(&name, kind),
        kind,
        size: i64::try_from(content.len()).unwrap_or(i64::MAX),
    };
    let digest = HEXLOWER.encode(&Sha256::digest(&content));
    let stored = store_file(scope, key, &digest, new).await?;
    if !stored.replayed || store::is_unused(scope, stored.resource.id).await? {
        let object = key_of(&stored.resource.url).ok_or_else(Problem::not_found)?;
        scope.services().blob().put(&object, content, kind.media_type()).await?;
    }
    Ok(stored)
}

async fn store_file(
    scope: &mut Scope<Member>,
    key: &IdempotencyKey,
    digest: &str,
    new: NewFile,
) -> Result<CreatedResponse<FileView>, Problem> {
    let tx = scope.begin().await?;
    let path = format!("/communities/{}/files", new.community);
    let fingerprint = idempotency::request_fingerprint(&path, &(digest, &new.name));
    if let Claim::Replay(view) = idempotency::claim(&tx, key, &fingerprint).await? {
        return Ok(CreatedResponse::repeated(view));
    }
    let access = communities::lock_for_write(&tx, new.community).await?;
    if access.membership.is_none() {
        return Err(PostError::NotAMember.into());
    }
    if store::count_unused(&tx).await? >= UNUSED_MAX {
        return Err(FileError::Unused.into());
    }
    let view = store::insert(&tx, new).await?;
    idempotency::store_response(&tx, key, &view).await?;
    tx.commit().await?;
    Ok(CreatedResponse::created(view))
}
