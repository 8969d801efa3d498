//! The table `system_settings`: settings of the whole platform, one row per key.

use chrono::{DateTime, Utc};
use platform::{SiteIndependent, UserId};
use sea_orm::entity::prelude::*;

#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "system_settings")]
pub struct Model {
    /// Key: `mfa`.
    #[sea_orm(primary_key, auto_increment = false)]
    pub key: String,
    /// Value of the setting.
    pub value: Json,
    /// Staff member who last changed it.
    pub last_modified_by: Option<UserId>,
    pub last_modified_at: Option<DateTime<Utc>>,
}

#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
impl SiteIndependent for Entity {}
