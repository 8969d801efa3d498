//! The table `users`, as far as signing in goes.

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
    /// First name.
    pub first_name: String,
    /// Last name.
    pub last_name: String,
    /// `active` or `paused`.
    pub account_status: String,
    /// When a pause ends by itself.
    pub paused_until: Option<DateTime<Utc>>,
    /// Why it was paused.
    pub pause_reason: Option<String>,
    /// `banned` or `suspended`.
    pub status: Option<String>,
    /// The address was proven.
    pub email_verified: bool,
    /// Staff say that it was not.
    pub marked_unverified: bool,
    /// Member of staff.
    pub is_staff: bool,
    /// Last sign-in.
    pub last_login: Option<DateTime<Utc>>,
    /// When they came.
    pub joined_date: DateTime<Utc>,
    /// When the row was made.
    pub created_at: DateTime<Utc>,
    /// When it was last changed.
    pub updated_at: DateTime<Utc>,
}

impl Model {
    /// The address still has to be proven.
    #[must_use]
    pub const fn needs_verification(&self) -> bool {
        !self.email_verified || self.marked_unverified
    }
}

/// No relations: others refer to accounts by id.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
impl Doorless for Entity {}
