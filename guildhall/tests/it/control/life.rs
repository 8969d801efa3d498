//! Lifecycle of a portal, and the consequences of each step.

use super::Desk;
use crate::kit::{TestApp, email};
use serde_json::{Value, json};

const ACTS: [&str; 3] = ["activate", "suspend", "archive"];

#[tokio::test]
async fn portal_passes_through_its_lifecycle() {
    let desk = Desk::open().await;
    let oak = desk.open_portal("oak").await;
    let open = desk.read(&oak.tenant).await;
    assert_eq!((&open["state"], &open["suspendedReason"]), (&json!("active"), &Value::Null));
    assert_eq!(open["certificate"]["state"], "notNeeded");
    let first = open["activatedAt"].clone();
    assert!(first.is_string());

    let closed = desk.act(&oak.tenant, "suspend").await.expect(200).body;
    assert_eq!(closed["suspendedReason"], "Asked by their board");
    assert_eq!(closed["addresses"][0]["state"], "suspended");
    desk.app.until_answered("oak.localhost", 503).await;

    let again = desk.act(&oak.tenant, "activate").await.expect(200).body;
    assert_eq!((&again["activatedAt"], &again["suspendedReason"]), (&first, &Value::Null));
    desk.app.until_served("oak.localhost").await;

    desk.act(&oak.tenant, "suspend").await.expect(200);
    let ended = desk.act(&oak.tenant, "archive").await.expect(200).body;
    assert!(ended["archivedAt"].is_string());
    assert_eq!(ended["addresses"][0]["state"], "released");
    desk.app.until_answered("oak.localhost", 421).await;

    let log = desk.log(&oak.tenant).await;
    let told: Vec<_> = log
        .iter()
        .map(|entry| {
            let state = |when: &str| entry[when]["state"].as_str().unwrap_or("-").to_owned();
            (entry["action"].as_str().unwrap(), state("before"), state("after"))
        })
        .collect();
    let expected = [
        ("tenant.archive", "suspended", "archived"),
        ("tenant.suspend", "active", "suspended"),
        ("tenant.activate", "suspended", "active"),
        ("tenant.suspend", "active", "suspended"),
        ("tenant.activate", "draft", "active"),
        ("tenant.create", "-", "draft"),
    ];
    let expected = expected.map(|(action, from, to)| (action, from.to_owned(), to.to_owned()));
    assert_eq!(told, expected);
    assert_eq!(log[0]["reason"], "Asked by their board");
}

#[tokio::test]
async fn invalid_transitions_are_refused_without_effect() {
    let desk = Desk::open().await;
    let tenant = desk.create(&desk.affiliation, "oak").await.expect(201).id();
    let mut refusals = Vec::new();
    for (state, onward) in
        [("draft", "activate"), ("active", "suspend"), ("suspended", "archive"), ("archived", "")]
    {
        assert_eq!(desk.read(&tenant).await["state"], state);
        for act in ACTS.into_iter().filter(|act| !allowed(state, act)) {
            let refused = desk.act(&tenant, act).await;
            refusals.push(format!("{act} {state}: {refused}"));
            assert_eq!(refused.body["code"], "tenant-state");
            assert_eq!(desk.read(&tenant).await["state"], state);
        }
        if !onward.is_empty() {
            desk.act(&tenant, onward).await.expect(200);
        }
    }
    let gone = "409 This portal is archived. Create a new one for the affiliation.";
    let expected = [
        "suspend draft: 409 This portal has not been opened yet.".to_owned(),
        "activate active: 409 This portal is open already.".to_owned(),
        "archive active: 409 Suspend this portal before you archive it.".to_owned(),
        "suspend suspended: 409 This portal is suspended already.".to_owned(),
        format!("activate archived: {gone}"),
        format!("suspend archived: {gone}"),
        format!("archive archived: {gone}"),
    ];
    assert_eq!(refusals, expected);
    let renamed = desk.rename(&tenant, "yew").await;
    assert_eq!(renamed.to_string(), "409 This portal is archived and cannot be changed.");
}

fn allowed(state: &str, act: &str) -> bool {
    matches!((state, act), ("draft" | "suspended", "activate" | "archive") | ("active", "suspend"))
}

#[tokio::test]
async fn concurrent_suspension_has_one_winner() {
    let desk = Desk::open().await;
    let oak = desk.open_portal("oak").await;
    let acts = (0..6).map(|_| desk.act(&oak.tenant, "suspend"));
    let answers = futures::future::join_all(acts).await;
    let done = answers.iter().filter(|answer| answer.status == 200).count();
    assert_eq!(done, 1, "{:?}", answers.iter().map(ToString::to_string).collect::<Vec<_>>());
    let log = desk.log(&oak.tenant).await;
    assert_eq!(log.iter().filter(|entry| entry["action"] == "tenant.suspend").count(), 1);
}

#[tokio::test]
async fn closing_a_portal_requires_a_reason() {
    let desk = Desk::open().await;
    let oak = desk.open_portal("oak").await;
    for reason in ["", "  \n", &"x".repeat(501)] {
        let path = format!("/api/control/tenants/{}/suspend", oak.tenant);
        let refused = desk.staff.post(&path, json!({ "reason": reason })).await;
        assert_eq!(refused.to_string(), "422 Please give a reason of at most 500 characters.");
        assert_eq!(refused.body["errors"][0]["field"], "reason");
    }
}

