//! Checks a domain's records with all resolvers concurrently.

use super::expected_records::{self, ExpectedRecords};
use super::host::is_within;
use super::records::{DnsRecord, DnsRecordState, DnsRecordType, Records, ResolverAnswer};
use super::rows;
use crate::certificates::{DnsAnswer, DnsResolver, caa};
use futures::future::join_all;
use std::net::{IpAddr, SocketAddr};

/// Checks everything that a domain needs. CAA is included only if a CAA record forbids our
/// authorities.
pub(super) async fn query_records(
    domain: &rows::Model,
    expected: &ExpectedRecords,
    resolvers: &[SocketAddr],
) -> Records {
    let looks = resolver_queries(resolvers);
    let mut records = find_owner_records(&looks, domain, expected).await;
    for name in domain.host_names() {
        records.extend(find_forbidden_caa(&looks, &name, expected).await);
    }
    Records(records)
}

/// Checks the records that prove ownership: the target, and the proof.
pub(super) async fn look_whose(
    domain: &rows::Model,
    expected: &ExpectedRecords,
    resolvers: &[SocketAddr],
) -> Records {
    Records(find_owner_records(&resolver_queries(resolvers), domain, expected).await)
}

fn resolver_queries(resolvers: &[SocketAddr]) -> Vec<DnsResolver> {
    resolvers.iter().map(|server| DnsResolver::new(*server)).collect()
}

async fn find_owner_records(
    looks: &[DnsResolver],
    domain: &rows::Model,
    expected: &ExpectedRecords,
) -> Vec<DnsRecord> {
    let Records(wanted) = expected_records::required_records(domain, expected);
    let seen = wanted.into_iter().map(async |record| {
        let sights =
            join_all(looks.iter().map(|look| check_at_resolver(look, &record, expected))).await;
        record.seen_by(sights)
    });
    join_all(seen).await
}

async fn check_at_resolver(
    look: &DnsResolver,
    record: &DnsRecord,
    expected: &ExpectedRecords,
) -> ResolverAnswer {
    let (state, seen) = match record.r#type {
        DnsRecordType::Txt => evaluate_texts(look.query_texts(&record.name).await, &record.value),
        DnsRecordType::Cname => match look.query_alias(&record.name).await {
            DnsAnswer::Silence => (DnsRecordState::Unknown, Vec::new()),
            DnsAnswer::Records(aliases) if aliases.contains(&record.value) => {
                (DnsRecordState::Found, aliases)
            }
            // The target of another portal: its owner intended that portal.
            DnsAnswer::Records(aliases)
                if aliases.iter().any(|a| is_within(a, &expected.targets)) =>
            {
                (DnsRecordState::Wrong, aliases)
            }
            DnsAnswer::Records(_) | DnsAnswer::Nothing => {
                evaluate_addresses(look, record, expected).await
            }
        },
        DnsRecordType::A | DnsRecordType::Aaaa => match look.query_alias(&record.name).await {
            DnsAnswer::Records(aliases)
                if aliases
                    .iter()
                    .any(|a| is_within(a, &expected.targets) && *a != expected.target) =>
            {
                (DnsRecordState::Wrong, aliases)
            }
            _ => evaluate_addresses(look, record, expected).await,
        },
        DnsRecordType::Caa => (DnsRecordState::Unknown, Vec::new()),
    };
    ResolverAnswer { resolver: look.server_address().to_string(), state, seen }
}

fn evaluate_texts(seen: DnsAnswer<String>, wanted: &str) -> (DnsRecordState, Vec<String>) {
    match seen {
        DnsAnswer::Silence => (DnsRecordState::Unknown, Vec::new()),
        DnsAnswer::Nothing => (DnsRecordState::Missing, Vec::new()),
        DnsAnswer::Records(texts) if texts.iter().any(|text| text.trim() == wanted) => {
            (DnsRecordState::Found, texts)
        }
        DnsAnswer::Records(texts) => (DnsRecordState::Wrong, texts),
    }
}

/// Returns whether a name resolves to our edges, directly or through aliases: to the configured
/// addresses, or otherwise to those of the portal's target.
async fn evaluate_addresses(
    resolver: &DnsResolver,
    record: &DnsRecord,
    expected: &ExpectedRecords,
) -> (DnsRecordState, Vec<String>) {
    let found = match resolver.query_addresses(&record.name).await {
        DnsAnswer::Silence => return (DnsRecordState::Unknown, Vec::new()),
        DnsAnswer::Nothing => return (DnsRecordState::Missing, Vec::new()),
        DnsAnswer::Records(found) => found,
    };
    let seen = found.iter().map(IpAddr::to_string).collect();
    let ours = if expected.addresses.is_empty() {
        match resolver.query_addresses(&expected.target).await {
            DnsAnswer::Records(ours) => ours,
            _ => return (DnsRecordState::Unknown, seen),
        }
    } else {
        expected.addresses.clone()
    };
    // Each of several addresses needs its own record.
    let set = match record.r#type {
        DnsRecordType::Cname => true,
        _ => found.iter().any(|address| address.to_string() == record.value),
    };
    match (found.iter().all(|address| ours.contains(address)), set) {
        (true, true) => (DnsRecordState::Found, seen),
        (true, false) => (DnsRecordState::Missing, seen),
        (false, _) => (DnsRecordState::Wrong, seen),
    }
}

async fn find_forbidden_caa(
    looks: &[DnsResolver],
    name: &str,
    expected: &ExpectedRecords,
) -> Option<DnsRecord> {
    let ours = expected.issuers.first()?;
    let verdicts =
        join_all(looks.iter().map(|look| caa::check(look, name, &expected.issuers))).await;
    let zone = verdicts.iter().find_map(|verdict| match verdict {
        caa::CaaVerdict::Forbidden { at, .. } => Some(at.clone()),
        _ => None,
    })?;
    let sights = looks.iter().zip(verdicts).map(|(look, verdict)| {
        let (state, seen) = match verdict {
            caa::CaaVerdict::Allowed => (DnsRecordState::Found, Vec::new()),
            caa::CaaVerdict::Silence => (DnsRecordState::Unknown, Vec::new()),
            caa::CaaVerdict::Forbidden { issuers, .. } => (DnsRecordState::Wrong, issuers),
        };
        ResolverAnswer { resolver: look.server_address().to_string(), state, seen }
    });
    let value = format!("0 issue \"{ours}\"");
    Some(DnsRecord::unchecked(DnsRecordType::Caa, zone, value).seen_by(sights.collect()))
}
