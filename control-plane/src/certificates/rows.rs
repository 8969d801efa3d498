//! Tables of certificates.

use chrono::{DateTime, Utc};
use sea_orm::FromJsonQueryResult;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// DNS names. The first one identifies the certificate.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, FromJsonQueryResult)]
#[serde(transparent)]
pub struct Names(pub Vec<String>);

/// A name that an order leaves out, with the reason.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct OmittedCertificateName {
    /// The name.
    pub name: String,
    /// Reason.
    pub words: String,
    /// Time of the next attempt; `None` if the authority refuses the name permanently.
    #[serde(default)]
    pub again_at: Option<DateTime<Utc>>,
}

/// Requested names that an order leaves out.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, FromJsonQueryResult)]
#[serde(transparent)]
pub struct LeftOut(pub Vec<OmittedCertificateName>);

impl LeftOut {
    /// Returns the names that are not to be retried yet.
    #[must_use]
    pub fn not_yet_retriable(self, now: DateTime<Utc>) -> Option<Self> {
        let names = self.0.into_iter();
        let rest: Vec<_> = names.filter(|one| one.again_at.is_none_or(|at| at > now)).collect();
        (!rest.is_empty()).then_some(Self(rest))
    }

    /// Returns this time, or an earlier one at which a name is retried.
    #[must_use]
    pub fn next_retry_at(left_out: Option<&Self>, at: DateTime<Utc>) -> DateTime<Utc> {
        let tries = left_out.into_iter().flat_map(|out| &out.0).filter_map(|one| one.again_at);
        tries.fold(at, Ord::min)
    }
}

impl Names {
    /// Returns these names without the ones that are left out.
    #[must_use]
    pub fn without_left_out(&self, left_out: Option<&LeftOut>) -> Self {
        let refused =
            |name: &&String| left_out.is_some_and(|out| out.0.iter().any(|one| one.name == **name));
        Self(self.0.iter().filter(|name| !refused(name)).cloned().collect())
    }
}

/// Table `certificate_wants`: hosts that need a certificate.
pub mod want {
    use super::Names;
    use chrono::{DateTime, Utc};
    use platform::{SiteIndependent, TenantId};
    use sea_orm::entity::prelude::*;

    /// A requested certificate; its id is its first name.
    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "certificate_wants")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub id: String,
        #[sea_orm(column_type = "JsonBinary")]
        pub names: Names,
        pub tenant_id: Option<TenantId>,
        pub wanted_at: DateTime<Utc>,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}
    impl ActiveModelBehavior for ActiveModel {}
    impl SiteIndependent for Entity {}
}

platform::id!(
    /// An issued certificate.
    CertificateId
);

/// Table `certificates`: issued certificates.
pub mod held {
    use super::{CertificateId, LeftOut, Names};
    use chrono::{DateTime, Utc};
    use platform::SiteIndependent;
    use sea_orm::entity::prelude::*;

    /// A certificate; the newest of its host has no `superseded_at`.
    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "certificates")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub id: CertificateId,
        pub host: String,
        #[sea_orm(column_type = "JsonBinary")]
        pub names: Names,
        pub issuer: String,
        pub chain: String,
        pub key: String,
        pub not_before: DateTime<Utc>,
        pub not_after: DateTime<Utc>,
        pub renew_at: DateTime<Utc>,
        pub emergency_at: DateTime<Utc>,
        pub ari_id: Option<String>,
        pub window_start: Option<DateTime<Utc>>,
        pub window_end: Option<DateTime<Utc>>,
        pub ask_at: Option<DateTime<Utc>>,
        pub replaced: bool,
        pub revoked_at: Option<DateTime<Utc>>,
        pub superseded_at: Option<DateTime<Utc>>,
        pub created_at: DateTime<Utc>,
        pub ordered_at: Option<DateTime<Utc>>,
        pub answered_at: Option<DateTime<Utc>>,
        pub validated_at: Option<DateTime<Utc>>,
        /// Requested names that it does not contain.
        #[sea_orm(column_type = "JsonBinary")]
        pub left_out: Option<LeftOut>,
        /// First route table version that contains it.
        pub table_version: Option<i64>,
        /// Time at which every edge ran that version.
        pub installed_at: Option<DateTime<Utc>>,
        pub probed_at: Option<DateTime<Utc>>,
        /// Result of the failed probe, as a stable code.
        pub probe_fault: Option<String>,
        pub probe_words: Option<String>,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}
    impl ActiveModelBehavior for ActiveModel {}
    impl SiteIndependent for Entity {}
}

platform::id!(
    /// Result of an order.
    OrderId
);

/// Table `certificate_orders`: results of the orders of a host.
pub mod past {
    use super::OrderId;
    use chrono::{DateTime, Utc};
    use platform::SiteIndependent;
    use sea_orm::entity::prelude::*;
    use serde::Serialize;
    use utoipa::ToSchema;

    /// Kind of result.
    #[derive(
        Debug, Clone, Copy, PartialEq, Eq, EnumIter, DeriveActiveEnum, Serialize, ToSchema,
    )]
    #[sea_orm(rs_type = "String", db_type = "Text")]
    #[serde(rename_all = "camelCase")]
    pub enum OrderOutcome {
        /// A certificate was issued.
        #[sea_orm(string_value = "issued")]
        Issued,
        /// The order failed.
        #[sea_orm(string_value = "failed")]
        Failed,
    }

    /// An order, or several consecutive attempts with the same failure.
    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "certificate_orders")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub id: OrderId,
        pub host: String,
        pub outcome: OrderOutcome,
        pub issuer: Option<String>,
        pub cause_code: Option<String>,
        pub cause: Option<String>,
        pub tries: i64,
        pub ordered_at: Option<DateTime<Utc>>,
        pub first_at: DateTime<Utc>,
        pub last_at: DateTime<Utc>,
        pub serial: Option<String>,
        pub good_until: Option<DateTime<Utc>>,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}
    impl ActiveModelBehavior for ActiveModel {}
    impl SiteIndependent for Entity {}
}

