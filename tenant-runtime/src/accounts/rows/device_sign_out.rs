//! The table `device_sign_outs`: last sign-out in each browser.

use chrono::{DateTime, Utc};
use platform::SiteIndependent;
use sea_orm::entity::prelude::*;

/// The last sign-out in a browser.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "device_sign_outs")]
pub struct Model {
    /// Id in the device cookie.
    #[sea_orm(primary_key, auto_increment = false)]
    pub device_id: String,
    pub signed_out_at: DateTime<Utc>,
}

#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
impl SiteIndependent for Entity {}
