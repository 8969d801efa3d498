//! The table `users`, profile columns.

use crate::affiliations;
use chrono::{DateTime, Utc};
use platform::sessions::AccountStatusRow;
use platform::{Site, SiteVisibility, UserId, UserOwned};
use sea_orm::Condition;
use sea_orm::entity::prelude::*;
use serde::Deserialize;

/// A user.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel, Deserialize)]
#[sea_orm(table_name = "users")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: UserId,
    /// Email address.
    pub email: String,
    pub first_name: String,
    pub last_name: String,
    /// Biography.
    pub bio: Option<String>,
    /// Place of residence.
    pub location: Option<String>,
    pub job_title: Option<String>,
    /// Favourite quote.
    pub quote: Option<String>,
    /// Address of the profile picture.
    pub profile_picture: Option<String>,
    /// `2001-12-24`; visible to the user only.
    pub date_of_birth: Option<String>,
    /// Visible to the user only.
    pub phone_number: Option<String>,
    /// Secondary email address; visible to the user only, and no mail is sent to it.
    pub secondary_email: Option<String>,
    /// Interests: a list of short texts.
    pub interests: Option<Json>,
    /// Number of followers.
    pub followers_count: i64,
    /// Number of followed users.
    pub following_count: i64,
    /// Language of the interface.
    pub language: String,
    /// `light`, `dark` or `system`.
    pub theme: String,
    /// True if they want notifications.
    pub notifications_enabled: bool,
    /// True if single-key shortcuts such as `?` are enabled.
    pub single_key_shortcuts: bool,
    /// Hides the profile from the directory (G-041).
    pub is_profile_private: bool,
    /// Audience of the profile.
    pub profile_visibility: String,
    /// Audience in the directory.
    pub directory_visibility: String,
    /// `active` or `paused`.
    pub account_status: String,
    /// When the pause expires.
    pub paused_until: Option<DateTime<Utc>>,
    /// `banned` or `suspended`.
    pub status: Option<String>,
    /// The email address was verified.
    pub email_verified: bool,
    /// Staff have revoked the verification.
    pub marked_unverified: bool,
    /// Verified through an approved affiliation (G-042).
    pub is_verified: bool,
    /// Member of staff.
    pub is_staff: bool,
    /// Role, if member of staff.
    pub staff_role: String,
    /// `Basic`, `Premium`, `Enterprise` or `Signature`.
    pub subscription: String,
    /// Start of the subscription.
    pub subscription_start_date: Option<DateTime<Utc>>,
    /// End of the subscription.
    pub subscription_end_date: Option<DateTime<Utc>>,
    /// The wizard was completed.
    pub has_completed_onboarding: bool,
    /// When the terms were agreed to.
    pub agreed_to_terms_at: Option<DateTime<Utc>>,
    /// When the guidelines were agreed to.
    pub agreed_to_guidelines_at: Option<DateTime<Utc>>,
    /// When the privacy policy was agreed to.
    pub agreed_to_privacy_at: Option<DateTime<Utc>>,
    /// When the user joined.
    pub joined_date: DateTime<Utc>,
    /// Last sign-in.
    pub last_login: Option<DateTime<Utc>>,
    /// Number of sign-ins.
    pub sign_ins: i64,
    /// When they requested the deletion of their account.
    pub deletion_requested_at: Option<DateTime<Utc>>,
    /// When the account will be deleted.
    pub deletion_due_at: Option<DateTime<Utc>>,
    /// When the row was created.
    pub created_at: DateTime<Utc>,
    /// When the row was last changed.
    pub updated_at: DateTime<Utc>,
}

impl Model {
    /// The user's interests.
    #[must_use]
    pub fn interests(&self) -> Vec<String> {
        let list = self.interests.clone().map(serde_json::from_value);
        list.and_then(Result::ok).unwrap_or_default()
    }

    /// The columns from which the account status is derived.
    #[must_use]
    pub fn status_row(&self) -> AccountStatusRow {
        AccountStatusRow {
            account_status: self.account_status.clone(),
            paused_until: self.paused_until,
            status: self.status.clone(),
            email_verified: self.email_verified,
            marked_unverified: self.marked_unverified,
            is_staff: self.is_staff,
            staff_role: self.staff_role.clone(),
            has_completed_onboarding: self.has_completed_onboarding,
            agreed_to_terms_at: self.agreed_to_terms_at,
            agreed_to_guidelines_at: self.agreed_to_guidelines_at,
            agreed_to_privacy_at: self.agreed_to_privacy_at,
        }
    }
}

/// Other tables refer to users by id.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}

/// On a portal, visible if the user is a member of its affiliation.
impl SiteVisibility for Entity {
    fn visible_on(site: Site) -> Condition {
        match site {
            Site::Main => Condition::all(),
            Site::Portal(affiliation) => {
                Condition::all().add(Column::Id.in_subquery(affiliations::members_of(affiliation)))
            }
        }
    }
}

impl UserOwned for Entity {
    fn owner() -> Column {
        Column::Id
    }
}
