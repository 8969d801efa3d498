//! Creating, finding, joining and leaving communities; the submodules cover the other features.

mod announcements;
mod codes;
mod copies;
mod defaults;
mod deletion;
mod events;
mod founder;
pub mod house;
mod inside;
mod last_posts;
mod life;
mod members;
mod offices;
mod pauses;
mod promotion;
mod requests;
mod settings;
mod timeouts;

use crate::community_fixture::{CommunityFixture, texts};
use crate::kit::{Browser, Reply, TestApp, email, uuid_of, write_statements};
use chrono::Duration;
use futures::future::join_all;
use insta::assert_snapshot;
use platform::db::record_statements;
use serde_json::{Value, json};

fn community_body(name: &str) -> Value {
    json!({ "name": name, "description": "For a test." })
}

async fn create(who: &Browser, body: Value) -> Reply {
    who.post("/api/communities", body).await
}

async fn set_tier(app: &TestApp, name: &str, tier: &str) {
    let sql = "UPDATE users SET subscription = $1 WHERE email = $2";
    app.sql(sql, vec![tier.into(), email(name).into()]).await;
}

async fn update_community(app: &TestApp, community: &str, set: &str) {
    let sql = format!("UPDATE communities SET {set} WHERE id = $1");
    app.sql(&sql, vec![uuid_of(community).into()]).await;
}

#[tokio::test]
async fn creator_of_a_community_is_its_admin_and_first_member() {
    let app = TestApp::open().await;
    let ada = app.member("ada").await;
    let made = create(&ada, community_body("Long spans")).await.expect(201).body;
    assert_eq!(made["groupType"], "community");
    assert_eq!(made["visibility"], "public");
    assert_eq!(made["memberCount"], 1);
    assert_eq!(made["viewer"]["isAdmin"], true);
    assert_eq!(made["viewer"]["isMember"], true);
    assert_eq!(made["viewer"]["joinedAt"], made["created"]);
    let path = format!("/api/communities/{}", made["id"].as_str().unwrap());
    let shown = ada.get(&path).await.expect(200).body;
    for (field, value) in made.as_object().unwrap() {
        assert_eq!(&shown[field], value, "{field}");
    }
    let members = ada.get(&format!("{path}/members")).await.expect(200);
    assert_eq!(members.items()[0]["role"], "admin");
    assert_eq!(members.items()[0]["displayName"], "Ada Tester");
}

#[tokio::test]
async fn create_validates_name_description_and_affiliations() {
    let app = TestApp::open().await;
    let ada = app.member("ada").await;
    assert_snapshot!(create(&ada, json!({})).await, @"422 Input is required");
    let blank = json!({ "name": " \n ", "description": "d" });
    assert_snapshot!(create(&ada, blank).await, @"422 Content cannot be empty");
    let running = json!({ "name": "n", "description": "<p onclick=x>" });
    assert_snapshot!(create(&ada, running).await, @"422 Content contains potentially harmful code");
    let long = json!({ "name": "n".repeat(201), "description": "d" });
    assert_snapshot!(create(&ada, long).await, @"422 Title too long (max 200 characters)");
    let long = json!({ "name": "n", "description": "d".repeat(50_001) });
    let refused = create(&ada, long).await;
    assert_snapshot!(refused, @"422 Content exceeds maximum length of 50000 characters");
    assert_eq!(refused.body["errors"][0]["field"], "description");
    let elsewhere = app.affiliation("Elsewhere").await;
    for body in [
        json!({ "name": "n", "description": "d", "affiliations": [elsewhere] }),
        json!({ "name": "n", "description": "d", "visibility": "affiliations" }),
    ] {
        assert_eq!(create(&ada, body).await.to_string(), "422 Invalid affiliation");
    }
    assert_eq!(app.count("SELECT COUNT(*) AS n FROM communities", vec![]).await, 0);
}

#[tokio::test]
async fn basic_tier_allows_two_communities_and_two_creates_per_hour() {
    let app = TestApp::open().await;
    let ada = app.member("ada").await;
    for name in ["One", "Two"] {
        create(&ada, community_body(name)).await.expect(201);
    }
    let soon = create(&ada, community_body("Three")).await.expect(429);
    let detail = soon.body["detail"].as_str().unwrap();
    assert!(
        detail.starts_with("Rate limit exceeded. Try again at ") && detail.contains(" UTC"),
        "{detail}"
    );
    assert_eq!(soon.header("retry-after"), soon.body["retryAfter"].to_string());
    app.clock.advance_by(Duration::minutes(61));
    assert_snapshot!(create(&ada, community_body("Three")).await, @"403 Basic subscription limit reached");
    set_tier(&app, "ada", "Premium").await;
    create(&ada, community_body("Three")).await.expect(201);
}

