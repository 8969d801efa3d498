//! The table `users`, columns for signing in.

use crate::accounts::AccountError;
use chrono::{DateTime, Utc};
use platform::staff::StaffRole;
use platform::{SiteIndependent, UserId};
use sea_orm::entity::prelude::*;

#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "users")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: UserId,
    /// Email address, in lower case.
    pub email: String,
    pub first_name: String,
    pub last_name: String,
    /// `active` or `paused`.
    pub account_status: String,
    /// When the pause expires.
    pub paused_until: Option<DateTime<Utc>>,
    /// Reason of the pause.
    pub pause_reason: Option<String>,
    /// `banned` or `suspended`.
    pub status: Option<String>,
    /// The email address was verified.
    pub email_verified: bool,
    /// Staff have revoked the verification.
    pub marked_unverified: bool,
    /// The response to the sign-up did not reveal whether the account existed. Until the address is
    /// verified, a sign-in must not reveal it either.
    pub undisclosed_until_verified: bool,
    /// Has staff status.
    pub is_staff: bool,
    /// Role, if staff.
    pub staff_role: StaffRole,
    /// Hidden from the directory.
    pub is_profile_private: bool,
    /// The onboarding wizard was completed.
    pub has_completed_onboarding: bool,
    /// The next sign-in only leads to a new password.
    pub password_reset_required: bool,
    /// Last sign-in.
    pub last_login: Option<DateTime<Utc>>,
    /// Number of sign-ins.
    pub sign_ins: i64,
    /// Tag of the language of the interface.
    pub language: String,
    /// When the user joined.
    pub joined_date: DateTime<Utc>,
    /// When the row was created.
    pub created_at: DateTime<Utc>,
    /// Time of the last change.
    pub updated_at: DateTime<Utc>,
}

impl Model {
    /// Returns true if the email address must be verified.
    #[must_use]
    pub const fn needs_verification(&self) -> bool {
        !self.email_verified || self.marked_unverified
    }

    /// Checks that the account may sign in. Paused users may: they can read the
    /// reason once signed in.
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

/// Other tables refer to accounts by id.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
impl SiteIndependent for Entity {}
