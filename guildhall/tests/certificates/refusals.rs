//! What an authority refuses, in words, and when the next try is.

use crate::stand_in::Between;
use crate::world::World;
use chrono::Duration;
use serde_json::json;

#[tokio::test]
async fn a_name_that_the_authority_refuses_is_not_tried_again_and_the_others_go_on() {
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
    world.app.clock.advance(Duration::days(2));
    issuer.run_until_idle().await.unwrap();
    assert_eq!(between.count("/order-plz"), orders);
}

#[tokio::test]
async fn a_host_that_leads_elsewhere_is_tried_three_times_an_hour_at_most_and_both_ways() {
    // Our resolvers see what is right; the authority is led to where nobody answers.
    let elsewhere = crate::pebble::Names::start().await;
    elsewhere.tell("add-a", json!({ "host": "club.example", "addresses": ["127.0.0.9"] })).await;
    let names = crate::pebble::Names::start().await;
    let temper = crate::pebble::Temper {
        resolver: Some(elsewhere.address),
        ..crate::pebble::Temper::default()
    };
    let pebble = crate::pebble::Pebble::start(names.address, temper).await;
    let world = World::around(names, pebble, &[]).await;
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

    // Somebody presses the button without end.
    world.check_again("club.example").await;
    issuer.run_until_idle().await.unwrap();
    let (_, words) = world.status("club.example").await.cause.unwrap();
    assert!(words.contains("tls-alpn-01"), "the other challenge comes next: {words}");
    for _ in 0..5 {
        world.check_again("club.example").await;
        issuer.run_until_idle().await.unwrap();
    }
    assert_eq!(between.count("/order-plz"), 3, "the fourth within the hour is not made");
    let wait = world.status("club.example").await.next_at - world.app.clock.now();
    assert!(wait > Duration::minutes(58), "{wait}");
    assert_eq!(world.answers().await, 0);

    // The records are put right.
    elsewhere.tell("clear-a", json!({ "host": "club.example" })).await;
    world.app.clock.advance(Duration::hours(1));
    world.check_again("club.example").await;
    world.until_certified(&issuer, &["club.example"]).await;
    assert_eq!(world.cause("club.example").await, None);
}

#[tokio::test]
async fn where_another_server_answers_the_cause_says_so() {
    let elsewhere = crate::pebble::Names::start().await;
    elsewhere.tell("add-a", json!({ "host": "club.example", "addresses": ["127.0.0.9"] })).await;
    let names = crate::pebble::Names::start().await;
    let temper = crate::pebble::Temper {
        resolver: Some(elsewhere.address),
        ..crate::pebble::Temper::default()
    };
    let pebble = crate::pebble::Pebble::start(names.address, temper).await;
    let [http, _] = pebble.looked_at.addresses();
    let foreign = tokio::net::TcpListener::bind(("127.0.0.9", http.port())).await.unwrap();
    let page = axum::Router::new().fallback(|| async { "somebody else's site" });
    let serving = tokio::spawn(async move { axum::serve(foreign, page).await });
    let world = World::around(names, pebble, &[]).await;
    world.want(&["club.example"]).await;
    world.issuer().run_until_idle().await.unwrap();
    let (code, words) = world.status("club.example").await.cause.unwrap();
    assert_eq!(code, "wrong-answer");
    assert!(words.contains("DNS leads elsewhere"), "{words}");
    serving.abort();
}
