//! Version of the route table: incremented in every transaction that changes the table's inputs.

use chrono::{DateTime, Utc};
use platform::route_version::{self, row};
use platform::{Scope, System, Tx};
use sea_orm::{ActiveValue::Set, ColumnTrait, DbErr};

/// Declares that this transaction changes the routes.
///
/// # Errors
/// Database errors.
pub async fn raise_version<V>(tx: &Tx<'_, V>) -> Result<(), DbErr> {
    route_version::raise(tx, None).await
}

/// Like [`raise_version`], and allows edges to remove as many hosts as the table does until
/// `bulk_until`.
///
/// # Errors
/// Database errors.
pub(crate) async fn allow_loss<V>(tx: &Tx<'_, V>, bulk_until: DateTime<Utc>) -> Result<(), DbErr> {
    route_version::raise(tx, Some(bulk_until)).await
}

/// Raises the version after a restore from a backup, which has set it back. The new version is
/// higher than any before, so that edges accept the table; returns it. Counting up to it would need
/// a thousand changes per second.
///
/// # Errors
/// Database errors.
pub async fn raise_after_restore(scope: &mut Scope<System>) -> Result<i64, DbErr> {
    use row::Column;
    let tx = scope.begin().await?;
    // Locks the row until the commit, so that no one increments the old number.
    route_version::raise(&tx, None).await?;
    let version = Ord::max(version_in(&tx).await?, tx.now().timestamp_millis());
    let change = row::ActiveModel { version: Set(version), ..Default::default() };
    let only = Column::Name.eq(route_version::NAME);
    let rows = tx.global_table::<row::Entity>();
    rows.update(only, |rows| rows.set(change)).await?.as_many_as_there_are();
    tx.commit().await?;
    Ok(version)
}

pub(crate) async fn table_version(scope: &Scope<System>) -> Result<u64, DbErr> {
    Ok(u64::try_from(newest_version_and_time(scope).await?.0).unwrap_or(1))
}

/// Version of the newest table, and its time.
pub(crate) async fn newest_version_and_time<V>(
    scope: &Scope<V>,
) -> Result<(i64, Option<DateTime<Utc>>), DbErr> {
    let row = read(scope).await?;
    Ok(row.map_or((1, None), |row| (row.version, row.raised_at)))
}

/// Version that the current transaction leaves after raising it.
///
/// # Errors
/// Database errors.
pub(crate) async fn version_in<V>(tx: &Tx<'_, V>) -> Result<i64, DbErr> {
    let row = tx.global::<row::Entity>().by_id(route_version::NAME.to_owned()).one().await?;
    Ok(row.map_or(1, |row| row.version))
}

/// Newest version, and whether the removal of many hosts is allowed.
pub(super) async fn number_and_bulk(scope: &Scope<System>) -> Result<(u64, bool), DbErr> {
    let Some(row) = read(scope).await? else { return Ok((1, false)) };
    let bulk = row.bulk_until.is_some_and(|until| scope.now() < until);
    Ok((u64::try_from(row.version).unwrap_or(1), bulk))
}

async fn read<V>(scope: &Scope<V>) -> Result<Option<row::Model>, DbErr> {
    scope.global::<row::Entity>().by_id(route_version::NAME.to_owned()).one().await
}
