//! The table `federated_identities`: who an issuer says that an account is.

use chrono::{DateTime, Utc};
use platform::{Doorless, UserId};
use sea_orm::entity::prelude::*;

/// An identity. Its key is what the issuer never changes; the address may change.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "federated_identities")]
pub struct Model {
    /// Who vouches.
    #[sea_orm(primary_key, auto_increment = false)]
    pub issuer: String,
    /// Whom the issuer means, in its own words.
    #[sea_orm(primary_key, auto_increment = false)]
    pub subject: String,
    /// The account.
    pub user_id: UserId,
    /// The address when it was connected.
    pub email: String,
    /// When it was connected.
    pub created_at: DateTime<Utc>,
    /// When somebody last signed in with it.
    pub last_used_at: DateTime<Utc>,
}

#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
impl Doorless for Entity {}
