//! The table `passkey_ceremonies`: challenges to authenticators without a response yet.

use chrono::{DateTime, Utc};
use platform::SiteIndependent;
use sea_orm::entity::prelude::*;

/// A challenge.
#[derive(Clone, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "passkey_ceremonies")]
pub struct Model {
    /// Purpose and session: one challenge at a time.
    #[sea_orm(primary_key, auto_increment = false)]
    pub asker: String,
    /// State to validate the response.
    pub state: Json,
    /// Expiry.
    pub expires_at: DateTime<Utc>,
}

impl std::fmt::Debug for Model {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("PasskeyCeremony")
    }
}

#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
impl SiteIndependent for Entity {}
