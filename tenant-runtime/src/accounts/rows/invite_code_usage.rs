//! The table `invite_code_usage`.

use crate::accounts::invites::{InviteCodeId, InviteUseId};
use chrono::{DateTime, Utc};
use platform::{SiteIndependent, UserId};
use sea_orm::entity::prelude::*;

/// One use of an invite code.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "invite_code_usage")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: InviteUseId,
    pub invite_code_id: InviteCodeId,
    /// Text of the code at that time.
    pub invite_code: String,
    /// User who signed up with it.
    pub user_id: UserId,
    /// Email address used.
    pub user_email: String,
    pub used_at: DateTime<Utc>,
}

#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
impl SiteIndependent for Entity {}
