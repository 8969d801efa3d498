//! The table `invite_codes`.

use crate::accounts::invites::InviteCodeId;
use chrono::{DateTime, Utc};
use platform::{AffiliationId, Doorless, UserId};
use sea_orm::entity::prelude::*;

/// An invite code.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "invite_codes")]
pub struct Model {
    /// The code's id.
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: InviteCodeId,
    /// What is typed, in upper case.
    pub code: String,
    /// Whether it may be used at all.
    pub is_active: bool,
    /// Maximum number of uses; unlimited if omitted.
    pub max_uses: Option<i64>,
    /// How often it was.
    pub usage_count: i64,
    /// Until when it may be used.
    pub expires_at: Option<DateTime<Utc>>,
    /// When it last was.
    pub last_used_at: Option<DateTime<Utc>>,
    /// The affiliation it invites to.
    pub auto_invite_affiliation_id: Option<AffiliationId>,
    /// What the invitation says.
    pub auto_invite_message: Option<String>,
    /// Whether portals take it though it invites to none of them: staff have said so (P-04).
    pub at_portals: bool,
    /// Who made it.
    pub created_by: Option<UserId>,
    pub created_at: DateTime<Utc>,
}

#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
impl Doorless for Entity {}