#[tokio::test]
async fn concurrent_creates_do_not_exceed_the_basic_tier() {
    let app = TestApp::open_for_many().await;
    for name in ["ada", "bob", "cleo"] {
        let maker = app.member(name).await;
        create(&maker, community_body("First")).await.expect(201);
        app.clock.advance_by(Duration::minutes(61));
        let answers = join_all((0..20).map(|_| create(&maker, community_body("Again")))).await;
        let made = answers.iter().filter(|answer| answer.status == 201).count();
        assert_eq!(made, 1, "{name}");
        assert!(answers.iter().all(|answer| [201, 403, 429].contains(&answer.status)));
        let sql = "SELECT COUNT(*) AS n FROM communities WHERE creator_id = $1";
        let id = uuid_of(&app.id_of(&maker).await);
        assert_eq!(app.count(sql, vec![id.into()]).await, 2);
    }
}

#[tokio::test]
async fn repeated_idempotency_key_creates_one_community() {
    let app = TestApp::open().await;
    let ada = app.member("ada").await;
    let key = "01939d3e-8a5b-7000-8000-000000000001";
    let send = |body| async { ada.main().post_keyed("/api/communities", key, body).await };
    let first = send(community_body("One")).await.expect(201);
    for _ in 0..3 {
        let again = send(community_body("One")).await.expect(201);
        assert_eq!(again.body, first.body);
        assert_eq!(again.header("idempotency-replayed"), "true");
    }
    assert_eq!(send(community_body("Another")).await.status, 422);
    assert_eq!(app.count("SELECT COUNT(*) AS n FROM communities", vec![]).await, 1);
}

#[tokio::test]
async fn public_community_is_joined_immediately_and_only_once() {
    let hall = CommunityFixture::open().await;
    let bob = hall.app.member("bob").await;
    assert_eq!(bob.get(&hall.path("")).await.expect(200).body["viewer"]["canJoin"], true);
    let joined = bob.post(&hall.path("/join"), json!({})).await.expect(200).body;
    assert_eq!(joined["memberCount"], 2);
    assert_eq!(joined["viewer"]["isMember"], true);
    assert_eq!(joined["viewer"]["isAdmin"], false);
    let again = bob.post(&hall.path("/join"), json!({})).await;
    assert_snapshot!(again, @"409 You are already a member of this community");
    let sql = "SELECT COUNT(*) AS n FROM membership_events WHERE community_id = $1 \
        AND event_type = 'joined' AND reason = 'voluntary' AND community_name = 'Long spans'";
    assert_eq!(hall.app.count(sql, vec![uuid_of(&hall.community).into()]).await, 2);
}

#[tokio::test]
async fn failed_join_returns_the_specified_message() {
    let hall = CommunityFixture::open().await;
    let bob = hall.app.member("bob").await;
    let signed_out = hall.app.browser().post(&hall.path("/join"), json!({})).await;
    assert_snapshot!(signed_out, @"401 Permission denied. Please ensure you're logged in and try again.");
    let nowhere = bob.post("/api/communities/bridges/join", json!({})).await;
    assert_snapshot!(nowhere, @"404 Invalid user or community ID");
    hall.app.make_table_unavailable("events").await;
    let failed = bob.post(&hall.path("/join"), json!({})).await;
    assert_snapshot!(failed, @"500 An error occurred while checking if you can join this community");
}

#[tokio::test]
async fn failed_create_and_load_return_the_specified_messages() {
    let hall = CommunityFixture::open().await;
    let bob = hall.app.member("bob").await;
    let signed_out = create(&hall.app.browser(), community_body("One")).await;
    assert_snapshot!(signed_out, @"401 You must be logged in to create a community");
    hall.app.make_table_unavailable("events").await;
    assert_snapshot!(create(&bob, community_body("One")).await, @"500 Failed to create community");
    hall.app.make_table_unavailable("member_notice_preferences").await;
    assert_snapshot!(bob.get(&hall.path("")).await, @"500 Failed to load community details");
}

#[tokio::test]
async fn concurrent_joins_of_one_user_count_once() {
    let hall = CommunityFixture::open().await;
    let bob = hall.app.member("bob").await;
    let path = hall.path("/join");
    let answers = join_all((0..10).map(|_| bob.post(&path, json!({})))).await;
    assert_eq!(answers.iter().filter(|answer| answer.status == 200).count(), 1);
    assert_eq!(hall.ada.get(&hall.path("")).await.body["memberCount"], 2);
    assert_eq!(hall.rows("community_members").await, 2);
}

