//! The table `federated_tickets`: that an identity may be connected with an account, once the
//! account's own credential was shown.

use chrono::{DateTime, Utc};
use platform::{Doorless, UserId};
use sea_orm::entity::prelude::*;

/// A ticket.
#[derive(Clone, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "federated_tickets")]
pub struct Model {
    /// SHA-256 of the ticket.
    #[sea_orm(primary_key, auto_increment = false)]
    pub ticket_hash: String,
    /// The account that it may be connected with.
    pub user_id: UserId,
    /// Who vouches.
    pub issuer: String,
    /// For whom.
    pub subject: String,
    /// The address that both have.
    pub email: String,
    /// When the issuer vouched.
    pub created_at: DateTime<Utc>,
    /// Until when it is good.
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
impl Doorless for Entity {}
