//! Uploads images, which a message attaches later, and decides who may see them.

use super::rows::ActiveModel;
use super::store;
use crate::limits::check_limit;
use crate::media::photo::{Photo, process_photo};
use crate::messages::rows::message;
use crate::messages::store::{find, lock, readable};
use crate::messages::{ConversationId, contact, reports};
use crate::posts::images::{ImageUpload, ImageView, key_of, secret_name, validated_alt};
use crate::posts::{ImageId, PostError};
use crate::profiles::blocks::blocked_pairs;
use data_encoding::HEXLOWER;
use http::StatusCode;
use platform::blob::BlobKey;
use platform::idempotency::{self, Claim, CreatedResponse, IdempotencyKey};
use platform::limiter::LimitedAction;
use platform::{AccountViewer, Member, Problem, Scope, picture};
use sea_orm::ActiveValue::Set;
use sha2::{Digest, Sha256};

/// Maximum uploaded images per user that are not part of a message.
const UNUSED_MAX: u64 = 20;

/// Prefix of all objects of a conversation in the store.
fn object_prefix(conversation: ConversationId) -> String {
    format!("conversations/{conversation}")
}

/// Re-encodes an image and stores it. The row is inserted first: an interrupted upload leaves a row
/// that is swept, never an object without a row. A repeated request stores the object again.
pub(super) async fn upload(
    scope: &mut Scope<Member>,
    conversation: ConversationId,
    key: &IdempotencyKey,
    upload: ImageUpload,
) -> Result<CreatedResponse<ImageView>, Problem> {
    let ImageUpload { file, alt } = upload;
    let alt = validated_alt(alt.as_deref())?;
    check_limit(scope.services(), scope.viewer(), LimitedAction::Upload).await?;
    let content = HEXLOWER.encode(&Sha256::digest(&file));
    let made = picture::in_pool(move || process_photo(&file)).await?;
    let Photo { bytes, content_type, ending, width, height } = made;
    let file_name = format!("picture-{}.{ending}", secret_name());
    let name = BlobKey::new(&object_prefix(conversation), &file_name).map_err(Problem::internal)?;
    let row = ActiveModel {
        id: Set(ImageId::new()),
        conversation_id: Set(conversation),
        uploader_id: Set(Some(scope.viewer().id())),
        message_id: Set(None),
        position: Set(0),
        address: Set(format!("/media/{name}")),
        width: Set(width.into()),
        height: Set(height.into()),
        alt: Set(alt.clone()),
        created_at: Set(scope.now()),
    };
    let stored = store_image(scope, (conversation, row), key, &(content, alt)).await?;
    if !stored.replayed || store::is_unused(scope, stored.resource.id).await? {
        let object = key_of(&stored.resource.url).ok_or_else(Problem::not_found)?;
        scope.services().blob().put(&object, bytes.into(), content_type).await?;
    }
    Ok(stored)
}

async fn store_image(
    scope: &mut Scope<Member>,
    (conversation, row): (ConversationId, ActiveModel),
    key: &IdempotencyKey,
    content: &(String, Option<String>),
) -> Result<CreatedResponse<ImageView>, Problem> {
    let tx = scope.begin().await?;
    let path = format!("/conversations/{conversation}/images");
    let fingerprint = idempotency::request_fingerprint(&path, content);
    if let Claim::Replay(view) = idempotency::claim(&tx, key, &fingerprint).await? {
        return Ok(CreatedResponse::repeated(view));
    }
    let locked = lock(&tx, conversation).await?;
    let me = tx.viewer().id();
    let blocked = blocked_pairs(&tx, me).await?;
    if let Some(refusal) = contact::refusal(&locked.conversation, &locked.users(), me, &blocked) {
        return Err(refusal.into());
    }
    if store::count_unused(&tx).await? >= UNUSED_MAX {
        return Err(PostError::ImagesUnused.into());
    }
    let view = store::insert(&tx, row).await?;
    idempotency::store_response(&tx, key, &view).await?;
    tx.commit().await?;
    Ok(CreatedResponse::created(view))
}

/// Object key of the image at this address, if the viewer may see it: they may read its message, or
/// they uploaded it and no message has attached it. Staff see those of a reported message and its
/// neighbours.
///
/// # Errors
/// 404 without a reason if there is no such image or the viewer may not see it; database errors.
pub(super) async fn find_visible(scope: &Scope<Member>, address: &str) -> Result<BlobKey, Problem> {
    let scope = &scope.on_one_connection().await?;
    let image = store::find_by_address(scope, address).await?.ok_or_else(Problem::not_found)?;
    let (conversation, mine) = match find(scope, image.conversation_id).await {
        Err(problem) if problem.entry.status == StatusCode::NOT_FOUND => {
            let is_visible = match image.message_id {
                Some(id) if scope.viewer().is_staff() => {
                    reports::is_shown_to_staff(scope, image.conversation_id, id).await?
                }
                _ => false,
            };
            return key_of(&image.address).filter(|_| is_visible).ok_or_else(Problem::not_found);
        }
        found => found?,
    };
    let is_visible = match image.message_id {
        Some(id) => {
            let readable = readable(&conversation, &mine);
            scope.select::<message::Entity>().by_id(id).filter(readable).exists().await?
        }
        None => image.uploader_id == Some(scope.viewer().id()),
    };
    key_of(&image.address).filter(|_| is_visible).ok_or_else(Problem::not_found)
}
