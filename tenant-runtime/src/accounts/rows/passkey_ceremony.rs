//! The table `passkey_ceremonies`: what authenticators were asked and have not answered.

use chrono::{DateTime, Utc};
use platform::Doorless;
use sea_orm::entity::prelude::*;

/// A question.
#[derive(Clone, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "passkey_ceremonies")]
pub struct Model {
    /// Who asks, and for what: one question at a time.
    #[sea_orm(primary_key, auto_increment = false)]
    pub asker: String,
    /// What the answer is compared with.
    pub state: Json,
    /// Until when it can be answered.
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
impl Doorless for Entity {}
