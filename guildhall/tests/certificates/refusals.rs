//! Refusals of an authority: messages, and times of the next attempts.

use crate::pebble::{Names, Pebble, Temper};
use crate::stand_in::Between;
use crate::world::World;
use chrono::Duration;
use http::StatusCode;
use serde_json::{Value, json};

#[tokio::test]
async fn refused_name_is_not_retried() {
    let world = World::open().await;
    let between = Between::default();
    world.want(&["blocked.example", "club.example"]).await;
    let issuer = world.issuer_through(&between);
    issuer.run_until_idle().await.unwrap();
    let status = world.status("blocked.example").await;
    assert!(status.stopped);
    assert_eq!(status.cause.unwrap().0, "name-refused");
    assert!(world.certificate("club.example").await.is_some());
    let orders = between.count("/order-plz");
    world.app.clock.advance_by(Duration::days(2));
    issuer.run_until_idle().await.unwrap();
    assert_eq!(between.count("/order-plz"), orders);
}

#[tokio::test]
async fn failing_host_is_tried_three_times_an_hour_with_both_challenges() {
    // Our resolvers return the correct address; the authority gets one without a server.
    let led = json!({ "host": "club.example", "addresses": ["127.0.0.9"] });
    let (world, elsewhere) = misled("add-a", led).await;
    let between = Between::default();
    let issuer = world.issuer_through(&between);
    world.want(&["club.example"]).await;
    issuer.run_until_idle().await.unwrap();
    let status = world.status("club.example").await;
    let (code, words) = status.cause.unwrap();
    assert_eq!(code, "nothing-answers");
    assert!(words.contains("port 80"), "{words}");
    let wait = status.next_at - world.app.clock.now();
    assert!(wait > Duration::seconds(90) && wait < Duration::seconds(150), "{wait}");

    // A user presses the button repeatedly.
    world.check_again("club.example").await;
    issuer.run_until_idle().await.unwrap();
    let (_, words) = world.status("club.example").await.cause.unwrap();
    assert!(words.contains("tls-alpn-01"), "the other challenge comes next: {words}");
    for _ in 0..5 {
        world.check_again("club.example").await;
        issuer.run_until_idle().await.unwrap();
    }
    assert_eq!(between.count("/order-plz"), 3, "no fourth attempt within the hour");
    let wait = world.status("club.example").await.next_at - world.app.clock.now();
    assert!(wait > Duration::minutes(58), "{wait}");
    assert_eq!(world.answers().await, 0);

    // The records are corrected.
    elsewhere.tell("clear-a", json!({ "host": "club.example" })).await;
    world.app.clock.advance_by(Duration::hours(1));
    world.check_again("club.example").await;
    world.until_certified(&issuer, &["club.example"]).await;
    assert_eq!(world.cause("club.example").await, None);
}

/// A fixture whose authority uses a separate name server, which first receives a command.
pub async fn misled(what: &str, body: Value) -> (World, Names) {
    let elsewhere = Names::start().await;
    elsewhere.tell(what, body).await;
    let names = Names::start().await;
    let temper = Temper { resolver: Some(elsewhere.address), ..Temper::default() };
    let pebble = Pebble::start(names.address, temper).await;
    (World::around(names, pebble, &[]).await, elsewhere)
}

#[tokio::test]
async fn cause_names_a_foreign_server() {
    for (status, page) in [(200, "somebody else's site"), (404, "not here")] {
        let led = json!({ "host": "club.example", "addresses": ["127.0.0.9"] });
        let (world, _elsewhere) = misled("add-a", led).await;
        let [http, _] = world.pebble.looked_at.addresses();
        let foreign = tokio::net::TcpListener::bind(("127.0.0.9", http.port())).await.unwrap();
        let status = StatusCode::from_u16(status).unwrap();
        let site = axum::Router::new().fallback(move || async move { (status, page) });
        let serving = tokio::spawn(async move { axum::serve(foreign, site).await });
        world.want(&["club.example"]).await;
        world.issuer().run_until_idle().await.unwrap();
        let (code, words) = world.status("club.example").await.cause.unwrap();
        assert_eq!(code, "wrong-answer", "{status}");
        assert!(words.contains("DNS points elsewhere"), "{words}");
        serving.abort();
    }
}

#[tokio::test]
async fn cause_names_a_dns_failure() {
    let (world, elsewhere) = misled("set-servfail", json!({ "host": "club.example" })).await;
    let issuer = world.issuer();
    world.want(&["club.example"]).await;
    issuer.run_until_idle().await.unwrap();
    let (code, words) = world.status("club.example").await.cause.unwrap();
    assert_eq!(code, "nothing-answers");
    assert!(words.contains("resolv"), "the authority's own words: {words}");
    elsewhere.tell("clear-servfail", json!({ "host": "club.example" })).await;
    world.until_certified(&issuer, &["club.example"]).await;
}
