//! The table `legal_acknowledgements`: acknowledged versions by user and site.

use chrono::{DateTime, Utc};
use platform::{UserId, UserOwned};
use sea_orm::entity::prelude::*;

#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "legal_acknowledgements")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub user_id: UserId,
    /// `main`, or the affiliation of a portal.
    #[sea_orm(primary_key, auto_increment = false)]
    pub door: String,
    /// Key of the document.
    #[sea_orm(primary_key, auto_increment = false)]
    pub document: String,
    /// Acknowledged version.
    pub version: i64,
    pub acknowledged_at: DateTime<Utc>,
}

#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
impl UserOwned for Entity {
    fn owner() -> Column {
        Column::UserId
    }
}
