//! Tables of domains.

use super::records::Records;
use chrono::{DateTime, Utc};
use platform::{AffiliationId, SiteIndependent, TenantId};
use sea_orm::entity::prelude::*;
use serde::Serialize;

platform::id!(
    /// A custom domain of a portal.
    DomainId
);

/// State of a domain.
#[derive(Debug, Clone, Copy, PartialEq, Eq, EnumIter, DeriveActiveEnum, Serialize)]
#[sea_orm(rs_type = "String", db_type = "Text")]
#[serde(rename_all = "camelCase")]
pub enum DomainState {
    /// Its DNS records are being checked.
    #[sea_orm(string_value = "verifying")]
    Verifying,
    /// Verified; waits for approval by staff.
    #[sea_orm(string_value = "awaitingApproval")]
    AwaitingApproval,
    /// Its first certificate is being issued.
    #[sea_orm(string_value = "issuing")]
    Issuing,
    /// Serving.
    #[sea_orm(string_value = "active")]
    Active,
    /// Serving, but its DNS records have a problem.
    #[sea_orm(string_value = "failing")]
    Failing,
    /// Points elsewhere and lost its proof: not served.
    #[sea_orm(string_value = "suspended")]
    Suspended,
    /// Released and quarantined.
    #[sea_orm(string_value = "released")]
    Released,
}

impl DomainState {
    /// Returns whether the edges serve the host.
    #[must_use]
    pub const fn is_served(self) -> bool {
        matches!(self, Self::Active | Self::Failing)
    }

    /// Returns whether it is verified for this portal.
    #[must_use]
    pub const fn is_proven(self) -> bool {
        !matches!(self, Self::Verifying | Self::Released)
    }
}

/// A custom domain.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "domains")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: DomainId,
    pub tenant_id: TenantId,
    pub affiliation_id: AffiliationId,
    pub host: String,
    pub partner: Option<String>,
    pub state: DomainState,
    pub is_primary: bool,
    #[sea_orm(column_type = "JsonBinary")]
    pub records: Option<Records>,
    pub added_at: DateTime<Utc>,
    pub looking_since: DateTime<Utc>,
    pub checked_at: Option<DateTime<Utc>>,
    pub next_check_at: Option<DateTime<Utc>>,
    pub failures: i64,
    pub elsewhere_since: Option<DateTime<Utc>>,
    pub suspended_at: Option<DateTime<Utc>>,
    pub approved_at: Option<DateTime<Utc>>,
    pub cause_code: Option<String>,
    pub cause: Option<String>,
    pub quarantined_until: Option<DateTime<Utc>>,
    pub updated_at: DateTime<Utc>,
    pub answering_since: Option<DateTime<Utc>>,
}

impl Model {
    /// Its host, and the partner with or without `www.`, if any.
    pub(super) fn host_names(&self) -> Vec<String> {
        std::iter::once(self.host.clone()).chain(self.partner.clone()).collect()
    }
}

#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}
impl ActiveModelBehavior for ActiveModel {}
impl SiteIndependent for Entity {}

/// Table `domain_names`: the portal for which each name is verified.
pub mod name {
    use super::*;

    /// A verified name.
    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "domain_names")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub name: String,
        pub domain_id: DomainId,
        pub tenant_id: TenantId,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}
    impl ActiveModelBehavior for ActiveModel {}
    impl SiteIndependent for Entity {}
}

/// Table `domain_tokens`: the token with which an affiliation proves its domains.
pub mod token {
    use super::*;

    /// A token; it is public in the DNS.
    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "domain_tokens")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub affiliation_id: AffiliationId,
        pub token: String,
        pub created_at: DateTime<Utc>,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}
    impl ActiveModelBehavior for ActiveModel {}
    impl SiteIndependent for Entity {}
}
