//! Removing a picture that nobody shows any more.

use super::larger;
use platform::UserId;
use platform::blob::BlobKey;
use platform::jobs::{JobError, JobScope, NewJob};
use sea_orm::{DbErr, FromQueryResult};
use serde::{Deserialize, Serialize};

/// The kind of this job.
pub const JOB_KIND: &str = "forget-picture";

/// A picture that was replaced.
#[derive(Debug, Serialize, Deserialize)]
pub struct Forgotten {
    /// Whose it was.
    pub user_id: UserId,
    /// Where it was shown.
    pub address: String,
}

pub(super) fn job(forgotten: &Forgotten) -> Result<NewJob, DbErr> {
    NewJob::new(JOB_KIND, forgotten)
}

/// Removes both sizes, unless the same picture was put back in the meantime.
///
/// # Errors
/// The database's or the store's, to be tried again.
pub async fn forget(scope: JobScope, forgotten: Forgotten) -> Result<(), JobError> {
    #[derive(FromQueryResult)]
    struct Shown {
        profile_picture: Option<String>,
    }
    const SQL: &str = "SELECT profile_picture FROM users WHERE id = $1";
    let shown = scope.raw(SQL, vec![forgotten.user_id.into()]).one::<Shown>().await?;
    if shown.and_then(|row| row.profile_picture).as_ref() == Some(&forgotten.address) {
        return Ok(());
    }
    for address in [forgotten.address.clone(), larger(&forgotten.address)] {
        let Some(key) = address.strip_prefix("/media/") else { continue };
        let Ok(key) = key.parse::<BlobKey>() else { continue };
        scope.services().blob().delete(&key).await.map_err(JobError::later)?;
    }
    Ok(())
}
