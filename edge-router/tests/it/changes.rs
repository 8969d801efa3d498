//! Incremental route updates: the result always equals the whole table.

use crate::kit::{World, portal, table};
use crate::tls::kit::{Authority, connect, leaf, presented_certificate};
use edge_router::Table;
use proptest::prelude::*;
use std::sync::{Arc, LazyLock};
use wire::{Changes, HostCertificate, PortalState, PublishedTable, RouteTable};

/// Certificates are slow to create, so a few are reused.
static CERTIFICATES: LazyLock<Vec<HostCertificate>> = LazyLock::new(|| {
    let authority = Authority::new();
    let host = |number| format!("t{number}.portals.example");
    (0..8).map(|number| authority.issue(&[&host(number % 4)])).collect()
});

/// An operation on a table.
#[derive(Debug, Clone)]
pub enum Act {
    Open(usize),
    Close(usize),
    Suspend(usize),
    Certify(usize),
    Uncertify(usize),
    Claim(usize),
    Rename(usize),
    Move(usize),
    Challenge(usize),
}

pub fn acts() -> impl Strategy<Value = Vec<Act>> {
    let act = prop_oneof![
        (0..6usize).prop_map(Act::Open),
        (0..6usize).prop_map(Act::Close),
        (0..6usize).prop_map(Act::Suspend),
        (0..8usize).prop_map(Act::Certify),
        (0..8usize).prop_map(Act::Uncertify),
        (0..6usize).prop_map(Act::Claim),
        (0..6usize).prop_map(Act::Rename),
        (0..3usize).prop_map(Act::Move),
        (0..3usize).prop_map(Act::Challenge),
    ];
    prop::collection::vec(act, 1..12)
}

fn subdomain(number: usize) -> String {
    format!("t{number}")
}

pub fn carry_out(table: &mut RouteTable, act: &Act) {
    let find = |table: &mut RouteTable, number| {
        table.portals.iter().position(|portal| portal.subdomain == subdomain(number))
    };
    match *act {
        Act::Open(number) => {
            if find(table, number).is_none() {
                let name = subdomain(number);
                let new = portal(&name, &format!("https://{name}.portals.example"), &[]);
                table.portals.push(Arc::new(new));
                table.portals.sort_by(|one, other| one.subdomain.cmp(&other.subdomain));
            }
        }
        Act::Close(number) => {
            if let Some(place) = find(table, number) {
                table.portals.remove(place);
            }
        }
        Act::Suspend(number) => {
            if let Some(place) = find(table, number) {
                Arc::make_mut(&mut table.portals[place]).state = PortalState::Suspended;
            }
        }
        Act::Certify(number) => {
            let new = CERTIFICATES[number].clone();
            table.certificates.retain(|old| old.names != new.names);
            table.certificates.push(new);
        }
        Act::Uncertify(number) => {
            table.certificates.retain(|old| old.names != CERTIFICATES[number].names);
        }
        // Two portals claim the same name, which must not happen.
        Act::Claim(number) => {
            if let Some(place) = find(table, number) {
                let hosts = vec!["claimed.example".to_owned()];
                Arc::make_mut(&mut table.portals[place]).hosts = hosts;
            }
        }
        Act::Move(number) => table.portal_domain = format!("portals{number}.example"),
        Act::Rename(number) => table.main.brand.name = format!("Guildhall {number}"),
        Act::Challenge(number) => {
            table.challenges = (0..number)
                .map(|n| wire::ChallengeAnswer {
                    host: format!("{n}.example"),
                    kind: wire::ChallengeKind::Http01,
                    token: n.to_string(),
                    key_authorization: "k".to_owned(),
                })
                .collect();
        }
    }
}

pub fn published(table: &RouteTable) -> PublishedTable {
    PublishedTable::new(Arc::new(table.clone()))
}

/// Active state of an edge in a comparable form: its names, and the resolution of each.
pub fn in_force(held: &Table) -> (u64, Option<String>, Vec<String>) {
    let known = held.active_routes().unwrap();
    let mut names: Vec<String> =
        known.served_names().map(|name| format!("{name} {:?}", known.resolve_name(name))).collect();
    names.sort();
    (known.version, known.hash().map(str::to_owned), names)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]
    #[test]
    fn incremental_updates_equal_the_whole_table(rounds in prop::collection::vec(acts(), 1..8)) {
        let mut newest = table(1);
        newest.bulk = true;
        let (pieces, whole) = (Table::new(), Table::new());
        pieces.apply(Arc::new(newest.clone())).unwrap();
        let mut before = published(&newest);
        for acts in rounds {
            newest.version += 1;
            for act in &acts {
                carry_out(&mut newest, act);
            }
            let now = published(&newest);
            let changes = Changes::from_tables(&before, &now);
            // Serialised as in the feed.
            let json = serde_json::to_vec(&changes).unwrap();
            let changes: Changes = serde_json::from_slice(&json).unwrap();
            prop_assert_eq!(&changes.hash, &now.hash);
            pieces.apply_changes(changes.clone()).unwrap();
            whole.apply(Arc::new(newest.clone())).unwrap();
            prop_assert_eq!(in_force(&pieces), in_force(&whole));
            prop_assert!(pieces.apply_changes(changes).is_err(), "twice the same is not applied twice");
            before = now;
        }
    }
}

