//! Saving, publishing and restoring drafts.

use super::{World, design};
use insta::assert_snapshot;
use serde_json::{Value, json};

#[tokio::test]
async fn draft_is_visible_to_managers_until_published() {
    let world = World::open().await;
    let before = world.overview().await;
    assert_eq!(before["draft"], Value::Null);
    assert_eq!(before["published"]["colour"], "#6e1f3e");
    let change = json!({
        "name": "Harbour Union", "colour": "#F5B800", "topBar": "brand", "headings": "poster",
        "signInTitle": " Eleven ports.  One table. ", "mailSenderName": "HTWU", "mailFooter": "Pier 4",
        "footerLinks": [{ "label": "Branches", "url": "https://htwu.example/branches" }],
    });
    let draft = world.save(&world.ada, None, change).await.expect(200).body;
    assert_eq!((&draft["version"], &draft["revision"]), (&json!(2), &json!(1)));
    assert_eq!(draft["signInTitle"], "Eleven ports. One table.");
    assert_eq!((&draft["pairs"], &draft["pairsPassing"]), (&json!(208), &json!(208)));
    assert_eq!(draft["swatches"].as_array().unwrap().len(), 9);
    assert_eq!(draft["contrasts"][0]["pair"], "Button label");
    assert!(
        draft["advice"].as_str().unwrap().starts_with("White on this yellow reaches only 1.8:1")
    );
    let page = world.app.browser().on("oak").get("/").await.expect(200);
    assert!(page.text.contains("<title>Oak House</title>"), "nothing of a draft is public");

    let published = world.stella.post(&world.at("publish"), json!({ "revision": 1 })).await;
    let published = published.expect(200).body;
    world.until_shown(&published).await;
    let page = world.app.browser().on("oak").get("/").await.expect(200);
    assert!(page.text.contains("<title>Harbour Union</title>"), "{}", page.text);
    assert!(page.text.contains("data-chrome=\"brand\"") && page.text.contains("#f5b800"));
    let boot = world.app.browser().on("oak").get("/api/boot").await.expect(200).body;
    assert_eq!(boot["portal"]["brandName"], "Harbour Union");
    assert_eq!(boot["brand"]["footerLinks"][0]["label"], "Branches");

    let after = world.overview().await;
    assert_eq!(after["draft"], Value::Null);
    let states: Vec<_> =
        after["versions"].as_array().unwrap().iter().map(|v| &v["state"]).collect();
    assert_eq!(states, ["published", "superseded"]);
    assert_eq!(after["versions"][0]["createdByName"], "Ada Tester");
    let acts = world.acts().await;
    let deeds: Vec<_> = acts.iter().map(|act| act["action"].as_str().unwrap()).collect();
    assert_eq!(deeds, ["brand.publish", "brand.save"]);
    assert_eq!(acts[0]["before"]["name"], "Oak House");
    assert_eq!(acts[0]["after"]["name"], "Harbour Union");
}

#[tokio::test]
async fn second_of_two_concurrent_saves_is_refused() {
    let world = World::open().await;
    let (ada, stella) = (&world.ada, &world.stella);
    let (one, two) = futures::future::join(
        world.save(ada, None, json!({ "name": "Hers" })),
        world.save(stella, None, json!({ "name": "Theirs" })),
    )
    .await;
    let won = [one.status, two.status].iter().filter(|status| **status == 200).count();
    assert_eq!(won, 1, "{one} and {two}");
    let lost = if one.status == 200 { &two } else { &one };
    assert_eq!(lost.body["code"], "brand-changed");
    assert_snapshot!(lost, @"409 Someone else has changed this brand in the meantime. Check their version before you save yours.");
    let kept = if one.status == 200 { "Hers" } else { "Theirs" };
    assert_eq!(world.overview().await["draft"]["name"], kept);

    world.save(ada, Some(1), json!({ "name": "Second" })).await.expect(200);
    assert_eq!(world.save(stella, Some(1), json!({ "name": "Late" })).await.status, 409);
    let stale = stella.post(&world.at("publish"), json!({ "revision": 1 })).await;
    assert_eq!(stale.body["code"], "brand-changed", "an unseen revision is not published");
    assert_eq!(world.overview().await["draft"]["name"], "Second");
    ada.post(&world.at("publish"), json!({ "revision": 2 })).await.expect(200);
    assert_eq!(world.save(stella, Some(2), json!({})).await.body["code"], "brand-changed");
    let none = ada.post(&world.at("publish"), json!({ "revision": 2 })).await;
    assert_snapshot!(none, @"409 There is no draft of this brand. Change something first.");
}

