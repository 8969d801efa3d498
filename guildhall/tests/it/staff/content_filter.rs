//! Content filter of the network and of portals.

use crate::community_fixture::start_thread;
use crate::kit::{At, Browser, Portal, Reply, TestApp, WAIT_TIMEOUT};
use chrono::Duration;
use insta::assert_snapshot;
use serde_json::{Value, json};

const NETWORK: &str = "/api/staff/content-filter";
const REFUSED_TEXT: &str = "Bread; butter && jam";

/// A network with two portals, and one member with a community on each site.
struct World {
    app: TestApp,
    staff: Browser,
    ada: Browser,
    oak: Portal,
    posts: Vec<(&'static str, String)>,
}

impl World {
    async fn open() -> Self {
        let app = TestApp::open().await;
        let oak = app.portal("Oak House", "oak").await;
        let elm = app.portal("Elm Court", "elm").await;
        let (staff, ada) = (app.staff("stella").await, app.member("ada").await);
        for portal in [&oak, &elm] {
            app.add_to_affiliation(&ada, &portal.affiliation).await;
        }
        app.make_everyone_premium().await;
        let mut posts = Vec::new();
        for (site, affiliation) in
            [("main", None), ("oak", Some(&oak.affiliation)), ("elm", Some(&elm.affiliation))]
        {
            let linked: Vec<&str> = affiliation.into_iter().map(String::as_str).collect();
            let community = app.community(&ada, site, &linked).await;
            let thread = start_thread(&ada, &community, "Cables").await.expect(201).id();
            posts.push((site, format!("/api/communities/{community}/threads/{thread}/posts")));
            app.clock.advance_by(Duration::minutes(61));
        }
        app.transfer(&ada, "oak").await;
        app.transfer(&ada, "elm").await;
        Self { app, staff, ada, oak, posts }
    }

    fn at(&self, site: &str) -> At<'_> {
        if site == "main" { self.ada.main() } else { self.ada.on(site) }
    }

    async fn write(&self, site: &str) -> Reply {
        self.app.clock.advance_by(Duration::minutes(2));
        let (_, path) = self.posts.iter().find(|(name, _)| *name == site).unwrap();
        self.at(site).post(path, json!({ "content": REFUSED_TEXT })).await
    }

    /// Statuses of a post that the strict filter refuses, on the main site and on both portals.
    async fn statuses(&self) -> [u16; 3] {
        [
            self.write("main").await.status,
            self.write("oak").await.status,
            self.write("elm").await.status,
        ]
    }

    async fn set_network(&self, filter: &str) {
        let set = self.staff.put(NETWORK, json!({ "filter": filter })).await.expect(200);
        assert_eq!(set.body["filter"], filter);
    }

    fn portal_path(&self) -> String {
        format!("/api/staff/tenants/{}/content-filter", self.oak.tenant)
    }

    async fn set_oak(&self, filter: Value) {
        let set = self.staff.put(&self.portal_path(), json!({ "filter": filter })).await;
        assert_eq!(set.expect(200).body["contentFilter"], filter);
    }
}

#[tokio::test]
async fn filter_applies_to_the_next_post_on_the_right_site() {
    let world = World::open().await;
    assert_eq!(world.statuses().await, [422, 422, 422]);
    assert_eq!(world.staff.get(NETWORK).await.expect(200).body["filter"], "strict");
    world.set_oak(json!("relaxed")).await;
    assert_eq!(world.statuses().await, [422, 201, 422]);
    world.set_oak(Value::Null).await;
    world.set_network("relaxed").await;
    assert_eq!(world.statuses().await, [201, 201, 201]);
    world.set_oak(json!("strict")).await;
    assert_eq!(world.statuses().await, [201, 422, 201]);
    let refused = world.write("oak").await;
    assert_snapshot!(refused, @"422 Message contains prohibited content");
    assert!(!refused.body["errors"][0]["positions"].as_array().unwrap().is_empty());
    let page = format!("/api/control/tenants/{}", world.oak.tenant);
    let tenant = world.staff.get(&page).await.expect(200).body;
    assert_eq!(tenant["contentFilter"], "strict");
    world.set_network("strict").await;
    world.set_oak(Value::Null).await;
    assert_eq!(world.statuses().await, [422, 422, 422]);
}

