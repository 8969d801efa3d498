//! Deletes an account in chunks, one transaction each. An interrupted deletion resumes where it
//! stopped, because deleted rows are not found again.

use crate::{
    activity, affiliations, alerts, analytics, articles, communities, cords, introductions,
    messages, people, posts, profiles, support, waitlist,
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
pub struct AccountDeletionJob {
    user: UserId,
    due: DateTime<Utc>,
    /// Brand of the site on which the deletion was requested; missing in jobs of earlier versions.
    #[serde(default)]
    brand: Option<MailBrand>,
}

pub(super) fn deletion_job(
    user: UserId,
    due: DateTime<Utc>,
    brand: MailBrand,
) -> Result<NewJob, DbErr> {
    let name = format!("{JOB_KIND}:{user}:{}", due.timestamp_micros());
    Ok(NewJob::new(JOB_KIND, &AccountDeletionJob { user, due, brand: Some(brand) })?
        .run_at(due)
        .once_as(name))
}

/// A kind of row that is deleted in chunks, in this order.
#[derive(Debug, Clone, Copy)]
enum AccountDeletionStage {
    Authorship,
    Images,
    Likes,
    Reactions,
    Votes,
    Articles,
    ArticleLikes,
    EventAnswers,
    Communities,
    Affiliations,
    Events,
    Ties,
    Conversations,
    Cords,
    Introductions,
    Tickets,
    Activity,
}

const DELETION_STAGES: [AccountDeletionStage; 17] = [
    AccountDeletionStage::Authorship,
    AccountDeletionStage::Images,
    AccountDeletionStage::Likes,
    AccountDeletionStage::Reactions,
    AccountDeletionStage::Votes,
    AccountDeletionStage::Articles,
    AccountDeletionStage::ArticleLikes,
    AccountDeletionStage::EventAnswers,
    AccountDeletionStage::Communities,
    AccountDeletionStage::Affiliations,
    AccountDeletionStage::Events,
    AccountDeletionStage::Ties,
    AccountDeletionStage::Conversations,
    AccountDeletionStage::Cords,
    AccountDeletionStage::Introductions,
    AccountDeletionStage::Tickets,
    AccountDeletionStage::Activity,
];

/// Deletes an account, unless its owner has cancelled the deletion.
///
/// # Errors
/// Database or object store errors; the job is retried.
pub async fn carry_out(mut scope: JobScope, job: AccountDeletionJob) -> Result<(), JobError> {
    let now = scope.now();
    let leaves = profiles::leaves_at(&scope, job.user).await?;
    if leaves.is_none_or(|due| due > now) {
        return Ok(());
    }
    for part in DELETION_STAGES {
        while delete_stage(&mut scope, part, job.user).await? > 0 {}
    }
    let owner = format!("users/{}", job.user);
    scope.services().blob().delete_all_of(&owner).await.map_err(JobError::retryable)?;
    let tx = scope.begin().await?;
    alerts::delete_alerts_of(&tx, job.user).await?;
    // Rolls back if the deletion is no longer due.
    let Some((email, first_name)) = profiles::delete_profile(&tx, job.user).await? else {
        return Ok(());
    };
    waitlist::delete_entry_of(&tx, &email).await?;
    let brand = job.brand.unwrap_or_else(|| MailBrand::of_site(&tx.facts().context));
    let content = MailContent::AccountDeleted { first_name };
    tx.enqueue(MailJob { to: email, brand, content }.to_job()?).await?;
    tx.commit().await?;
    Ok(())
}

async fn delete_stage(
    scope: &mut JobScope,
    part: AccountDeletionStage,
    user: UserId,
) -> Result<u64, DbErr> {
    let tx = scope.begin().await?;
    let forgotten = match part {
        AccountDeletionStage::Authorship => posts::delete_posts_of(&tx, user, CHUNK).await?,
        AccountDeletionStage::Images => {
            posts::images::delete_unused_of(&tx, user, CHUNK).await?
                + posts::files::delete_unused_of(&tx, user, CHUNK).await?
                + messages::images::delete_unused_of(&tx, user, CHUNK).await?
        }
        AccountDeletionStage::Likes => posts::delete_likes_of(&tx, user, CHUNK).await?,
        AccountDeletionStage::Reactions => posts::delete_reactions_of(&tx, user, CHUNK).await?,
        AccountDeletionStage::Votes => posts::delete_votes_of(&tx, user, CHUNK).await?,
        AccountDeletionStage::Articles => articles::delete_articles_of(&tx, user, CHUNK).await?,
        AccountDeletionStage::ArticleLikes => {
            articles::delete_reactions_of(&tx, user, CHUNK).await?
        }
        AccountDeletionStage::EventAnswers => {
            communities::events::delete_event_data_of(&tx, user, CHUNK).await?
        }
        AccountDeletionStage::Communities => {
            communities::delete_memberships_of(&tx, user, CHUNK).await?
        }
        AccountDeletionStage::Affiliations => {
            affiliations::delete_memberships_of(&tx, user, CHUNK).await?
        }
        AccountDeletionStage::Events => analytics::delete_events_of(&tx, user, CHUNK).await?,
        AccountDeletionStage::Ties => people::delete_ties_of(&tx, user, CHUNK).await?,
        AccountDeletionStage::Conversations => {
            messages::delete_participations_of(&tx, user, CHUNK).await?
        }
        AccountDeletionStage::Cords => cords::delete_cords_of(&tx, user, CHUNK).await?,
        AccountDeletionStage::Introductions => {
            introductions::delete_introductions_of(&tx, user, CHUNK).await?
        }
        AccountDeletionStage::Tickets => support::delete_tickets_of(&tx, user, CHUNK).await?,
        AccountDeletionStage::Activity => activity::delete_activity_of(&tx, user, CHUNK).await?,
    };
    tx.commit().await?;
    Ok(forgotten)
}
