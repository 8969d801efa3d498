//! Renewal of all certificates, after an authority revokes what it issued or its root expires.

use super::WAKE_CHANNEL;
use super::desired::priority;
use super::rows::{held, job};
use platform::{Scope, System};
use sea_orm::ActiveValue::Set;
use sea_orm::{ColumnTrait, Condition, DbErr, EntityTrait, QueryFilter, QuerySelect, QueryTrait};

/// Schedules the renewal of every host's certificate as soon as the limits allow; returns the
/// number of hosts. Active certificates are served until the new ones are installed.
///
/// # Errors
/// Database errors.
pub async fn renew_all(scope: &mut Scope<System>) -> Result<u64, DbErr> {
    let tx = scope.begin().await?;
    let shown = held::Entity::find()
        .select_only()
        .column(held::Column::Host)
        .filter(held::Column::SupersededAt.is_null())
        .into_query();
    let waiting = Condition::all()
        .add(job::Column::State.eq(job::CertificateJobState::Ready))
        .add(job::Column::Priority.eq(priority::PRIORITY_RENEWAL))
        .add(job::Column::Host.in_subquery(shown));
    let now = job::ActiveModel {
        not_before: Set(tx.now()),
        updated_at: Set(tx.now()),
        ..Default::default()
    };
    let jobs = tx.global_table::<job::Entity>();
    let moved = jobs.update(waiting, |rows| rows.set(now)).await?.0;
    tx.wake_after_commit(WAKE_CHANNEL);
    tx.commit().await?;
    Ok(moved)
}
