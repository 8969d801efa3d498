//! The table `users`, as a profile.

use crate::affiliations;
use chrono::{DateTime, Utc};
use platform::sessions::StandingRow;
use platform::{Door, Owned, Seen, UserId};
use sea_orm::Condition;
use sea_orm::entity::prelude::*;
use serde::Deserialize;

/// A person.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel, Deserialize)]
#[sea_orm(table_name = "users")]
pub struct Model {
    /// Who.
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: UserId,
    /// Address.
    pub email: String,
    pub first_name: String,
    pub last_name: String,
    /// About them.
    pub bio: Option<String>,
    /// Where they live.
    pub location: Option<String>,
    /// What they do.
    pub job_title: Option<String>,
    /// A line they like.
    pub quote: Option<String>,
    /// Address of their picture.
    pub profile_picture: Option<String>,
    /// `2001-12-24`; for their own eyes.
    pub date_of_birth: Option<String>,
    /// For their own eyes.
    pub phone_number: Option<String>,
    /// A second address; for their own eyes, and nothing is sent there.
    pub secondary_email: Option<String>,
    /// What they care about: a list of a few words each.
    pub interests: Option<Json>,
    /// How many follow them.
    pub followers_count: i64,
    /// How many they follow.
    pub following_count: i64,
    /// The language they read.
    pub language: String,
    /// `light`, `dark` or `system`.
    pub theme: String,
    /// Whether they want to be told.
    pub notifications_enabled: bool,
    /// Whether a single key, such as `?`, does something on their pages.
    pub single_key_shortcuts: bool,
    /// Not in the directory (G-041).
    pub is_profile_private: bool,
    /// Who sees the profile.
    pub profile_visibility: String,
    /// Who finds it in the directory.
    pub directory_visibility: String,
    /// `active` or `paused`.
    pub account_status: String,
    /// When the pause expires.
    pub paused_until: Option<DateTime<Utc>>,
    /// `banned` or `suspended`.
    pub status: Option<String>,
    /// The address was proven.
    pub email_verified: bool,
    /// Staff say that it was not.
    pub marked_unverified: bool,
    /// Verified through an approved affiliation (G-042).
    pub is_verified: bool,
    /// Member of staff.
    pub is_staff: bool,
    /// `Basic`, `Premium`, `Enterprise` or `Signature`.
    pub subscription: String,
    /// From when on they have that.
    pub subscription_start_date: Option<DateTime<Utc>>,
    /// Until when.
    pub subscription_end_date: Option<DateTime<Utc>>,
    /// The wizard was finished.
    pub has_completed_onboarding: bool,
    /// When the terms were agreed to.
    pub agreed_to_terms_at: Option<DateTime<Utc>>,
    /// When the guidelines were.
    pub agreed_to_guidelines_at: Option<DateTime<Utc>>,
    /// When the privacy policy was.
    pub agreed_to_privacy_at: Option<DateTime<Utc>>,
    /// When they came.
    pub joined_date: DateTime<Utc>,
    /// When they last signed in.
    pub last_login: Option<DateTime<Utc>>,
    /// How often they did.
    pub sign_ins: i64,
    /// When they asked for their account to be deleted.
    pub deletion_requested_at: Option<DateTime<Utc>>,
    /// When that will be done.
    pub deletion_due_at: Option<DateTime<Utc>>,
    /// When the row was made.
    pub created_at: DateTime<Utc>,
    /// When the row was last changed.
    pub updated_at: DateTime<Utc>,
}

impl Model {
    /// What they care about.
    #[must_use]
    pub fn interests(&self) -> Vec<String> {
        let list = self.interests.clone().map(serde_json::from_value);
        list.and_then(Result::ok).unwrap_or_default()
    }

    /// The columns that standing is derived from.
    #[must_use]
    pub fn standing_row(&self) -> StandingRow {
        StandingRow {
            account_status: self.account_status.clone(),
            paused_until: self.paused_until,
            status: self.status.clone(),
            email_verified: self.email_verified,
            marked_unverified: self.marked_unverified,
            is_staff: self.is_staff,
            has_completed_onboarding: self.has_completed_onboarding,
            agreed_to_terms_at: self.agreed_to_terms_at,
            agreed_to_guidelines_at: self.agreed_to_guidelines_at,
            agreed_to_privacy_at: self.agreed_to_privacy_at,
        }
    }
}

/// No relations: others refer to people by id.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}

/// Through a portal, a person is a member of its affiliation.
impl Seen for Entity {
    fn through(door: Door) -> Condition {
        match door {
            Door::Main => Condition::all(),
            Door::Portal(affiliation) => {
                Condition::all().add(Column::Id.in_subquery(affiliations::members_of(affiliation)))
            }
        }
    }
}

impl Owned for Entity {
    fn owner() -> Column {
        Column::Id
    }
}
