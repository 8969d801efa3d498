//! The table `device_sign_outs`: when a browser was last signed out of.

use chrono::{DateTime, Utc};
use platform::Doorless;
use sea_orm::entity::prelude::*;

/// A browser, and when somebody signed out in it.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "device_sign_outs")]
pub struct Model {
    /// The device cookie's id.
    #[sea_orm(primary_key, auto_increment = false)]
    pub device_id: String,
    pub signed_out_at: DateTime<Utc>,
}

#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
impl Doorless for Entity {}
