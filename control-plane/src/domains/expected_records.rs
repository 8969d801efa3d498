//! Required DNS records of a domain.

use super::host;
use super::records::{DnsRecord, DnsRecordType, Records};
use super::rows::{self, token};
use crate::tenants;
use data_encoding::BASE32_NOPAD;
use platform::{AffiliationId, Problem, Tx};
use sea_orm::ActiveValue::Set;
use std::net::IpAddr;

/// Random bytes in an affiliation's token.
const TOKEN_BYTES: usize = 16;

/// Values common to the records of a portal's domains.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct ExpectedRecords {
    /// CNAME target; unique to the portal and not guessable.
    pub target: String,
    /// Parent domain of all targets.
    pub targets: String,
    /// Token that proves the affiliation's ownership.
    pub proof: String,
    /// Addresses of our edges.
    pub addresses: Vec<IpAddr>,
    /// CAA identifiers of our authorities; empty if the check is left to them.
    pub issuers: Vec<String>,
}

/// Returns these values for a portal; creates them with its first domain.
///
/// # Errors
/// Database errors.
pub(super) async fn load_or_create_expected<V>(
    tx: &Tx<'_, V>,
    tenant: platform::TenantId,
    affiliation: AffiliationId,
) -> Result<ExpectedRecords, Problem> {
    let label = tenants::edge_label(tx, tenant).await?;
    let config = tx.services().config();
    let targets = format!("edge.{}", config.server.portal_domain);
    let issuers = &config.certificates.issuers;
    let silent = issuers.iter().any(|issuer| issuer.caa.is_empty());
    Ok(ExpectedRecords {
        target: format!("{label}.{targets}"),
        targets,
        proof: format!("gh-verify={}", token_of(tx, affiliation).await?),
        addresses: config.certificates.addresses.clone(),
        issuers: if silent {
            Vec::new()
        } else {
            issuers.iter().flat_map(|issuer| issuer.caa.clone()).collect()
        },
    })
}

async fn token_of<V>(tx: &Tx<'_, V>, affiliation: AffiliationId) -> Result<String, Problem> {
    let table = tx.global_table::<token::Entity>();
    if let Some(row) = table.rows().by_id(affiliation).one().await? {
        return Ok(row.token);
    }
    let row = token::ActiveModel {
        affiliation_id: Set(affiliation),
        token: Set(random_token::<TOKEN_BYTES>()),
        created_at: Set(tx.now()),
    };
    table.insert_unless_there(row, &[token::Column::AffiliationId]).await?;
    let row = table.rows().by_id(affiliation).one().await?;
    Ok(row.ok_or_else(Problem::not_found)?.token)
}

/// Random token in lower-case characters that are allowed in a host name.
pub(crate) fn random_token<const BYTES: usize>() -> String {
    BASE32_NOPAD.encode(&platform::random::random_bytes::<BYTES>()).to_ascii_lowercase()
}

/// Required records, not checked yet. A registered domain cannot have a CNAME: it gets address
/// records, if the instance's addresses are configured.
pub(super) fn required_records(domain: &rows::Model, expected: &ExpectedRecords) -> Records {
    let mut all = Vec::new();
    for name in domain.host_names() {
        if host::is_apex(&name) && !expected.addresses.is_empty() {
            all.extend(expected.addresses.iter().map(|address| {
                let kind = if address.is_ipv6() { DnsRecordType::Aaaa } else { DnsRecordType::A };
                DnsRecord::unchecked(kind, name.clone(), address.to_string())
            }));
        } else {
            all.push(DnsRecord::unchecked(DnsRecordType::Cname, name, expected.target.clone()));
        }
    }
    let proof = format!("_guildhall.{}", domain.host);
    all.push(DnsRecord::unchecked(DnsRecordType::Txt, proof, expected.proof.clone()));
    Records(all)
}
