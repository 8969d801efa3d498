//! Announcements: creating, pinning, ending and deleting them.

use super::house::{frames_so_far, notice_count, open_stream};
use crate::community_fixture::{CommunityFixture, contents};
use chrono::Duration;
use futures::future::join_all;
use insta::assert_snapshot;
use serde_json::{Value, json};

async fn announce(hall: &CommunityFixture, words: &str) -> String {
    let body = json!({ "content": words });
    hall.ada.post(&hall.path("/announcements"), body).await.expect(201).id()
}

fn announcement_path(hall: &CommunityFixture, id: &str, rest: &str) -> String {
    hall.path(&format!("/announcements/{id}{rest}"))
}

#[tokio::test]
async fn admin_announcement_notifies_every_other_member() {
    let hall = CommunityFixture::open().await;
    let (bob, outsider) = (hall.member("bob").await, hall.app.member("otto").await);
    let mut stream = open_stream(&bob).await;
    let path = hall.path("/announcements");
    let said = json!({ "content": "Picnic on **Sunday**" });
    assert_snapshot!(bob.post(&path, said.clone()).await, @"403 Only community admins can create announcements");
    let made = hall.ada.post(&path, said).await.expect(201).body;
    assert_eq!((&made["isActive"], &made["isPinned"]), (&json!(true), &json!(false)));
    assert_eq!(made["author"]["displayName"], "Ada Tester");
    assert_eq!(stream.until("announcement.created").await["announcement"], made);
    assert_eq!(bob.get(&path).await.expect(200).items()[0], made);
    assert_snapshot!(outsider.get(&path).await, @"403 Unable to load communities. Please check your permissions.");
    assert_eq!(notice_count(&hall.app, &bob, "community_announcement").await, 1);
    assert_eq!(notice_count(&hall.app, &hall.ada, "community_announcement").await, 0);
    let event = json!({ "content": "Walk", "startsAt": hall.app.clock.now() + Duration::days(2) });
    hall.ada.post(&path, event).await.expect(201);
    assert_eq!(notice_count(&hall.app, &bob, "community_event").await, 1);
}

#[tokio::test]
async fn announcement_content_is_validated_and_events_must_be_in_the_future() {
    let hall = CommunityFixture::open().await;
    let path = hall.path("/announcements");
    let send = async |body: Value| hall.ada.post(&path, body).await;
    assert_snapshot!(send(json!({})).await, @"422 Message cannot be empty");
    let long = send(json!({ "content": "a".repeat(5001) })).await;
    assert_snapshot!(long, @"422 Message too long (max 5000 characters)");
    assert_eq!(long.body["errors"][0]["field"], "content");
    let running = send(json!({ "content": "Picnic<script>x()</script>" })).await;
    assert_snapshot!(running, @"422 Content contains potentially harmful code");
    // Shell metacharacters are refused in posts and messages only.
    let listed = "Bring: bread; jam | honey -- and `tea` && $(cake)";
    assert_eq!(send(json!({ "content": listed })).await.expect(201).body["content"], listed);
    let past = json!({ "content": "Walk", "startsAt": hall.app.clock.now() });
    assert_snapshot!(send(past).await, @"422 An event must start in the future");
    let key = "01939d3e-8a5b-7000-8000-000000000003";
    let keyed = async || hall.ada.main().post_keyed(&path, key, json!({ "content": "Once" })).await;
    let first = keyed().await.expect(201).body;
    // A replayed request creates nothing and consumes no rate limit.
    for _ in 0..12 {
        assert_eq!(keyed().await.expect(201).body, first);
    }
    assert_eq!(hall.rows("announcements").await, 2);
    hall.app.make_table_unavailable("events").await;
    assert_snapshot!(send(json!({ "content": "Lost" })).await, @"500 Failed to create announcement");
}

