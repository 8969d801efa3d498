//! The table `passkeys`.

use chrono::{DateTime, Utc};
use platform::{Doorless, Owned, UserId};
use sea_orm::entity::prelude::*;

wire::id!(
    /// A passkey.
    PasskeyId
);

/// A passkey.
#[derive(Clone, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "passkeys")]
pub struct Model {
    /// This one.
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: PasskeyId,
    /// Whose.
    pub user_id: UserId,
    /// The authenticator's name for it, base64url.
    pub credential_id: String,
    /// Its public key and what is known about it.
    pub credential: Json,
    /// Its owner's name for it.
    pub name: String,
    /// When it was made.
    pub created_at: DateTime<Utc>,
    /// When it was last used.
    pub last_used_at: Option<DateTime<Utc>>,
}

impl std::fmt::Debug for Model {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Passkey({})", self.id)
    }
}

#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
impl Doorless for Entity {}
impl Owned for Entity {
    fn owner() -> Column {
        Column::UserId
    }
}
