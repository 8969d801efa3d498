//! The activity centre: notifications in tabs, clearing and restoring them (C-112 to C-127, G-034, G-054, P-12).

use crate::communities::house::House;
use crate::community_fixture::{CommunityFixture, start_thread, texts};
use crate::kit::{Browser, Reply, TestApp, uuid_of};
use insta::assert_snapshot;
use platform::UserId;
use platform::db::count_queries;
use serde_json::{Value, json};
use tenant_runtime::activity::{Notice, NotificationType, notify};

const GONE: &str = "404 Notification not found";

/// Sends a notification one second after the previous one.
async fn notify_user(app: &TestApp, who: &Browser, kind: NotificationType, title: &str) {
    notify_user_with(app, who, Notice::new(kind, title, "In other words", json!({}))).await;
}

async fn notify_user_with(app: &TestApp, who: &Browser, notice: Notice) {
    app.clock.advance_by(chrono::Duration::seconds(1));
    let user = UserId(uuid_of(&app.id_of(who).await));
    let mut system = app.services().system("tell somebody something");
    let tx = system.begin().await.unwrap();
    notify(&tx, &[user], &notice).await.unwrap();
    tx.commit().await.unwrap();
}

async fn activity(who: &Browser, query: &str) -> Reply {
    who.get(&format!("/api/activity{query}")).await.expect(200)
}

async fn titles(who: &Browser, tab: &str) -> Vec<String> {
    texts(&activity(who, &format!("?category={tab}")).await, "title")
}

async fn activity_badge(who: &Browser) -> Value {
    who.get("/api/me/badges").await.expect(200).body["activity"].clone()
}

async fn clear(who: &Browser) -> Reply {
    who.post("/api/activity/clear", json!({})).await.expect(200)
}

async fn restore(who: &Browser) -> String {
    let reply = who.post("/api/activity/restore", json!({})).await;
    if reply.status == 204 { "204".to_owned() } else { reply.to_string() }
}

#[tokio::test]
async fn each_tab_lists_and_counts_its_own_categories_and_tickets_are_in_system() {
    let app = TestApp::open().await;
    let ada = app.member("ada").await;
    for (kind, title) in [
        (NotificationType::CommunityThread, "Thread"),
        (NotificationType::JoinRejected, "Declined"),
        (NotificationType::SystemMessage, "News"),
        (NotificationType::DirectMessage, "Hello"),
    ] {
        notify_user(&app, &ada, kind, title).await;
    }
    let ticket = json!({ "ticketId": "7" });
    let ticket = Notice::new(NotificationType::SystemMessage, "Ticket", "Taken", ticket);
    notify_user_with(&app, &ada, ticket).await;
    assert_eq!(titles(&ada, "communities").await, ["Thread"]);
    assert_eq!(titles(&ada, "admin").await, ["Declined"]);
    assert_eq!(titles(&ada, "system").await, ["Ticket", "Hello", "News"]);
    let all = activity(&ada, "").await;
    assert_eq!(texts(&all, "title"), ["Declined", "Ticket", "Hello", "News", "Thread"]);
    assert_eq!(texts(&all, "priority"), ["high", "medium", "medium", "medium", "low"]);
    assert_eq!(texts(&all, "category"), ["admin", "support", "system", "system", "communities"]);
    let counts = json!({ "all": 5, "communities": 1, "admin": 1, "system": 3 });
    assert_eq!((&all.body["counts"], &all.body["unreadCount"]), (&counts, &json!(5)));
    assert_eq!(all.body["lastClearedTimestamp"], Value::Null);
    assert_eq!(all.items()[1]["actionUrl"], "/support");
    assert_eq!(activity_badge(&ada).await, 5);
    assert_eq!(ada.get("/api/activity?category=people").await.status, 400);
}

