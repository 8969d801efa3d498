//! The table `federated_tickets`: tickets to connect an identity with an account, after the user
//! has authenticated with the account's own credential.

use chrono::{DateTime, Utc};
use platform::{SiteIndependent, UserId};
use sea_orm::entity::prelude::*;

#[derive(Clone, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "federated_tickets")]
pub struct Model {
    /// SHA-256 of the ticket.
    #[sea_orm(primary_key, auto_increment = false)]
    pub ticket_hash: String,
    /// Account with which it may be connected.
    pub user_id: UserId,
    /// OIDC issuer.
    pub issuer: String,
    /// OIDC subject.
    pub subject: String,
    /// Email address of both.
    pub email: String,
    /// When the issuer confirmed the identity.
    pub created_at: DateTime<Utc>,
    /// Expiry.
    pub expires_at: DateTime<Utc>,
}

impl std::fmt::Debug for Model {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Ticket({})", self.user_id)
    }
}

#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
impl SiteIndependent for Entity {}
