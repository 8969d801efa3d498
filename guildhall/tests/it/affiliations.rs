//! The directory of affiliations, their pages and their members.

use crate::community_fixture::texts;
use crate::kit::{Browser, Reply, TestApp, uuid_of, write_statements};
use crate::people::public_member;
use platform::db::record_statements;
use serde_json::{Value, json};

const NOT_FOUND: &str = "404 Affiliation not found or you don't have permission to view it.";

async fn update_affiliation(app: &TestApp, affiliation: &str, set: &str) {
    let sql = format!("UPDATE affiliations SET {set} WHERE id = $1");
    app.sql(&sql, vec![uuid_of(affiliation).into()]).await;
}

fn names(page: &Reply) -> Vec<String> {
    texts(page, "name")
}

#[tokio::test]
async fn directory_lists_visible_affiliations_by_name() {
    let app = TestApp::open().await;
    let (ada, staff) = (app.member("ada").await, app.staff("sam").await);
    let [elm, _, secret, paused, asked] =
        ["Elm", "birch", "Secret", "Paused", "Asked"].map(|name| app.affiliation(name));
    let (elm, secret, paused, asked) = (elm.await, secret.await, paused.await, asked.await);
    app.affiliation("Ash").await;
    update_affiliation(&app, &secret, "is_private = TRUE").await;
    update_affiliation(&app, &paused, "is_paused = TRUE").await;
    update_affiliation(&app, &asked, "is_approved = FALSE").await;
    for affiliation in [&secret, &elm] {
        app.add_to_affiliation(&ada, affiliation).await;
    }
    let list = "/api/affiliations";
    assert_eq!(names(&app.browser().get(list).await), ["Ash", "Elm"]);
    let mine = ada.get(list).await;
    assert_eq!(names(&mine), ["Ash", "Elm", "Secret"]);
    assert_eq!(mine.items()[1]["viewer"]["isMember"], true);
    assert_eq!(mine.items()[1]["viewer"]["isPublic"], true);
    assert_eq!(mine.items()[0]["viewer"]["isPublic"], Value::Null);
    assert_eq!(names(&staff.get(list).await), ["Ash", "Asked", "Elm", "Paused", "Secret"]);
    let first = ada.get("/api/affiliations?limit=2").await;
    let cursor = first.body["nextCursor"].as_str().unwrap();
    let second = ada.get(&format!("/api/affiliations?limit=2&cursor={cursor}")).await;
    assert_eq!((names(&first).len(), names(&second)), (2, vec!["Secret".to_owned()]));
    let counts = "/api/affiliation-counts";
    for (who, all, mine) in [(&app.browser(), 2, 0), (&ada, 3, 2), (&staff, 5, 0)] {
        let counted = who.get(counts).await.expect(200).body;
        assert_eq!(counted, json!({ "all": all, "mine": mine }));
    }
    update_affiliation(&app, &secret, "is_paused = TRUE").await;
    assert_eq!(ada.get(counts).await.body, json!({ "all": 2, "mine": 1 }));
}

