//! The table `invite_codes`.

use crate::accounts::invites::InviteCodeId;
use chrono::{DateTime, Utc};
use platform::{AffiliationId, SiteIndependent, UserId};
use sea_orm::entity::prelude::*;

#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "invite_codes")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: InviteCodeId,
    /// Text of the code, in upper case.
    pub code: String,
    /// True if it is active.
    pub is_active: bool,
    /// Maximum number of uses; unlimited if omitted.
    pub max_uses: Option<i64>,
    /// Number of uses.
    pub usage_count: i64,
    /// Expiry.
    pub expires_at: Option<DateTime<Utc>>,
    /// Last use.
    pub last_used_at: Option<DateTime<Utc>>,
    /// Affiliation that it invites to.
    pub auto_invite_affiliation_id: Option<AffiliationId>,
    /// Message of the invitation.
    pub auto_invite_message: Option<String>,
    /// True if portals accept it, for codes without an affiliation (P-04).
    pub at_portals: bool,
    /// User who created it.
    pub created_by: Option<UserId>,
    pub created_at: DateTime<Utc>,
}

#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
impl SiteIndependent for Entity {}
