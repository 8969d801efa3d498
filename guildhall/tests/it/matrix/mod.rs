//! Access matrix: calls every operation as every principal, on every site, for every owner's objects. Statuses must
//! match `refusals.toml`, and no response may contain canary words that the principal must not see.

mod actions;
mod canaries;
mod spread;
mod table;
mod world;

use crate::kit::TestApp;
use http::Method;
use std::collections::BTreeSet;
use table::{Asked, Gate, Operation, Table};
use world::{Owner, Principal, Role, Site, World};

/// Owners of the objects for which the operation is called.
fn owners(operation: &Operation) -> Vec<Owner> {
    let is_nested = ["{id}", "{threadId}"].iter().all(|part| operation.path.contains(part));
    match (operation.rule.about, is_nested) {
        (None, _) => vec![Owner::Nobody],
        (Some(_), false) => vec![Owner::Oak, Owner::Elm, Owner::Nobody],
        (Some(_), true) => vec![Owner::Oak, Owner::Elm, Owner::Crossed, Owner::Nobody],
    }
}

#[test]
fn table_lists_exactly_the_documented_operations() {
    let table = Table::read();
    let document = serde_json::to_value(guildhall::openapi::api_document()).unwrap();
    let mut described = BTreeSet::new();
    for (path, methods) in document["paths"].as_object().unwrap() {
        for method in methods.as_object().unwrap().keys().filter(|key| *key != "parameters") {
            described.insert(format!("{} {path}", method.to_uppercase()));
        }
    }
    let listed: BTreeSet<String> = table.operations.iter().map(Operation::name).collect();
    let missing: Vec<_> = described.difference(&listed).collect();
    let gone: Vec<_> = listed.difference(&described).collect();
    assert!(missing.is_empty() && gone.is_empty(), "not listed: {missing:?}; no more: {gone:?}");
}

/// Calls every operation on one site. Each site has its own instance, so that the four tests run in parallel.
async fn assert_statuses_and_no_leaks_on(site: Site) {
    let (table, world) = (Table::read(), World::open().await);
    let mut surprises = Vec::new();
    let mut cells = 0;
    let roles = Role::ALL.map(Principal::InRole);
    for principal in Principal::ALL.into_iter().chain(roles) {
        // Staff roles differ in the staff portal; `staff/roles.rs` tests their rights elsewhere.
        let of_staff_only = matches!(principal, Principal::InRole(_));
        let operations = table.operations.iter();
        for operation in operations.filter(|one| !of_staff_only || one.rule.gate == Gate::Staff) {
            // Reads consume no rate limit, and each limit is larger than the calls of one operation.
            if operation.method != "GET" {
                world.clear_limits(principal).await;
            }
            for owner in owners(operation) {
                let answer = world.call_operation(principal, site, operation, owner).await;
                world.restore_blocks(operation).await;
                world.restore_memberships(operation).await;
                if answer.status == 204 {
                    world.restore_affiliation(principal, operation, owner).await;
                }
                world.restore_communities(operation).await;
                let asked = Asked { principal, site, owner };
                let expected = operation.rule.expected(asked);
                cells += 1;
                let what = format!("{} by {asked:?}", operation.name());
                if !expected.contains(&answer.status) {
                    surprises.push(format!("{what}: {answer}, expected {expected:?}"));
                }
                let leaks = world.canaries.leaked_words(principal, site, &answer);
                surprises.extend(leaks.map(|leak| format!("{what}: shows {leak}")));
            }
        }
    }
    assert!(surprises.is_empty(), "{} of {cells}:\n{}", surprises.len(), surprises.join("\n"));
    assert!(cells > 1_000, "{cells}");
}

#[tokio::test]
async fn every_principal_gets_expected_statuses_and_no_leaks_on_main() {
    assert_statuses_and_no_leaks_on(Site::Main).await;
}

#[tokio::test]
async fn every_principal_gets_expected_statuses_and_no_leaks_on_a_portal() {
    assert_statuses_and_no_leaks_on(Site::Oak).await;
}

#[tokio::test]
async fn every_principal_gets_expected_statuses_and_no_leaks_on_another_portal() {
    assert_statuses_and_no_leaks_on(Site::Elm).await;
}

#[tokio::test]
async fn every_principal_gets_expected_statuses_and_no_leaks_on_a_custom_domain() {
    assert_statuses_and_no_leaks_on(Site::OakOwn).await;
}

#[tokio::test]
async fn unknown_host_returns_421_for_every_operation() {
    let app = TestApp::open().await;
    let browser = app.browser();
    for (n, operation) in (70_000..).zip(Table::read().operations) {
        // A network that requests many unknown hosts is soon rate limited.
        let elsewhere = browser.in_network(n);
        let unknown = elsewhere.at_host("nobody.localhost");
        let method: Method = operation.method.parse().unwrap();
        let refused = unknown.send(unknown.json(method, &operation.path, &operation.body())).await;
        assert_eq!(refused.status, 421, "{}", operation.name());
    }
}

#[tokio::test]
async fn unknown_paths_and_methods_return_problems_on_every_site() {
    let app = TestApp::open().await;
    app.portal("Oak House", "oak").await;
    let browser = app.browser();
    for host in ["localhost", "oak.localhost"] {
        for path in ["/api/nothing", "/api/transfer/nothing", "/api/control/nothing", "/api"] {
            let answer = browser.at_host(host).get(path).await;
            assert_eq!((answer.status, &answer.body["code"]), (404, &"not-found".into()), "{path}");
        }
        for path in ["/api/me", "/api/transfer"] {
            let answer = browser.at_host(host).put(path, serde_json::json!({})).await;
            assert_eq!(answer.status, 405, "{path}");
            assert_eq!(answer.body["code"], "method-not-allowed", "{path}");
        }
    }
}