#[tokio::test]
async fn pages_hold_fifteen_items_ordered_by_priority_and_cursor_is_stable() {
    let app = TestApp::open().await;
    let ada = app.member("ada").await;
    for n in 0..10 {
        notify_user(&app, &ada, NotificationType::CommunityThread, &format!("Low {n}")).await;
        notify_user(&app, &ada, NotificationType::JoinApproved, &format!("High {n}")).await;
    }
    let named = |word: &'static str| (0..10).rev().map(move |n| format!("{word} {n}"));
    let expected: Vec<String> = named("High").chain(named("Low")).collect();
    let first = activity(&ada, "").await;
    assert_eq!(texts(&first, "title"), expected[..15]);
    let cursor = first.body["nextCursor"].as_str().unwrap().to_owned();
    notify_user(&app, &ada, NotificationType::JoinApproved, "Later").await;
    let second = activity(&ada, &format!("?cursor={cursor}")).await;
    assert_eq!(texts(&second, "title"), expected[15..], "a newer item does not shift the page");
    assert_eq!(second.body["nextCursor"], Value::Null);
    assert_eq!(activity(&ada, "?limit=3").await.items().len(), 3);
    let mut high = Vec::new();
    let mut next = "?category=admin&limit=4".to_owned();
    loop {
        let page = activity(&ada, &next).await;
        high.extend(texts(&page, "title"));
        let Some(cursor) = page.body["nextCursor"].as_str() else { break };
        next = format!("?category=admin&limit=4&cursor={cursor}");
    }
    assert_eq!(high.len(), 11);
    assert_eq!(ada.get("/api/activity?cursor=nonsense").await.status, 400);
}

#[tokio::test]
async fn item_names_author_and_community_and_links_to_the_post() {
    let hall = CommunityFixture::open().await;
    let bob = hall.member("bob").await;
    let post = hall.write_post(&bob, "How long?").await.expect(201).id();
    let reply = hall.write_reply(&hall.ada, &post, "Very").await.expect(201).id();
    let item = activity(&bob, "").await.items()[0].clone();
    assert_eq!(item["title"], "Ada Tester replied to your post");
    assert_eq!(
        (&item["authorName"], &item["communityName"]),
        (&json!("Ada Tester"), &json!("Long spans"))
    );
    assert_eq!(item["author"]["displayName"], "Ada Tester");
    assert_eq!((&item["read"], &item["actionRequired"]), (&json!(false), &json!(false)));
    let there = format!("/communities/{}/threads/{}#post-{reply}", hall.community, hall.thread);
    assert_eq!(item["actionUrl"], there);
    let long = Notice::new(NotificationType::SystemMessage, "Long", &"é".repeat(250), json!({}));
    notify_user_with(&hall.app, &bob, long).await;
    let cut = activity(&bob, "?category=system").await.items()[0]["content"].clone();
    assert_eq!(cut, "é".repeat(200));
    let notifications = bob.get("/api/notifications").await.expect(200);
    assert_eq!(notifications.items()[0]["message"], "é".repeat(250));
    assert_eq!(notifications.items()[1]["data"]["postId"], json!(reply));
}

