//! The table `data_exports`: one for each person at most.

use chrono::{DateTime, Utc};
use platform::{Doorless, Owned, UserId, id};
use sea_orm::entity::prelude::*;

id!(
    /// An archive of somebody's data.
    ExportId
);

/// An archive, asked for or ready.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "data_exports")]
pub struct Model {
    /// The archive.
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: ExportId,
    /// Whose.
    pub user_id: UserId,
    /// `waiting` or `ready`.
    pub state: String,
    /// Where it lies.
    pub blob_key: Option<String>,
    /// How large it is.
    pub bytes: i64,
    /// When it was asked for.
    pub created_at: DateTime<Utc>,
    /// When it was ready.
    pub ready_at: Option<DateTime<Utc>>,
    /// When it can no longer be fetched.
    pub expires_at: DateTime<Utc>,
}

#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
impl Doorless for Entity {}
impl Owned for Entity {
    fn owner() -> Column {
        Column::UserId
    }
}