/// Table `acme_accounts`: our accounts at the authorities, encrypted.
pub mod account {
    use chrono::{DateTime, Utc};
    use platform::SiteIndependent;
    use sea_orm::entity::prelude::*;

    /// An account.
    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "acme_accounts")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub issuer: String,
        pub credentials: String,
        pub created_at: DateTime<Utc>,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}
    impl ActiveModelBehavior for ActiveModel {}
    impl SiteIndependent for Entity {}
}

/// Table `acme_budgets`: time of the next token of each bucket.
pub mod budget {
    use platform::SiteIndependent;
    use sea_orm::entity::prelude::*;

    /// A bucket; times in microseconds since 1970.
    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "acme_budgets")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub key: String,
        pub due_us: i64,
        pub shut_until_us: i64,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}
    impl ActiveModelBehavior for ActiveModel {}
    impl SiteIndependent for Entity {}
}

/// Table `acme_answers`: challenge answers that edges serve while orders are open.
pub mod answer {
    use chrono::{DateTime, Utc};
    use platform::SiteIndependent;
    use sea_orm::entity::prelude::*;

    /// An answer; `owner` is the host of the order, `host` the name that is validated.
    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "acme_answers")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub token: String,
        pub owner: String,
        pub host: String,
        pub kind: super::job::Challenge,
        pub key_authorization: String,
        pub created_at: DateTime<Utc>,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}
    impl ActiveModelBehavior for ActiveModel {}
    impl SiteIndependent for Entity {}
}

/// Table `acme_jobs`: one row for each requested host, with its open order.
pub mod job {
    use super::{LeftOut, Names};
    use chrono::{DateTime, Utc};
    use platform::SiteIndependent;
    use sea_orm::FromJsonQueryResult;
    use sea_orm::entity::prelude::*;
    use serde::{Deserialize, Serialize};

    /// State of a host's job.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, EnumIter, DeriveActiveEnum)]
    #[sea_orm(rs_type = "String", db_type = "Text")]
    pub enum CertificateJobState {
        /// Waits for its next time.
        #[sea_orm(string_value = "ready")]
        Ready,
        /// Claimed by a worker under a lease.
        #[sea_orm(string_value = "running")]
        Running,
        /// Given up until the next request.
        #[sea_orm(string_value = "stopped")]
        Stopped,
    }

    /// Challenge type of the next order.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, EnumIter, DeriveActiveEnum)]
    #[sea_orm(rs_type = "String", db_type = "Text")]
    pub enum Challenge {
        /// RFC 8555 section 8.3.
        #[sea_orm(string_value = "http-01")]
        Http01,
        /// RFC 8737.
        #[sea_orm(string_value = "tls-alpn-01")]
        TlsAlpn01,
        /// RFC 8555 section 8.4.
        #[sea_orm(string_value = "dns-01")]
        Dns01,
    }

    /// Times of the last failed validations, newest last.
    #[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, FromJsonQueryResult)]
    #[serde(transparent)]
    pub struct Failures(pub Vec<DateTime<Utc>>);

    /// Job of a host's certificate.
    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "acme_jobs")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub host: String,
        pub state: CertificateJobState,
        pub not_before: DateTime<Utc>,
        pub priority: i64,
        pub attempt: i64,
        pub authority_faults: i64,
        pub fence: i64,
        pub lease_owner: Option<String>,
        pub lease_until: Option<DateTime<Utc>>,
        pub issuer: Option<String>,
        pub order_url: Option<String>,
        pub key: Option<String>,
        pub replaces: Option<String>,
        pub challenge: Challenge,
        #[sea_orm(column_type = "JsonBinary")]
        pub failed_at: Failures,
        pub failing_since: Option<DateTime<Utc>>,
        pub cause_code: Option<String>,
        pub cause: Option<String>,
        pub updated_at: DateTime<Utc>,
        pub ordered_at: Option<DateTime<Utc>>,
        pub answered_at: Option<DateTime<Utc>>,
        pub validated_at: Option<DateTime<Utc>>,
        /// Names that the authority refuses or that do not validate; the order continues without
        /// them.
        #[sea_orm(column_type = "JsonBinary")]
        pub left_out: Option<LeftOut>,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}
    impl ActiveModelBehavior for ActiveModel {}
    impl SiteIndependent for Entity {}

    impl Challenge {
        /// Initial challenge type: a wildcard can be validated by DNS only (RFC 8555 section
        /// 7.1.3).
        #[must_use]
        pub fn first_for(names: &Names) -> Self {
            let wild = names.0.iter().any(|name| name.starts_with("*."));
            if wild { Self::Dns01 } else { Self::Http01 }
        }

        /// Challenge type to try after this one has failed: port 80 or 443 may be blocked.
        #[must_use]
        pub const fn other_challenge(self) -> Self {
            match self {
                Self::Http01 => Self::TlsAlpn01,
                Self::TlsAlpn01 => Self::Http01,
                Self::Dns01 => Self::Dns01,
            }
        }
    }
}