#[tokio::test]
async fn reading_a_community_item_marks_the_community_read_and_vice_versa() {
    let hall = CommunityFixture::open().await;
    let bob = hall.member("bob").await;
    let other = hall.app.community(&hall.ada, "Short spans", &[]).await;
    bob.post(&format!("/api/communities/{other}/join"), json!({})).await.expect(200);
    hall.app.clock.advance_by(chrono::Duration::seconds(1));
    let news = json!({ "content": "We meet on Friday" });
    let news = hall.ada.post(&hall.path("/announcements"), news).await.expect(201).id();
    start_thread(&hall.ada, &hall.community, "Piers").await.expect(201);
    start_thread(&hall.ada, &other, "Beams").await.expect(201);
    hall.app.work().await;
    hall.write_post(&hall.ada, "Unread").await.expect(201);
    let pin = format!("/announcements/{news}/pin");
    hall.ada.main().put(&hall.path(&pin), json!({})).await.expect(200);
    let page = activity(&bob, "").await;
    let first = page.items()[0].clone();
    assert_eq!(
        (&first["type"], &first["isPinned"]),
        (&json!("community_announcement"), &json!(true))
    );
    let metadata = json!({
        "itemCount": 2, "hasAnnouncements": true, "hasEvents": false, "hasThreads": true,
        "hasPosts": false,
    });
    assert_eq!(first["metadata"], metadata);
    assert_eq!(
        (activity_badge(&bob).await, page.body["counts"]["communities"].clone()),
        (json!(3), json!(3))
    );

    let mut other_tab = bob.live().await;
    other_tab.until("hello").await;
    let path = format!("/api/activity/{}/read", first["id"].as_str().unwrap());
    let read = bob.post(&path, json!({})).await.expect(200).body;
    assert_eq!((&read["read"], &read["metadata"]["itemCount"]), (&json!(true), &json!(1)));
    other_tab.until("activity.changed").await;
    let badges = bob.get("/api/me/badges").await.expect(200).body;
    assert_eq!(
        badges,
        json!({ "communities": 0, "activity": 1, "messages": 0 }),
        "its posts are read too"
    );
    bob.post(&path, json!({})).await.expect(200);

    bob.post(&format!("/api/communities/{other}/read"), json!({})).await.expect(200);
    other_tab.until("activity.changed").await;
    assert_eq!(activity_badge(&bob).await, 0);
    let marks: Vec<bool> =
        activity(&bob, "").await.items().iter().map(|item| item["read"] == true).collect();
    assert_eq!(marks, [true, true, true], "read items stay listed");
}

#[tokio::test]
async fn item_of_another_user_returns_404() {
    let app = TestApp::open().await;
    let (ada, bob) = (app.member("ada").await, app.member("bob").await);
    notify_user(&app, &ada, NotificationType::SystemMessage, "Hers").await;
    let id = activity(&ada, "").await.items()[0]["id"].as_str().unwrap().to_owned();
    let path = format!("/api/activity/{id}/read");
    assert_eq!(bob.post(&path, json!({})).await.to_string(), GONE);
    assert_eq!((activity_badge(&ada).await, activity_badge(&bob).await), (json!(1), json!(0)));
    assert!(bob.get("/api/notifications").await.expect(200).items().is_empty());
    let unknown = format!("/api/activity/{}/read", uuid::Uuid::now_v7().simple());
    assert_eq!(ada.post(&unknown, json!({})).await.to_string(), GONE);
    ada.post(&path, json!({})).await.expect(200);
    assert_eq!(activity_badge(&ada).await, 0);
}

#[tokio::test]
async fn visitors_get_401_and_database_failures_return_specified_messages() {
    let app = TestApp::open().await;
    let (nobody, ada) = (app.browser(), app.member("ada").await);
    assert_snapshot!(nobody.get("/api/activity").await, @"401 User not authenticated");
    for path in ["clear", "restore", "read"] {
        let refused = nobody.post(&format!("/api/activity/{path}"), json!({})).await;
        assert_eq!(refused.to_string(), "401 Authentication required", "{path}");
    }
    app.make_table_unavailable("activity_settings").await;
    assert_snapshot!(ada.get("/api/activity").await, @"500 Failed to load activity");
    let clear = ada.post("/api/activity/clear", json!({})).await;
    assert_snapshot!(clear, @"500 Failed to clear activity");
    assert_eq!(restore(&ada).await, "500 Failed to restore activity");
}

