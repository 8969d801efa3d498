//! Uploads pictures, which a post attaches later.

use super::store::{self, ImageView, NewImage};
use super::{key_of, owner};
use crate::communities;
use crate::content::{ContentError, TextRule};
use crate::limits;
use crate::media::photo::{Photo, process_photo};
use crate::posts::ImageId;
use crate::posts::error::PostError;
use bytes::Bytes;
use data_encoding::HEXLOWER;
use platform::blob::BlobKey;
use platform::idempotency::{self, Claim, CreatedResponse, IdempotencyKey};
use platform::limiter::{LimitClass, LimitedAction};
use platform::{CommunityId, Member, Problem, Scope, picture};
use sha2::{Digest, Sha256};

/// Maximum uploaded pictures per user that are not part of a post.
const UNUSED_MAX: u64 = 20;
/// Maximum characters of a description.
const ALT_CHARS_MAX: usize = 300;

/// An uploaded picture.
pub(crate) struct ImageUpload {
    pub file: Bytes,
    /// Description of the picture.
    pub alt: Option<String>,
}

/// The validated one-line description, if any.
pub(crate) fn validated_alt(said: Option<&str>) -> Result<Option<String>, Problem> {
    let rule = TextRule::single_line(ALT_CHARS_MAX).allow_empty();
    let line = rule.check(said.unwrap_or_default()).map_err(|error| match error {
        ContentError::TooLong(_) => PostError::AltTooLong.into(),
        other => Problem::from(other).with_errors(vec![other.to_field_error("alt")]),
    })?;
    Ok(Some(line).filter(|line| !line.is_empty()))
}

/// Checks that the viewer may upload a picture or file here, before the body is read. Returns the class of
/// the viewer for the rate limit.
pub(in crate::posts) async fn check_place(
    scope: &Scope<Member>,
    community: CommunityId,
) -> Result<LimitClass, Problem> {
    let access = communities::load_access(scope, community).await?;
    if access.membership.is_none() {
        return Err(PostError::NotAMember.into());
    }
    Ok(access.limit_class())
}

/// Re-encodes a picture and stores it. The row is inserted first: an interrupted upload leaves a
/// row that is swept, never an object without a row. A repeated request stores the object again.
pub(super) async fn upload(
    scope: &mut Scope<Member>,
    (community, class): (CommunityId, LimitClass),
    key: &IdempotencyKey,
    upload: ImageUpload,
) -> Result<CreatedResponse<ImageView>, Problem> {
    let ImageUpload { file, alt } = upload;
    let alt = validated_alt(alt.as_deref())?;
    let (services, viewer) = (scope.services(), scope.viewer());
    limits::check_limit_as(services, viewer, LimitedAction::Upload, class).await?;
    let content = HEXLOWER.encode(&Sha256::digest(&file));
    let made = picture::in_pool(move || process_photo(&file)).await?;
    let Photo { bytes, content_type, ending, width, height } = made;
    let name = BlobKey::new(&owner(community), &format!("picture-{}.{ending}", secret_name()));
    let name = name.map_err(Problem::internal)?;
    let new = NewImage {
        id: ImageId::new(),
        community,
        address: format!("/media/{name}"),
        width: width.into(),
        height: height.into(),
        alt,
    };
    let kept = store_image(scope, key, &content, new).await?;
    if !kept.replayed || store::is_unused(scope, kept.resource.id).await? {
        let object = key_of(&kept.resource.url).ok_or_else(Problem::not_found)?;
        let blob = scope.services().blob();
        blob.put(&object, bytes.into(), content_type).await?;
    }
    Ok(kept)
}

async fn store_image(
    scope: &mut Scope<Member>,
    key: &IdempotencyKey,
    content: &str,
    new: NewImage,
) -> Result<CreatedResponse<ImageView>, Problem> {
    let tx = scope.begin().await?;
    let path = format!("/communities/{}/images", new.community);
    let fingerprint = idempotency::request_fingerprint(&path, &(content, &new.alt));
    if let Claim::Replay(view) = idempotency::claim(&tx, key, &fingerprint).await? {
        return Ok(CreatedResponse::repeated(view));
    }
    let access = communities::lock_for_write(&tx, new.community).await?;
    if access.membership.is_none() {
        return Err(PostError::NotAMember.into());
    }
    if store::unused_condition(&tx).await? >= UNUSED_MAX {
        return Err(PostError::ImagesUnused.into());
    }
    let view = store::insert(&tx, new).await?;
    idempotency::store_response(&tx, key, &view).await?;
    tx.commit().await?;
    Ok(CreatedResponse::created(view))
}

/// A random name that cannot be guessed and reveals nothing.
pub(crate) fn secret_name() -> String {
    HEXLOWER.encode(&platform::random::random_bytes::<16>())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn limits_picture_descriptions_to_one_line_of_300_characters() {
        let alt = |said| validated_alt(said).map_err(|refusal| refusal.detail);
        let three_hundred = "ä".repeat(300);
        assert_eq!(alt(Some(&three_hundred)), Ok(Some(three_hundred.clone())));
        let long = format!("{three_hundred}ä");
        assert_eq!(alt(Some(&long)), Err(PostError::AltTooLong.to_string()));
        assert_eq!(alt(Some("  Two\n piers\t\u{0}")), Ok(Some("Two piers".to_owned())));
        assert_eq!((alt(Some(" \n")), alt(None)), (Ok(None), Ok(None)));
        assert_eq!(alt(Some("<script>")), Err(ContentError::Harmful.to_string()));
    }
}
