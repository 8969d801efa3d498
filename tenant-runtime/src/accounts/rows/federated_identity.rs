//! The table `federated_identities`: identities at OpenID Connect issuers.

use chrono::{DateTime, Utc};
use platform::{SiteIndependent, UserId};
use sea_orm::entity::prelude::*;

/// An identity. Its key never changes at the issuer; the address may.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "federated_identities")]
pub struct Model {
    /// OIDC issuer.
    #[sea_orm(primary_key, auto_increment = false)]
    pub issuer: String,
    /// OIDC subject.
    #[sea_orm(primary_key, auto_increment = false)]
    pub subject: String,
    pub user_id: UserId,
    /// Email address when it was connected.
    pub email: String,
    /// When it was connected.
    pub created_at: DateTime<Utc>,
    /// Last sign-in with it.
    pub last_used_at: DateTime<Utc>,
}

#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
impl SiteIndependent for Entity {}
