//! Checks before an authority is contacted.

use crate::stand_in::Between;
use crate::world::World;
use chrono::Duration;
use serde_json::json;

#[tokio::test]
async fn preflight_failure_prevents_the_order_and_is_reported() {
    let world = World::open().await;
    let between = Between::default();
    let issuer = world.issuer_through(&between);
    let foreign = json!({ "host": "elsewhere.example", "addresses": ["192.0.2.7"] });
    world.names.tell("add-a", foreign).await;
    let six = json!({ "host": "six.example", "addresses": ["2001:db8::7"] });
    world.names.tell("add-aaaa", six).await;
    let others = json!({
        "host": "forbidden.example",
        "policies": [{ "tag": "issue", "value": "others.example" }],
    });
    world.names.tell("add-caa", others).await;
    world.names.tell("set-servfail", json!({ "host": "silent.example" })).await;

    for (host, code, word) in [
        ("elsewhere.example", "dns-elsewhere", "192.0.2.7"),
        ("six.example", "dns-elsewhere", "AAAA"),
        ("www.forbidden.example", "caa-forbids", "pebble.example"),
        ("silent.example", "resolvers-silent", "silent.example"),
    ] {
        world.want(&[host]).await;
        issuer.run_until_idle().await.unwrap();
        let (said, words) = world.status(host).await.cause.expect(host);
        assert_eq!(said, code, "{host}");
        assert!(words.contains(word), "{words}");
    }
    assert_eq!(between.count("/order-plz"), 0);

    // After the correction it is issued at the next attempt without a request.
    world.names.tell("clear-a", json!({ "host": "elsewhere.example" })).await;
    world.app.clock.advance_by(Duration::minutes(3));
    issuer.run_until_idle().await.unwrap();
    assert!(world.certificate("elsewhere.example").await.is_some());
}

#[tokio::test]
async fn caa_record_for_our_authority_allows_issuance() {
    let world = World::open().await;
    let ours = json!({
        "host": "club.example",
        "policies": [
            { "tag": "issue", "value": "others.example" },
            { "tag": "issue", "value": "pebble.example" },
        ],
    });
    world.names.tell("add-caa", ours).await;
    world.want(&["club.example"]).await;
    world.issuer().run_until_idle().await.unwrap();
    assert!(world.certificate("club.example").await.is_some());
}
