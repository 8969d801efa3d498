//! Version of the route table, which the control plane publishes to the edges. It is raised in every
//! transaction that changes the table's inputs.

use crate::Tx;
use crate::events::Topic;
use chrono::{DateTime, Utc};
use sea_orm::sea_query::{Expr, ExprTrait, OnConflict};
use sea_orm::{ActiveValue::Set, DbErr};

/// Key of the single row in `route_versions`.
pub const NAME: &str = "routes";
/// Bus channel that announces route changes.
pub const WAKE_CHANNEL: &str = "routes";

/// Table `route_versions`.
pub mod row {
    use crate::SiteIndependent;
    use chrono::{DateTime, Utc};
    use sea_orm::entity::prelude::*;

    /// Version of the newest table.
    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "route_versions")]
    pub struct Model {
        /// Key of the row.
        #[sea_orm(primary_key, auto_increment = false)]
        pub name: String,
        /// Version.
        pub version: i64,
        /// Time of the last change.
        pub raised_at: Option<DateTime<Utc>>,
        /// Until this time, edges remove as many hosts as the table does.
        pub bulk_until: Option<DateTime<Utc>>,
    }

    /// No relations: features query their own tables.
    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}
    impl ActiveModelBehavior for ActiveModel {}
    impl SiteIndependent for Entity {}
}

/// Declares that this transaction changes the routes. Until `bulk_until`, edges remove as many
/// hosts as the table does.
///
/// # Errors
/// Database errors.
pub async fn raise<V>(tx: &Tx<'_, V>, bulk_until: Option<DateTime<Utc>>) -> Result<(), DbErr> {
    use row::Column;
    let first = row::ActiveModel {
        name: Set(NAME.to_owned()),
        version: Set(2),
        raised_at: Set(Some(tx.now())),
        bulk_until: Set(bulk_until),
    };
    let mut raised = OnConflict::column(Column::Name);
    raised.value(Column::Version, Expr::col((row::Entity, Column::Version)).add(1i64));
    raised.update_column(Column::RaisedAt);
    if bulk_until.is_some() {
        raised.update_column(Column::BulkUntil);
    }
    tx.global_table::<row::Entity>().upsert(first, raised).await?;
    // No stream: other processes read the event log.
    tx.publish(Topic::Internal, "routes.changed", &()).await?;
    tx.wake_after_commit(WAKE_CHANNEL);
    Ok(())
}
