//! The table `passkeys`.

use chrono::{DateTime, Utc};
use platform::{SiteIndependent, UserId, UserOwned};
use sea_orm::entity::prelude::*;

wire::id!(
    /// Id of a passkey.
    PasskeyId
);

#[derive(Clone, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "passkeys")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: PasskeyId,
    pub user_id: UserId,
    /// Credential id of the authenticator, base64url.
    pub credential_id: String,
    /// Public key and metadata.
    pub credential: Json,
    /// Name given by the user.
    pub name: String,
    /// When it was registered.
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
impl SiteIndependent for Entity {}
impl UserOwned for Entity {
    fn owner() -> Column {
        Column::UserId
    }
}