#[tokio::test]
async fn restoring_publishes_a_new_version() {
    let world = World::open().await;
    world.publish(json!({ "name": "Second" })).await;
    world.save(&world.ada, None, json!({ "name": "Under way" })).await.expect(200);
    let back = world.ada.post(&world.at("rollback"), json!({ "version": 1 })).await;
    let back = back.expect(200).body;
    assert_eq!((&back["name"], &back["version"]), (&json!("Oak House"), &json!(4)));
    assert_eq!(back["colour"], "#6e1f3e");
    world.until_shown(&back).await;
    let overview = world.overview().await;
    assert_eq!(overview["draft"]["name"], "Under way", "the draft stays");
    let listed = overview["versions"].as_array().unwrap();
    let listed: Vec<_> = listed.iter().map(|v| (v["version"].as_i64(), &v["state"])).collect();
    let states = ["published", "draft", "superseded", "superseded"].map(|state| json!(state));
    assert_eq!(listed, [4, 3, 2, 1].map(Some).into_iter().zip(&states).collect::<Vec<_>>());

    let draft = &overview["draft"]["revision"];
    let newest = world.ada.post(&world.at("publish"), json!({ "revision": draft })).await;
    assert_eq!(newest.expect(200).body["version"], 5, "the newest publication comes last");
    for (version, status) in [(5, 409), (3, 404), (99, 404)] {
        let refused = world.ada.post(&world.at("rollback"), json!({ "version": version })).await;
        assert_eq!(refused.status, status, "{version}: {refused}");
    }
    assert_eq!(world.acts().await[1]["action"], "brand.rollback");
}

#[tokio::test]
async fn concurrent_publishing_has_one_winner() {
    let world = World::open().await;
    world.publish(json!({ "name": "Second" })).await;
    for round in 0..5 {
        let draft = world.save(&world.ada, None, json!({})).await.expect(200).body;
        let back = json!({ "version": 1 });
        let publish = json!({ "revision": draft["revision"] });
        let (stella, ada) = (world.stella.main(), world.ada.main());
        let (at, to) = (world.at("publish"), world.at("rollback"));
        let answers = futures::future::join3(
            ada.post(&at, publish.clone()),
            stella.post(&to, back),
            stella.post(&at, publish),
        )
        .await;
        let answers: [_; 3] = answers.into();
        let won = answers.iter().filter(|answer| answer.status == 200).count();
        assert!((1..3).contains(&won), "round {round}: {answers:?}");
        for lost in answers.iter().filter(|answer| answer.status != 200) {
            assert_eq!(lost.status, 409, "round {round}: {lost}");
        }
        let sql = "SELECT COUNT(*) AS n FROM brands WHERE state = 'published'";
        assert_eq!(world.app.count(sql, vec![]).await, 1);
        world.ada.delete(&world.at("draft")).await.expect(204);
    }
}

#[tokio::test]
async fn draft_can_be_discarded() {
    let world = World::open().await;
    world.save(&world.ada, None, json!({ "name": "Never" })).await.expect(200);
    for _ in 0..2 {
        world.ada.delete(&world.at("draft")).await.expect(204);
    }
    assert_eq!(world.overview().await["draft"], Value::Null);
    let acts = world.acts().await;
    let thrown = acts.iter().filter(|act| act["action"] == "brand.discard").count();
    assert_eq!(thrown, 1);
    world.save(&world.ada, None, json!({ "name": "Again" })).await.expect(200);
}

