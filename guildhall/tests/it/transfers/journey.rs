//! Transfers in every allowed direction.

use super::World;
use crate::kit::{Arrival, MAIN_ORIGIN, Reply};
use serde_json::{Value, json};

const OAK: &str = "http://oak.localhost:8080";

#[tokio::test]
async fn member_is_transferred_to_a_portal_and_signed_in() {
    let World { app, ada, oak } = World::open().await;
    assert_eq!(ada.on("oak").get("/api/me").await.status, 401);

    let asked = json!({ "subdomain": "oak", "redirectPath": "/communities?tab=mine" });
    let start = ada.main().begin_transfer(asked).await;
    assert!(start.starts_with(&format!("{OAK}/transfer/start?i=")), "{start}");
    let arrival = ada.hop(&start).await.unwrap();
    let redeemed = ada.on(&oak.subdomain).redeem(&arrival).await.expect(200);
    let expected = json!({ "success": true, "redirectPath": "/communities?tab=mine" });
    assert_eq!(redeemed.body, expected);

    let there = ada.on("oak").get("/api/me").await.expect(200);
    assert_eq!(there.id(), app.id_of(&ada).await);
    assert_eq!(there.body["portalMembership"]["affiliationId"], oak.affiliation);
    assert_eq!(there.body["portalMembership"]["isMember"], true);
    assert!(ada.cookie("oak.localhost", "xfer").is_none(), "the transfer cookie is deleted");
}

#[tokio::test]
async fn code_never_appears_in_urls_caches_or_referrers() {
    let World { app: _running, ada, .. } = World::open().await;
    let start = ada.main().begin_transfer(json!({ "subdomain": "oak" })).await;
    let first = ada.visit(&start).await.expect(303);
    let authorize = first.header("location").to_owned();
    let second = ada.visit(&authorize).await.expect(303);
    let arrived = second.header("location").to_owned();
    let arrival = Arrival::read(&arrived).unwrap();
    for hop in [&first, &second] {
        assert_eq!(hop.header("cache-control"), "no-store");
        assert_eq!(hop.header("referrer-policy"), "no-referrer");
        assert_eq!(hop.text, "");
    }
    let page = ada.visit(&arrived).await.expect(200);
    assert_eq!(page.header("referrer-policy"), "no-referrer");

    let [binding] = first.set_cookies()[..] else { panic!("one cookie") };
    assert!(binding.starts_with("xfer=") && binding.contains("HttpOnly"), "{binding}");
    assert!(binding.contains("SameSite=Lax") && binding.contains("Max-Age=60"), "{binding}");
    let (line, fragment) = arrived.split_once('#').unwrap();
    assert!(fragment.contains(&arrival.code) && line == format!("{OAK}/transfer"));
    let verifier = ada.cookie("oak.localhost", "xfer").unwrap();
    let verifier = verifier.split('.').nth(1).unwrap();
    for asked in [&start, &authorize, line] {
        assert!(!asked.contains(&arrival.code) && !asked.contains(verifier), "{asked}");
    }
}

#[tokio::test]
async fn portal_session_is_a_child_of_its_source() {
    let world = World::carried().await;
    let sql = "SELECT COUNT(*) AS n FROM sessions c JOIN sessions p ON p.id = c.parent_id \
        WHERE c.kind = 'portal' AND c.audience_host = 'oak.localhost' AND p.kind = 'main' \
        AND c.absolute_expires_at = p.absolute_expires_at AND c.auth_time = p.auth_time";
    assert_eq!(world.app.count(sql, vec![]).await, 1);
}

#[tokio::test]
async fn redirect_to_another_origin_becomes_the_start_page() {
    let World { app: _running, ada, .. } = World::open().await;
    for path in ["https://evil.test/", "//evil.test/communities", "/\\evil.test", "/..//evil.test"]
    {
        let asked = json!({ "subdomain": "oak", "redirectPath": path });
        let start = ada.main().begin_transfer(asked).await;
        let arrival = ada.hop(&start).await.unwrap();
        let redeemed = ada.on("oak").redeem(&arrival).await.expect(200);
        assert_eq!(redeemed.body["redirectPath"], "/", "{path}");
    }
}

#[tokio::test]
async fn transferred_session_returns_to_main_without_a_transfer() {
    let world = World::carried().await;
    let before = world.app.count("SELECT COUNT(*) AS n FROM sessions", vec![]).await;
    let back = json!({ "target": "main", "redirectPath": "/communities" });
    let url = world.ada.on("oak").begin_transfer(back).await;
    assert_eq!(url, format!("{MAIN_ORIGIN}/communities"));
    world.ada.get("/api/me").await.expect(200);
    assert_eq!(world.app.count("SELECT COUNT(*) AS n FROM sessions", vec![]).await, before);
    assert_eq!(world.app.count("SELECT COUNT(*) AS n FROM transfer_intents", vec![]).await, 1);
}