#[tokio::test]
async fn filter_applies_to_edits_replies_messages_and_introductions() {
    let world = World::open().await;
    let (_, posts) = &world.posts[0];
    let post = world.ada.post(posts, json!({ "content": "Steel" })).await.expect(201).id();
    let (bob, cleo) = (world.app.member("bob").await, world.app.member("cleo").await);
    let (bob_id, cleo_id) = (world.app.id_of(&bob).await, world.app.id_of(&cleo).await);
    let start = json!({ "participantIds": [bob_id] });
    let conversation = world.ada.post("/api/conversations", start).await.expect(201).id();
    let edit = async || {
        let path = format!("/api/posts/{post}");
        world.ada.patch(&path, json!({ "content": REFUSED_TEXT })).await.status
    };
    let reply = async || {
        let body = json!({ "content": REFUSED_TEXT, "parentPostId": post });
        world.ada.post(posts, body).await.status
    };
    let message = async || {
        let path = format!("/api/conversations/{conversation}/messages");
        world.ada.post(&path, json!({ "content": REFUSED_TEXT })).await.status
    };
    let introduction = async || {
        let body = json!({ "userIds": [bob_id, cleo_id], "message": REFUSED_TEXT });
        world.ada.post("/api/introductions", body).await.status
    };
    assert_eq!(
        (edit().await, reply().await, message().await, introduction().await),
        (422, 422, 422, 422)
    );
    world.set_network("relaxed").await;
    assert_eq!(
        (edit().await, reply().await, message().await, introduction().await),
        (200, 201, 201, 201)
    );
}

#[tokio::test]
async fn every_process_applies_a_change_without_a_restart() {
    let world = World::open().await;
    let other = world.app.second_instance().await;
    let there = other.browser();
    other.sign_in(&there, "localhost", "ada").await;
    let (_, posts) = &world.posts[0];
    // The text is checked before the parent, which does not exist, so nothing is written.
    let nowhere = world.app.id_of(&world.ada).await;
    let check = async || {
        let body = json!({ "content": REFUSED_TEXT, "parentPostId": nowhere });
        there.post(posts, body).await.status
    };
    assert_eq!(check().await, 422);
    for (filter, expected) in [("relaxed", 404), ("strict", 422)] {
        world.set_network(filter).await;
        let applied = async { while check().await != expected {} };
        tokio::time::timeout(WAIT_TIMEOUT, applied)
            .await
            .expect("the other process has learned it");
    }
}

#[tokio::test]
async fn boot_document_has_the_filter_of_the_site() {
    let world = World::open().await;
    let app = &world.app;
    let boot = app.browser().get("/api/boot").await.expect(200).body;
    assert_eq!(
        (&boot["contentFilter"], &boot["features"]["relaxedContent"]),
        (&json!("strict"), &json!(false))
    );
    world.set_network("relaxed").await;
    for host in ["localhost", "oak.localhost", "elm.localhost"] {
        app.until_boot(host, "contentFilter", &json!("relaxed")).await;
    }
    world.set_oak(json!("strict")).await;
    app.until_boot("oak.localhost", "contentFilter", &json!("strict")).await;
    let boot = app.browser().on("oak").get("/api/boot").await.expect(200).body;
    assert_eq!(boot["features"]["relaxedContent"], false);
    let main = app.browser().get("/api/boot").await.expect(200).body;
    assert_eq!(
        (&main["contentFilter"], &main["features"]["relaxedContent"]),
        (&json!("relaxed"), &json!(true))
    );
    world.set_oak(Value::Null).await;
    app.until_boot("oak.localhost", "contentFilter", &json!("relaxed")).await;
}

