//! Items of the activity centre: excerpts, groups of new posts, notifications about articles, and
//! their withdrawal with the content.

use crate::community_fixture::{CommunityFixture, start_thread, texts};
use crate::kit::{Browser, Reply, uuid_of};
use crate::languages::get_in;
use chrono::Duration;
use platform::UserId;
use serde_json::{Value, json};
use tenant_runtime::activity::{Notice, NotificationType, delivery, notify};

async fn activity(who: &Browser, query: &str) -> Reply {
    who.get(&format!("/api/activity{query}")).await.expect(200)
}

async fn first_item(who: &Browser) -> Value {
    activity(who, "").await.items()[0].clone()
}

async fn activity_badge(who: &Browser) -> Value {
    who.get("/api/me/badges").await.expect(200).body["activity"].clone()
}

/// Writes a post and notifies a member of it, as a follower of the thread, one second after the
/// previous one.
async fn post_to_follower(hall: &CommunityFixture, follower: &Browser, words: &str) -> String {
    let (app, community) = (&hall.app, hall.community.parse().unwrap());
    app.clock.advance_by(Duration::seconds(20));
    let post = hall.write_post(&hall.ada, words).await.expect(201).id();
    let about = json!({
        "communityId": hall.community, "threadId": hall.thread, "postId": post,
    });
    let author = UserId(uuid_of(&app.id_of(&hall.ada).await));
    let kind = NotificationType::CommunityPost;
    let notice = Notice::new(kind, "New post in Cables", "Cables", about).of_community(community);
    let mut system = app.services().system("notify a follower");
    let tx = system.begin().await.unwrap();
    let follower = UserId(uuid_of(&app.id_of(follower).await));
    notify(&tx, &[follower], &notice.with_author(author)).await.unwrap();
    tx.commit().await.unwrap();
    post
}

async fn push_badge(hall: &CommunityFixture, who: &Browser) -> u64 {
    let user = UserId(uuid_of(&hall.app.id_of(who).await));
    let mut system = hall.app.services().system("count the badge");
    let tx = system.begin().await.unwrap();
    delivery::count_unread_of(&tx, user, 100).await.unwrap()
}

async fn block(hall: &CommunityFixture, who: &Browser, other: &Browser) {
    let path = format!("/api/users/{}/block", hall.app.id_of(other).await);
    who.main().put(&path, json!({})).await.expect(200);
}

#[tokio::test]
async fn unread_new_posts_of_a_community_are_one_item_with_the_newest_excerpt() {
    let hall = CommunityFixture::open().await;
    let bob = hall.member("bob").await;
    hall.app.work().await;
    let one = post_to_follower(&hall, &bob, "The first").await;
    let item = first_item(&bob).await;
    assert_eq!((&item["title"], &item["count"]), (&json!("New post in Cables"), &json!(1)));
    let there = format!("/communities/{}/threads/{}#post-{one}", hall.community, hall.thread);
    assert_eq!((&item["excerpt"], &item["actionUrl"]), (&json!("The first"), &json!(there)));

    post_to_follower(&hall, &bob, "The second").await;
    post_to_follower(&hall, &bob, "The third, **newest**").await;
    let reply = hall.write_post(&bob, "How long?").await.expect(201).id();
    hall.write_reply(&hall.ada, &reply, "Very").await.expect(201);
    let page = activity(&bob, "").await;
    assert_eq!(
        texts(&page, "title"),
        ["Ada Tester replied to your post", "3 new posts in Long spans"]
    );
    assert_eq!(texts(&page, "excerpt"), ["Very", "The third, newest"]);
    let group = page.items()[1].clone();
    assert_eq!((&group["count"], &group["read"]), (&json!(3), &json!(false)));
    assert_eq!(group["actionUrl"], format!("/communities/{}", hall.community));
    assert_eq!(group["metadata"]["itemCount"], 4);
    let counts = json!({ "all": 2, "communities": 2, "admin": 0, "system": 0 });
    assert_eq!((&page.body["counts"], activity_badge(&bob).await), (&counts, json!(2)));
    assert_eq!(push_badge(&hall, &bob).await, 2, "the same number everywhere");
    let german = get_in(&bob, "de", "/api/activity").await.expect(200);
    assert_eq!(german.items()[1]["title"], "3 neue Beiträge in Long spans");

    let mut titles = Vec::new();
    let mut next = "?limit=1".to_owned();
    loop {
        let page = activity(&bob, &next).await;
        titles.extend(texts(&page, "title"));
        let Some(cursor) = page.body["nextCursor"].as_str() else { break };
        next = format!("?limit=1&cursor={cursor}");
    }
    assert_eq!(titles.len(), 2, "pages list a group once: {titles:?}");
}