#[tokio::test]
async fn rejects_invalid_fields_individually() {
    let world = World::open().await;
    let change = json!({
        "name": "", "colour": "gold", "corners": "sharp", "picture": "upload",
        "footerLinks": [{ "label": "x", "url": "http://a.example" }],
    });
    let refused = world.save(&world.ada, None, change).await.expect(422);
    let errors = refused.body["errors"].as_array().unwrap();
    let fields: Vec<_> = errors.iter().map(|error| error["field"].as_str().unwrap()).collect();
    assert_eq!(fields, ["name", "colour", "corners", "picture", "footerLinks.0.url"]);
    assert_snapshot!(refused, @"422 Please give the brand a name.");
    let derived = world.ada.post(&world.at("derive"), json!({ "colour": "red" })).await;
    assert_snapshot!(derived, @"422 A colour has the form #rrggbb.");
    let derived = world.ada.post(&world.at("derive"), json!({ "colour": "#0e6b5e" })).await;
    let derived = derived.expect(200).body;
    assert!(derived["css"].as_str().unwrap().contains("--brand:light-dark(#0e6b5e,#207669)"));
    assert_eq!(derived["pairsPassing"], derived["pairs"]);
    assert_eq!(world.overview().await["draft"], Value::Null, "nothing was saved");
}

#[tokio::test]
async fn brand_is_inaccessible_to_others() {
    let world = World::open().await;
    let elm = world.app.portal("Elm Court", "elm").await.affiliation;
    let bob = world.app.member("bob").await;
    let creator = uuid_of_browser(&world, &bob).await;
    world.app.set_affiliation_creator(&elm, creator).await;
    let draft = json!({ "revision": 1 });
    world.save(&world.ada, None, json!({})).await.expect(200);
    for who in [&bob, &world.app.member("eve").await] {
        let here = who.main();
        let refusals = [
            here.get(&world.brand).await,
            here.put(&world.brand, design(Some(1), json!({}))).await,
            here.post(&world.at("publish"), draft.clone()).await,
            here.post(&world.at("rollback"), json!({ "version": 1 })).await,
            here.post(&world.at("preview"), json!({})).await,
            here.delete(&world.at("draft")).await,
            here.delete(&world.at("logo")).await,
            here.post(&world.at("mark"), json!({})).await,
        ];
        for refused in refusals {
            assert_eq!((refused.status, &refused.body["code"]), (404, &json!("not-found")));
        }
    }
    // On a portal this path does not exist, even for its managers.
    world.app.sign_in(&world.ada, "oak.localhost", "ada").await;
    assert_eq!(world.ada.on("oak").get(&world.brand).await.status, 404);
    assert_eq!(world.app.browser().get(&world.brand).await.status, 401);
}

#[tokio::test]
async fn publishing_requires_recent_authentication_and_an_open_portal() {
    let world = World::open().await;
    world.save(&world.ada, None, json!({})).await.expect(200);
    world.app.clock.advance_by(chrono::Duration::minutes(6));
    for (rest, body) in
        [("publish", json!({ "revision": 1 })), ("rollback", json!({ "version": 1 }))]
    {
        let refused = world.ada.post(&world.at(rest), body).await;
        assert_eq!(refused.body["code"], "proof-required", "{rest}");
    }
    world.app.set_state_of_all_portals("suspended").await;
    world.save(&world.ada, Some(1), json!({})).await.expect(200);
    world.app.set_state_of_all_portals("draft").await;
    world.save(&world.ada, Some(2), json!({})).await.expect(200);
    world.ada.post(&world.at("preview"), json!({})).await.expect(200);
    world.app.set_state_of_all_portals("archived").await;
    world.ada.get(&world.brand).await.expect(200);
    let refused = world.save(&world.ada, Some(3), json!({})).await;
    assert_snapshot!(refused, @"409 This portal is archived. Its brand can no longer be changed.");
    assert_eq!(world.ada.delete(&world.at("draft")).await.status, 409);
    assert_eq!(world.ada.post(&world.at("preview"), json!({})).await.status, 409);
    assert_eq!(world.ada.delete(&world.at("logo")).await.status, 409);
}

async fn uuid_of_browser(world: &World, who: &crate::kit::Browser) -> uuid::Uuid {
    crate::kit::uuid_of(&world.app.id_of(who).await)
}
