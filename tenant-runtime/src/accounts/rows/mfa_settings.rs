//! The table `user_mfa_settings`: second factor of a user.

use chrono::{DateTime, Utc};
use platform::{SiteIndependent, UserId};
use sea_orm::entity::prelude::*;

/// A second factor, set up or pending.
#[derive(Clone, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "user_mfa_settings")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub user_id: UserId,
    /// An authenticator app is set up.
    pub has_totp: bool,
    /// When it was set up.
    pub totp_enrolled_at: Option<DateTime<Utc>>,
    /// Encrypted TOTP secret.
    pub totp_secret: Option<String>,
    /// Encrypted TOTP secret that is not confirmed yet.
    pub pending_secret: Option<String>,
    /// Last accepted TOTP time step; codes for it or earlier steps are rejected (replay
    /// protection).
    pub last_step: i64,
    /// Hash parameters of the backup codes.
    pub backup_recipe: Option<String>,
    /// Staff require a second factor for this account: it cannot sign in without one, nor turn it
    /// off.
    pub is_required: bool,
    /// Last use.
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
impl SiteIndependent for Entity {}
