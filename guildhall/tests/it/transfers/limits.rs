//! How often.

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
async fn a_session_begins_ten_transfers_a_minute() {
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
async fn a_session_is_asked_for_twenty_codes_a_minute() {
    let World { app: _running, ada, .. } = World::open().await;
    let guess = "/transfer/authorize?aud=oak.localhost&i=guess&s=guess&cc=guess";
    for _ in 0..20 {
        ada.get(guess).await.expect(303);
    }
    assert_slowed(&ada.get(guess).await);
}

#[tokio::test]
async fn five_wrong_codes_end_the_guessing_of_a_network() {
    let World { app, ada, .. } = World::open().await;
    let guesser = app.browser();
    let guess = Arrival { code: "guess".to_owned(), state: "guess".to_owned() };
    for _ in 0..5 {
        assert_eq!(guesser.on("oak").redeem(&guess).await.to_string(), "403 Transfer failed");
    }
    assert_slowed(&guesser.on("oak").redeem(&guess).await);
    // Even a right code is not looked at any more; other networks are not held up.
    let arrival = ada.arrive("oak").await;
    assert_slowed(&guesser.on("oak").redeem(&arrival).await);
    ada.on("oak").redeem(&arrival).await.expect(200);
}