#[tokio::test]
async fn settings_are_the_initial_filter_until_staff_choose_one() {
    let app = TestApp::open_with(&[("content.filter", "relaxed")]).await;
    let staff = app.staff("stella").await;
    assert_eq!(staff.get(NETWORK).await.expect(200).body["filter"], "relaxed");
    staff.put(NETWORK, json!({ "filter": "strict" })).await.expect(200);
    assert_eq!(staff.get(NETWORK).await.expect(200).body["filter"], "strict");
    app.until_boot("localhost", "contentFilter", &json!("strict")).await;
}

#[tokio::test]
async fn only_administrators_change_the_filter_and_each_change_is_recorded() {
    let world = World::open().await;
    let moderator = world.app.staff_in_role("mona", "moderator").await;
    let path = world.portal_path();
    world.app.make_affiliation_admin(&world.ada, &world.oak.affiliation).await;
    for (who, status) in [(&moderator, 403), (&world.ada, 404)] {
        assert_eq!(who.get(NETWORK).await.status, status);
        assert_eq!(who.put(NETWORK, json!({ "filter": "relaxed" })).await.status, status);
        assert_eq!(who.put(&path, json!({ "filter": "relaxed" })).await.status, status);
    }
    let unknown = world.staff.put(NETWORK, json!({ "filter": "off" })).await;
    assert_snapshot!(unknown, @"422 The content filter must be strict or relaxed.");
    assert_eq!(unknown.body["errors"][0]["field"], "filter");
    let unknown = world.staff.put(&path, json!({ "filter": "off" })).await;
    assert_eq!(unknown.status, 422);
    let nowhere = path.replace(&world.oak.tenant, &world.oak.affiliation);
    assert_eq!(world.staff.put(&nowhere, json!({ "filter": null })).await.status, 404);
    world.set_network("strict").await;
    world.set_network("relaxed").await;
    world.set_oak(json!("strict")).await;
    world.set_oak(json!("strict")).await;
    let log = world.staff.get("/api/staff/audit").await.expect(200);
    let changes: Vec<_> = log
        .items()
        .iter()
        .filter(|entry| entry["action"].as_str().unwrap().contains("content-filter"))
        .map(|entry| (entry["action"].clone(), entry["before"].clone(), entry["after"].clone()))
        .collect();
    let filter = |filter: Value| json!({ "contentFilter": filter });
    assert_eq!(
        changes,
        [
            (json!("tenant.change-content-filter"), filter(Value::Null), filter(json!("strict"))),
            (json!("content-filter.change"), filter(json!("strict")), filter(json!("relaxed"))),
        ]
    );
    let page = format!("/api/control/tenants/{}/log", world.oak.tenant);
    let entry = world.staff.get(&page).await.expect(200).items()[0].clone();
    assert_eq!(entry["action"], "tenant.change-content-filter");
}

#[tokio::test]
async fn an_archived_portal_keeps_no_filter_for_its_successor() {
    let world = World::open().await;
    world.set_oak(json!("relaxed")).await;
    let base = format!("/api/control/tenants/{}", world.oak.tenant);
    world.app.sign_in(&world.staff, "localhost", "stella").await;
    for action in ["suspend", "archive"] {
        let reason = json!({ "reason": "Moves away" });
        world.staff.post(&format!("{base}/{action}"), reason).await.expect(200);
    }
    let refused = world.staff.put(&world.portal_path(), json!({ "filter": "strict" })).await;
    assert_snapshot!(refused, @"409 This portal is archived and cannot be changed.");
    let rows = world.app.count("SELECT COUNT(*) AS n FROM content_filters", vec![]).await;
    assert_eq!(rows, 0);
}

#[tokio::test]
async fn checking_a_text_needs_no_statement_for_the_filter() {
    let world = World::open().await;
    let (_, posts) = &world.posts[0];
    let refused = async || {
        let body = json!({ "content": REFUSED_TEXT });
        let (reply, statements) = platform::db::count_queries(world.ada.post(posts, body)).await;
        (reply.status, statements)
    };
    let (_, session_only) =
        platform::db::count_queries(world.ada.post(posts, json!({ "content": "" }))).await;
    assert_eq!(refused().await, (422, session_only));
    world.set_network("strict").await;
    world.app.until_delivered().await;
    assert_eq!(refused().await, (422, session_only));
}