#[tokio::test]
async fn directory_search_ranks_names_and_scope_mine_lists_own() {
    let app = TestApp::open().await;
    let (ada, staff) = (app.member("ada").await, app.staff("sam").await);
    let houses = ["Northern Oak", "Oakham", "Oak", "Birch 100%", "Oak Secret", "Oak Paused"];
    let [northern, _, _, _, secret, paused] = houses.map(|name| app.affiliation(name));
    let (northern, secret, paused) = (northern.await, secret.await, paused.await);
    for name in &houses[1..4] {
        app.affiliation(name).await;
    }
    update_affiliation(&app, &secret, "is_private = TRUE").await;
    update_affiliation(&app, &paused, "is_paused = TRUE").await;
    for affiliation in [&northern, &paused] {
        app.add_to_affiliation(&ada, affiliation).await;
    }
    let found = async |browser: &Browser, asked: &str| {
        names(&browser.get(&format!("/api/affiliations?{asked}")).await.expect(200))
    };
    // The exact name first, then prefixes, then other matches.
    let oaks = ["Oak", "Oakham", "Northern Oak"];
    assert_eq!(found(&app.browser(), "q=%20OAK").await, oaks);
    assert_eq!(found(&ada, "q=oak").await, oaks);
    assert_eq!(found(&ada, "q=oak&limit=2").await, oaks[..2]);
    assert_eq!(found(&staff, "q=oak%20").await.len(), 5, "staff find what is private and paused");
    assert_eq!(found(&ada, "q=0%25").await, ["Birch 100%"]);
    assert_eq!(found(&ada, "q=b_rch").await, [""; 0]);
    // Every typed word must occur in the name, in any order.
    assert_eq!(found(&ada, "q=oak%20north").await, ["Northern Oak"]);
    assert_eq!(found(&ada, "q=oak%20birch").await, [""; 0]);
    // Own affiliations, except paused ones.
    assert_eq!(found(&ada, "scope=mine").await, ["Northern Oak"]);
    assert_eq!(found(&ada, "scope=mine&q=oakham").await, [""; 0]);
    assert_eq!(found(&staff, "scope=mine").await, [""; 0]);
    assert_eq!(found(&app.browser(), "scope=mine").await, [""; 0]);
    let unknown = ada.get("/api/affiliations?scope=theirs").await;
    assert_eq!(unknown.to_string(), "400 A list of affiliations is either 'all' or 'mine'.");
}

#[tokio::test]
async fn search_returns_at_most_twenty_and_portal_finds_only_its_own() {
    let app = TestApp::open().await;
    let oak = app.portal("Oak House", "oak").await;
    for n in 0..21 {
        app.affiliation(&format!("Oak {n:02}")).await;
    }
    let all = app.browser().get("/api/affiliations?q=oak&limit=100").await.expect(200);
    assert_eq!((names(&all).len(), &all.body["nextCursor"]), (20, &Value::Null));
    let ada = app.member("ada").await;
    app.add_to_affiliation(&ada, &oak.affiliation).await;
    app.sign_in(&ada, "oak.localhost", "ada").await;
    let own = ada.on("oak").get("/api/affiliations?q=oak").await.expect(200);
    assert_eq!(names(&own), ["Oak House"]);
}

#[tokio::test]
async fn only_admins_and_staff_see_a_portal_that_is_not_open_yet() {
    let app = TestApp::open().await;
    let (oak, elm) = (app.portal("Oak", "oak").await, app.affiliation("Elm").await);
    let (ada, bob, stella) =
        (app.member("ada").await, app.member("bob").await, app.staff("stella").await);
    for who in [&ada, &bob] {
        app.add_to_affiliation(who, &oak.affiliation).await;
    }
    app.make_affiliation_admin(&ada, &oak.affiliation).await;
    let page = async |who: &Browser, affiliation: &str| {
        let page = who.get(&format!("/api/affiliations/{affiliation}")).await.expect(200).body;
        (page["viewer"]["runsPortal"] == true, page["subdomainConfig"].is_null())
    };
    assert_eq!(page(&ada, &oak.affiliation).await, (true, false));
    assert_eq!(page(&stella, &oak.affiliation).await, (true, false));
    assert_eq!(page(&bob, &oak.affiliation).await, (false, false));
    assert_eq!(page(&stella, &elm).await, (false, true));
    app.sign_in(&ada, "oak.localhost", "ada").await;
    let own = format!("/api/affiliations/{}", oak.affiliation);
    let there = ada.on("oak").get(&own).await.expect(200).body;
    assert_eq!(there["viewer"]["runsPortal"], false);
    let of = uuid_of(&oak.affiliation);
    for (state, ran) in [("draft", true), ("archived", false)] {
        let sql = "UPDATE tenants SET state = $1 WHERE affiliation_id = $2";
        app.sql(sql, vec![state.into(), of.into()]).await;
        assert_eq!(page(&ada, &oak.affiliation).await, (ran, true), "{state}");
        assert_eq!(page(&bob, &oak.affiliation).await, (false, true), "{state}");
    }
}