#[tokio::test]
async fn join_requires_any_or_all_affiliations_as_configured() {
    let app = TestApp::open().await;
    let (oak, elm) = (app.affiliation("Oak").await, app.affiliation("Elm").await);
    let (ada, bob) = (app.member("ada").await, app.member("bob").await);
    for affiliation in [&oak, &elm] {
        app.add_to_affiliation(&ada, affiliation).await;
    }
    let any = app.community(&ada, "Either", &[&oak, &elm]).await;
    let all = app.community(&ada, "Both", &[&oak, &elm]).await;
    update_community(&app, &all, "require_all_affiliations = TRUE").await;
    let join = |id: &str| {
        let path = format!("/api/communities/{id}/join");
        let bob = bob.clone();
        async move { bob.post(&path, json!({})).await }
    };
    assert_snapshot!(join(&any).await, @"403 This community requires you to have at least one of its affiliations to join");
    assert_snapshot!(join(&all).await, @"403 This community requires you to have all of its affiliations to join");
    app.add_to_affiliation(&bob, &oak).await;
    assert_snapshot!(join(&all).await, @"403 This community requires you to have all of its affiliations to join");
    join(&any).await.expect(200);
    app.add_to_affiliation(&bob, &elm).await;
    join(&all).await.expect(200);
}

#[tokio::test]
async fn join_returns_503_while_affiliations_cannot_be_read() {
    let app = TestApp::open().await;
    let oak = app.affiliation("Oak").await;
    let (ada, bob) = (app.member("ada").await, app.member("bob").await);
    app.add_to_affiliation(&ada, &oak).await;
    let id = app.community(&ada, "Ours", &[&oak]).await;
    app.add_to_affiliation(&bob, &oak).await;
    app.make_table_unavailable("affiliation_members").await;
    let join = format!("/api/communities/{id}/join");
    // The request is still authenticated, but the ids of the user's affiliations are NULL.
    let torn = "CREATE VIEW affiliation_members AS \
                SELECT CAST(NULL AS uuid) AS affiliation_id, user_id \
                FROM affiliation_members_unavailable";
    app.sql(torn, vec![]).await;
    assert_snapshot!(bob.post(&join, json!({})).await, @"503 Unable to verify your affiliations. Please try again later.");
    let shown = ada.get(&format!("/api/communities/{id}")).await.expect(200).body;
    assert_eq!(shown["memberCount"], 1);
}

#[tokio::test]
async fn paused_community_rejects_joins_until_the_pause_ends() {
    let hall = CommunityFixture::open().await;
    let bob = hall.app.member("bob").await;
    update_community(&hall.app, &hall.community, "status = 'paused', pause_reason = 'Rest'").await;
    let refused = bob.post(&hall.path("/join"), json!({})).await;
    assert_snapshot!(refused, @"403 This community is currently paused and not accepting new members");
    let shown = bob.get(&hall.path("")).await.expect(200).body;
    assert_eq!(shown["status"], "paused");
    assert_eq!(shown["pauseInfo"]["pausedReason"], "Rest");
    assert_eq!(shown["viewer"]["canJoin"], false);
    assert!(bob.get("/api/communities?scope=discover").await.items().is_empty());
    update_community(&hall.app, &hall.community, "paused_until = last_updated").await;
    assert_eq!(bob.get("/api/communities?scope=discover").await.items().len(), 1);
    bob.post(&hall.path("/join"), json!({})).await.expect(200);
}

#[tokio::test]
async fn private_community_looks_missing_to_non_members() {
    let hall = CommunityFixture::open().await;
    let (bob, staff) = (hall.app.member("bob").await, hall.app.staff("sam").await);
    update_community(&hall.app, &hall.community, "visibility = 'private'").await;
    let nothing = "00000000000000000000000000000000";
    let missing = bob.get(&format!("/api/communities/{nothing}")).await;
    assert_snapshot!(missing, @"404 Community not found");
    for path in ["", "/members", "/threads"] {
        assert_eq!(bob.get(&hall.path(path)).await.body, missing.body, "{path}");
    }
    for path in ["/leave", "/read", "/threads"] {
        let refused = bob.post(&hall.path(path), json!({ "caption": "Hello" })).await;
        assert_eq!(refused.body, missing.body, "{path}");
    }
    assert_eq!(hall.write_post(&bob, "Hello").await.body, missing.body);
    let unknown = bob.post(&format!("/api/communities/{nothing}/join"), json!({})).await;
    assert_snapshot!(unknown, @"404 Community or user data not found.");
    assert_eq!(bob.post(&hall.path("/join"), json!({})).await.body, unknown.body);
    assert!(bob.get("/api/communities?scope=discover").await.items().is_empty());
    let seen = staff.get(&hall.path("")).await.expect(200).body;
    assert_eq!(seen["viewer"]["isMember"], false);
    staff.get(&hall.path("/members")).await.expect(200);
}