#[tokio::test]
async fn clear_hides_and_reads_all_items_and_can_be_restored_for_ten_seconds() {
    let app = TestApp::open().await;
    let ada = app.member("ada").await;
    assert_eq!(restore(&ada).await, "409 Failed to restore activity", "nothing was cleared");
    notify_user(&app, &ada, NotificationType::SystemMessage, "Before").await;
    let mut other_tab = ada.live().await;
    other_tab.until("hello").await;
    let cleared = clear(&ada).await.body;
    other_tab.until("activity.changed").await;
    let page = activity(&ada, "").await;
    assert!(page.items().is_empty());
    assert_eq!(page.body["lastClearedTimestamp"], cleared["lastClearedTimestamp"]);
    let none = json!({ "all": 0, "communities": 0, "admin": 0, "system": 0 });
    assert_eq!((&page.body["counts"], activity_badge(&ada).await), (&none, json!(0)));

    app.clock.advance_by(chrono::Duration::seconds(10));
    assert_eq!(restore(&ada).await, "204");
    other_tab.until("activity.changed").await;
    let page = activity(&ada, "").await;
    assert_eq!(page.body["lastClearedTimestamp"], Value::Null);
    assert_eq!(
        (texts(&page, "title"), &page.items()[0]["read"]),
        (vec!["Before".to_owned()], &json!(true))
    );
    assert_eq!(restore(&ada).await, "409 Failed to restore activity", "it is restored already");

    clear(&ada).await;
    app.clock.advance_by(chrono::Duration::seconds(13));
    assert_eq!(restore(&ada).await, "409 Failed to restore activity");
    notify_user(&app, &ada, NotificationType::SystemMessage, "After").await;
    assert_eq!(
        (titles(&ada, "all").await, activity_badge(&ada).await),
        (vec!["After".to_owned()], json!(1))
    );
    assert_eq!(ada.get("/api/notifications").await.expect(200).items().len(), 2, "nothing is lost");
    ada.post("/api/activity/read", json!({})).await.expect(204);
    assert_eq!((titles(&ada, "all").await.len(), activity_badge(&ada).await), (1, json!(0)));
}

#[tokio::test]
async fn portal_lists_its_own_and_system_items_and_clear_applies_to_all_sites() {
    let hall = CommunityFixture::open().await;
    let (app, bob) = (&hall.app, hall.member("bob").await);
    let (oak, elm) = (app.portal("Oak House", "oak").await, app.portal("Elm House", "elm").await);
    app.add_to_affiliation(&bob, &oak.affiliation).await;
    app.add_to_affiliation(&hall.ada, &oak.affiliation).await;
    app.sign_in(&bob, "oak.localhost", "bob").await;
    let inside = app.community(&hall.ada, "Inside", &[&oak.affiliation]).await;
    bob.post(&format!("/api/communities/{inside}/join"), json!({})).await.expect(200);
    app.clock.advance_by(chrono::Duration::seconds(1));
    start_thread(&hall.ada, &inside, "In the house").await.expect(201);
    start_thread(&hall.ada, &hall.community, "Outside").await.expect(201);
    app.work().await;
    let elms = Notice::new(NotificationType::AffiliationApproved, "Elm has you", "", json!({}));
    let elms = elms.of_affiliation(elm.affiliation.parse().unwrap());
    notify_user_with(app, &bob, elms).await;
    notify_user(app, &bob, NotificationType::SystemMessage, "News").await;

    let at_oak = bob.on("oak");
    let page = at_oak.get("/api/activity").await.expect(200);
    assert_eq!(texts(&page, "title"), ["News", "New thread in Inside"]);
    assert_eq!(page.body["counts"], json!({ "all": 2, "communities": 1, "admin": 0, "system": 1 }));
    assert_eq!(at_oak.get("/api/me/badges").await.expect(200).body["activity"], 2);
    assert_eq!(at_oak.get("/api/notifications").await.expect(200).items().len(), 2);
    let on_main = activity(&bob, "").await;
    assert_eq!(
        texts(&on_main, "title"),
        ["Elm has you", "News", "New thread in Long spans", "New thread in Inside"]
    );
    let outside = on_main.items()[2]["id"].as_str().unwrap();
    let path = format!("/api/activity/{outside}/read");
    assert_eq!(at_oak.post(&path, json!({})).await.to_string(), GONE);
    at_oak.post("/api/activity/clear", json!({})).await.expect(200);
    assert!(activity(&bob, "").await.items().is_empty());
    assert_eq!(activity_badge(&bob).await, 0);
    bob.post("/api/activity/restore", json!({})).await.expect(204);
    assert_eq!(at_oak.get("/api/activity").await.expect(200).items().len(), 2);
}

