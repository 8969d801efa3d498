//! Tables of tenants.

use chrono::{DateTime, Utc};
use platform::{AffiliationId, Language, SiteIndependent, TenantId};
use sea_orm::entity::prelude::*;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// State of a portal.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, EnumIter, DeriveActiveEnum, Serialize, Deserialize, ToSchema,
)]
#[sea_orm(rs_type = "String", db_type = "Text")]
#[serde(rename_all = "lowercase")]
pub enum TenantState {
    /// In preparation: no host yet.
    #[sea_orm(string_value = "draft")]
    Draft,
    /// Serving.
    #[sea_orm(string_value = "active")]
    Active,
    /// Suspended: its hosts show the paused page.
    #[sea_orm(string_value = "suspended")]
    Suspended,
    /// Archived; its data is kept.
    #[sea_orm(string_value = "archived")]
    Archived,
}

impl TenantState {
    /// Name in the database and for people.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Draft => "draft",
            Self::Active => "active",
            Self::Suspended => "suspended",
            Self::Archived => "archived",
        }
    }

    /// Returns whether the edges serve its hosts.
    #[must_use]
    pub const fn is_addressed(self) -> bool {
        matches!(self, Self::Active | Self::Suspended)
    }
}

/// A portal as managed by the control plane.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "tenants")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: TenantId,
    pub affiliation_id: AffiliationId,
    pub subdomain: String,
    pub state: TenantState,
    pub brand_name: String,
    pub suspended_reason: Option<String>,
    pub activated_at: Option<DateTime<Utc>>,
    pub archived_at: Option<DateTime<Utc>>,
    pub edge_label: Option<String>,
    /// Tag of a language; `None` if the portal follows the browser.
    pub default_language: Option<String>,
    pub created_at: DateTime<Utc>,
    pub updated_at: DateTime<Utc>,
}

#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
impl SiteIndependent for Entity {}

impl Model {
    /// The default language, if it is one of ours.
    #[must_use]
    pub fn default_language(&self) -> Option<Language> {
        self.default_language.as_deref().and_then(Language::from_tag)
    }
}

/// Table `released_subdomains`: subdomains in quarantine.
pub mod released {
    use super::*;

    /// A subdomain in quarantine.
    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "released_subdomains")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub subdomain: String,
        pub affiliation_id: AffiliationId,
        pub tenant_id: TenantId,
        pub released_at: DateTime<Utc>,
        pub until: DateTime<Utc>,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}
    impl ActiveModelBehavior for ActiveModel {}
    impl SiteIndependent for Entity {}
}
