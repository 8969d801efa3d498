//! The table `system_settings`: what staff set for the whole platform, a record for each matter.

use chrono::{DateTime, Utc};
use platform::{Doorless, UserId};
use sea_orm::entity::prelude::*;

/// A record.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "system_settings")]
pub struct Model {
    /// The matter: `mfa`.
    #[sea_orm(primary_key, auto_increment = false)]
    pub key: String,
    /// What is set.
    pub value: Json,
    /// Who set it last.
    pub last_modified_by: Option<UserId>,
    pub last_modified_at: Option<DateTime<Utc>>,
}

#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
impl Doorless for Entity {}
