//! The table `handles`: one for each person at most, unique in any spelling (G-007).

use chrono::{DateTime, Utc};
use platform::{Doorless, Owned, UserId};
use sea_orm::entity::prelude::*;

/// A handle.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "handles")]
pub struct Model {
    /// In lower case.
    #[sea_orm(primary_key, auto_increment = false)]
    pub handle: String,
    /// Whose.
    pub user_id: UserId,
    /// In their spelling.
    pub shown_as: String,
    /// What it shares with every handle that looks like it; unique (G-098).
    pub looks_like: Option<String>,
    /// Since when.
    pub created_at: DateTime<Utc>,
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
