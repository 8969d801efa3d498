//! The table `credentials`: passwords of accounts.

use chrono::{DateTime, Utc};
use platform::{SiteIndependent, UserId};
use sea_orm::entity::prelude::*;

/// A password.
#[derive(Clone, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "credentials")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub user_id: UserId,
    /// Argon2id hash, as a PHC string.
    pub password_hash: String,
    /// Incremented by each change, which invalidates earlier links.
    pub version: i64,
    /// Time of the last change.
    pub changed_at: DateTime<Utc>,
}

impl std::fmt::Debug for Model {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Credential({})", self.user_id)
    }
}

#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
impl SiteIndependent for Entity {}
