//! Version of the route table: incremented in every transaction that changes the table's inputs.

use chrono::{DateTime, Utc};
use platform::{Scope, SiteIndependent, System, Tx};
use sea_orm::entity::prelude::*;
use sea_orm::sea_query::{Expr, OnConflict};
use sea_orm::{ActiveValue::Set, DbErr, ExprTrait};

/// Key of the single row in `route_versions`.
const VERSION_NAME: &str = "routes";

/// Table `route_versions`.
mod version_row {
    use super::*;

    /// Version of the newest table.
    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "route_versions")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub name: String,
        pub version: i64,
        pub raised_at: Option<DateTime<Utc>>,
        pub bulk_until: Option<DateTime<Utc>>,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}
    impl ActiveModelBehavior for ActiveModel {}
    impl SiteIndependent for Entity {}
}

/// Declares that this transaction changes the routes.
///
/// # Errors
/// Database errors.
pub async fn raise_version<V>(tx: &Tx<'_, V>) -> Result<(), DbErr> {
    raise_with(tx, None).await
}

/// Like [`raise_version`], and allows edges to remove as many hosts as the table does until
/// `bulk_until`.
///
/// # Errors
/// Database errors.
pub(crate) async fn allow_loss<V>(tx: &Tx<'_, V>, bulk_until: DateTime<Utc>) -> Result<(), DbErr> {
    raise_with(tx, Some(bulk_until)).await
}

/// Raises the version after a restore from a backup, which has set it back. The new version is
/// higher than any before, so that edges accept the table; returns it. Counting up to it would need
/// a thousand changes per second.
///
/// # Errors
/// Database errors.
pub async fn raise_after_restore(scope: &mut Scope<System>) -> Result<i64, DbErr> {
    use version_row::Column;
    let tx = scope.begin().await?;
    // Locks the row until the commit, so that no one increments the old number.
    raise_with(&tx, None).await?;
    let version = Ord::max(version_in(&tx).await?, tx.now().timestamp_millis());
    let row = version_row::ActiveModel { version: Set(version), ..Default::default() };
    let only = Column::Name.eq(VERSION_NAME);
    let rows = tx.global_table::<version_row::Entity>();
    rows.update(only, |rows| rows.set(row)).await?.as_many_as_there_are();
    tx.commit().await?;
    Ok(version)
}

async fn raise_with<V>(tx: &Tx<'_, V>, bulk_until: Option<DateTime<Utc>>) -> Result<(), DbErr> {
    use version_row::Column;
    let row = version_row::ActiveModel {
        name: Set(VERSION_NAME.to_owned()),
        version: Set(2),
        raised_at: Set(Some(tx.now())),
        bulk_until: Set(bulk_until),
    };
    let mut raised = OnConflict::column(Column::Name);
    raised.value(Column::Version, Expr::col((version_row::Entity, Column::Version)).add(1i64));
    raised.update_column(Column::RaisedAt);
    if bulk_until.is_some() {
        raised.update_column(Column::BulkUntil);
    }
    tx.global_table::<version_row::Entity>().upsert(row, raised).await?;
    tx.publish(super::routes_topic(), "routes.changed", &()).await?;
    tx.wake_after_commit(super::WAKE_CHANNEL);
    Ok(())
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
    let row = tx.global::<version_row::Entity>().by_id(VERSION_NAME.to_owned()).one().await?;
    Ok(row.map_or(1, |row| row.version))
}

/// Newest version, and whether the removal of many hosts is allowed.
pub(super) async fn number_and_bulk(scope: &Scope<System>) -> Result<(u64, bool), DbErr> {
    let Some(row) = read(scope).await? else { return Ok((1, false)) };
    let bulk = row.bulk_until.is_some_and(|until| scope.now() < until);
    Ok((u64::try_from(row.version).unwrap_or(1), bulk))
}

async fn read<V>(scope: &Scope<V>) -> Result<Option<version_row::Model>, DbErr> {
    scope.global::<version_row::Entity>().by_id(VERSION_NAME.to_owned()).one().await
}
