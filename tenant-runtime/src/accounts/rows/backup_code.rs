//! The table `mfa_backup_codes`: codes that are left.

use chrono::{DateTime, Utc};
use platform::{Doorless, UserId};
use sea_orm::entity::prelude::*;

/// A code; it goes when it is used.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "mfa_backup_codes")]
pub struct Model {
    /// Whose.
    #[sea_orm(primary_key, auto_increment = false)]
    pub user_id: UserId,
    /// Argon2id by the recipe in `user_mfa_settings`.
    #[sea_orm(primary_key, auto_increment = false)]
    pub code_hash: String,
    /// When it was made.
    pub created_at: DateTime<Utc>,
}

#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
impl Doorless for Entity {}
