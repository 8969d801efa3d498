//! The table `data_exports`: at most one row per user.

use chrono::{DateTime, Utc};
use platform::{SiteIndependent, UserId, UserOwned, id};
use sea_orm::entity::prelude::*;

id!(
    /// Id of an export.
    ExportId
);

/// An export, in progress or ready.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "data_exports")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: ExportId,
    /// Owner.
    pub user_id: UserId,
    /// `waiting` or `ready`.
    pub state: String,
    /// Object key of the archive.
    pub blob_key: Option<String>,
    /// Size of the archive.
    pub bytes: i64,
    /// When it was requested.
    pub created_at: DateTime<Utc>,
    /// When it was completed.
    pub ready_at: Option<DateTime<Utc>>,
    /// When it expires.
    pub expires_at: DateTime<Utc>,
}

#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
impl SiteIndependent for Entity {}
impl UserOwned for Entity {
    fn owner() -> Column {
        Column::UserId
    }
}
