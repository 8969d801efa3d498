//! Checks a domain's records with all resolvers concurrently.

use super::host::is_within;
use super::records::{Record, RecordState, RecordType, Records, Sight};
use super::rows;
use super::wanted::{self, ExpectedRecords};
use crate::certificates::{DnsAnswer, Look, caa};
use futures::future::join_all;
use std::net::{IpAddr, SocketAddr};

/// Checks everything that a domain needs. CAA is included only if a CAA record forbids our
/// authorities.
pub(super) async fn query_records(
    domain: &rows::Model,
    aim: &ExpectedRecords,
    resolvers: &[SocketAddr],
) -> Records {
    let looks = through(resolvers);
    let mut records = whose(&looks, domain, aim).await;
    for name in domain.names() {
        records.extend(forbidden(&looks, &name, aim).await);
    }
    Records(records)
}

/// Checks the records that prove ownership: the target, and the proof.
pub(super) async fn look_whose(
    domain: &rows::Model,
    aim: &ExpectedRecords,
    resolvers: &[SocketAddr],
) -> Records {
    Records(whose(&through(resolvers), domain, aim).await)
}

fn through(resolvers: &[SocketAddr]) -> Vec<Look> {
    resolvers.iter().map(|server| Look::through(*server)).collect()
}

async fn whose(looks: &[Look], domain: &rows::Model, aim: &ExpectedRecords) -> Vec<Record> {
    let Records(wanted) = wanted::records(domain, aim);
    let seen = wanted.into_iter().map(async |record| {
        let sights = join_all(looks.iter().map(|look| sight(look, &record, aim))).await;
        record.seen_by(sights)
    });
    join_all(seen).await
}

async fn sight(look: &Look, record: &Record, aim: &ExpectedRecords) -> Sight {
    let (state, seen) = match record.r#type {
        RecordType::Txt => texts(look.texts(&record.name).await, &record.value),
        RecordType::Cname => match look.alias(&record.name).await {
            DnsAnswer::Silence => (RecordState::Unknown, Vec::new()),
            DnsAnswer::Records(aliases) if aliases.contains(&record.value) => {
                (RecordState::Found, aliases)
            }
            // The target of another portal: its owner intended that portal.
            DnsAnswer::Records(aliases) if aliases.iter().any(|a| is_within(a, &aim.targets)) => {
                (RecordState::Wrong, aliases)
            }
            DnsAnswer::Records(_) | DnsAnswer::Nothing => addresses(look, record, aim).await,
        },
        RecordType::A | RecordType::Aaaa => match look.alias(&record.name).await {
            DnsAnswer::Records(aliases)
                if aliases.iter().any(|a| is_within(a, &aim.targets) && *a != aim.target) =>
            {
                (RecordState::Wrong, aliases)
            }
            _ => addresses(look, record, aim).await,
        },
        RecordType::Caa => (RecordState::Unknown, Vec::new()),
    };
    Sight { resolver: look.server().to_string(), state, seen }
}

fn texts(seen: DnsAnswer<String>, wanted: &str) -> (RecordState, Vec<String>) {
    match seen {
        DnsAnswer::Silence => (RecordState::Unknown, Vec::new()),
        DnsAnswer::Nothing => (RecordState::Missing, Vec::new()),
        DnsAnswer::Records(texts) if texts.iter().any(|text| text.trim() == wanted) => {
            (RecordState::Found, texts)
        }
        DnsAnswer::Records(texts) => (RecordState::Wrong, texts),
    }
}

/// Returns whether a name resolves to our edges, directly or through aliases: to the configured
/// addresses, or otherwise to those of the portal's target.
async fn addresses(
    look: &Look,
    record: &Record,
    aim: &ExpectedRecords,
) -> (RecordState, Vec<String>) {
    let found = match look.addresses(&record.name).await {
        DnsAnswer::Silence => return (RecordState::Unknown, Vec::new()),
        DnsAnswer::Nothing => return (RecordState::Missing, Vec::new()),
        DnsAnswer::Records(found) => found,
    };
    let seen = found.iter().map(IpAddr::to_string).collect();
    let ours = if aim.addresses.is_empty() {
        match look.addresses(&aim.target).await {
            DnsAnswer::Records(ours) => ours,
            _ => return (RecordState::Unknown, seen),
        }
    } else {
        aim.addresses.clone()
    };
    // Each of several addresses needs its own record.
    let set = match record.r#type {
        RecordType::Cname => true,
        _ => found.iter().any(|address| address.to_string() == record.value),
    };
    match (found.iter().all(|address| ours.contains(address)), set) {
        (true, true) => (RecordState::Found, seen),
        (true, false) => (RecordState::Missing, seen),
        (false, _) => (RecordState::Wrong, seen),
    }
}

async fn forbidden(looks: &[Look], name: &str, aim: &ExpectedRecords) -> Option<Record> {
    let ours = aim.issuers.first()?;
    let verdicts = join_all(looks.iter().map(|look| caa::check(look, name, &aim.issuers))).await;
    let zone = verdicts.iter().find_map(|verdict| match verdict {
        caa::CaaVerdict::Forbidden { at, .. } => Some(at.clone()),
        _ => None,
    })?;
    let sights = looks.iter().zip(verdicts).map(|(look, verdict)| {
        let (state, seen) = match verdict {
            caa::CaaVerdict::Allowed => (RecordState::Found, Vec::new()),
            caa::CaaVerdict::Silence => (RecordState::Unknown, Vec::new()),
            caa::CaaVerdict::Forbidden { issuers, .. } => (RecordState::Wrong, issuers),
        };
        Sight { resolver: look.server().to_string(), state, seen }
    });
    let value = format!("0 issue \"{ours}\"");
    Some(Record::unseen(RecordType::Caa, zone, value).seen_by(sights.collect()))
}
