//! Removal of uploads and icons that no version of the brand uses any more.

use super::icons;
use super::rows::{self, Column};
use super::write::Uploads;
use platform::blob::BlobKey;
use platform::jobs::{JobError, JobScope, NewJob};
use platform::{TenantId, Tx};
use sea_orm::{ColumnTrait, Condition, DbErr};
use serde::{Deserialize, Serialize};

/// Job kind.
pub const FORGET_JOB: &str = "forget-brand-files";

/// File addresses that a draft no longer names.
#[derive(Debug, Serialize, Deserialize)]
pub struct UnusedUploads {
    tenant_id: TenantId,
    addresses: Vec<String>,
}

/// Enqueues the job if the draft named a file that `after` does not.
pub(super) async fn schedule_deletion<V>(
    tx: &Tx<'_, V>,
    tenant: TenantId,
    draft: &rows::Model,
    after: &Uploads,
) -> Result<(), DbErr> {
    let kept = upload_addresses(after);
    let mut gone = upload_addresses(&Uploads::from(draft));
    gone.retain(|address| !kept.contains(address));
    if gone.is_empty() {
        return Ok(());
    }
    let job = NewJob::new(FORGET_JOB, &UnusedUploads { tenant_id: tenant, addresses: gone })?;
    tx.enqueue(job).await.map(drop)
}

fn upload_addresses(uploads: &Uploads) -> Vec<String> {
    let named = [&uploads.logo_url, &uploads.mark_url, &uploads.picture_url, &uploads.icons_url];
    named.into_iter().flatten().cloned().collect()
}

/// Removes the files, except those that a version names, because it may be published again.
///
/// # Errors
/// Database or store errors; the job is retried.
pub async fn delete_uploads(scope: JobScope, forgotten: UnusedUploads) -> Result<(), JobError> {
    for address in forgotten.addresses {
        let named = Condition::any()
            .add(Column::LogoUrl.eq(&address))
            .add(Column::MarkUrl.eq(&address))
            .add(Column::PictureUrl.eq(&address))
            .add(Column::IconsUrl.eq(&address));
        let theirs = Condition::all().add(Column::TenantId.eq(forgotten.tenant_id)).add(named);
        if scope.global::<rows::Entity>().filter(theirs).exists().await? {
            continue;
        }
        for file in icons::icon_files(&address) {
            let Some(key) = file.strip_prefix("/media/") else { continue };
            let Ok(key) = key.parse::<BlobKey>() else { continue };
            scope.services().blob().delete(&key).await.map_err(JobError::retryable)?;
        }
    }
    Ok(())
}
