//! The table `session_past_tokens`: tokens that a session has had.

use crate::db::Doorless;
use crate::ids::SessionId;
use chrono::{DateTime, Utc};
use sea_orm::entity::prelude::*;

/// A token that another one has replaced.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "session_past_tokens")]
pub struct Model {
    /// SHA-256 of the token.
    #[sea_orm(primary_key, auto_increment = false)]
    pub token_hash: String,
    /// Whose it was.
    pub session_id: SessionId,
    /// Until when requests that were under way may still bring it.
    pub good_until: DateTime<Utc>,
}

/// No relations.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
impl Doorless for Entity {}
