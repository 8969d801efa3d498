//! Who may set read marks.

use super::Reading;
use crate::community_fixture::start_thread;
use insta::assert_snapshot;
use serde_json::{Value, json};

#[tokio::test]
async fn only_members_set_marks_and_only_in_threads_of_the_community() {
    let reading = Reading::open().await;
    let post = reading.write(&reading.hall.ada, 0, "One").await;
    let outsider = reading.hall.app.member("cleo").await;
    let refused = reading.read(&outsider, 0, json!({})).await;
    assert_snapshot!(refused, @"403 Unable to load threads. Please check your permissions.");
    let refused = reading.unread_from(&outsider, 0, &post).await;
    assert_snapshot!(refused, @"403 Unable to load threads. Please check your permissions.");
    reading.hall.app.make_community_private(&reading.hall.community).await;
    assert_snapshot!(reading.read(&outsider, 0, json!({})).await, @"404 Community not found");

    let bob = &reading.bob;
    let astray = reading.unread_from(bob, 1, &post).await;
    assert_snapshot!(astray, @"404 Post not found");
    let path = reading.hall.path(&format!("/threads/{}/read", post["id"].as_str().unwrap()));
    assert_snapshot!(bob.put(&path, json!({})).await, @"404 Failed to load thread posts");
    let other = reading.hall.app.community(&reading.hall.ada, "Short spans", &[]).await;
    bob.post(&format!("/api/communities/{other}/join"), json!({})).await.expect(200);
    let path = format!("/api/communities/{other}/threads/{}/read", reading.threads[0]);
    assert_snapshot!(bob.put(&path, json!({})).await, @"404 Failed to load thread posts");
    assert_eq!(reading.unread(bob).await, [1, 0]);
}

#[tokio::test]
async fn staff_who_are_not_members_have_no_unread_posts_and_no_marks() {
    let reading = Reading::open().await;
    let post = reading.write(&reading.hall.ada, 0, "One").await;
    let staff = reading.hall.app.staff("sam").await;
    assert_eq!(reading.unread(&staff).await, [0, 0]);
    let threads = staff.get(&reading.hall.path("/threads")).await.expect(200);
    assert_eq!(threads.items()[0]["lastReadTimestamp"], Value::Null);
    let unread = staff.get(&reading.hall.path("/threads?sort=unread")).await.expect(200);
    assert!(unread.items().is_empty());
    let refused = reading.read(&staff, 0, json!({})).await;
    assert_snapshot!(refused, @"403 Unable to load threads. Please check your permissions.");
    let refused = reading.unread_from(&staff, 0, &post).await;
    assert_snapshot!(refused, @"403 Unable to load threads. Please check your permissions.");
    let next = staff.get("/api/me/next-unread-thread").await.expect(200).body;
    assert_eq!(next, json!({ "thread": null }));
}

#[tokio::test]
async fn marks_are_limited_to_sixty_per_minute_and_failures_return_the_message() {
    let reading = Reading::open().await;
    reading.write(&reading.hall.ada, 0, "One").await;
    let bob = &reading.bob;
    for _ in 0..60 {
        reading.read(bob, 0, json!({})).await.expect(200);
    }
    let refused = reading.read(bob, 0, json!({})).await.to_string();
    assert!(refused.starts_with("429 Rate limit exceeded. Try again at "), "{refused}");
    reading.wait(2);
    reading.hall.app.make_table_unavailable("thread_read_status").await;
    let failed = reading.read(bob, 0, json!({})).await;
    assert_snapshot!(failed, @"500 Failed to mark thread as read");
    let failed = start_thread(bob, &reading.hall.community, "No").await;
    assert_snapshot!(failed, @"403 Only admins can create threads");
}
