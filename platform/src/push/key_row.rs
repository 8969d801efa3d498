//! Table `push_keys`.

use super::PushKeyId;
use crate::db::SiteIndependent;
use chrono::{DateTime, Utc};
use sea_orm::entity::prelude::*;

/// A stored key pair.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "push_keys")]
pub struct Model {
    /// Primary key.
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: PushKeyId,
    /// The highest one is used for new subscriptions.
    pub generation: i64,
    /// The point, base64url.
    pub public_key: String,
    /// The private key, encrypted.
    pub sealed_private_key: String,
    /// Time of creation.
    pub created_at: DateTime<Utc>,
}

#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
impl SiteIndependent for Entity {}
