//! Table `session_past_tokens`: earlier tokens of sessions.

use crate::db::SiteIndependent;
use crate::ids::SessionId;
use chrono::{DateTime, Utc};
use sea_orm::entity::prelude::*;

/// A replaced token.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "session_past_tokens")]
pub struct Model {
    /// SHA-256 of the token.
    #[sea_orm(primary_key, auto_increment = false)]
    pub token_hash: String,
    /// Session of the token.
    pub session_id: SessionId,
    /// End of the grace period, in which running requests may still send it.
    pub good_until: DateTime<Utc>,
}

/// No relation is declared.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
impl SiteIndependent for Entity {}
