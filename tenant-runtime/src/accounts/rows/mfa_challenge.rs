//! The table `mfa_challenges`: sign-ins that wait for their second half.

use chrono::{DateTime, Utc};
use platform::{Doorless, UserId};
use sea_orm::entity::prelude::*;

/// A sign-in whose first factor was right.
#[derive(Clone, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "mfa_challenges")]
pub struct Model {
    /// SHA-256 of the resolver.
    #[sea_orm(primary_key, auto_increment = false)]
    pub token_hash: String,
    /// Whose.
    pub user_id: UserId,
    /// `sign-in`, or `enrolment` where the second factor is still to be set up.
    pub purpose: String,
    /// The browser that began it.
    pub pre_session_hash: String,
    /// The host it began at.
    pub audience_host: String,
    /// "Stay signed in" was ticked.
    pub stay_signed_in: bool,
    /// How the first factor was shown.
    pub amr: String,
    /// The seed of an enrolment, sealed.
    pub pending_secret: Option<String>,
    /// How often an answer was tried.
    pub tries: i64,
    /// Until when it can be answered.
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
impl Doorless for Entity {}