#[tokio::test]
async fn suspension_ends_the_portals_sessions_but_not_mains() {
    let desk = Desk::open().await;
    let oak = desk.open_portal("oak").await;
    let elm = desk.app.portal("Elm Court", "elm").await;
    let (ada, bob) = (desk.app.member("ada").await, desk.app.member("bob").await);
    for who in [&ada, &bob] {
        desk.app.add_to_affiliation(who, &oak.affiliation).await;
        desk.app.add_to_affiliation(who, &elm.affiliation).await;
    }
    // One transferred session, and one from a sign-in on the portal.
    desk.app.transfer(&ada, "oak").await;
    desk.app.transfer(&ada, "elm").await;
    desk.app.sign_in(&bob, "oak.localhost", "bob").await;
    let (mut carried, mut signed_in) =
        (ada.on("oak").live(None).await, bob.on("oak").live(None).await);
    let mut main = ada.live().await;
    for stream in [&mut carried, &mut signed_in, &mut main] {
        stream.until("hello").await;
    }

    desk.act(&oak.tenant, "suspend").await.expect(200);
    assert_eq!(carried.remaining_types().await, ["session.ended"]);
    assert_eq!(signed_in.remaining_types().await, ["session.ended"]);
    for who in [&ada, &bob] {
        who.get("/api/me").await.expect(200);
    }
    ada.on("elm").get("/api/me").await.expect(200);
    ada.post("/api/me/legal-acknowledgements", json!({})).await.expect(200);
    main.until("me.changed").await;

    // After reactivation old sessions are invalid, and the content still exists.
    desk.act(&oak.tenant, "activate").await.expect(200);
    desk.app.until_served("oak.localhost").await;
    assert_eq!(ada.on("oak").get("/api/me").await.status, 401);
    desk.app.transfer(&ada, "oak").await;
    ada.on("oak").get("/api/communities").await.expect(200);
}

#[tokio::test]
async fn no_transfers_to_a_closed_portal() {
    let desk = Desk::open().await;
    let ada = desk.app.member("ada").await;
    desk.app.add_to_affiliation(&ada, &desk.affiliation).await;
    let carried = async || {
        let asked = json!({ "subdomain": "oak", "redirectPath": "/" });
        (ada.post("/api/transfer", asked).await.status, targets(&ada).await)
    };
    let tenant = desk.create(&desk.affiliation, "oak").await.expect(201).id();
    assert_eq!(carried().await, (404, 0), "draft");
    desk.act(&tenant, "activate").await.expect(200);
    desk.app.until_served("oak.localhost").await;
    assert_eq!(carried().await, (200, 1), "active");
    let (start, arrival) =
        (ada.main().begin_transfer(json!({ "subdomain": "oak" })).await, ada.arrive("oak").await);
    desk.act(&tenant, "suspend").await.expect(200);
    assert_eq!(carried().await, (404, 0), "suspended");
    desk.act(&tenant, "archive").await.expect(200);
    assert_eq!(carried().await, (404, 0), "archived");
    // A transfer in progress fails.
    desk.app.until_answered("oak.localhost", 421).await;
    assert_eq!(ada.on("oak").redeem(&arrival).await.status, 421);
    assert_eq!(ada.visit(&start).await.status, 421);
    ada.get("/api/me").await.expect(200);
}

async fn targets(who: &crate::kit::Browser) -> usize {
    who.get("/api/transfer/targets").await.expect(200).items().len()
}

#[tokio::test]
async fn emails_of_a_closed_portal_link_to_main() {
    let desk = Desk::open().await;
    let oak = desk.open_portal("oak").await;
    let ada = desk.app.member("ada").await;
    let asked = json!({ "email": email("ada") });
    let forgot = async |app: &TestApp| {
        let at = ada.at_host("oak.localhost");
        at.post("/api/identity/password/forgot", asked.clone()).await.expect(200);
        app.mails().len()
    };
    let before = forgot(&desk.app).await;
    desk.act(&oak.tenant, "suspend").await.expect(200);
    desk.app.work().await;
    let mails = desk.app.mails();
    assert_eq!(mails.len(), before + 1);
    let text = &mails[before].text;
    assert!(text.contains("http://localhost:8080/reset-password?token="), "{text}");
    assert!(!text.contains("oak.localhost"), "{text}");
}

#[tokio::test]
async fn emails_of_a_paused_affiliations_portal_link_to_main() {
    let desk = Desk::open().await;
    desk.open_portal("oak").await;
    let ada = desk.app.member("ada").await;
    let asked = json!({ "email": email("ada") });
    let at = ada.at_host("oak.localhost");
    at.post("/api/identity/password/forgot", asked).await.expect(200);
    let before = desk.app.mails().len();
    desk.app.set_all_affiliations_paused(true).await;
    desk.app.work().await;
    let text = &desk.app.mails()[before].text;
    assert!(text.contains("http://localhost:8080/reset-password?token="), "{text}");
    assert!(!text.contains("oak.localhost"), "{text}");
}
