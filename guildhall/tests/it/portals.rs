//! Visibility on a portal: strictly its part of the network.

use crate::community_fixture::{start_thread, texts};
use crate::kit::{At, Browser, TestApp};
use insta::assert_snapshot;
use serde_json::json;

/// Two portals, a user who is a member of both affiliations, a community of each and one of
/// neither.
struct World {
    app: TestApp,
    ada: Browser,
    oak: String,
    elm: String,
    of_oak: String,
    of_elm: String,
    of_none: String,
}

impl World {
    async fn open() -> Self {
        let app = TestApp::open().await;
        let oak = app.portal("Oak House", "oak").await.affiliation;
        let elm = app.portal("Elm Court", "elm").await.affiliation;
        let ada = app.member("ada").await;
        for affiliation in [&oak, &elm] {
            app.add_to_affiliation(&ada, affiliation).await;
        }
        app.make_everyone_premium().await;
        let of_oak = app.community(&ada, "Acorns", &[&oak]).await;
        let of_elm = app.community(&ada, "Elm leaves", &[&elm]).await;
        app.clock.advance_by(chrono::Duration::minutes(61));
        let of_none = app.community(&ada, "Everybody", &[]).await;
        app.transfer(&ada, "oak").await;
        Self { app, ada, oak, elm, of_oak, of_elm, of_none }
    }

    fn here(&self) -> At<'_> {
        self.ada.on("oak")
    }
}

#[tokio::test]
async fn portal_lists_only_its_communities() {
    let world = World::open().await;
    assert_eq!(world.ada.get("/api/communities").await.items().len(), 3);
    let here = world.here().get("/api/communities").await.expect(200);
    assert_eq!(texts(&here, "name"), ["Acorns"]);
    assert_eq!(here.items()[0]["affiliations"], json!([{ "id": world.oak, "name": "Oak House" }]));
}

#[tokio::test]
async fn content_outside_the_portal_is_404() {
    let world = World::open().await;
    let nothing = "00000000000000000000000000000000";
    for hidden in [&world.of_elm, &world.of_none] {
        let thread = start_thread(&world.ada, hidden, "Hidden").await.expect(201).id();
        let posts = format!("/api/communities/{hidden}/threads/{thread}/posts");
        let post = world.ada.post(&posts, json!({ "content": "Canary" })).await.expect(201).id();
        for rest in ["", "/members", "/threads", &format!("/threads/{thread}")] {
            let path = format!("/api/communities/{hidden}{rest}");
            let never = format!("/api/communities/{nothing}{rest}");
            world.ada.get(&path).await.expect(200);
            let (foreign, missing) =
                (world.here().get(&path).await, world.here().get(&never).await);
            assert_eq!((foreign.status, &foreign.body), (404, &missing.body), "{rest}");
        }
        assert_eq!(world.here().get(&posts).await.status, 404);
        let said = world.here().post(&posts, json!({ "content": "Hello" })).await;
        assert_eq!(said.to_string(), "404 Community not found");
        let liked = world.here().post(&format!("/api/posts/{post}/like"), json!({})).await;
        assert_eq!(liked.to_string(), "404 Post not found");
        for action in ["join", "leave", "read"] {
            let path = format!("/api/communities/{hidden}/{action}");
            assert_eq!(world.here().post(&path, json!({})).await.status, 404, "{action}");
        }
        let through_own = format!("/api/communities/{}/threads/{thread}/posts", world.of_oak);
        assert_eq!(world.here().get(&through_own).await.status, 404);
    }
    let sql = "SELECT COUNT(*) AS n FROM posts";
    assert_eq!(world.app.count(sql, vec![]).await, 2);
}

#[tokio::test]
async fn content_created_on_a_portal_is_visible_on_main() {
    let world = World::open().await;
    let path = format!("/api/communities/{}/threads", world.of_oak);
    let thread = world.here().post(&path, json!({ "caption": "From here" })).await.expect(201).id();
    let posts = format!("{path}/{thread}/posts");
    let post = world.here().post(&posts, json!({ "content": "Hello" })).await.expect(201);
    let mut on_main = world.ada.get(&posts).await.expect(200).body;
    assert_eq!(on_main["items"][0]["id"], post.body["id"]);
    let here = world.here().get(&posts).await.expect(200).body;
    // A portal names its own affiliation only.
    let badges = on_main["items"][0]["author"]["affiliations"].take();
    assert_eq!(badges.as_array().map(Vec::len), Some(2));
    on_main["items"][0]["author"]["affiliations"] = json!([badges[0]]);
    assert_eq!(here, on_main);
}

#[tokio::test]
async fn community_created_on_a_portal_is_linked_to_its_affiliation() {
    let world = World::open().await;
    world.app.clock.advance_by(chrono::Duration::minutes(61));
    let body = json!({ "name": "Made here", "description": "At the portal." });
    let made = world.here().post("/api/communities", body).await.expect(201).body;
    assert_eq!(made["affiliations"], json!([{ "id": world.oak, "name": "Oak House" }]));
    let foreign = json!({ "name": "n", "description": "d", "affiliations": [world.elm] });
    let both = world.here().post("/api/communities", foreign).await.expect(201).body;
    // The other link exists, but a portal does not show other affiliations.
    assert_eq!(both["affiliations"], json!([{ "id": world.oak, "name": "Oak House" }]));
    assert_eq!(world.ada.get("/api/communities").await.items().len(), 5);
}

