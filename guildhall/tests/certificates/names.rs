//! An order with several names, some of which the authority refuses or cannot validate.

use crate::refusals::misled;
use crate::stand_in::{Between, Fate};
use crate::world::World;
use chrono::Duration;
use control_plane::certificates::{self, DesiredCertificate};
use serde_json::json;

const NAMES: [&str; 2] = ["club.example", "www.club.example"];

impl World {
    async fn want_both(&self, waiting: bool) {
        let mut system = self.app.services().system("want two names in a test");
        let tx = system.begin().await.unwrap();
        let names = NAMES.map(str::to_owned).to_vec();
        certificates::request_certificate_for(
            &tx,
            DesiredCertificate { names, tenant: None, waiting },
        )
        .await
        .unwrap();
        tx.commit().await.unwrap();
    }
}

/// Makes the authority refuse the next order for these names.
fn refuse(between: &Between, names: &[&str]) {
    let parts = names.iter().map(|name| {
        json!({
            "type": "urn:ietf:params:acme:error:rejectedIdentifier",
            "detail": "policy forbids it",
            "identifier": { "type": "dns", "value": name },
        })
    });
    let problem = json!({
        "type": "urn:ietf:params:acme:error:rejectedIdentifier",
        "detail": "some identifiers were rejected",
        "subproblems": parts.collect::<Vec<_>>(),
    });
    between.rule("/order-plz", 1, Fate::Answer(403, vec![], problem.to_string()));
}

#[tokio::test]
async fn refused_name_is_left_out_of_its_order() {
    let world = World::open().await;
    let between = Between::default();
    refuse(&between, &["www.club.example"]);
    world.want_both(false).await;
    let issuer = world.issuer_through(&between);
    issuer.run_until_idle().await.unwrap();
    let first = world.certificate("club.example").await.expect("the host has its certificate");
    assert_eq!(first.names, ["club.example"]);
    assert_eq!(between.count("/order-plz"), 2, "one refused, and one without the name");
    assert_eq!(world.cause("club.example").await, None);

    // A manual retry tries every name.
    world.want_both(true).await;
    issuer.run_until_idle().await.unwrap();
    let second = world.certificate("club.example").await.unwrap();
    assert_eq!(second.names, NAMES);
    assert_eq!(between.count("/order-plz"), 3);
}

#[tokio::test]
async fn refused_host_orders_nothing_for_its_partner() {
    let world = World::open().await;
    let between = Between::default();
    refuse(&between, &NAMES[..1]);
    world.want_both(false).await;
    world.issuer_through(&between).run_until_idle().await.unwrap();
    let status = world.status("club.example").await;
    assert!(status.stopped);
    let (code, words) = status.cause.unwrap();
    assert_eq!(code, "name-refused");
    assert!(words.contains("club.example: policy forbids it"), "{words}");
    assert_eq!(between.count("/order-plz"), 1);
}

/// The partner name resolves to an address without a server.
fn led_away() -> serde_json::Value {
    json!({ "host": NAMES[1], "addresses": ["127.0.0.9"] })
}

#[tokio::test]
async fn www_pointing_elsewhere_does_not_delay_the_host() {
    let world = World::open().await;
    let between = Between::default();
    let issuer = world.issuer_through(&between);
    let elsewhere = json!({ "host": NAMES[1], "addresses": ["192.0.2.7"] });
    world.names.tell("add-a", elsewhere).await;
    world.want_both(true).await;
    issuer.run_until_idle().await.unwrap();
    let first = world.certificate("club.example").await.expect("the host has its certificate");
    assert_eq!(first.names, ["club.example"]);
    assert_eq!(world.cause("club.example").await, None);
    assert_eq!(between.count("/order-plz"), 1, "no order is made for the name");
    // The authority validates first.
    issuer.run_until_idle().await.unwrap();
    let renewal = world.status("club.example").await.next_at;

    // The name is checked daily, and nothing is ordered while it points elsewhere.
    for _ in 0..3 {
        world.app.clock.advance_by(Duration::hours(30));
        issuer.run_until_idle().await.unwrap();
    }
    assert_eq!(between.count("/order-plz"), 1);
    assert_eq!(world.status("club.example").await.next_at, renewal);
    assert_eq!(world.cause("club.example").await, None);

    world.names.tell("clear-a", json!({ "host": NAMES[1] })).await;
    world.app.clock.advance_by(Duration::hours(30));
    issuer.run_until_idle().await.unwrap();
    let both = world.certificate("club.example").await.unwrap();
    assert_eq!(both.names, NAMES);
    assert_eq!(between.count("/order-plz"), 2);
}

#[tokio::test]
async fn unreachable_www_is_left_out_and_retried() {
    let (world, seen_by_the_authority) = misled("add-a", led_away()).await;
    let between = Between::default();
    let issuer = world.issuer_through(&between);
    world.want_both(true).await;
    issuer.run_until_idle().await.unwrap();
    let first = world.certificate("club.example").await.expect("the host has its certificate");
    assert_eq!(first.names, ["club.example"]);
    assert_eq!(world.cause("club.example").await, None);
    assert_eq!(between.count("/order-plz"), 2, "one that failed, and one without the name");
    assert_eq!(world.answers().await, 0);

    world.app.clock.advance_by(Duration::hours(30));
    issuer.run_until_idle().await.unwrap();
    assert_eq!(between.count("/order-plz"), 3, "the host is not ordered for again");
    let same = world.certificate("club.example").await.unwrap();
    assert_eq!(same.not_after, first.not_after);

    seen_by_the_authority.tell("clear-a", json!({ "host": NAMES[1] })).await;
    world.app.clock.advance_by(Duration::hours(30));
    issuer.run_until_idle().await.unwrap();
    assert_eq!(world.certificate("club.example").await.unwrap().names, NAMES);
}

#[tokio::test]
async fn host_pointing_elsewhere_orders_nothing_for_its_www() {
    let (world, _elsewhere) =
        misled("add-a", json!({ "host": NAMES[0], "addresses": ["127.0.0.9"] })).await;
    world.want_both(true).await;
    world.issuer().run_until_idle().await.unwrap();
    assert_eq!(world.cause("club.example").await.as_deref(), Some("nothing-answers"));
    assert!(world.certificate(NAMES[1]).await.is_none());
}

#[tokio::test]
async fn certified_www_is_kept_until_shortly_before_expiry() {
    let world = World::open().await;
    let issuer = world.issuer();
    world.want_both(true).await;
    issuer.run_until_idle().await.unwrap();
    assert_eq!(world.certificate("club.example").await.unwrap().names, NAMES);
    let elsewhere = json!({ "host": NAMES[1], "addresses": ["192.0.2.7"] });
    world.names.tell("add-a", elsewhere).await;
    let wait = world.status("club.example").await.next_at - world.app.clock.now();
    world.app.clock.advance_by(wait + Duration::seconds(1));
    issuer.run_until_idle().await.unwrap();
    assert_eq!(world.cause("club.example").await.as_deref(), Some("dns-elsewhere"));
    assert_eq!(world.certificate("club.example").await.unwrap().names, NAMES);
}