#[tokio::test]
async fn at_most_one_announcement_is_pinned_and_listed_first() {
    let hall = CommunityFixture::open().await;
    let bob = hall.member("bob").await;
    let mut made = Vec::new();
    for word in ["One", "Two", "Three"] {
        made.push(announce(&hall, word).await);
    }
    let shown = async || contents(&bob.get(&hall.path("/announcements")).await.expect(200));
    assert_eq!(shown().await, ["Three", "Two", "One"]);
    let pinned =
        hall.ada.put(&announcement_path(&hall, &made[0], "/pin"), json!({})).await.expect(200).body;
    assert_eq!(pinned["isPinned"], true);
    assert_eq!(shown().await, ["One", "Three", "Two"]);
    let mut stream = open_stream(&bob).await;
    hall.ada.put(&announcement_path(&hall, &made[1], "/pin"), json!({})).await.expect(200);
    assert_eq!(shown().await, ["Two", "Three", "One"]);
    let frames = frames_so_far(&hall.app, &bob, &mut stream).await;
    let pins = frames.iter().filter(|frame| frame["type"] == "announcement.updated");
    let pins: Vec<_> =
        pins.map(|it| (&it["announcement"]["content"], &it["announcement"]["isPinned"])).collect();
    let (one, two) = (json!("One"), json!("Two"));
    // The event of the first pin may arrive late.
    assert!(pins.ends_with(&[(&one, &json!(false)), (&two, &json!(true))]), "{pins:?}");
    let page = bob.get(&hall.path("/announcements?limit=1")).await.expect(200);
    assert_eq!(contents(&page), ["Two", "Three"]);
    let next = page.body["nextCursor"].as_str().unwrap();
    let page = bob.get(&hall.path(&format!("/announcements?limit=1&cursor={next}"))).await;
    assert_eq!(contents(&page), ["One"]);
    let loose = hall.ada.delete(&announcement_path(&hall, &made[1], "/pin")).await.expect(200).body;
    assert_eq!(loose["isPinned"], false);
    let paths: Vec<_> = made.iter().map(|id| announcement_path(&hall, id, "/pin")).collect();
    let answers = join_all(paths.iter().map(|path| hall.ada.put(path, json!({})))).await;
    assert!(answers.iter().all(|reply| reply.status == 200), "{answers:?}");
    let sql = "SELECT COUNT(*) AS n FROM announcements WHERE is_pinned = TRUE";
    assert_eq!(hall.app.count(sql, vec![]).await, 1);
}

#[tokio::test]
async fn ended_and_deleted_announcements_are_not_listed() {
    let hall = CommunityFixture::open().await;
    let bob = hall.member("bob").await;
    let (one, two) = (announce(&hall, "One").await, announce(&hall, "Two").await);
    hall.ada.put(&announcement_path(&hall, &one, "/pin"), json!({})).await.expect(200);
    for path in [announcement_path(&hall, &one, "/end"), announcement_path(&hall, &two, "/end")] {
        assert_eq!(bob.post(&path, json!({})).await.to_string(), "403 Admin privileges required");
    }
    assert_eq!(bob.delete(&announcement_path(&hall, &two, "")).await.status, 403);
    let ended =
        hall.ada.post(&announcement_path(&hall, &one, "/end"), json!({})).await.expect(200).body;
    assert_eq!((&ended["isActive"], &ended["isPinned"]), (&json!(false), &json!(false)));
    assert_eq!(contents(&bob.get(&hall.path("/announcements")).await), ["Two"]);
    let late = hall.ada.put(&announcement_path(&hall, &one, "/pin"), json!({})).await;
    assert_snapshot!(late, @"409 This announcement has ended");
    let mut stream = open_stream(&bob).await;
    hall.ada.delete(&announcement_path(&hall, &two, "")).await.expect(204);
    assert_eq!(stream.until("announcement.deleted").await["announcementId"], json!(two));
    assert_snapshot!(hall.ada.delete(&announcement_path(&hall, &two, "")).await, @"404 Announcement not found");
    assert!(bob.get(&hall.path("/announcements")).await.items().is_empty());
}