#[tokio::test]
async fn affiliation_community_is_listed_to_affiliated_users_only() {
    let app = TestApp::open().await;
    let oak = app.affiliation("Oak").await;
    let (ada, bob, cleo) =
        (app.member("ada").await, app.member("bob").await, app.member("cleo").await);
    app.add_to_affiliation(&ada, &oak).await;
    app.add_to_affiliation(&bob, &oak).await;
    let id = app.community(&ada, "Acorns", &[&oak]).await;
    update_community(&app, &id, "visibility = 'affiliations'").await;
    let path = format!("/api/communities/{id}");
    let names = |reply: &Reply| texts(reply, "name");
    assert_eq!(names(&bob.get("/api/communities?scope=discover").await), ["Acorns"]);
    assert!(names(&cleo.get("/api/communities?scope=discover").await).is_empty());
    assert_eq!(cleo.get(&path).await.status, 404);
    let shown = bob.get(&path).await.expect(200).body;
    assert_eq!(shown["affiliations"], json!([{ "id": oak, "name": "Oak" }]));
    let refused = bob.post(&format!("{path}/join"), json!({})).await;
    assert_snapshot!(refused, @"403 You cannot join this community");
}

#[tokio::test]
async fn members_can_leave_but_the_last_admin_cannot() {
    let hall = CommunityFixture::open().await;
    let bob = hall.member("bob").await;
    let (refused, sent) = record_statements(hall.ada.post(&hall.path("/leave"), json!({}))).await;
    assert_eq!(write_statements(&sent), [""; 0], "refused before anything is written");
    assert_snapshot!(refused, @"409 You are the last admin of this community. Promote another member or delete the community first.");
    assert_eq!(bob.post(&hall.path("/leave"), json!({})).await.status, 204);
    let again = bob.post(&hall.path("/leave"), json!({})).await;
    assert_snapshot!(again, @"404 User is not a member of this community");
    assert_eq!(bob.get(&hall.path("")).await.body["memberCount"], 1);
    let sql = "SELECT COUNT(*) AS n FROM membership_events WHERE event_type = 'left' \
        AND reason = 'voluntary'";
    assert_eq!(hall.app.count(sql, vec![]).await, 1);
}

#[tokio::test]
async fn concurrent_leaves_of_both_admins_keep_one_admin() {
    let hall = CommunityFixture::open().await;
    let bob = hall.member("bob").await;
    hall.app.make_all_members_admins().await;
    let path = hall.path("/leave");
    let (one, other) = tokio::join!(hall.ada.post(&path, json!({})), bob.post(&path, json!({})));
    let mut left = [one.status, other.status];
    left.sort_unstable();
    assert_eq!(left, [204, 409]);
    assert_eq!(hall.rows("community_members").await, 1);
}

#[tokio::test]
async fn only_admins_remove_members() {
    let hall = CommunityFixture::open().await;
    let (bob, cleo) = (hall.member("bob").await, hall.member("cleo").await);
    let ids = [hall.app.id_of(&hall.ada).await, hall.app.id_of(&bob).await];
    let [ada_path, bob_path] = ids.map(|id| hall.path(&format!("/members/{id}")));
    assert_snapshot!(cleo.delete(&bob_path).await, @"403 Admin privileges required");
    assert_snapshot!(bob.delete(&ada_path).await, @"403 Admin privileges required");
    assert_eq!(hall.ada.delete(&bob_path).await.status, 204);
    let again = hall.ada.delete(&bob_path).await;
    assert_snapshot!(again, @"404 User is not a member of this community");
    let sql = "SELECT COUNT(*) AS n FROM membership_events WHERE event_type = 'left' \
        AND reason = 'removed'";
    assert_eq!(hall.app.count(sql, vec![]).await, 1);
    assert_eq!(bob.get("/api/communities").await.items().len(), 0);
    assert_eq!(hall.ada.get(&hall.path("")).await.body["memberCount"], 2);
    let members = bob.get(&hall.path("/members")).await;
    assert_snapshot!(members, @"403 Unable to load communities. Please check your permissions.");
}

