//! Rules for creating portals.

use super::Desk;
use crate::kit::uuid_of;
use chrono::Duration;
use serde_json::json;

#[tokio::test]
async fn new_portal_is_an_unreachable_draft() {
    let desk = Desk::open().await;
    let made = desk.create(&desk.affiliation, " Oak ").await.expect(201);
    assert_eq!(
        (&made.body["state"], &made.body["subdomain"], &made.body["brandName"]),
        (&json!("draft"), &json!("oak"), &json!("Oak"))
    );
    assert_eq!(made.body["origin"], "http://oak.localhost:8080");
    assert_eq!(made.body["colour"], "#0e6b5e");
    assert_eq!(
        made.body["addresses"],
        json!([{ "host": "oak.localhost", "kind": "platform", "isPrimary": true,
            "state": "awaitingActivation" }])
    );
    assert_eq!(made.body["certificate"]["state"], "none");
    assert_eq!(desk.app.browser().at_host("oak.localhost").get("/").await.status, 421);
    let targets = desk.staff.get("/api/transfer/targets").await.expect(200);
    assert!(targets.items().is_empty());
    let log = desk.log(&made.id()).await;
    assert_eq!((log.len(), &log[0]["action"]), (1, &json!("tenant.create")));
    assert_eq!(log[0]["actorName"], "Stella Tester");
    assert_eq!(log[0]["after"]["state"], "draft");
}

#[tokio::test]
async fn portal_requires_an_approved_open_affiliation() {
    let desk = Desk::open().await;
    let nobody = "0192f0c1a2b37c4d8e9f0a1b2c3d4e5f";
    let refused = desk.create(nobody, "oak").await;
    assert_eq!(refused.to_string(), "422 There is no such affiliation.");
    for (change, words) in [
        ("is_approved = FALSE", "422 This affiliation has not been approved yet."),
        ("is_approved = TRUE, is_paused = TRUE", "422 This affiliation is paused."),
    ] {
        let sql = format!("UPDATE affiliations SET {change}");
        desk.app.sql(&sql, vec![]).await;
        let refused = desk.create(&desk.affiliation, "oak").await;
        assert_eq!(refused.to_string(), words);
        assert_eq!(refused.body["errors"][0]["field"], "affiliationId");
    }
    desk.app.set_all_affiliations_paused(false).await;
    desk.create(&desk.affiliation, "oak").await.expect(201);
    let second = desk.create(&desk.affiliation, "oak-two").await;
    assert_eq!(second.to_string(), "409 This affiliation already has a portal.");
    let elm = desk.app.affiliation("Elm Court").await;
    let taken = desk.create(&elm, "OAK").await;
    assert_eq!(
        taken.to_string(),
        "409 This subdomain is already taken. Please choose another one."
    );
    assert_eq!(taken.body["errors"][0]["field"], "subdomain");
}

#[tokio::test]
async fn rejects_invalid_and_reserved_subdomains() {
    let desk = Desk::open().await;
    for bad in ["", "a", "-oak", "oak-", "o_k", "oak.elm", "www", "Staff", "edge", "xn--oak-8na"] {
        let refused = desk.create(&desk.affiliation, bad).await;
        let words = "422 This subdomain cannot be used. Please choose another one.";
        assert_eq!(refused.to_string(), words, "{bad}");
    }
    for name in ["", "   ", &"x".repeat(61)] {
        let body = json!({
            "affiliationId": desk.affiliation, "subdomain": "oak", "brandName": name,
        });
        let refused = desk.staff.post("/api/control/tenants", body).await;
        assert_eq!(refused.to_string(), "422 A brand name has between 1 and 60 characters.");
    }
    assert_eq!(desk.app.count("SELECT COUNT(*) AS n FROM tenants", vec![]).await, 0);
}

#[tokio::test]
async fn concurrent_creation_has_one_winner() {
    let desk = Desk::open().await;
    let mut affiliations = vec![desk.affiliation.clone(); 5];
    for n in 0..5 {
        affiliations.push(desk.app.affiliation(&format!("House {n}")).await);
    }
    let creates = affiliations.iter().map(|affiliation| desk.create(affiliation, "oak"));
    let answers = futures::future::join_all(creates).await;
    let statuses: Vec<_> = answers.iter().map(|answer| answer.status).collect();
    assert_eq!(statuses.iter().filter(|status| **status == 201).count(), 1, "{statuses:?}");
    assert_eq!(statuses.iter().filter(|status| **status == 409).count(), 9, "{statuses:?}");

    let mut names = (0..6).map(|n| format!("name-{n}")).collect::<Vec<_>>();
    let elm = desk.app.affiliation("Elm Court").await;
    let creates = names.iter_mut().map(|name| desk.create(&elm, name));
    let answers = futures::future::join_all(creates).await;
    let made = answers.iter().filter(|answer| answer.status == 201).count();
    assert_eq!(made, 1, "one portal per affiliation");
    let sql = "SELECT COUNT(*) AS n FROM tenants WHERE affiliation_id = $1";
    assert_eq!(desk.app.count(sql, vec![uuid_of(&elm).into()]).await, 1);
}

#[tokio::test]
async fn repeated_create_makes_one_portal() {
    let desk = Desk::open().await;
    let body = json!({
        "affiliationId": desk.affiliation, "subdomain": "oak", "brandName": "Oak",
    });
    let key = "0192f0c1-a2b3-7c4d-8e9f-0a1b2c3d4e5f";
    let at = desk.staff.main();
    let first = at.post_keyed("/api/control/tenants", key, body.clone()).await.expect(201);
    let second = at.post_keyed("/api/control/tenants", key, body).await.expect(201);
    assert_eq!(first.id(), second.id());
    assert_eq!(second.header("idempotency-replayed"), "true");
    let other = json!({
        "affiliationId": desk.affiliation, "subdomain": "elm", "brandName": "Oak",
    });
    let reused = at.post_keyed("/api/control/tenants", key, other).await;
    assert_eq!(reused.body["code"], "idempotency-key-reused");
}

#[tokio::test]
async fn creating_a_portal_requires_recent_authentication() {
    let desk = Desk::open().await;
    let tenant = desk.create(&desk.affiliation, "oak").await.expect(201).id();
    desk.app.clock.advance_by(Duration::minutes(6));
    let elm = desk.app.affiliation("Elm Court").await;
    let mut refused = vec![desk.create(&elm, "elm").await, desk.rename(&tenant, "yew").await];
    for act in ["activate", "suspend", "archive"] {
        refused.push(desk.act(&tenant, act).await);
    }
    for answer in refused {
        assert_eq!((answer.status, &answer.body["code"]), (403, &json!("proof-required")));
    }
    assert_eq!(desk.read(&tenant).await["state"], "draft");
}
