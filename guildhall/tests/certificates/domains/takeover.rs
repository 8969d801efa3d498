//! Names that another affiliation has verified or abandoned cannot be taken over.

use super::{Desk, record};
use chrono::Duration;
use serde_json::json;

const HOST: &str = "members.oak.example";

#[tokio::test]
async fn abandoned_alias_does_not_verify_for_another_affiliation() {
    let desk = Desk::open().await;
    let elm = desk.app.portal("Elm Court", "elm").await;
    // All of Oak's records exist, but Oak is not verified yet, or was released.
    let oaks = desk.add(&desk.oak, HOST).await.expect(201).body;
    let target = record(&oaks, "CNAME")["value"].clone();
    desk.tell("set-cname", json!({ "host": HOST, "target": target })).await;
    desk.prove(&oaks).await;

    let elms = desk.add(&elm, HOST).await.expect(201).body;
    assert_ne!(record(&elms, "TXT")["value"], record(&oaks, "TXT")["value"]);
    assert_ne!(record(&elms, "CNAME")["value"], target);
    for _ in 0..3 {
        let seen = desk.act(&elm, &elms, "check").await.expect(200).body;
        assert_eq!(seen["state"], "verifying");
        assert_eq!(record(&seen, "CNAME")["state"], "wrong", "it is Oak's target");
        assert_eq!(record(&seen, "TXT")["state"], "wrong");
        desk.after(Duration::hours(20)).await;
    }
    assert_eq!(desk.see(&elm, HOST).await["state"], "verifying");
    // An alias to Elm's own target is not enough either: the owner must also publish the text.
    let own = record(&elms, "CNAME")["value"].clone();
    desk.tell("set-cname", json!({ "host": HOST, "target": own })).await;
    let seen = desk.act(&elm, &elms, "check").await.expect(200).body;
    assert_eq!((&seen["state"], &seen["recordsFound"]), (&json!("verifying"), &json!(1)));
}

#[tokio::test]
async fn concurrent_verification_has_one_winner() {
    let desk = Desk::open().await;
    let elm = desk.app.portal("Elm Court", "elm").await;
    let oaks = desk.add(&desk.oak, HOST).await.expect(201).body;
    let elms = desk.add(&elm, HOST).await.expect(201).body;
    // Both texts exist, and the name points to our addresses.
    let host = format!("_guildhall.{HOST}.");
    for domain in [&oaks, &elms] {
        let value = &record(domain, "TXT")["value"];
        desk.tell("set-txt", json!({ "host": host, "value": value })).await;
    }
    let (first, second) =
        tokio::join!(desk.act(&desk.oak, &oaks, "check"), desk.act(&elm, &elms, "check"));
    let mut states = [&first.body["state"], &second.body["state"]].map(|s| s.as_str().unwrap());
    states.sort_unstable();
    assert_eq!(states, ["awaitingApproval", "verifying"]);
    let loser = if first.body["state"] == "verifying" { &first.body } else { &second.body };
    assert_eq!(loser["cause"]["code"], "domain-taken");
}

#[tokio::test]
async fn verified_name_blocks_its_parents_and_subdomains_for_others() {
    let desk = Desk::open().await;
    let elm = desk.app.portal("Elm Court", "elm").await;
    desk.serve(&desk.oak, HOST).await;
    for host in [HOST, "oak.example", "deep.members.oak.example"] {
        let refused = desk.add(&elm, host).await;
        assert_eq!(refused.to_string(), "409 This domain belongs to another portal.", "{host}");
    }
    desk.add(&elm, "others.oak.example").await.expect(201);
    desk.add(&desk.oak, "deep.members.oak.example").await.expect(201);
}

#[tokio::test]
async fn released_domain_is_quarantined_for_others() {
    let desk = Desk::open().await;
    let elm = desk.app.portal("Elm Court", "elm").await;
    // Elm was waiting for it before, with its own proof published.
    let elms = desk.add(&elm, HOST).await.expect(201).body;
    let oaks = desk.serve(&desk.oak, HOST).await;
    desk.release(&desk.oak, &oaks).await.expect(204);
    let rests = desk.see(&desk.oak, HOST).await;
    assert_eq!(rests["state"], "released");
    assert!(rests["quarantinedUntil"].is_string());
    let again = desk.release(&desk.oak, &oaks).await;
    assert_eq!(again.to_string(), "409 This domain was released.");

    desk.clear_proof(HOST).await;
    desk.prove(&elms).await;
    let waits = desk.act(&elm, &elms, "check").await.expect(200).body;
    assert_eq!(
        (&waits["state"], &waits["cause"]["code"]),
        (&json!("verifying"), &json!("domain-quarantined"))
    );
    assert_eq!(desk.add(&elm, HOST).await.body["code"], "domain-quarantined");

    // The previous owner's removal of the text frees it at once.
    desk.clear_proof(HOST).await;
    let back = desk.serve(&desk.oak, HOST).await;
    assert_eq!(back["state"], "active");
    desk.release(&desk.oak, &back).await.expect(204);

    desk.clear_proof(HOST).await;
    desk.prove(&elms).await;
    desk.after(Duration::days(31)).await;
    let free = desk.act(&elm, &elms, "check").await.expect(200).body;
    assert_eq!(free["state"], "awaitingApproval");
}

#[tokio::test]
async fn archiving_a_portal_releases_its_domains() {
    let desk = Desk::open().await;
    desk.serve(&desk.oak, HOST).await;
    desk.app.until_answered(HOST, 308).await;
    let act = async |act: &str| {
        let path = format!("/api/control/tenants/{}/{act}", desk.oak.tenant);
        desk.staff.post(&path, json!({ "reason": "Asked by their board" })).await.expect(200);
    };
    act("suspend").await;
    desk.app.until_answered(HOST, 503).await;
    act("archive").await;
    desk.app.until_answered(HOST, 421).await;
    assert_eq!(desk.see(&desk.oak, HOST).await["state"], "released");
    let elm = desk.app.portal("Elm Court", "elm").await;
    assert_eq!(desk.add(&elm, HOST).await.body["code"], "domain-quarantined");
    assert_eq!(desk.add(&desk.oak, "new.oak.example").await.body["code"], "tenant-archived");
}
