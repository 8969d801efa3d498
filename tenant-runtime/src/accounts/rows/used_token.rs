//! The table `used_tokens`: signed tokens that were spent, until they would have expired anyway.

use chrono::{DateTime, Utc};
use platform::Doorless;
use sea_orm::entity::prelude::*;

/// A spent token.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "used_tokens")]
pub struct Model {
    /// Its id.
    #[sea_orm(primary_key, auto_increment = false)]
    pub jti: String,
    /// When it would have expired.
    pub expires_at: DateTime<Utc>,
}

#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
impl Doorless for Entity {}
