//! The table `mfa_challenges`: sign-ins that await their second factor.

use chrono::{DateTime, Utc};
use platform::{SiteIndependent, UserId};
use sea_orm::entity::prelude::*;

/// A sign-in whose first factor was correct.
#[derive(Clone, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "mfa_challenges")]
pub struct Model {
    /// SHA-256 of the resolver.
    #[sea_orm(primary_key, auto_increment = false)]
    pub token_hash: String,
    pub user_id: UserId,
    /// `sign-in`, or `enrolment` if a second factor must be set up first.
    pub purpose: String,
    /// Browser that started it.
    pub pre_session_hash: String,
    /// Host on which it was started.
    pub audience_host: String,
    /// "Stay signed in" was ticked.
    pub stay_signed_in: bool,
    /// Authentication method of the first factor.
    pub amr: String,
    /// Encrypted TOTP secret of an enrolment.
    pub pending_secret: Option<String>,
    /// Number of attempts.
    pub tries: i64,
    /// Expiry.
    pub expires_at: DateTime<Utc>,
}

impl std::fmt::Debug for Model {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "MfaChallenge({})", self.user_id)
    }
}

#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
impl SiteIndependent for Entity {}