#[tokio::test]
async fn page_is_available_by_id_and_by_url_path() {
    let app = TestApp::open().await;
    let portal = app.portal("Oak House", "oak").await;
    app.set_affiliation_path(&portal.affiliation, "oak-house").await;
    let visitor = app.browser();
    let by_id = visitor.get(&format!("/api/affiliations/{}", portal.affiliation)).await.expect(200);
    assert_eq!(visitor.get("/api/affiliations/Oak-House").await.body, by_id.body);
    assert_eq!(by_id.body["urlPath"], "oak-house");
    let shown = &by_id.body["subdomainConfig"];
    let portal = json!({ "subdomain": "oak", "brandName": shown["brandName"], "isActive": true,
        "brandColour": "#6e1f3e", "brandLogo": null });
    assert_eq!(*shown, portal);
    for unknown in ["nowhere", "00000000000000000000000000000000"] {
        let missing = visitor.get(&format!("/api/affiliations/{unknown}")).await;
        assert_eq!(missing.to_string(), NOT_FOUND);
    }
}

#[tokio::test]
async fn private_page_is_visible_and_paused_page_is_visible_to_members_only() {
    let app = TestApp::open().await;
    let (ada, bob) = (app.member("ada").await, app.member("bob").await);
    let oak = app.affiliation("Oak").await;
    app.add_to_affiliation(&ada, &oak).await;
    let path = format!("/api/affiliations/{oak}");
    update_affiliation(&app, &oak, "is_private = TRUE").await;
    assert_eq!(bob.get(&path).await.expect(200).body["isPrivate"], true);
    assert_eq!(bob.get(&format!("{path}/members")).await.status, 404);
    ada.get(&format!("{path}/members")).await.expect(200);
    update_affiliation(&app, &oak, "is_paused = TRUE").await;
    assert_eq!(bob.get(&path).await.status, 404);
    ada.get(&path).await.expect(200);
}

#[tokio::test]
async fn visitors_learn_only_that_a_private_affiliation_is_private() {
    let app = TestApp::open().await;
    let order = app.affiliation("Quiet Order").await;
    update_affiliation(&app, &order, "is_private = TRUE, tagline = 'Quiet since 1911'").await;
    app.set_affiliation_path(&order, "the-order").await;
    app.portal_of(&order, "The House", "house").await;
    let (visitor, bob) = (app.browser(), app.member("bob").await);
    for host in ["localhost", "house.localhost"] {
        let at = visitor.at_host(host);
        for name in [order.as_str(), "the-order", "The-Order"] {
            let refused = at.get(&format!("/api/affiliations/{name}")).await;
            let said = "403 You don't have permission to view this affiliation";
            assert_eq!(refused.to_string(), said, "{host} {name}");
            assert_eq!(refused.body["code"], "affiliation-private");
            assert!(!refused.text.contains("Quiet"), "{}", refused.text);
            for part in ["members", "questionnaire", "requests", "invite-codes"] {
                let path = format!("/api/affiliations/{name}/{part}");
                assert_eq!(at.get(&path).await.status, 401, "{part}");
            }
        }
        for path in ["/api/affiliations", "/api/affiliations?q=quiet"] {
            assert_eq!(names(&at.get(path).await.expect(200)), [""; 0], "{path}");
        }
        let counted = at.get("/api/affiliation-counts").await.expect(200).body;
        assert_eq!(counted, json!({ "all": 0, "mine": 0 }));
        for path in ["/api/boot", "/", &format!("/affiliation/{order}"), "/affiliation/the-order"] {
            let page = at.get(path).await.expect(200);
            assert!(!page.text.contains("Quiet"), "{host}{path}: {}", page.text);
        }
    }
    let shown = bob.get(&format!("/api/affiliations/{order}")).await.expect(200);
    assert_eq!(shown.body["viewer"]["mayApply"], false, "his page says that it is invite only");
    update_affiliation(&app, &order, "is_paused = TRUE").await;
    let paused = visitor.get("/api/affiliations/the-order").await;
    assert_eq!(paused.to_string(), NOT_FOUND);
}

