//! Adds the existing members of its affiliations to a new default community, in chunks.

use super::belonging::correct_membership;
use crate::communities::rows::community;
use platform::jobs::{JobError, JobScope, NewJob};
use platform::{CommunityId, Tx, UserId};
use sea_orm::{ColumnTrait, DbErr, FromQueryResult};
use serde::{Deserialize, Serialize};

pub const SPREAD_JOB: &str = "spread-default-community";
/// Users per job.
const CHUNK: i64 = 500;

/// Progress of adding users to a default community.
#[derive(Debug, Serialize, Deserialize)]
pub struct DefaultMembersJob {
    community: CommunityId,
    /// Last processed user, in id order.
    after: Option<UserId>,
}

pub(in crate::communities) async fn begin<V>(
    tx: &Tx<'_, V>,
    community: CommunityId,
) -> Result<(), DbErr> {
    let spreading = DefaultMembersJob { community, after: None };
    tx.enqueue(NewJob::new(SPREAD_JOB, &spreading)?).await.map(drop)
}

/// Adds one chunk of users and enqueues a job for the next. Stops if the community is no longer a
/// default one.
///
/// # Errors
/// Database errors; the job is retried.
pub async fn add_next_members(mut scope: JobScope, job: DefaultMembersJob) -> Result<(), JobError> {
    let is_default = community::Column::IsDefaultCommunity.eq(true);
    let found = scope.select::<community::Entity>().by_id(job.community).filter(is_default);
    if !found.exists().await? {
        return Ok(());
    }
    let people = eligible_users(&scope, &job).await?;
    for user in &people {
        let tx = scope.begin().await?;
        correct_membership(&tx, job.community, *user)
            .await
            .map_err(|problem| JobError::retryable(problem.detail))?;
        tx.commit().await?;
    }
    if let Some(last) = people.last().filter(|_| people.len() as i64 == CHUNK) {
        let tx = scope.begin().await?;
        let rest = DefaultMembersJob { after: Some(*last), ..job };
        tx.enqueue(NewJob::new(SPREAD_JOB, &rest)?).await?;
        tx.commit().await?;
    }
    Ok(())
}

/// The next members of its affiliations (all users if it has none) who are not in the community.
async fn eligible_users(scope: &JobScope, job: &DefaultMembersJob) -> Result<Vec<UserId>, DbErr> {
    #[derive(FromQueryResult)]
    struct MemberToAdd {
        id: UserId,
    }
    const SQL: &str = "SELECT u.id FROM users u WHERE u.id > $2 AND u.has_completed_onboarding = TRUE \
         AND (NOT EXISTS (SELECT 1 FROM community_affiliations l WHERE l.community_id = $1) \
           OR EXISTS (SELECT 1 FROM community_affiliations l JOIN affiliation_members a \
             ON a.affiliation_id = l.affiliation_id \
             WHERE l.community_id = $1 AND a.user_id = u.id)) \
         AND NOT EXISTS (SELECT 1 FROM community_members m \
           WHERE m.community_id = $1 AND m.user_id = u.id) ORDER BY u.id LIMIT $3";
    let after = job.after.map_or_else(uuid::Uuid::nil, |user| user.uuid());
    let values = vec![job.community.into(), after.into(), CHUNK.into()];
    let people = scope.raw(SQL, values).all::<MemberToAdd>().await?;
    Ok(people.into_iter().map(|person| person.id).collect())
}
