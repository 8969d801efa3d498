//! The table `waitlist`.

use super::EntryId;
use crate::accounts::invites::InviteCodeId;
use chrono::{DateTime, Utc};
use platform::{SiteIndependent, UserId};
use sea_orm::entity::prelude::*;

/// An entry of the waitlist.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "waitlist")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: EntryId,
    /// The email address with `_` for all characters except letters and digits. For display only;
    /// not unique (G-010).
    pub entry_id: String,
    /// Email address, in lower case.
    pub email: String,
    /// First and last name.
    pub full_name: String,
    /// How they heard about us.
    pub how_did_you_hear: String,
    /// Kinds of verified circles that the applicant belongs to.
    pub verified_circles: Json,
    /// Names of these circles.
    pub organizations: String,
    /// Ways to verify their membership.
    pub verification_methods: Json,
    /// Their interest in the product.
    pub what_interested: Option<String>,
    /// True if they offer help.
    pub help_create: Option<String>,
    /// Place of residence.
    pub location: Option<String>,
    /// True if they want an onboarding conversation.
    pub onboarding_conversation: Option<String>,
    /// `pending`, `invited` or `declined`.
    pub status: String,
    /// User agent of the browser, cut to 200 characters.
    pub user_agent: Option<String>,
    /// Number of submissions.
    pub submission_count: i64,
    pub submitted_at: DateTime<Utc>,
    /// When staff decided.
    pub decided_at: Option<DateTime<Utc>>,
    /// Staff member who decided.
    pub decided_by: Option<UserId>,
    /// Reason, if declined.
    pub decision_reason: Option<String>,
    /// The invite code that was mailed.
    pub invite_code_id: Option<InviteCodeId>,
}

#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
impl SiteIndependent for Entity {}