#[tokio::test]
async fn reading_a_group_reads_each_of_its_notifications() {
    let hall = CommunityFixture::open().await;
    let bob = hall.member("bob").await;
    for words in ["The first", "The second"] {
        post_to_follower(&hall, &bob, words).await;
    }
    assert_eq!(activity(&bob, "?state=read").await.items().len(), 0);
    let unread = activity(&bob, "?state=unread").await;
    assert_eq!(unread.items()[0]["count"], 2);
    let path = format!("/api/activity/{}/read", unread.items()[0]["id"].as_str().unwrap());
    let read = bob.post(&path, json!({})).await.expect(200).body;
    assert_eq!((&read["read"], &read["count"]), (&json!(true), &json!(1)));
    assert_eq!(activity_badge(&bob).await, 0);
    assert!(activity(&bob, "?state=unread").await.items().is_empty());
    let read = activity(&bob, "?state=read").await;
    assert_eq!(texts(&read, "excerpt"), ["The second", "The first"], "each is listed again");
    assert_eq!(activity(&bob, "?state=all").await.items().len(), 2);
    assert_eq!(bob.get("/api/activity?state=new").await.status, 400);
}

#[tokio::test]
async fn excerpts_end_with_the_right_to_read_them() {
    let hall = CommunityFixture::open().await;
    let bob = hall.member("bob").await;
    let post = hall.write_post(&bob, "How long?").await.expect(201).id();
    let long = "é".repeat(250);
    hall.write_reply(&hall.ada, &post, &long).await.expect(201);
    let excerpt = first_item(&bob).await["excerpt"].as_str().unwrap().to_owned();
    assert_eq!(excerpt, format!("{}…", "é".repeat(199)));
    let leave = hall.path("/leave");
    bob.post(&leave, json!({})).await.expect(204);
    let item = first_item(&bob).await;
    assert_eq!(item["excerpt"], Value::Null, "not a member any more");
}

#[tokio::test]
async fn new_thread_has_the_excerpt_of_its_first_readable_post() {
    let hall = CommunityFixture::open().await;
    let bob = hall.member("bob").await;
    hall.app.work().await;
    let thread = start_thread(&hall.ada, &hall.community, "Piers").await.expect(201).id();
    hall.app.work().await;
    let item = first_item(&bob).await;
    assert_eq!((&item["content"], &item["excerpt"]), (&json!("Piers"), &Value::Null));
    let path = hall.path(&format!("/threads/{thread}/posts"));
    hall.app.clock.advance_by(Duration::seconds(20));
    let first = hall.ada.post(&path, json!({ "content": "Built on rock" })).await.expect(201).id();
    hall.app.clock.advance_by(Duration::seconds(20));
    hall.ada.post(&path, json!({ "content": "Or on sand" })).await.expect(201);
    assert_eq!(first_item(&bob).await["excerpt"], "Built on rock");
    hall.ada.delete(&format!("/api/posts/{first}")).await.expect(200);
    assert_eq!(first_item(&bob).await["excerpt"], "Or on sand");
    block(&hall, &bob, &hall.ada).await;
    assert!(activity(&bob, "").await.items().is_empty(), "of a blocked author");
}

#[tokio::test]
async fn removed_post_withdraws_its_unread_notifications_at_once() {
    let hall = CommunityFixture::open().await;
    let bob = hall.member("bob").await;
    post_to_follower(&hall, &bob, "The first").await;
    let newest = post_to_follower(&hall, &bob, "The second").await;
    assert_eq!(first_item(&bob).await["count"], 2);
    let mut stream = bob.live().await;
    stream.until("hello").await;
    hall.ada.delete(&format!("/api/posts/{newest}")).await.expect(200);
    stream.until("activity.changed").await;
    let item = first_item(&bob).await;
    assert_eq!((&item["count"], &item["excerpt"]), (&json!(1), &json!("The first")));
    hall.app.sql("UPDATE notifications SET read = TRUE", vec![]).await;
    let first = hall.read_posts(&bob).await.len();
    assert_eq!(first, 1);
    assert_eq!(activity(&bob, "").await.items().len(), 1, "read ones stay");
}

#[tokio::test]
async fn more_notifications_than_one_chunk_are_withdrawn_by_a_job() {
    let hall = CommunityFixture::open().await;
    let bob = hall.member("bob").await;
    let post = post_to_follower(&hall, &bob, "The first").await;
    // Copies of the notification, each with ids of its own.
    let copies = "INSERT INTO notifications (id, user_id, source_id, type, title, message, data, \
         community_id, read, created_at, category, priority, action_required, in_app, content_id, \
         container_id, is_grouped) \
         SELECT $1, user_id, $1, type, title, message, data, community_id, read, created_at, \
         category, priority, action_required, in_app, content_id, container_id, is_grouped \
         FROM notifications WHERE content_id = $2 LIMIT 1";
    for _ in 0..520 {
        let id = uuid::Uuid::now_v7();
        hall.app.sql(copies, vec![id.into(), uuid_of(&post).into()]).await;
    }
    assert_eq!(first_item(&bob).await["count"], 521);
    hall.ada.delete(&format!("/api/posts/{post}")).await.expect(200);
    hall.app.work().await;
    assert!(activity(&bob, "").await.items().is_empty());
}

