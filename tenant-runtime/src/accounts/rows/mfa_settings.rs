//! The table `user_mfa_settings`: somebody's second factor.

use chrono::{DateTime, Utc};
use platform::{Doorless, UserId};
use sea_orm::entity::prelude::*;

/// A second factor, set up or about to be.
#[derive(Clone, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "user_mfa_settings")]
pub struct Model {
    /// Whose.
    #[sea_orm(primary_key, auto_increment = false)]
    pub user_id: UserId,
    /// An authenticator app was set up.
    pub has_totp: bool,
    pub totp_enrolled_at: Option<DateTime<Utc>>,
    /// Its seed, sealed.
    pub totp_secret: Option<String>,
    /// A seed that no code has come from yet, sealed.
    pub pending_secret: Option<String>,
    /// The newest step whose code was taken: none is taken twice.
    pub last_step: i64,
    /// Cost and salt of the backup codes' hashes.
    pub backup_recipe: Option<String>,
    /// Staff oblige this account to have one: no sign-in without it, and it may not be turned off.
    pub is_required: bool,
    /// When it was last asked for and given.
    pub last_used: Option<DateTime<Utc>>,
}

impl std::fmt::Debug for Model {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "MfaSettings({})", self.user_id)
    }
}

#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
impl Doorless for Entity {}
