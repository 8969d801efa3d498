//! The table `waitlist`.

use super::EntryId;
use crate::accounts::invites::InviteCodeId;
use chrono::{DateTime, Utc};
use platform::{Doorless, UserId};
use sea_orm::entity::prelude::*;

/// Somebody who waits.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "waitlist")]
pub struct Model {
    /// This entry.
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: EntryId,
    /// The address with everything but letters and digits as `_`: for display only, two addresses
    /// may share it (G-010).
    pub entry_id: String,
    /// Address, in lower case.
    pub email: String,
    /// First and last name.
    pub full_name: String,
    /// Where they heard of us.
    pub how_did_you_hear: String,
    /// Kinds of circles they belong to.
    pub verified_circles: Json,
    /// Which ones.
    pub organizations: String,
    /// How they could prove it.
    pub verification_methods: Json,
    /// What interests them.
    pub what_interested: Option<String>,
    /// Whether they would help.
    pub help_create: Option<String>,
    /// Where they live.
    pub location: Option<String>,
    /// Whether they would talk to us.
    pub onboarding_conversation: Option<String>,
    /// `pending`, `invited` or `declined`.
    pub status: String,
    /// The browser's name for itself, cut to 200 characters.
    pub user_agent: Option<String>,
    /// How often they asked.
    pub submission_count: i64,
    pub submitted_at: DateTime<Utc>,
    /// When staff decided.
    pub decided_at: Option<DateTime<Utc>>,
    /// Who of them.
    pub decided_by: Option<UserId>,
    /// Why, when they were declined.
    pub decision_reason: Option<String>,
    /// The code they were sent.
    pub invite_code_id: Option<InviteCodeId>,
}

#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
impl Doorless for Entity {}
