//! Deletes an account in chunks, one transaction each. An interrupted deletion resumes where it
//! stopped, because deleted rows are not found again.

use crate::{
    activity, affiliations, alerts, analytics, articles, communities, people, posts, profiles,
    waitlist,
};
use chrono::{DateTime, Utc};
use platform::UserId;
use platform::jobs::{JobError, JobScope, NewJob};
use platform::mail::{MailBrand, MailContent, MailJob};
use sea_orm::DbErr;
use serde::{Deserialize, Serialize};

pub const JOB_KIND: &str = "delete-account";
/// Rows per transaction.
const CHUNK: u64 = 500;

/// An account whose deletion is due.
#[derive(Debug, Serialize, Deserialize)]
pub struct Due {
    user: UserId,
    due: DateTime<Utc>,
    /// Brand of the site on which the deletion was requested; missing in jobs of earlier versions.
    #[serde(default)]
    brand: Option<MailBrand>,
}

pub(super) fn due(user: UserId, due: DateTime<Utc>, brand: MailBrand) -> Result<NewJob, DbErr> {
    let name = format!("{JOB_KIND}:{user}:{}", due.timestamp_micros());
    Ok(NewJob::new(JOB_KIND, &Due { user, due, brand: Some(brand) })?.at(due).once_as(name))
}

/// A kind of row that is deleted in chunks, in this order.
#[derive(Debug, Clone, Copy)]
enum Part {
    Authorship,
    Images,
    Likes,
    Articles,
    ArticleLikes,
    Communities,
    Affiliations,
    Events,
    Ties,
    Activity,
}

const PARTS: [Part; 10] = [
    Part::Authorship,
    Part::Images,
    Part::Likes,
    Part::Articles,
    Part::ArticleLikes,
    Part::Communities,
    Part::Affiliations,
    Part::Events,
    Part::Ties,
    Part::Activity,
];

/// Deletes an account, unless its owner has cancelled the deletion.
///
/// # Errors
/// Database or object store errors; the job is retried.
pub async fn carry_out(mut scope: JobScope, job: Due) -> Result<(), JobError> {
    let now = scope.now();
    let leaves = profiles::leaves_at(&scope, job.user).await?;
    if leaves.is_none_or(|due| due > now) {
        return Ok(());
    }
    for part in PARTS {
        while forget(&mut scope, part, job.user).await? > 0 {}
    }
    let owner = format!("users/{}", job.user);
    scope.services().blob().delete_all_of(&owner).await.map_err(JobError::later)?;
    let tx = scope.begin().await?;
    alerts::forget(&tx, job.user).await?;
    // Rolls back if the deletion is no longer due.
    let Some((email, first_name)) = profiles::forget(&tx, job.user).await? else { return Ok(()) };
    waitlist::forget(&tx, &email).await?;
    let brand = job.brand.unwrap_or_else(|| MailBrand::of_door(&tx.facts().context));
    let content = MailContent::AccountDeleted { first_name };
    tx.enqueue(MailJob { to: email, brand, content }.to_job()?).await?;
    tx.commit().await?;
    Ok(())
}

async fn forget(scope: &mut JobScope, part: Part, user: UserId) -> Result<u64, DbErr> {
    let tx = scope.begin().await?;
    let forgotten = match part {
        Part::Authorship => posts::forget_author(&tx, user, CHUNK).await?,
        Part::Images => posts::images::delete_unused_of(&tx, user, CHUNK).await?,
        Part::Likes => posts::forget_likes(&tx, user, CHUNK).await?,
        Part::Articles => articles::forget_author(&tx, user, CHUNK).await?,
        Part::ArticleLikes => articles::forget_marks(&tx, user, CHUNK).await?,
        Part::Communities => communities::forget_member(&tx, user, CHUNK).await?,
        Part::Affiliations => affiliations::forget_member(&tx, user, CHUNK).await?,
        Part::Events => analytics::forget(&tx, user, CHUNK).await?,
        Part::Ties => people::forget_ties(&tx, user, CHUNK).await?,
        Part::Activity => activity::forget_person(&tx, user, CHUNK).await?,
    };
    tx.commit().await?;
    Ok(forgotten)
}
