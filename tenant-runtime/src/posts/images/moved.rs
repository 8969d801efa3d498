//! Pictures whose thread moved to another community. Their objects stay below the community that
//! they were uploaded to, until that community is deleted.

use super::{key_of, owner};
use crate::posts::rows::image;
use platform::blob::{Blob, BlobKey};
use platform::jobs::{JobError, JobScope};
use platform::{CommunityId, System, Tx};
use sea_orm::sea_query::Expr;
use sea_orm::{ColumnTrait, DbErr, QuerySelect};

/// Pictures per transaction.
const CHUNK: u64 = 20;

/// Copies the objects of pictures that belong to other communities now, before all objects of their
/// former community are deleted.
///
/// # Errors
/// Database or object store errors; the job is retried.
pub async fn keep_moved(scope: &mut JobScope, former: CommunityId) -> Result<(), JobError> {
    let blob = scope.services().blob().clone();
    loop {
        let tx = scope.begin().await?;
        let moved = next_moved(&tx, former).await?;
        if moved.is_empty() {
            return Ok(tx.commit().await?);
        }
        for picture in moved {
            let owner = owner(picture.community_id);
            let address = copy_object(&blob, &picture.address, &owner).await?;
            let this = image::Column::Id.eq(picture.id.uuid());
            let table = tx.table_across_sites::<image::Entity>();
            table
                .update(this, |update| {
                    update.col_expr(image::Column::Address, Expr::value(address))
                })
                .await?
                .exactly_one()?;
        }
        tx.commit().await?;
    }
}

async fn next_moved(tx: &Tx<'_, System>, former: CommunityId) -> Result<Vec<image::Model>, DbErr> {
    tx.across_sites::<image::Entity>()
        .filter(image::Column::Address.starts_with(format!("/media/{}/", owner(former))))
        .filter(image::Column::CommunityId.ne(former.uuid()))
        .modify_select(|select| select.limit(CHUNK))
        .all()
        .await
}

/// Copies an object to another owner. Returns the new address, also if the object store has lost the
/// object.
pub(in crate::posts) async fn copy_object(
    blob: &Blob,
    address: &str,
    owner: &str,
) -> Result<String, JobError> {
    let name = address.rsplit('/').next().unwrap_or_default();
    let to = BlobKey::new(owner, name).map_err(JobError::retryable)?;
    if let Some(from) = key_of(address)
        && let Some(object) = blob.get(&from).await.map_err(JobError::retryable)?
    {
        let copied = blob.put(&to, object.bytes, &object.content_type).await;
        copied.map_err(JobError::retryable)?;
    }
    Ok(format!("/media/{to}"))
}
