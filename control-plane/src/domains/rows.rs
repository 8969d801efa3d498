//! The tables of domains.

use super::records::Records;
use chrono::{DateTime, Utc};
use platform::{AffiliationId, Doorless, TenantId};
use sea_orm::entity::prelude::*;
use serde::Serialize;

platform::id!(
    /// A domain that a portal wants, or has.
    DomainId
);

/// How far a domain is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, EnumIter, DeriveActiveEnum, Serialize)]
#[sea_orm(rs_type = "String", db_type = "Text")]
#[serde(rename_all = "camelCase")]
pub enum State {
    /// Its records are looked for.
    #[sea_orm(string_value = "verifying")]
    Verifying,
    /// Proven; staff have to say yes.
    #[sea_orm(string_value = "awaitingApproval")]
    AwaitingApproval,
    /// Its first certificate is being asked for.
    #[sea_orm(string_value = "issuing")]
    Issuing,
    /// It answers.
    #[sea_orm(string_value = "active")]
    Active,
    /// It answers, and something is wrong with its records.
    #[sea_orm(string_value = "failing")]
    Failing,
    /// It leads elsewhere and is proven no more: it does not answer.
    #[sea_orm(string_value = "suspended")]
    Suspended,
    /// Given up, and for a while nobody else's.
    #[sea_orm(string_value = "released")]
    Released,
}

impl State {
    /// Whether edges know the host.
    #[must_use]
    pub const fn is_served(self) -> bool {
        matches!(self, Self::Active | Self::Failing)
    }

    /// Whether it is proven to be this portal's.
    #[must_use]
    pub const fn is_proven(self) -> bool {
        !matches!(self, Self::Verifying | Self::Released)
    }
}

/// A domain of a portal's own.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "domains")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: DomainId,
    pub tenant_id: TenantId,
    pub affiliation_id: AffiliationId,
    pub host: String,
    pub partner: Option<String>,
    pub state: State,
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
    /// Its host, and its partner with or without `www.`.
    pub(super) fn names(&self) -> Vec<String> {
        std::iter::once(self.host.clone()).chain(self.partner.clone()).collect()
    }
}

#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}
impl ActiveModelBehavior for ActiveModel {}
impl Doorless for Entity {}

/// The table `domain_names`: which portal a name is proven to be.
pub mod name {
    use super::*;

    /// A proven name.
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
    impl Doorless for Entity {}
}

/// The table `domain_tokens`: the word an affiliation proves its domains with.
pub mod token {
    use super::*;

    /// A word; it stands in the DNS for everybody to read.
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
    impl Doorless for Entity {}
}
