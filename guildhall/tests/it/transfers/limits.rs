//! Rate limits of transfers.

use super::World;
use crate::kit::{Arrival, Reply};
use serde_json::json;

#[track_caller]
fn assert_slowed(reply: &Reply) {
    assert_eq!(reply.to_string(), "429 Too many attempts. Please try again later.");
    let seconds: u64 = reply.header("retry-after").parse().unwrap();
    assert!(
        seconds > 0 && reply.body["retryAfter"] == seconds && reply.body["code"] == "rate-limited"
    );
}

#[tokio::test]
async fn session_may_begin_ten_transfers_a_minute() {
    let World { app, ada, .. } = World::open().await;
    for _ in 0..10 {
        ada.main().begin_transfer(json!({ "subdomain": "oak" })).await;
    }
    assert_slowed(&ada.post("/api/transfer", json!({ "subdomain": "oak" })).await);
    let elsewhere = app.browser();
    app.sign_in(&elsewhere, "localhost", "ada").await;
    elsewhere.main().begin_transfer(json!({ "subdomain": "oak" })).await;
}

#[tokio::test]
async fn session_may_request_twenty_codes_a_minute() {
    let World { app: _running, ada, .. } = World::open().await;
    let guess = "/transfer/authorize?aud=oak.localhost&i=guess&s=guess&cc=guess";
    for _ in 0..20 {
        ada.get(guess).await.expect(303);
    }
    // A navigation must end on a page, not on a problem document.
    let start = ada.main().begin_transfer(json!({ "subdomain": "oak" })).await;
    let authorize = ada.visit(&start).await.expect(303).header("location").to_owned();
    let slowed = ada.visit(&authorize).await.expect(303);
    assert_eq!(slowed.header("location"), "/transfer");
}

/// A code that does not exist.
fn guess() -> Arrival {
    Arrival { code: "guess".to_owned(), state: "guess".to_owned() }
}

#[tokio::test]
async fn five_wrong_codes_block_a_browser() {
    let World { app, ada, .. } = World::open().await;
    let guesser = app.browser();
    for _ in 0..5 {
        assert_eq!(guesser.on("oak").redeem(&guess()).await.to_string(), "403 Transfer failed");
    }
    assert_slowed(&guesser.on("oak").redeem(&guess()).await);
    // Even a valid code is refused now; other networks are not affected.
    let arrival = ada.arrive("oak").await;
    assert_slowed(&guesser.on("oak").redeem(&arrival).await);
    ada.on("oak").redeem(&arrival).await.expect(200);
}

#[tokio::test]
async fn one_blocked_browser_does_not_block_others_in_its_network() {
    let World { app, ada, oak } = World::open().await;
    let guesser = app.browser().in_network(70_000);
    for _ in 0..6 {
        guesser.on("oak").redeem(&guess()).await;
    }
    assert_slowed(&guesser.on("oak").redeem(&guess()).await);
    let mut members = vec![ada];
    for number in 0..11 {
        let member = app.member(&format!("member{number}")).await;
        app.add_to_affiliation(&member, &oak.affiliation).await;
        members.push(member);
    }
    for member in members {
        let arrival = member.arrive("oak").await;
        member.in_network(70_000).on("oak").redeem(&arrival).await.expect(200);
    }
}

#[tokio::test]
async fn forged_bindings_are_limited_per_network() {
    let World { app, ada, .. } = World::open().await;
    let guesser = app.browser().in_network(70_000);
    for number in 0..50 {
        guesser.plant_cookie("oak.localhost", "xfer", &format!("made.up.{number}"));
        assert_eq!(guesser.on("oak").redeem(&guess()).await.to_string(), "403 Transfer failed");
    }
    guesser.plant_cookie("oak.localhost", "xfer", "made.up.again");
    assert_slowed(&guesser.on("oak").redeem(&guess()).await);
    let arrival = ada.arrive("oak").await;
    assert_slowed(&ada.in_network(70_000).on("oak").redeem(&arrival).await);
    ada.on("oak").redeem(&arrival).await.expect(200);
}
