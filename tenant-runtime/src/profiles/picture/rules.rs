//! Sets and removes profile pictures.

use super::replaced_picture::{self, ReplacedPicture};
use super::{LARGE, SMALL};
use crate::media::portrait::{Crop, PictureError, Portrait, process_portrait};
use crate::profiles::ProfileError;
use crate::profiles::rows::profile;
use crate::profiles::store;
use bytes::Bytes;
use data_encoding::HEXLOWER;
use platform::blob::{BlobError, BlobKey};
use platform::events::Topic;
use platform::limiter::{LimitKey, LimitedAction};
use platform::{AccountViewer, Member, Problem, Scope, UserId, picture};
use sea_orm::ActiveValue::Set;
use serde_json::json;
use sha2::{Digest, Sha256};

const TYPE: &str = "image/jpeg";
/// Hexadecimal digits of the content hash in the object's name.
const NAME_CHARS: usize = 32;

/// An uploaded form.
pub(super) struct PictureFile {
    pub file: Bytes,
    pub crop: Option<Crop>,
}

/// Sets the viewer's profile picture to the upload.
pub(super) async fn replace_picture(
    scope: &mut Scope<Member>,
    upload: PictureFile,
) -> Result<(), Problem> {
    let user = scope.viewer().id();
    check_limit(scope).await?;
    let made = process_picture(upload).await?;
    let address = store_picture(scope, user, made).await.map_err(Problem::internal)?;
    Ok(set_picture_address(scope, Some(address)).await?)
}

/// Removes the viewer's profile picture.
pub(super) async fn remove(scope: &mut Scope<Member>) -> Result<(), Problem> {
    check_limit(scope).await?;
    Ok(set_picture_address(scope, None).await?)
}

async fn check_limit(scope: &Scope<Member>) -> Result<(), ProfileError> {
    let limiter = scope.services().limiter();
    let verdict =
        limiter.count_attempt(LimitedAction::Upload, &LimitKey::user(scope.viewer().id())).await;
    if verdict.allowed {
        return Ok(());
    }
    Err(ProfileError::Limit(verdict.retry_at_words(scope.now()), verdict))
}

async fn process_picture(upload: PictureFile) -> Result<Portrait, PictureError> {
    picture::in_pool(move || process_portrait(&upload.file, upload.crop)).await
}

/// Stores both sizes, before any row refers to them. Returns the address of the small one.
async fn store_picture(
    scope: &Scope<Member>,
    user: UserId,
    made: Portrait,
) -> Result<String, BlobError> {
    let hash: String =
        HEXLOWER.encode(&Sha256::digest(&made.large)).chars().take(NAME_CHARS).collect();
    let key = |ending: &str| BlobKey::new(&owner(user), &format!("picture-{hash}{ending}"));
    let (large, small) = (key(LARGE)?, key(SMALL)?);
    scope.services().blob().put(&large, made.large.into(), TYPE).await?;
    scope.services().blob().put(&small, made.small.into(), TYPE).await?;
    Ok(format!("/media/{small}"))
}

/// Prefix of all objects of a user in the store.
pub(super) fn owner(user: UserId) -> String {
    format!("users/{user}")
}

async fn set_picture_address(
    scope: &mut Scope<Member>,
    address: Option<String>,
) -> Result<(), ProfileError> {
    let tx = scope.begin().await?;
    let before = store::own_in(&tx).await?.ok_or(ProfileError::NotFound)?.profile_picture;
    let change =
        profile::ActiveModel { profile_picture: Set(address.clone()), ..Default::default() };
    store::update_own(&tx, change).await?;
    if let Some(before) = before.filter(|before| Some(before) != address.as_ref()) {
        let forgotten = ReplacedPicture { user_id: tx.viewer().id(), address: before };
        let job = if address.is_some() {
            replaced_picture::replaced_picture_job(&forgotten, tx.now())?
        } else {
            replaced_picture::removed_picture_job(&forgotten)?
        };
        tx.enqueue(job).await?;
    }
    tx.publish(Topic::User(tx.viewer().id()), "me.changed", &json!({})).await?;
    tx.commit().await?;
    Ok(())
}