#[test]
fn rejects_changes_to_another_table_and_modified_changes() {
    let first = published(&table(1));
    let mut newer = RouteTable::clone(&first.table);
    newer.version = 2;
    carry_out(&mut newer, &Act::Open(1));
    let second = published(&newer);
    newer.version = 3;
    carry_out(&mut newer, &Act::Close(1));
    carry_out(&mut newer, &Act::Rename(4));
    let third = published(&newer);
    let (one, two) = (Changes::from_tables(&first, &second), Changes::from_tables(&second, &third));

    let held = Table::new();
    assert!(held.apply_changes(one.clone()).is_err(), "there is nothing to change yet");
    held.apply(Arc::clone(&first.table)).unwrap();
    let refused = |changes: Changes, why: &str| {
        assert!(held.apply_changes(changes).is_err(), "{why}");
        assert_eq!(held.active_routes().unwrap().hash(), Some(first.hash.as_str()), "{why}");
    };
    refused(two.clone(), "the second before the first");
    let mut torn = one.clone();
    torn.portals.clear();
    refused(torn, "a part is missing");
    let mut other = one.clone();
    Arc::make_mut(&mut other.portals[0]).subdomain.push('x');
    refused(other, "a part is another");
    held.apply_changes(one).unwrap();
    held.apply_changes(two).unwrap();
    assert_eq!(held.active_routes().unwrap().hash(), Some(third.hash.as_str()));
    assert_eq!(held.active_routes().unwrap().version, 3);

    let recalled = Table::new();
    recalled.apply_snapshot(Arc::clone(&first.table)).unwrap();
    let changes = Changes::from_tables(&first, &second);
    assert!(
        recalled.apply_changes(changes).is_err(),
        "what came from disk may be of another database"
    );
}

/// Edge design, section 6 H: of 1,000 hosts, one is refused and 999 are served.
#[tokio::test]
async fn invalid_certificate_affects_only_its_own_host() {
    const HOSTS: usize = 1_000;
    let authority = Authority::new();
    let host = |number| format!("t{number}.portals.example");
    let mut newest = table(2);
    let portals = (0..HOSTS).map(|n| portal(&subdomain(n), &format!("https://{}", host(n)), &[]));
    newest.portals.extend(portals.map(Arc::new));
    let good = authority.issue(&[&host(0)]);
    newest.certificates.push(good.clone());
    let first = published(&newest);
    let world = World::open();
    let held = &world.table;
    held.apply(Arc::clone(&first.table)).unwrap();

    newest.version = 3;
    newest.certificates[0] = authority.issue_for_years(&[&host(0)], 2020..2021);
    newest.certificates.extend((1..HOSTS).map(|number| authority.issue(&[&host(number)])));
    let second = published(&newest);
    let known = held.apply_changes(Changes::from_tables(&first, &second)).unwrap();
    assert_eq!(known.hash(), Some(second.hash.as_str()), "the rest is active");
    let refused = known.refused_hosts();
    assert_eq!((refused.len(), refused[0].host.as_str()), (1, host(0).as_str()));
    assert_eq!(refused[0].cause, "the certificate has expired");
    let (serving, client) = (world.serve_tls().await, authority.client(&["h2"]));
    let shown_for = async |number| {
        let stream = connect(&serving, &client, &host(number)).await.unwrap();
        presented_certificate(&stream)
    };
    assert_eq!(shown_for(0).await, leaf(&good), "the old one is still served");
    for number in (1..HOSTS).step_by(37) {
        assert_eq!(shown_for(number).await, leaf(&newest.certificates[number]), "{number}");
    }

    newest.version = 4;
    newest.certificates[0] = authority.issue(&[&host(0)]);
    let third = published(&newest);
    let known = held.apply_changes(Changes::from_tables(&second, &third)).unwrap();
    assert!(known.refused_hosts().is_empty(), "a valid one clears the rejection");
    assert_eq!(shown_for(0).await, leaf(&newest.certificates[0]));
}
