//! The table `invite_code_usage`.

use crate::accounts::invites::{InviteCodeId, InviteUseId};
use chrono::{DateTime, Utc};
use platform::{Doorless, UserId};
use sea_orm::entity::prelude::*;

/// One use of an invite code.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "invite_code_usage")]
pub struct Model {
    /// This use.
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: InviteUseId,
    /// Which code.
    pub invite_code_id: InviteCodeId,
    /// As it was written then.
    pub invite_code: String,
    /// Who used it.
    pub user_id: UserId,
    /// With which address.
    pub user_email: String,
    pub used_at: DateTime<Utc>,
}

#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
impl Doorless for Entity {}