#[tokio::test]
async fn only_admins_see_email_addresses_and_hidden_members() {
    let app = TestApp::open().await;
    let (ada, bob, cleo) =
        (app.member("ada").await, app.member("bob").await, app.member("cleo").await);
    let oak = app.affiliation("Oak").await;
    for who in [&ada, &bob, &cleo] {
        app.add_to_affiliation(who, &oak).await;
    }
    let bob_id = app.id_of(&bob).await;
    let hide = "UPDATE affiliation_members SET is_public = FALSE WHERE user_id = $1";
    app.sql(hide, vec![uuid_of(&bob_id).into()]).await;
    let admin = "INSERT INTO institutional_admins (affiliation_id, user_id, created_at) \
        VALUES ($1, $2, $3)";
    let ada_id = uuid_of(&app.id_of(&ada).await);
    app.sql(admin, vec![uuid_of(&oak).into(), ada_id.into(), app.clock.now().into()]).await;

    let path = format!("/api/affiliations/{oak}/members");
    let seen = |page: &Reply| texts(page, "firstName");
    let for_admin = ada.get(&path).await.expect(200);
    assert_eq!(seen(&for_admin), ["Ada", "Bob", "Cleo"]);
    assert_eq!(for_admin.items()[1]["email"], "bob@people.example");
    let for_bob = bob.get(&path).await.expect(200);
    assert_eq!(seen(&for_bob), ["Ada", "Bob", "Cleo"]);
    let for_cleo = cleo.get(&path).await.expect(200);
    assert_eq!(seen(&for_cleo), ["Ada", "Cleo"]);
    assert!(!for_cleo.text.contains("@people.example"));
    assert_eq!(app.browser().get(&path).await.status, 401);
    assert_eq!(ada.get(&format!("/api/affiliations/{oak}")).await.body["viewer"]["isAdmin"], true);
}

#[tokio::test]
async fn member_chooses_whether_profile_shows_the_affiliation() {
    let app = TestApp::open().await;
    let (ada, bob) = (public_member(&app, "ada").await, app.member("bob").await);
    let oak = app.affiliation("Oak").await;
    app.add_to_affiliation(&ada, &oak).await;
    let profile = format!("/api/users/{}", app.id_of(&ada).await);
    let shown = async || bob.get(&profile).await.expect(200).body["about"]["affiliations"].clone();
    let path = format!("/api/affiliations/{oak}/visibility");
    assert_eq!(shown().await[0]["name"], "Oak");

    let hidden = ada.main().put(&path, json!({ "isPublic": false })).await.expect(200);
    assert_eq!(hidden.body["viewer"]["isPublic"], false);
    assert_eq!(hidden.body["id"], json!(oak));
    assert_eq!(shown().await, json!([]), "hidden from others");
    let me = ada.get("/api/me").await.expect(200).body;
    assert_eq!(me["affiliations"][0]["isPublic"], false, "its owner still sees it");

    let again = ada.main().put(&path, json!({ "isPublic": true })).await.expect(200);
    assert_eq!(again.body["viewer"]["isPublic"], true);
    assert_eq!(shown().await[0]["name"], "Oak");

    let stranger = bob.main().put(&path, json!({ "isPublic": false })).await;
    assert_eq!(stranger.to_string(), "403 You must be a member to manage visibility");
    let nowhere = "/api/affiliations/nowhere/visibility";
    let missing = ada.main().put(nowhere, json!({ "isPublic": false })).await;
    assert_eq!(missing.to_string(), NOT_FOUND);
    app.make_table_unavailable("affiliation_paths").await;
    let failed = ada.main().put(&path, json!({ "isPublic": false })).await;
    assert_eq!(failed.to_string(), "500 Failed to update visibility settings");
}

/// The affiliation as its page shows it to `who`.
async fn affiliation_page(who: &Browser, affiliation: &str) -> Value {
    who.get(&format!("/api/affiliations/{affiliation}")).await.expect(200).body
}