#[tokio::test]
async fn join_request_requires_action_by_all_admins_until_one_decides() {
    let house = House::open().await;
    let tess = house.member_with_role("tess", "trustee").await;
    let request = house.request_to_join(&house.bob).await.expect(201).id();
    let asked = async |who: &Browser| activity(who, "?category=admin").await.items()[0].clone();
    let helper = house.member_with_role("hal", "admin").await;
    let request = {
        house.bob.delete(&format!("/api/me/join-requests/{request}")).await.expect(204);
        house.request_to_join(&house.bob).await.expect(201).id()
    };
    let seen = asked(&tess).await;
    assert_eq!((&seen["actionRequired"], &seen["requestId"]), (&json!(false), &Value::Null));
    assert_eq!(seen["title"], "Bob Tester asks to join Acorns", "trustees look on");
    for who in [&house.ada, &helper] {
        let item = asked(who).await;
        assert_eq!(item["title"], "Bob Tester asks to join Acorns");
        assert_eq!((&item["actionRequired"], &item["priority"]), (&json!(true), &json!("high")));
        assert_eq!(
            (&item["requestId"], &item["authorName"]),
            (&json!(request), &json!("Bob Tester"))
        );
        let there = format!("/communities/{}/manage/requests", house.community);
        assert_eq!(item["actionUrl"], there);
    }
    let mut stream = helper.live().await;
    stream.until("hello").await;
    let path = house.path(&format!("/join-requests/{request}/approve"));
    house.ada.post(&path, json!({})).await.expect(200);
    stream.until("activity.changed").await;
    let item = asked(&helper).await;
    assert_eq!((&item["actionRequired"], &item["read"]), (&json!(false), &json!(true)));
    assert_eq!(item["requestId"], Value::Null);
    let decided = asked(&house.bob).await;
    assert_eq!(decided["title"], "You are now a member of Acorns");
    assert_eq!(decided["actionUrl"], format!("/communities/{}", house.community));
}

#[tokio::test]
async fn activity_of_blocked_users_is_hidden_except_announcements() {
    let hall = CommunityFixture::open().await;
    let (bob, cleo) = (hall.member("bob").await, hall.member("cleo").await);
    let post = hall.write_post(&bob, "How long?").await.expect(201).id();
    hall.write_reply(&cleo, &post, "Very").await.expect(201);
    assert_eq!(activity_badge(&bob).await, 1);
    let block = format!("/api/users/{}/block", hall.app.id_of(&cleo).await);
    bob.main().put(&block, json!({})).await.expect(200);
    assert!(activity(&bob, "").await.items().is_empty());
    assert!(bob.get("/api/notifications").await.expect(200).items().is_empty());
    assert_eq!(activity_badge(&bob).await, 0);

    let block = format!("/api/users/{}/block", hall.app.id_of(&hall.ada).await);
    bob.main().put(&block, json!({})).await.expect(200);
    let mut stream = bob.live().await;
    stream.until("hello").await;
    start_thread(&hall.ada, &hall.community, "Piers").await.expect(201);
    hall.app.work().await;
    let news = json!({ "content": "We meet on Friday" });
    hall.ada.post(&hall.path("/announcements"), news).await.expect(201);
    hall.app.work().await;
    let event = stream.until("notification.created").await;
    assert_eq!(event["notification"]["title"], "Announcement in Long spans", "but not the thread");
    assert_eq!(titles(&bob, "all").await, ["Announcement in Long spans"]);
}

#[tokio::test]
async fn badge_is_capped_at_one_hundred_and_needs_one_statement() {
    let app = TestApp::open().await;
    let ada = app.member("ada").await;
    for n in 0..101 {
        notify_user(&app, &ada, NotificationType::SystemMessage, &format!("News {n}")).await;
    }
    assert_eq!(activity_badge(&ada).await, 100);
    let page = activity(&ada, "").await;
    assert_eq!(
        (&page.body["unreadCount"], &page.body["counts"]["system"]),
        (&json!(100), &json!(100))
    );
    let (_, badges) = count_queries(ada.get("/api/me/badges")).await;
    assert_eq!(badges, 5, "the session, memberships with read marks, activity, and conversations");
    let (_, list) = count_queries(ada.get("/api/activity")).await;
    assert_eq!(
        list, 4,
        "the session, the items, the counts, the clear; no authors or communities to load"
    );
}