#[tokio::test]
async fn portal_sign_in_is_transferred_to_main() {
    let World { app, oak: _, .. } = World::open().await;
    let ada = app.browser();
    app.sign_in(&ada, "oak.localhost", "ada").await;
    assert_eq!(ada.get("/api/me").await.status, 401);

    let asked = json!({ "target": "main", "redirectPath": "/settings" });
    let start = ada.on("oak").begin_transfer(asked).await;
    assert!(start.starts_with(&format!("{MAIN_ORIGIN}/transfer/start?i=")), "{start}");
    let arrival = ada.hop(&start).await.unwrap();
    let redeemed = ada.main().redeem(&arrival).await.expect(200);
    assert_eq!(redeemed.body["redirectPath"], "/settings");
    let here = ada.get("/api/me").await.expect(200).id();
    assert_eq!(here, ada.on("oak").get("/api/me").await.expect(200).id());
}

#[tokio::test]
async fn transfer_targets_are_the_open_portals_of_the_members_affiliations() {
    let World { app, ada, oak } = World::open().await;
    let yew = app.portal("Yew House", "yew").await;
    app.add_to_affiliation(&ada, &yew.affiliation).await;
    let names = |reply: Reply| -> Vec<String> {
        let items = reply.items().iter();
        items.map(|item| item["subdomain"].as_str().unwrap().to_owned()).collect()
    };
    let targets = ada.get("/api/transfer/targets").await.expect(200);
    let mut first = targets.items()[0].clone();
    // The notice of the switch has the branding of the target portal.
    let looks = first.as_object_mut().unwrap().remove("looks").unwrap();
    assert_eq!(
        first,
        json!({
            "subdomain": "oak", "brandName": "Oak House", "affiliationId": oak.affiliation,
            "affiliationName": "Oak House", "url": OAK,
        })
    );
    assert_eq!(
        (&looks["initial"], &looks["markUrl"], &looks["headings"]),
        (&json!("O"), &Value::Null, &json!("serif"))
    );
    let css = looks["css"].as_str().unwrap();
    assert!(css.contains("--brand:light-dark(#6e1f3e,"), "{css}");
    assert_eq!(names(targets), ["oak", "yew"]);
    app.transfer(&ada, "oak").await;
    let at_oak = ada.on("oak").get("/api/transfer/targets").await.expect(200);
    assert_eq!(names(at_oak), Vec::<String>::new(), "a portal does not learn other memberships");
    app.suspend_portal("yew").await;
    assert_eq!(names(ada.get("/api/transfer/targets").await.expect(200)), ["oak"]);
}

#[tokio::test]
async fn audit_log_has_the_transfer_without_its_code() {
    let World { app, ada, .. } = World::open().await;
    let staff = app.staff("stella").await;
    let log = async || staff.get("/api/staff/audit?action=transfer").await.expect(200);
    let (arrival, binding) = (ada.arrive("oak").await, ada.cookie("oak.localhost", "xfer"));
    ada.on("oak").redeem(&arrival).await.expect(200);
    let written = log().await;
    let [entry] = &written.items()[..] else { panic!("one act: {written}") };
    let id = app.id_of(&ada).await;
    assert_eq!((&entry["action"], &entry["actorId"]), (&json!("transfer.redeem"), &json!(id)));
    assert_eq!(entry["before"]["host"], "localhost");
    assert_eq!(entry["after"]["host"], "oak.localhost");
    let told = written.body.to_string();
    for secret in [&arrival.code, &arrival.state, &binding.unwrap()] {
        assert!(!told.contains(secret.as_str()), "{told}");
    }

    // The audit log has the reason for a real code; guesses are not recorded.
    ada.on("oak").redeem(&arrival).await.expect(403);
    let late = ada.arrive("oak").await;
    app.clock.advance_by(chrono::Duration::seconds(11));
    ada.on("oak").redeem(&late).await.expect(403);
    let other = ada.arrive("oak").await;
    app.browser().on("oak").redeem(&other).await.expect(403);
    let guess = Arrival { code: "guess".to_owned(), state: "guess".to_owned() };
    ada.on("oak").redeem(&guess).await.expect(403);
    let written = log().await;
    let refused: Vec<_> =
        written.items().iter().filter(|e| e["action"] == "transfer.refuse").collect();
    let reasons: Vec<_> = refused.iter().map(|entry| entry["reason"].as_str().unwrap()).collect();
    assert_eq!(
        reasons,
        [
            "The browser was bound to another transfer",
            "The code came too late",
            "The code had been redeemed before",
        ]
    );
    assert!(refused.iter().all(|entry| entry["actorId"] == json!(id)));
}
