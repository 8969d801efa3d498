//! Removing a picture that nobody shows any more.

use super::larger;
use chrono::{DateTime, Duration, Utc};
use platform::UserId;
use platform::blob::BlobKey;
use platform::jobs::{JobError, JobScope, NewJob};
use sea_orm::{DbErr, FromQueryResult};
use serde::{Deserialize, Serialize};

pub const JOB_KIND: &str = "forget-picture";
/// How long a replaced picture can still be had: pages that others have open go on showing it.
const STAYS: Duration = Duration::hours(1);

/// A picture that was replaced or taken away.
#[derive(Debug, Serialize, Deserialize)]
pub struct Forgotten {
    /// Whose it was.
    pub user_id: UserId,
    /// Where it was shown.
    pub address: String,
}

/// For a picture that its owner took away, which goes at once.
pub(super) fn taken_away(forgotten: &Forgotten) -> Result<NewJob, DbErr> {
    NewJob::new(JOB_KIND, forgotten)
}

/// For a picture that another took the place of.
pub(super) fn replaced(forgotten: &Forgotten, now: DateTime<Utc>) -> Result<NewJob, DbErr> {
    Ok(NewJob::new(JOB_KIND, forgotten)?.at(now + STAYS))
}

/// Removes both sizes, unless the same picture was put back in the meantime.
///
/// # Errors
/// Database or object store errors; the job is retried.
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
