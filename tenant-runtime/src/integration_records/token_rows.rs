//! The table `api_tokens`.

use super::{ApiTokenId, TokenScope};
use chrono::{DateTime, Utc};
use platform::{AffiliationId, SiteIndependent, UserId};
use sea_orm::entity::prelude::*;

/// A token of the public API.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "api_tokens")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: ApiTokenId,
    /// `None` for a token of the network.
    pub affiliation_id: Option<AffiliationId>,
    pub name: String,
    /// Names of [`TokenScope`].
    pub scopes: Json,
    /// The first characters of the token.
    pub prefix: String,
    pub token_hash: String,
    /// `None` after the creator has deleted their account.
    pub created_by: Option<UserId>,
    pub created_at: DateTime<Utc>,
    pub expires_at: DateTime<Utc>,
    /// Exact to one minute.
    pub last_used_at: Option<DateTime<Utc>>,
    pub revoked_at: Option<DateTime<Utc>>,
}

#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}
impl ActiveModelBehavior for ActiveModel {}
/// Used on the main site only; every query names the owner.
impl SiteIndependent for Entity {}

impl Model {
    /// The scopes; unknown ones, of later versions, are left out.
    #[must_use]
    pub fn token_scopes(&self) -> Vec<TokenScope> {
        let names = self.scopes.as_array().into_iter().flatten().cloned();
        names.filter_map(|name| serde_json::from_value(name).ok()).collect()
    }
}
