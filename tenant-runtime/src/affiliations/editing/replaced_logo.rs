//! Removes logos that their affiliation no longer uses from the object store.

use chrono::{DateTime, Duration, Utc};
use platform::AffiliationId;
use platform::blob::BlobKey;
use platform::jobs::{JobError, JobScope, NewJob};
use sea_orm::{DbErr, FromQueryResult};
use serde::{Deserialize, Serialize};

pub const JOB_KIND: &str = "forget-affiliation-logo";
/// How long a replaced logo stays available, because open pages still show it.
const DELETION_DELAY: Duration = Duration::hours(1);

/// A logo that was replaced or removed.
#[derive(Debug, Serialize, Deserialize)]
pub struct ReplacedLogo {
    pub affiliation_id: AffiliationId,
    /// Its former address.
    pub address: String,
}

pub(super) fn deletion_job(forgotten: &ReplacedLogo, now: DateTime<Utc>) -> Result<NewJob, DbErr> {
    Ok(NewJob::new(JOB_KIND, forgotten)?.run_at(now + DELETION_DELAY))
}

/// Removes the object, unless the affiliation uses it again.
///
/// # Errors
/// Database or object store errors; the job is retried.
pub async fn delete_logo(scope: JobScope, forgotten: ReplacedLogo) -> Result<(), JobError> {
    #[derive(FromQueryResult)]
    struct LogoRow {
        logo: Option<String>,
    }
    const SQL: &str = "SELECT logo FROM affiliations WHERE id = $1";
    let ReplacedLogo { affiliation_id, address } = forgotten;
    let shown = scope.raw(SQL, vec![affiliation_id.into()]).one::<LogoRow>().await?;
    if shown.and_then(|row| row.logo).as_ref() == Some(&address) {
        return Ok(());
    }
    let Some(Ok(key)) = address.strip_prefix("/media/").map(str::parse::<BlobKey>) else {
        return Ok(());
    };
    scope.services().blob().delete(&key).await.map_err(JobError::retryable)
}
