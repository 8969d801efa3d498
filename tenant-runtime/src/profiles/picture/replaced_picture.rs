//! Deletes profile pictures that are no longer used from the object store.

use super::larger_address;
use chrono::{DateTime, Duration, Utc};
use platform::UserId;
use platform::blob::BlobKey;
use platform::jobs::{JobError, JobScope, NewJob};
use sea_orm::{DbErr, FromQueryResult};
use serde::{Deserialize, Serialize};

pub const JOB_KIND: &str = "forget-picture";
/// How long a replaced picture stays available, because open pages still show it.
const DELETION_DELAY: Duration = Duration::hours(1);

/// A picture that was replaced or removed.
#[derive(Debug, Serialize, Deserialize)]
pub struct ReplacedPicture {
    /// Its owner.
    pub user_id: UserId,
    /// Its former address.
    pub address: String,
}

/// Job for a picture that its owner removed; runs at once.
pub(super) fn removed_picture_job(forgotten: &ReplacedPicture) -> Result<NewJob, DbErr> {
    NewJob::new(JOB_KIND, forgotten)
}

/// Job for a picture that was replaced.
pub(super) fn replaced_picture_job(
    forgotten: &ReplacedPicture,
    now: DateTime<Utc>,
) -> Result<NewJob, DbErr> {
    Ok(NewJob::new(JOB_KIND, forgotten)?.run_at(now + DELETION_DELAY))
}

/// Deletes both sizes, unless the user has set the same picture again.
///
/// # Errors
/// Database or object store errors; the job is retried.
pub async fn delete_picture(scope: JobScope, forgotten: ReplacedPicture) -> Result<(), JobError> {
    #[derive(FromQueryResult)]
    struct PictureAddressRow {
        profile_picture: Option<String>,
    }
    const SQL: &str = "SELECT profile_picture FROM users WHERE id = $1";
    let shown = scope.raw(SQL, vec![forgotten.user_id.into()]).one::<PictureAddressRow>().await?;
    if shown.and_then(|row| row.profile_picture).as_ref() == Some(&forgotten.address) {
        return Ok(());
    }
    for address in [forgotten.address.clone(), larger_address(&forgotten.address)] {
        let Some(key) = address.strip_prefix("/media/") else { continue };
        let Ok(key) = key.parse::<BlobKey>() else { continue };
        scope.services().blob().delete(&key).await.map_err(JobError::retryable)?;
    }
    Ok(())
}