#[tokio::test]
async fn leaving_removes_default_communities_but_keeps_chosen_ones() {
    let app = TestApp::open().await;
    let (ada, bob) = (app.member("ada").await, app.member("bob").await);
    let oak = app.affiliation("Oak").await;
    app.make_everyone_premium().await;
    for who in [&ada, &bob] {
        app.add_to_affiliation(who, &oak).await;
    }
    let general = app.community(&ada, "Oak General", &[&oak]).await;
    let chosen = app.community(&ada, "Acorns", &[&oak]).await;
    bob.post(&format!("/api/communities/{chosen}/join"), json!({})).await.expect(200);
    let staff = app.staff("sam").await;
    let default = format!("/api/staff/communities/{general}/default");
    staff.put(&default, json!({ "isDefaultCommunity": true })).await.expect(200);
    app.work().await;
    let is_in = async |community: &str| {
        let shown = bob.get(&format!("/api/communities/{community}")).await;
        shown.body["viewer"]["isMember"] == true
    };
    assert!(is_in(&general).await && is_in(&chosen).await);

    let leave = format!("/api/affiliations/{oak}/leave");
    bob.post(&leave, json!({})).await.expect(204);
    app.work().await;
    let shown = affiliation_page(&bob, &oak).await;
    assert_eq!((&shown["memberCount"], &shown["viewer"]["isMember"]), (&json!(1), &json!(false)));
    assert_eq!(shown["viewer"]["isPublic"], Value::Null);
    let members = ada.get(&format!("/api/affiliations/{oak}/members")).await.expect(200);
    assert_eq!(texts(&members, "displayName").len(), 1, "{members}");
    assert_eq!(bob.get("/api/me").await.expect(200).body["affiliations"], json!([]));
    assert!(!is_in(&general).await, "he was in it by default");
    assert!(is_in(&chosen).await, "he chose it");
    let again = bob.post(&leave, json!({})).await;
    assert_eq!(again.to_string(), "409 You are not a member of this affiliation.");
    assert_eq!(affiliation_page(&bob, &oak).await["memberCount"], 1);
    assert_eq!(affiliation_page(&bob, &oak).await["viewer"]["mayApply"], true);
}

#[tokio::test]
async fn concurrent_leaves_of_one_membership_succeed_once() {
    let app = TestApp::open_for_many().await;
    let ada = app.member("ada").await;
    let oak = app.affiliation("Oak").await;
    app.add_to_affiliation(&ada, &oak).await;
    let leave = format!("/api/affiliations/{oak}/leave");
    let (first, second) = tokio::join!(ada.post(&leave, json!({})), ada.post(&leave, json!({})));
    let mut answers = [first.status, second.status];
    answers.sort_unstable();
    assert_eq!(answers, [204, 409]);
    assert_eq!(affiliation_page(&ada, &oak).await["memberCount"], 0);
}

#[tokio::test]
async fn non_members_and_the_creator_cannot_leave() {
    let app = TestApp::open().await;
    let (ada, bob) = (app.member("ada").await, app.member("bob").await);
    let oak = app.affiliation("Oak").await;
    app.add_to_affiliation(&ada, &oak).await;
    let leave = format!("/api/affiliations/{oak}/leave");
    let visitor = app.browser().post(&leave, json!({})).await;
    assert_eq!(visitor.to_string(), "401 Please log in to manage affiliations");
    let stranger = bob.post(&leave, json!({})).await;
    assert_eq!(stranger.to_string(), "409 You are not a member of this affiliation.");
    let nowhere = ada.post("/api/affiliations/nowhere/leave", json!({})).await;
    assert_eq!(nowhere.to_string(), "404 Invalid affiliation");
    update_affiliation(&app, &oak, "is_paused = TRUE").await;
    let hidden = bob.post(&leave, json!({})).await;
    assert_eq!(hidden.to_string(), "404 Invalid affiliation", "hidden from him");

    let creator = uuid_of(&app.id_of(&ada).await);
    app.set_affiliation_creator(&oak, creator).await;
    let (stays, sent) = record_statements(ada.post(&leave, json!({}))).await;
    assert_eq!(write_statements(&sent), [""; 0], "refused before anything is written");
    let words =
        "409 The creator of an affiliation cannot leave it until another member has taken it over.";
    assert_eq!(stays.to_string(), words);
    let shown = affiliation_page(&ada, &oak).await;
    assert_eq!((&shown["memberCount"], &shown["viewer"]["isMember"]), (&json!(1), &json!(true)));
    app.make_table_unavailable("affiliation_paths").await;
    assert_eq!(ada.post(&leave, json!({})).await.to_string(), "500 Failed to leave affiliation");
}
