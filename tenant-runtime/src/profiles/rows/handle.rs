//! The table `handles`: at most one per user, unique case-insensitively (G-007).

use chrono::{DateTime, Utc};
use platform::{SiteIndependent, UserId, UserOwned};
use sea_orm::entity::prelude::*;

#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "handles")]
pub struct Model {
    /// Lower-case.
    #[sea_orm(primary_key, auto_increment = false)]
    pub handle: String,
    /// Owner.
    pub user_id: UserId,
    /// As spelled by its owner.
    pub shown_as: String,
    /// Canonical form shared by all confusable handles; unique (G-098).
    pub looks_like: Option<String>,
    /// When it was claimed.
    pub created_at: DateTime<Utc>,
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