#[tokio::test]
async fn portal_shows_only_its_affiliation() {
    let world = World::open().await;
    let listed = world.here().get("/api/affiliations").await.expect(200);
    assert_eq!(texts(&listed, "id"), [world.oak.as_str()]);
    let own = format!("/api/affiliations/{}", world.oak);
    let other = format!("/api/affiliations/{}", world.elm);
    world.ada.get(&other).await.expect(200);
    let visitor = world.app.browser();
    visitor.on("oak").get(&own).await.expect(200);
    for (path, who) in [(&other, &world.ada), (&other, &visitor)] {
        let hidden = who.on("oak").get(path).await;
        let said = "404 Affiliation not found or you don't have permission to view it.";
        assert_eq!(hidden.to_string(), said);
    }
    assert_eq!(world.here().get(&format!("{other}/members")).await.status, 404);
    world.here().get(&format!("{own}/members")).await.expect(200);
}

#[tokio::test]
async fn outsider_gets_only_the_portals_public_page() {
    let world = World::open().await;
    let bob = world.app.member("bob").await;
    world.app.sign_in(&bob, "oak.localhost", "bob").await;
    let here = bob.on("oak");
    for path in [
        "/api/communities".to_owned(),
        format!("/api/communities/{}", world.of_oak),
        format!("/api/communities/{}/threads", world.of_oak),
        format!("/api/affiliations/{}/members", world.oak),
        "/api/live".to_owned(),
    ] {
        let refused = here.get(&path).await;
        assert_eq!(refused.body["code"], "portal-membership-required", "{path}");
    }
    here.get(&format!("/api/affiliations/{}", world.oak)).await.expect(200);
}

#[tokio::test]
async fn staff_have_no_extra_rights_on_a_portal() {
    let world = World::open().await;
    let sam = world.app.staff("sam").await;
    world.app.add_to_affiliation(&sam, &world.oak).await;
    world.app.make_all_communities_private().await;
    let path = format!("/api/communities/{}", world.of_oak);
    sam.get(&path).await.expect(200);
    world.app.transfer(&sam, "oak").await;
    assert_snapshot!(sam.on("oak").get(&path).await, @"404 Community not found");
}

#[tokio::test]
async fn portal_stream_contains_only_the_portals_events() {
    let world = World::open().await;
    let mut stream = world.here().live(None).await;
    stream.until("hello").await;
    let mut said = Vec::new();
    for community in [&world.of_elm, &world.of_none, &world.of_oak] {
        said.push(start_thread(&world.ada, community, "Words").await.expect(201).id());
    }
    let first = stream.next().await.unwrap().data;
    assert_eq!(first["type"], "thread.created");
    assert_eq!(first["thread"]["id"].as_str(), Some(said[2].as_str()));
    // Not even that she creates one elsewhere.
    world.app.clock.advance_by(chrono::Duration::minutes(61));
    world.app.community(&world.ada, "Elsewhere", &[]).await;
    let here = world.app.community(&world.ada, "More oak", &[&world.oak]).await;
    let next = stream.next().await.unwrap().data;
    assert_eq!(
        next,
        json!({
            "type": "membership.joined", "communityId": here, "userId": world.app.id_of(&world.ada).await,
        })
    );
}

#[tokio::test]
async fn portal_profiles_show_no_other_affiliation() {
    let world = World::open().await;
    let bob = world.app.member("bob").await;
    world.app.add_to_affiliation(&bob, &world.elm).await;
    world.app.add_to_affiliation(&bob, &world.oak).await;
    let path = format!("/api/communities/{}", world.of_oak);
    bob.post(&format!("{path}/join"), json!({})).await.expect(200);
    let thread = start_thread(&world.ada, &world.of_oak, "Names").await.expect(201).id();
    let mut stream = world.here().live(None).await;
    stream.until("hello").await;
    let posts = format!("{path}/threads/{thread}/posts");
    let said = bob.post(&posts, json!({ "content": "From main" })).await.expect(201);
    assert_eq!(said.body["author"]["affiliationName"], "Elm Court");
    let told = stream.until("post.created").await;
    assert_eq!(told["post"]["author"]["affiliationName"], serde_json::Value::Null);
    let read = world.here().get(&posts).await.expect(200);
    assert_eq!(read.items()[0]["author"]["affiliationName"], "Oak House");
    for path in [posts, format!("{path}/members"), format!("{path}/threads"), path] {
        assert!(!world.here().get(&path).await.expect(200).text.contains("Elm"), "{path}");
    }
}

#[tokio::test]
async fn former_members_stream_on_a_portal_ends() {
    let world = World::open().await;
    let (mut here, mut main) = (world.here().live(None).await, world.ada.live().await);
    here.until("hello").await;
    main.until("hello").await;
    let elsewhere = format!("/api/affiliations/{}/leave", world.elm);
    let refused = world.here().post(&elsewhere, json!({})).await;
    assert_eq!(refused.to_string(), "404 Invalid affiliation");
    let leave = format!("/api/affiliations/{}/leave", world.oak);
    world.here().post(&leave, json!({})).await.expect(204);
    assert_eq!(here.remaining_types().await, ["session.ended"]);
    assert_eq!(main.next().await.unwrap().data["type"], "me.changed");
    assert_eq!(world.here().get("/api/communities").await.status, 403);
    world.ada.get("/api/communities").await.expect(200);
    world.ada.on("elm").get("/").await.expect(200);
}
