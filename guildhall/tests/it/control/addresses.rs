//! Changed subdomains: quarantine, and reuse by the same affiliation.

use super::Desk;
use chrono::Duration;
use serde_json::json;

#[tokio::test]
async fn archived_subdomain_is_quarantined_and_the_affiliation_is_free() {
    let desk = Desk::open().await;
    let oak = desk.open_portal("oak").await;
    desk.act(&oak.tenant, "suspend").await.expect(200);
    let ended = desk.act(&oak.tenant, "archive").await.expect(200).body;
    let until = desk.app.clock.now() + Duration::days(30);
    assert_eq!(ended["releasedSubdomains"][0]["subdomain"], "oak");
    let said: chrono::DateTime<chrono::Utc> =
        ended["releasedSubdomains"][0]["until"].as_str().unwrap().parse().unwrap();
    assert!((until - said).num_seconds().abs() < 60, "{said}");

    let elm = desk.app.affiliation("Elm Court").await;
    let refused = desk.create(&elm, "oak").await;
    assert_eq!(refused.body["code"], "subdomain-quarantined");
    let words = "Another portal has released this subdomain. It is available from ";
    assert!(refused.body["detail"].as_str().unwrap().starts_with(words), "{refused}");

    // The previous affiliation may reuse it at any time.
    let again = desk.create(&desk.affiliation, "oak").await.expect(201);
    assert_ne!(again.id(), oak.tenant);
    assert_eq!(desk.read(&oak.tenant).await["releasedSubdomains"], json!([]));
}

#[tokio::test]
async fn subdomain_is_free_after_thirty_days() {
    let desk = Desk::open().await;
    let oak = desk.open_portal("oak").await;
    desk.act(&oak.tenant, "suspend").await.expect(200);
    desk.act(&oak.tenant, "archive").await.expect(200);
    let elm = desk.app.affiliation("Elm Court").await;
    desk.app.clock.advance_by(Duration::days(30) - Duration::minutes(1));
    desk.app.sign_in(&desk.staff, "localhost", "stella").await;
    assert_eq!(desk.create(&elm, "oak").await.body["code"], "subdomain-quarantined");
    desk.app.clock.advance_by(Duration::minutes(2));
    desk.create(&elm, "oak").await.expect(201);
}

#[tokio::test]
async fn discarded_draft_frees_its_subdomain() {
    let desk = Desk::open().await;
    let tenant = desk.create(&desk.affiliation, "oak").await.expect(201).id();
    desk.act(&tenant, "archive").await.expect(200);
    let elm = desk.app.affiliation("Elm Court").await;
    desk.create(&elm, "oak").await.expect(201);
}

#[tokio::test]
async fn renamed_portal_serves_only_its_new_host() {
    let desk = Desk::open().await;
    let oak = desk.open_portal("oak").await;
    let ada = desk.app.member("ada").await;
    desk.app.add_to_affiliation(&ada, &oak.affiliation).await;
    desk.app.transfer(&ada, "oak").await;
    let mut stream = ada.on("oak").live(None).await;
    stream.until("hello").await;

    let moved = desk.rename(&oak.tenant, "Great-Oak").await.expect(200).body;
    assert_eq!(moved["origin"], "http://great-oak.localhost:8080");
    assert_eq!(moved["releasedSubdomains"][0]["subdomain"], "oak");
    assert_eq!(stream.remaining_types().await, ["session.ended"]);
    desk.app.until_served("great-oak.localhost").await;
    assert_eq!(ada.on("oak").get("/").await.status, 421);
    desk.app.transfer(&ada, "great-oak").await;

    let elm = desk.app.affiliation("Elm Court").await;
    assert_eq!(desk.create(&elm, "oak").await.body["code"], "subdomain-quarantined");
    // After the move back the other one is quarantined.
    desk.rename(&oak.tenant, "oak").await.expect(200);
    let rests = desk.read(&oak.tenant).await["releasedSubdomains"].clone();
    assert_eq!(rests[0]["subdomain"], "great-oak");
    assert_eq!(rests.as_array().unwrap().len(), 1);
    let log = desk.log(&oak.tenant).await;
    assert_eq!(log[0]["action"], "tenant.rename");
    assert_eq!(log[0]["before"]["subdomain"], "great-oak");
    assert_eq!(log[0]["after"]["subdomain"], "oak");
}

#[tokio::test]
async fn renaming_to_the_current_subdomain_changes_nothing() {
    let desk = Desk::open().await;
    let oak = desk.open_portal("oak").await;
    let before = desk.log(&oak.tenant).await.len();
    let same = desk.rename(&oak.tenant, "oak").await.expect(200).body;
    assert_eq!(same["releasedSubdomains"], json!([]));
    assert_eq!(desk.log(&oak.tenant).await.len(), before);
    let elm = desk.app.portal("Elm Court", "elm").await;
    assert_eq!(desk.rename(&elm.tenant, "oak").await.body["code"], "subdomain-taken");
}

#[tokio::test]
async fn platform_subdomain_can_become_primary_again() {
    let desk = Desk::open().await;
    let oak = desk.open_portal("oak").await;
    desk.app.add_domain(&oak, "members.oak.example").await;
    assert_eq!(desk.read(&oak.tenant).await["origin"], "http://members.oak.example:8080");
    let path = format!("/api/control/tenants/{}/domains", oak.tenant);
    let back = desk.staff.post(&format!("{path}/platform/primary"), json!({})).await.expect(200);
    assert_eq!(
        (&back.body["id"], &back.body["host"], &back.body["isPrimary"]),
        (&json!("platform"), &json!("oak.localhost"), &json!(true))
    );
    let listed = desk.staff.get(&path).await.expect(200);
    let own = listed.items().iter().find(|one| one["kind"] == "own").unwrap().clone();
    assert_eq!((&own["state"], &own["isPrimary"]), (&json!("active"), &json!(false)));
    assert_eq!(desk.read(&oak.tenant).await["origin"], "http://oak.localhost:8080");
    // The domain redirects there from now on.
    desk.app.until_answered("members.oak.example", 308).await;

    let log = desk.log(&oak.tenant).await;
    assert_eq!(log[0]["action"], "domain.primary");
    assert_eq!(log[0]["before"]["host"], "members.oak.example");
    assert_eq!(log[0]["after"]["host"], "oak.localhost");
    desk.staff.post(&format!("{path}/platform/primary"), json!({})).await.expect(200);
    assert_eq!(desk.log(&oak.tenant).await.len(), log.len(), "an unchanged value is not logged");
    let unknown = desk.staff.post(&format!("{path}/elsewhere/primary"), json!({})).await;
    assert_eq!(unknown.status, 404);
}
