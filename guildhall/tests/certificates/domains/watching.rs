//! Repeated checks of verified domains.

use super::{Desk, record};
use chrono::Duration;
use serde_json::{Value, json};

const HOST: &str = "members.oak.example";

#[tokio::test]
async fn missing_records_are_checked_for_three_days_and_again_on_request() {
    let desk = Desk::open().await;
    let made = desk.add(&desk.oak, HOST).await.expect(201).body;
    desk.app.work().await;
    let first = desk.see(&desk.oak, HOST).await;
    assert!(first["givesUpAt"].is_string() && first["nextCheckAt"].is_string());
    let looks = "SELECT COUNT(*) AS n FROM jobs WHERE kind = 'domain-check'";
    let before = desk.app.count(looks, vec![]).await;
    for _ in 0..3 {
        desk.after(Duration::minutes(1)).await;
    }
    assert_eq!(desk.app.count(looks, vec![]).await, before + 3, "every minute at first");
    let overview = desk.staff.get("/api/control/tenants/overview").await.expect(200).body;
    assert_eq!(overview["attention"][0]["title"], "Oak House: waiting for DNS");
    assert_eq!(overview["attention"][0]["kind"], "waiting");

    desk.after(Duration::hours(73)).await;
    let gone = desk.see(&desk.oak, HOST).await;
    assert_eq!((&gone["state"], &gone["nextCheckAt"]), (&json!("verifying"), &Value::Null));
    assert_eq!(gone["cause"]["code"], "gave-up");
    desk.prove(&made).await;
    desk.after(Duration::hours(10)).await;
    assert_eq!(
        desk.see(&desk.oak, HOST).await["state"],
        "verifying",
        "no further check is scheduled"
    );
    let asked = desk.act(&desk.oak, &made, "check").await.expect(200).body;
    assert_eq!(asked["state"], "awaitingApproval");
}

#[tokio::test]
async fn domain_that_fails_twice_is_reported_and_kept() {
    let desk = Desk::open().await;
    desk.serve(&desk.oak, HOST).await;
    desk.clear_proof(HOST).await;
    desk.after(Duration::hours(6)).await;
    let once = desk.see(&desk.oak, HOST).await;
    assert_eq!((&once["state"], &once["cause"]), (&json!("active"), &Value::Null));
    desk.after(Duration::hours(1)).await;
    let twice = desk.see(&desk.oak, HOST).await;
    assert_eq!(
        (&twice["state"], &twice["cause"]["code"]),
        (&json!("failing"), &json!("proof-missing"))
    );
    assert_eq!(record(&twice, "TXT")["state"], "missing");
    // The name still points here, so it stays verified.
    desk.after(Duration::days(3)).await;
    desk.app.until_answered(HOST, 308).await;
    assert_eq!(desk.see(&desk.oak, HOST).await["state"], "failing");
    desk.prove(&twice).await;
    desk.after(Duration::hours(1)).await;
    let well = desk.see(&desk.oak, HOST).await;
    assert_eq!((&well["state"], &well["cause"]), (&json!("active"), &Value::Null));
}

#[tokio::test]
async fn domain_pointing_elsewhere_without_proof_is_suspended() {
    let desk = Desk::open().await;
    let domain = desk.serve(&desk.oak, HOST).await;
    desk.act(&desk.oak, &domain, "primary").await.expect(200);
    desk.app.until_served(HOST).await;
    let ada = desk.app.member("ada").await;
    desk.app.add_to_affiliation(&ada, &desk.oak.affiliation).await;
    let start = ada.main().begin_transfer(json!({ "subdomain": "oak", "redirectPath": "/" })).await;
    let arrival = ada.hop(&start).await.expect("the redirects carry a code");
    ada.at_host(HOST).redeem(&arrival).await.expect(200);

    desk.clear_proof(HOST).await;
    desk.lead_away(HOST).await;
    desk.after(Duration::hours(6)).await;
    // One failed check, or two in quick succession, may be a temporary resolver failure.
    desk.after(Duration::minutes(30)).await;
    desk.act(&desk.oak, &domain, "check").await.expect(200);
    assert_eq!(desk.see(&desk.oak, HOST).await["state"], "failing");
    desk.app.until_served(HOST).await;
    desk.after(Duration::minutes(30)).await;
    let away = desk.see(&desk.oak, HOST).await;
    assert_eq!((&away["state"], &away["isPrimary"]), (&json!("suspended"), &json!(false)));
    desk.app.until_answered(HOST, 421).await;
    let sessions = "SELECT COUNT(*) AS n FROM sessions WHERE audience_host = 'members.oak.example' \
        AND revoked_at IS NULL";
    assert_eq!(desk.app.count(sessions, vec![]).await, 0);
    // The portal is served under its platform subdomain.
    desk.app.until_served("oak.localhost").await;
    let tenant = desk.staff.get(&format!("/api/control/tenants/{}", desk.oak.tenant)).await;
    assert_eq!(tenant.body["origin"], "http://oak.localhost:8080");

    // After the proof is restored, the domain is served again.
    desk.prove(&away).await;
    desk.lead_back(HOST).await;
    desk.after(Duration::hours(6)).await;
    assert_eq!(desk.see(&desk.oak, HOST).await["state"], "active");
    desk.app.until_answered(HOST, 308).await;
}

#[tokio::test]
async fn unanswered_queries_change_nothing() {
    let desk = Desk::open().await;
    desk.serve(&desk.oak, HOST).await;
    for host in [HOST, "_guildhall.members.oak.example"] {
        desk.tell("set-servfail", json!({ "host": host })).await;
    }
    for _ in 0..4 {
        desk.after(Duration::hours(8)).await;
    }
    assert_eq!(desk.see(&desk.oak, HOST).await["state"], "active");
    desk.app.until_answered(HOST, 308).await;
}