#[tokio::test]
async fn two_admins_who_remove_each_other_do_not_deadlock() {
    let hall = CommunityFixture::open().await;
    let bob = hall.member("bob").await;
    hall.app.make_all_members_admins().await;
    let ids = [hall.app.id_of(&hall.ada).await, hall.app.id_of(&bob).await];
    let [ada_path, bob_path] = ids.map(|id| hall.path(&format!("/members/{id}")));
    let (one, other) = tokio::join!(hall.ada.delete(&bob_path), bob.delete(&ada_path));
    assert_eq!([one.status, other.status], [204, 403], "only the founder removes an admin");
}

#[tokio::test]
async fn own_communities_are_listed_by_latest_activity_in_pages() {
    let app = TestApp::open().await;
    let ada = app.member("ada").await;
    set_tier(&app, "ada", "Premium").await;
    let mut made = Vec::new();
    for n in 0..5 {
        app.clock.advance_by(Duration::minutes(61));
        made.insert(0, app.community(&ada, &format!("Community {n}"), &[]).await);
    }
    let all = ada.get("/api/communities?scope=mine").await.expect(200);
    assert_eq!(texts(&all, "id"), made);
    assert_eq!(all.body["nextCursor"], Value::Null);
    let mut paged = Vec::new();
    let mut path = "/api/communities?limit=2".to_owned();
    loop {
        let page = ada.get(&path).await.expect(200);
        paged.extend(texts(&page, "id"));
        let Some(cursor) = page.body["nextCursor"].as_str() else { break };
        path = format!("/api/communities?limit=2&cursor={cursor}");
    }
    assert_eq!(paged, made);
    let oldest = made.last().unwrap();
    crate::community_fixture::start_thread(&ada, oldest, "Wake up").await.expect(201);
    assert_eq!(&texts(&ada.get("/api/communities").await, "id")[0], oldest);
    assert_eq!(ada.get("/api/communities?scope=everything").await.status, 400);
    assert_eq!(ada.get("/api/communities?cursor=nonsense").await.status, 400);
}

#[tokio::test]
async fn posts_of_others_are_unread_until_marked_read() {
    let hall = CommunityFixture::open().await;
    let bob = hall.member("bob").await;
    let unread = || async {
        let community = bob.get(&hall.path("")).await.body["viewer"]["unread"].clone();
        let thread = bob.get(&hall.path("/threads")).await.items()[0]["unreadMessages"].clone();
        assert_eq!(community, thread);
        community
    };
    hall.write_post(&hall.ada, "One").await.expect(201);
    hall.write_post(&hall.ada, "Two").await.expect(201);
    assert_eq!(unread().await, 2);
    let mark = bob.post(&hall.path("/read"), json!({})).await.expect(200).body;
    assert_eq!(mark["communityId"].as_str(), Some(hall.community.as_str()));
    assert_eq!(unread().await, 0);
    hall.write_post(&hall.ada, "Three").await.expect(201);
    assert_eq!(unread().await, 1);
    let listed = bob.get("/api/communities").await;
    assert_eq!(listed.items()[0]["viewer"]["unread"], 1);
    hall.write_post(&bob, "Mine").await.expect(201);
    assert_eq!(unread().await, 0, "who writes in a thread has read it");
    let outsider = hall.app.member("cleo").await;
    let refused = outsider.post(&hall.path("/read"), json!({})).await;
    assert_snapshot!(refused, @"403 Unable to load communities. Please check your permissions.");
}

#[tokio::test]
async fn timed_out_member_cannot_post_until_the_timeout_ends() {
    let hall = CommunityFixture::open().await;
    let bob = hall.member("bob").await;
    hall.time_out(&bob, 30).await;
    let refused = hall.write_post(&bob, "Hello").await;
    assert_snapshot!(refused, @"403 You are currently timed out from this community");
    let viewer = bob.get(&hall.path("")).await.body["viewer"].clone();
    assert_eq!(viewer["timeout"]["reason"], "Off topic");
    hall.app.clock.advance_by(Duration::minutes(30));
    assert_eq!(bob.get(&hall.path("")).await.body["viewer"]["timeout"], Value::Null);
    hall.write_post(&bob, "Hello again").await.expect(201);
    assert_eq!(hall.rows("member_timeouts").await, 0);
}

#[tokio::test]
async fn rejoining_does_not_end_a_timeout() {
    let hall = CommunityFixture::open().await;
    let bob = hall.member("bob").await;
    hall.time_out(&bob, 30).await;
    bob.post(&hall.path("/leave"), json!({})).await.expect(204);
    bob.post(&hall.path("/join"), json!({})).await.expect(200);
    let refused = hall.write_post(&bob, "Hello").await;
    assert_snapshot!(refused, @"403 You are currently timed out from this community");
}
