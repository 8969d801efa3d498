//! Table `key_fingerprints`: keys with which this database is used. It contains no key.

use crate::db::SiteIndependent;
use chrono::{DateTime, Utc};
use sea_orm::entity::prelude::*;

/// A recorded key.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "key_fingerprints")]
pub struct Model {
    /// Setting of the key: `token_key`.
    #[sea_orm(primary_key, auto_increment = false)]
    pub name: String,
    /// Order in which the keys of one name were recorded.
    #[sea_orm(primary_key, auto_increment = false)]
    pub position: i64,
    /// [`crate::config::fingerprint`] of the key.
    pub fingerprint: String,
    /// Name with which the vault marks the values that the key encrypted; only of token keys.
    pub vault_key: Option<String>,
    /// First start with the key.
    pub created_at: DateTime<Utc>,
    /// Time at which a serving process began to use it as the first key.
    pub loaded_at: Option<DateTime<Utc>>,
}

#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
impl SiteIndependent for Entity {}
