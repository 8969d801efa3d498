//! The table `email_tokens`: mailed links.

use chrono::{DateTime, Utc};
use platform::{SiteIndependent, UserId};
use sea_orm::entity::prelude::*;

/// A mailed link.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "email_tokens")]
pub struct Model {
    /// SHA-256 of the token in the link.
    #[sea_orm(primary_key, auto_increment = false)]
    pub token_hash: String,
    pub user_id: UserId,
    /// `verify` or `reset`.
    pub purpose: String,
    /// Version of the password when the link was mailed.
    pub credential_version: i64,
    /// When it was mailed.
    pub created_at: DateTime<Utc>,
    /// Expiry.
    pub expires_at: DateTime<Utc>,
    /// When it was used.
    pub consumed_at: Option<DateTime<Utc>>,
}

#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
impl SiteIndependent for Entity {}
