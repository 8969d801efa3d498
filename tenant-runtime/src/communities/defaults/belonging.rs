//! Keeps a user's default communities in step with their affiliations.

use crate::affiliations;
use crate::communities::membership::{self, JoinReason, LeaveReason};
use crate::communities::rows::{CommunityRole, community, link, member, membership_event};
use crate::communities::{rules, store};
use platform::jobs::{JobError, JobScope, NewJob};
use platform::{AffiliationId, CommunityId, Problem, System, Tx, UserId};
use sea_orm::sea_query::Query;
use sea_orm::{ColumnTrait, Condition, DbErr, QueryOrder, QuerySelect};
use serde::{Deserialize, Serialize};

pub const JOB_KIND: &str = "follow-belonging";

/// A user whose affiliations have changed.
#[derive(Debug, Serialize, Deserialize)]
pub struct BelongingChangeJob {
    user: UserId,
}

/// Enqueues a job that adds the user to the default communities of their affiliations and removes
/// them from those that no longer apply. Called after each change of a user's affiliations.
///
/// # Errors
/// Database errors.
pub async fn update_default_memberships<V>(tx: &Tx<'_, V>, user: UserId) -> Result<(), DbErr> {
    tx.enqueue(NewJob::new(JOB_KIND, &BelongingChangeJob { user })?).await.map(drop)
}

/// Runs the job, with one transaction per community.
///
/// # Errors
/// Database errors; the job is retried.
pub async fn update_membership(
    mut scope: JobScope,
    job: BelongingChangeJob,
) -> Result<(), JobError> {
    for id in affected_communities(&scope, job.user).await? {
        let tx = scope.begin().await?;
        correct_membership(&tx, id, job.user)
            .await
            .map_err(|problem| JobError::retryable(problem.detail))?;
        tx.commit().await?;
    }
    Ok(())
}

/// Default communities for all users and for the user's affiliations, and those that the user
/// joined automatically.
async fn affected_communities(scope: &JobScope, user: UserId) -> Result<Vec<CommunityId>, DbErr> {
    let linked = || Query::select().column(link::Column::CommunityId).from(link::Entity).take();
    let of_theirs =
        linked().cond_where(affiliations::is_held(link::Column::AffiliationId, user)).take();
    let by_default = Query::select()
        .column(member::Column::CommunityId)
        .from(member::Entity)
        .and_where(member::Column::UserId.eq(user.uuid()))
        .and_where(member::Column::AddedByDefault.eq(true))
        .take();
    let reached = Condition::any()
        .add(community::Column::Id.not_in_subquery(linked()))
        .add(community::Column::Id.in_subquery(of_theirs))
        .add(community::Column::Id.in_subquery(by_default));
    scope
        .select::<community::Entity>()
        .filter(community::Column::IsDefaultCommunity.eq(true))
        .filter(reached)
        .modify_select(|select| select.select_only().column(community::Column::Id))
        .all_tuples::<CommunityId>()
        .await
}

pub(super) async fn correct_membership(
    tx: &Tx<'_, System>,
    id: CommunityId,
    user: UserId,
) -> Result<(), Problem> {
    let held: Vec<AffiliationId> =
        affiliations::of_person(tx, user).await?.into_iter().map(|tie| tie.id).collect();
    let linked = store::all_linked_affiliations(tx, id).await?;
    let places = membership::lock(tx, id, &[user]).await?;
    let found = tx.select::<community::Entity>().by_id(id).one().await?;
    let Some(community) = found else { return Ok(()) };
    let belongs = rules::check_eligible(&community, &linked, &held).is_ok();
    let takes_members = rules::check_takes_members(&community, tx.now()).is_ok();
    let Some(place) = places.first() else {
        if belongs && takes_members && !has_left(tx, id, user).await? {
            membership::add_member(tx, &community, user, JoinReason::BY_DEFAULT).await?;
        }
        return Ok(());
    };
    // An admin or trustee stays, although they joined automatically.
    if !belongs && place.added_by_default && place.role == CommunityRole::Member {
        membership::remove_member(tx, &community, user, LeaveReason::WITH_BELONGING).await?;
    }
    Ok(())
}

/// Returns true if the user was a member and left, or was removed by an admin.
async fn has_left(tx: &Tx<'_, System>, id: CommunityId, user: UserId) -> Result<bool, DbErr> {
    use membership_event::Column::{CommunityId as Of, Id, Timestamp, UserId as Whose};
    let last = tx
        .select::<membership_event::Entity>()
        .filter(Of.eq(id.uuid()))
        .filter(Whose.eq(user.uuid()))
        .modify_select(|select| select.order_by_desc(Timestamp).order_by_desc(Id).limit(1))
        .one()
        .await?;
    Ok(last.is_some_and(|event| event.event_type == "left" && !event.added_by_default))
}
