//! The table `used_tokens`: used signed tokens, until they would have expired.

use chrono::{DateTime, Utc};
use platform::SiteIndependent;
use sea_orm::entity::prelude::*;

#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "used_tokens")]
pub struct Model {
    /// Id of the token.
    #[sea_orm(primary_key, auto_increment = false)]
    pub jti: String,
    /// Expiry of the token.
    pub expires_at: DateTime<Utc>,
}

#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
impl SiteIndependent for Entity {}
