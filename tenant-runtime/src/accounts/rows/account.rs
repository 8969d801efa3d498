//! The table `users`, as far as signing in goes.

use crate::accounts::AccountError;
use chrono::{DateTime, Utc};
use platform::{Doorless, UserId};
use sea_orm::entity::prelude::*;

/// An account.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "users")]
pub struct Model {
    /// The account, also the person.
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: UserId,
    /// Address, in lower case.
    pub email: String,
    pub first_name: String,
    pub last_name: String,
    /// `active` or `paused`.
    pub account_status: String,
    /// When the pause expires.
    pub paused_until: Option<DateTime<Utc>>,
    /// Why it was paused.
    pub pause_reason: Option<String>,
    /// `banned` or `suspended`.
    pub status: Option<String>,
    /// The address was proven.
    pub email_verified: bool,
    /// Staff say that it was not.
    pub marked_unverified: bool,
    /// The sign-up was answered without telling whether there was an account; until the address is
    /// proven, a sign-in is not told either.
    pub undisclosed_until_verified: bool,
    /// Member of staff.
    pub is_staff: bool,
    /// Hidden from the directory.
    pub is_profile_private: bool,
    /// Has been through the wizard.
    pub has_completed_onboarding: bool,
    /// The next sign-in leads to choosing a new password, and to nothing else.
    pub password_reset_required: bool,
    /// Last sign-in.
    pub last_login: Option<DateTime<Utc>>,
    /// How often they signed in.
    pub sign_ins: i64,
    /// When they came.
    pub joined_date: DateTime<Utc>,
    /// When the row was made.
    pub created_at: DateTime<Utc>,
    /// Time of the last change.
    pub updated_at: DateTime<Utc>,
}

impl Model {
    /// The address still has to be proven.
    #[must_use]
    pub const fn needs_verification(&self) -> bool {
        !self.email_verified || self.marked_unverified
    }

    /// Refuses a sign-in for what stands against the account. A pause does not: who
    /// is paused reads why, inside.
    ///
    /// # Errors
    /// [`AccountError::Suspended`] or [`AccountError::NotVerified`].
    pub const fn check_may_sign_in(&self) -> Result<(), AccountError> {
        if self.status.is_some() {
            return Err(AccountError::Suspended);
        }
        if self.needs_verification() {
            return Err(AccountError::NotVerified);
        }
        Ok(())
    }
}

/// No relations: others refer to accounts by id.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
impl Doorless for Entity {}
