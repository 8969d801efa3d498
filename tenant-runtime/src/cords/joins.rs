//! Joined communities and affiliations: a new member's cord with each existing member, written in
//! chunks by a job that resumes where it stopped (C-107, G-085).

use super::consumer::{self, BATCH, CONSUMER, join_activities};
use super::rows::group_join;
use crate::cord_activity::{ActivityKind, EarlierMembers, JoinedGroup};
use crate::{affiliations, communities};
use platform::jobs::{JobError, JobScope, NewJob};
use platform::{AffiliationId, CommunityId, System, Tx, UserId};
use sea_orm::sea_query::{Expr, LockType};
use sea_orm::{ColumnTrait, Condition, DbErr, QuerySelect};
use serde::{Deserialize, Serialize};
use uuid::Uuid;

pub const JOB_KIND: &str = "count-group-join";

/// A person who has joined a group.
#[derive(Debug, Clone, Copy, Serialize, Deserialize)]
pub struct GroupJoinJob {
    group: JoinedGroup,
    user: UserId,
}

pub(super) fn job(group: JoinedGroup, user: UserId) -> Result<NewJob, DbErr> {
    NewJob::new(JOB_KIND, &GroupJoinJob { group, user })
}

/// Kind and id of a group, as stored.
pub(super) const fn stored(group: JoinedGroup) -> (&'static str, Uuid) {
    match group {
        JoinedGroup::Community(CommunityId(id)) => ("community", id),
        JoinedGroup::Affiliation(AffiliationId(id)) => ("affiliation", id),
    }
}

/// Counts all existing members, one chunk per transaction.
///
/// # Errors
/// Database errors; the job is retried.
pub async fn count_join(mut scope: JobScope, job: GroupJoinJob) -> Result<(), JobError> {
    loop {
        if scope.services().is_worker_stopping() {
            return Err(JobError::Interrupted);
        }
        let tx = scope.begin().await?;
        let is_done = count_chunk(&tx, job).await?;
        tx.commit().await?;
        if is_done {
            return Ok(());
        }
    }
}

/// Counts one chunk; true if it was the last one.
async fn count_chunk(tx: &Tx<'_, System>, job: GroupJoinJob) -> Result<bool, DbErr> {
    CONSUMER.lock(tx).await?;
    let Some(join) = lock_join(tx, job).await? else { return Ok(true) };
    let newest = i64::from(tx.services().config().cords.join_max_members);
    let chunk = i64::try_from(BATCH).unwrap_or(i64::MAX).min(newest - join.members);
    let members = EarlierMembers {
        user: job.user,
        joined_at: join.joined_at,
        newest,
        after: join.after_id,
        limit: chunk,
    };
    let members = match job.group {
        _ if chunk <= 0 => Vec::new(),
        JoinedGroup::Community(id) => communities::earlier_members(tx, id, members).await?,
        JoinedGroup::Affiliation(id) => affiliations::earlier_members(tx, id, members).await?,
    };
    for kind in kinds(tx, job.group) {
        let activities = join_activities(kind, (job.user, join.joined_at), &members);
        consumer::add(tx, &activities).await?;
    }
    let counted = i64::try_from(members.len()).unwrap_or(i64::MAX);
    let is_done = counted < chunk || join.members + counted >= newest;
    let after = members.last().copied().or(join.after_id);
    let table = tx.global_table::<group_join::Entity>();
    let changed = table.update(this(job), |update| {
        use group_join::Column::{AfterId, Done, Members};
        update
            .col_expr(AfterId, Expr::value(after.map(|after| after.uuid())))
            .col_expr(Members, Expr::value(join.members + counted))
            .col_expr(Done, Expr::value(is_done))
    });
    changed.await?.exactly_one()?;
    Ok(is_done)
}

/// Kinds of activity that joining this group is.
fn kinds(tx: &Tx<'_, System>, group: JoinedGroup) -> Vec<ActivityKind> {
    let professional = &tx.services().config().cords.professional_affiliations;
    let is_professional = |id: AffiliationId| {
        professional.iter().any(|one| Uuid::try_parse(one).is_ok_and(|one| one == id.uuid()))
    };
    match group {
        JoinedGroup::Community(_) => vec![ActivityKind::CommunityJoin],
        JoinedGroup::Affiliation(id) if is_professional(id) => {
            vec![ActivityKind::AffiliationJoin, ActivityKind::ProfessionalJoin]
        }
        JoinedGroup::Affiliation(_) => vec![ActivityKind::AffiliationJoin],
    }
}

fn this(job: GroupJoinJob) -> Condition {
    let (kind, id) = stored(job.group);
    Condition::all()
        .add(group_join::Column::GroupKind.eq(kind))
        .add(group_join::Column::GroupId.eq(id))
        .add(group_join::Column::UserId.eq(job.user.uuid()))
}

/// The join, locked; `None` if it is counted, or the account was deleted.
async fn lock_join(
    tx: &Tx<'_, System>,
    job: GroupJoinJob,
) -> Result<Option<group_join::Model>, DbErr> {
    let row = tx
        .global::<group_join::Entity>()
        .filter(this(job))
        .modify_select(|select| select.lock(LockType::NoKeyUpdate))
        .one()
        .await?;
    Ok(row.filter(|row| !row.done))
}
