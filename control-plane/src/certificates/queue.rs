//! Job queue: claims due hosts under a lease, renews the lease, and writes only while the lease is
//! held. Each claim increments the row's fence, and every write names the fence of its claim, so a
//! worker that was frozen past its lease cannot store anything.

use super::desired::priority;
use super::errors::OrderError;
use super::lease::{LEASE_DURATION, Lease};
use super::rows::job::{ActiveModel, CertificateJobState, Column, Entity, Model};
use super::rows::{held, want};
use platform::{Scope, System, Tx};
use sea_orm::ActiveValue::Set;
use sea_orm::QueryTrait;
use sea_orm::sea_query::{Expr, ExprTrait, LockBehavior, LockType};
use sea_orm::{ColumnTrait, Condition, DbErr, EntityTrait, QueryFilter, QueryOrder, QuerySelect};

/// A host that this worker has claimed.
#[derive(Debug, Clone)]
pub(super) struct ClaimedHost {
    pub job: Model,
    pub lease: Lease,
    /// Requested certificate, without the names that are left out for now.
    pub want: want::Model,
    /// The authority has reported that the certificate to renew was already replaced.
    pub without_replacing: bool,
}

/// Claims up to `most` hosts that are due or whose lease has expired, most urgent first.
///
/// # Errors
/// Database errors.
pub(super) async fn claim(
    scope: &mut Scope<System>,
    worker: &str,
    most: u64,
) -> Result<Vec<ClaimedHost>, DbErr> {
    let tx = scope.begin().await?;
    let now = tx.now();
    let waiting = Column::State.eq(CertificateJobState::Ready).and(Column::NotBefore.lte(now));
    let left = Column::State.eq(CertificateJobState::Running).and(Column::LeaseUntil.lt(now));
    let mut due = Entity::find()
        .select_only()
        .column(Column::Host)
        .filter(Condition::any().add(waiting).add(left))
        .order_by_asc(Column::Priority)
        .order_by_asc(Column::NotBefore)
        .limit(most)
        .into_query();
    // Skipped on SQLite, which has a single writer and no such clause.
    due.lock_with_behavior(LockType::Update, LockBehavior::SkipLocked);
    let mut jobs = tx
        .global_table::<Entity>()
        .update_returning(Column::Host.in_subquery(due), |rows| {
            rows.col_expr(Column::Fence, Expr::col(Column::Fence).add(1))
                .col_expr(Column::State, Expr::value(CertificateJobState::Running))
                .col_expr(Column::LeaseOwner, Expr::value(worker))
                .col_expr(Column::LeaseUntil, Expr::value(now + LEASE_DURATION))
        })
        .await?;
    jobs.sort_by_key(|job| (job.priority, job.not_before));
    let hosts = want::Column::Id.is_in(jobs.iter().map(|job| job.host.as_str()));
    let mut wants = tx.global::<want::Entity>().filter(hosts).all().await?;
    tx.commit().await?;
    let claimed = jobs.into_iter().filter_map(|mut job| {
        let at = wants.iter().position(|want| want.id == job.host)?;
        let mut want = wants.swap_remove(at);
        job.left_out = job.left_out.and_then(|left_out| left_out.not_yet_retriable(now));
        want.names = want.names.without_left_out(job.left_out.as_ref());
        Some(ClaimedHost { want, job, lease: Lease::from(now), without_replacing: false })
    });
    Ok(claimed.collect())
}

/// Renews a lease; `false` if the claim is no longer valid.
///
/// # Errors
/// Database errors.
pub(super) async fn renew(
    scope: &mut Scope<System>,
    job: &Model,
    lease: &Lease,
) -> Result<bool, DbErr> {
    let tx = scope.begin().await?;
    let now = tx.now();
    let change = ActiveModel { lease_until: Set(Some(now + LEASE_DURATION)), ..Default::default() };
    let kept =
        tx.global_table::<Entity>().update(claim_condition(job), |rows| rows.set(change)).await?;
    tx.commit().await?;
    if kept.is_changed() {
        lease.record_renewal(now);
    }
    Ok(kept.is_changed())
}

/// Writes to a claimed host within a larger transaction.
///
/// # Errors
/// [`OrderError::Lost`] if the claim is no longer valid; the transaction must then not be committed.
pub(super) async fn write_in(
    tx: &Tx<'_, System>,
    job: &Model,
    mut change: ActiveModel,
) -> Result<(), OrderError> {
    change.updated_at = Set(tx.now());
    let written =
        tx.global_table::<Entity>().update(claim_condition(job), |rows| rows.set(change)).await?;
    if written.is_changed() { Ok(()) } else { Err(OrderError::Lost) }
}

/// Writes to a claimed host.
///
/// # Errors
/// As [`write_in`].
pub(super) async fn write(
    scope: &mut Scope<System>,
    job: &Model,
    change: ActiveModel,
) -> Result<(), OrderError> {
    let tx = scope.begin().await?;
    write_in(&tx, job, change).await?;
    Ok(tx.commit().await?)
}

/// Gives priority, once, to hosts whose certificate expires soon or has expired; returns their
/// number.
///
/// # Errors
/// Database errors.
pub(super) async fn prioritize_expiring(scope: &mut Scope<System>) -> Result<u64, DbErr> {
    let now = scope.now();
    let ending = |moment: held::Column| {
        Condition::all().add(moment.lte(now)).add(held::Column::SupersededAt.is_null())
    };
    // Runs every minute and nearly always finds none; then it is a single index lookup.
    let any = scope.global::<held::Entity>().filter(ending(held::Column::EmergencyAt));
    if !any.exists().await? {
        return Ok(0);
    }
    let tx = scope.begin().await?;
    let steps = [
        (held::Column::NotAfter, priority::PRIORITY_EXPIRED),
        (held::Column::EmergencyAt, priority::PRIORITY_EMERGENCY),
    ];
    let mut hurried = 0;
    for (moment, urgency) in steps {
        let hosts = held::Entity::find()
            .select_only()
            .column(held::Column::Host)
            .filter(ending(moment))
            .into_query();
        let slow = Condition::all()
            .add(Column::State.eq(CertificateJobState::Ready))
            .add(Column::Priority.gt(urgency))
            .add(Column::Host.in_subquery(hosts));
        let change = ActiveModel {
            priority: Set(urgency),
            not_before: Set(now),
            updated_at: Set(now),
            ..Default::default()
        };
        hurried += tx.global_table::<Entity>().update(slow, |rows| rows.set(change)).await?.0;
    }
    tx.commit().await?;
    Ok(hurried)
}

/// The row, while this claim is valid.
fn claim_condition(job: &Model) -> Condition {
    Condition::all()
        .add(Column::Host.eq(&job.host))
        .add(Column::Fence.eq(job.fence))
        .add(Column::State.eq(CertificateJobState::Running))
}