#[tokio::test]
async fn article_comments_notify_its_author_with_an_excerpt() {
    let hall = CommunityFixture::open().await;
    let (bob, cleo) = (hall.member("bob").await, hall.member("cleo").await);
    let article = json!({ "title": "On cables", "content": "It sings." });
    let article = bob.post(&hall.path("/articles"), article).await.expect(201).id();
    let comments = format!("/api/articles/{article}/comments");
    bob.post(&comments, json!({ "content": "My own" })).await.expect(201);
    assert!(activity(&bob, "").await.items().is_empty(), "not about own comments");
    let comment = json!({ "content": "Well *said*" });
    let comment = hall.ada.post(&comments, comment).await.expect(201).id();
    let item = first_item(&bob).await;
    assert_eq!(item["title"], "Ada Tester commented on your article");
    assert_eq!(
        (&item["type"], &item["content"], &item["excerpt"]),
        (&json!("community_reply"), &json!("On cables"), &json!("Well said"))
    );
    assert_eq!(item["actionUrl"], format!("/articles/{article}"));
    let mut stream = bob.live().await;
    stream.until("hello").await;
    hall.ada.delete(&format!("{comments}/{comment}")).await.expect(204);
    stream.until("activity.changed").await;
    assert!(activity(&bob, "").await.items().is_empty());
    cleo.post(&comments, json!({ "content": "Indeed" })).await.expect(201);
    assert_eq!(activity_badge(&bob).await, 1);
    bob.delete(&format!("/api/articles/{article}")).await.expect(204);
    assert_eq!(activity_badge(&bob).await, 0, "the article is gone");
}

#[tokio::test]
async fn likes_and_reactions_to_an_article_are_one_notification_until_it_is_read() {
    let hall = CommunityFixture::open().await;
    let (bob, cleo, dan) =
        (hall.member("bob").await, hall.member("cleo").await, hall.member("dan").await);
    let article = json!({ "title": "On cables", "content": "It sings." });
    let article = bob.post(&hall.path("/articles"), article).await.expect(201).id();
    let (like, react) =
        (format!("/api/articles/{article}/like"), format!("/api/articles/{article}/reactions"));
    bob.post(&like, json!({})).await.expect(200);
    assert!(activity(&bob, "").await.items().is_empty(), "not about own likes");
    hall.app.clock.advance_by(Duration::seconds(1));
    hall.ada.post(&like, json!({})).await.expect(200);
    hall.ada.post(&react, json!({ "emoji": "👏" })).await.expect(200);
    let item = first_item(&bob).await;
    assert_eq!(item["title"], "Ada Tester reacted to your article");
    assert_eq!(item["actionUrl"], format!("/articles/{article}"));
    hall.app.clock.advance_by(Duration::seconds(1));
    cleo.post(&react, json!({ "emoji": "💡" })).await.expect(200);
    let title = "Cleo Tester and one other person reacted to your article";
    assert_eq!(texts(&activity(&bob, "").await, "title"), [title]);
    cleo.post(&react, json!({ "emoji": "💡" })).await.expect(200);
    assert_eq!(first_item(&bob).await["title"], "Ada Tester reacted to your article");

    bob.post("/api/activity/read", json!({})).await.expect(204);
    for _ in 0..2 {
        hall.ada.post(&like, json!({})).await.expect(200);
    }
    assert_eq!(activity_badge(&bob).await, 0, "the same person is no news");
    hall.app.clock.advance_by(Duration::seconds(1));
    dan.post(&like, json!({})).await.expect(200);
    assert_eq!(activity_badge(&bob).await, 1);
    let title = "Dan Tester and one other person reacted to your article";
    assert_eq!(texts(&activity(&bob, "").await, "title"), [title]);
}

#[tokio::test]
async fn article_notifications_respect_blocks_and_settings() {
    let hall = CommunityFixture::open().await;
    let (bob, cleo) = (hall.member("bob").await, hall.member("cleo").await);
    let article = json!({ "title": "On cables", "content": "It sings." });
    let article = hall.ada.post(&hall.path("/articles"), article).await.expect(201).id();
    let path = format!("/api/articles/{article}");
    block(&hall, &hall.ada, &bob).await;
    // Moderators read what was written by authors who blocked them.
    hall.set_role(&bob, "trustee").await;
    bob.post(&format!("{path}/comments"), json!({ "content": "Indeed" })).await.expect(201);
    bob.post(&format!("{path}/like"), json!({})).await.expect(200);
    let muted = json!({ "preference": "mute" });
    hall.ada.put(&hall.path("/notifications"), muted).await.expect(200);
    cleo.post(&format!("{path}/like"), json!({})).await.expect(200);
    assert!(activity(&hall.ada, "").await.items().is_empty());
}
