//! Table `push_subscriptions`.

use super::PushSubscriptionId;
use chrono::{DateTime, Utc};
use platform::push::{PushKeyId, PushTarget};
use platform::sealed_column::{SealedColumn, SealedValues};
use platform::vault::Vault;
use platform::{AffiliationId, SessionId, Site, SiteIndependent, UserId, UserOwned};
use sea_orm::entity::prelude::*;

/// A browser that receives push messages.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "push_subscriptions")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: PushSubscriptionId,
    pub user_id: UserId,
    /// Session that made it.
    pub session_id: SessionId,
    /// Affiliation of the portal on which it was made; `None` for the main site.
    pub affiliation_id: Option<AffiliationId>,
    /// Host on which it was made.
    pub host: String,
    /// Name of the site, for messages without content.
    pub site_name: String,
    /// Key for which the browser subscribed.
    pub key_id: PushKeyId,
    /// SHA-256 of the endpoint.
    pub endpoint_hash: String,
    /// Endpoint and keys of the browser, encrypted.
    pub sealed_target: String,
    pub device_name: String,
    pub created_at: DateTime<Utc>,
    pub last_used_at: Option<DateTime<Utc>>,
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

impl Model {
    /// Site on which it was made.
    pub fn site(&self) -> Site {
        self.affiliation_id.map_or(Site::Main, Site::Portal)
    }

    /// Decrypts endpoint and keys; `None` if no key of this instance can.
    pub fn target(&self, vault: &Vault) -> Option<PushTarget> {
        let bytes = vault.open(&place_of(self.id), &self.sealed_target).ok()?;
        serde_json::from_slice(&bytes).ok()
    }
}

/// Place for which endpoint and keys are encrypted.
fn place_of(id: PushSubscriptionId) -> String {
    format!("push-subscription/{id}")
}

/// Encrypts endpoint and keys.
///
/// # Errors
/// The operating system has no randomness.
pub fn seal_target(
    vault: &Vault,
    id: PushSubscriptionId,
    target: &PushTarget,
) -> Result<String, DbErr> {
    let failed = |error: &dyn std::fmt::Display| DbErr::Custom(error.to_string());
    let bytes = serde_json::to_vec(target).map_err(|error| failed(&error))?;
    vault.seal(&place_of(id), &bytes).map_err(|error| failed(&error))
}

/// Encrypted columns.
#[must_use]
pub fn sealed_columns() -> Vec<Box<dyn SealedValues>> {
    vec![Box::new(SealedColumn::<Entity> {
        name: "push subscriptions",
        key: Column::Id,
        sealed: Column::SealedTarget,
        place: |row| place_of(row.id),
    })]
}
