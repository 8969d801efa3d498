//! The table `setup_links`: the newest link that may create the first staff account.

use chrono::{DateTime, Utc};
use platform::SiteIndependent;
use sea_orm::entity::prelude::*;

/// The setup link; there is at most one.
#[derive(Clone, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "setup_links")]
pub struct Model {
    /// Constant, so that a new link replaces the previous one.
    #[sea_orm(primary_key, auto_increment = false)]
    pub slot: String,
    /// SHA-256 of the token.
    pub token_hash: String,
    /// When it was printed.
    pub created_at: DateTime<Utc>,
    /// Expiry.
    pub expires_at: DateTime<Utc>,
}

impl std::fmt::Debug for Model {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "SetupLink(expires {})", self.expires_at)
    }
}

#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
impl SiteIndependent for Entity {}
