//! Community settings, visibility, and members' notification preferences.

use super::house::{House, count_of_type, frames_so_far, notice_count, open_stream};
use crate::community_fixture::{CommunityFixture, start_thread};
use insta::assert_snapshot;
use serde_json::{Value, json};

#[tokio::test]
async fn admin_edit_changes_only_the_given_fields() {
    let hall = CommunityFixture::open().await;
    let bob = hall.member("bob").await;
    let mut stream = open_stream(&bob).await;
    let change = async |body: Value| hall.ada.patch(&hall.path(""), body).await;
    let changed = change(json!({ "name": " Short  spans " })).await.expect(200).body;
    assert_eq!(
        (&changed["name"], &changed["description"]),
        (&json!("Short spans"), &json!("Long spans, for a test."))
    );
    assert_eq!(
        change(json!({ "description": "New" })).await.expect(200).body["name"],
        "Short spans"
    );
    assert_eq!(change(json!({})).await.expect(200).body["description"], "New");
    let refused = change(json!({ "name": "n".repeat(201) })).await;
    assert_snapshot!(refused, @"422 Title too long (max 200 characters)");
    assert_eq!(refused.body["errors"][0]["field"], "name");
    assert_snapshot!(bob.patch(&hall.path(""), json!({ "name": "Mine" })).await, @"403 Admin privileges required");
    let frames = frames_so_far(&hall.app, &bob, &mut stream).await;
    assert_eq!(count_of_type(&frames, "community.updated"), 2);
}

#[tokio::test]
async fn members_start_threads_only_if_the_community_allows_it() {
    let hall = CommunityFixture::open().await;
    let bob = hall.member("bob").await;
    let refused = start_thread(&bob, &hall.community, "Towers").await;
    assert_snapshot!(refused, @"403 Only admins can create threads");
    let open = json!({ "membersMayStartThreads": true });
    hall.ada.patch(&hall.path(""), open).await.expect(200);
    assert_eq!(bob.get(&hall.path("")).await.body["viewer"]["mayStartThreads"], true);
    start_thread(&bob, &hall.community, "Towers").await.expect(201);
    let outsider = hall.app.member("otto").await;
    assert_eq!(start_thread(&outsider, &hall.community, "Mine").await.status, 403);
}

#[tokio::test]
async fn earlier_posts_are_readable_only_if_history_is_open() {
    let hall = CommunityFixture::open().await;
    let early = hall.write_post(&hall.ada, "Before bob").await.expect(201).id();
    let bob = hall.member("bob").await;
    hall.write_post(&hall.ada, "With bob").await.expect(201);
    assert_eq!(hall.read_posts(&bob).await, ["With bob"]);
    let mut stream = open_stream(&bob).await;
    let set = async |from_join: bool| {
        let body = json!({ "historyFromJoin": from_join });
        hall.ada.patch(&hall.path(""), body).await.expect(200);
    };
    set(false).await;
    assert_eq!(hall.read_posts(&bob).await, ["Before bob", "With bob"]);
    bob.post(&format!("/api/posts/{early}/like"), json!({})).await.expect(200);
    hall.write_reply(&bob, &early, "I see it").await.expect(201);
    let outsider = hall.app.member("otto").await;
    assert_eq!(outsider.get(&hall.posts_path()).await.status, 403);
    set(true).await;
    assert_eq!(hall.read_posts(&bob).await, ["With bob", "I see it"]);
    let frames = frames_so_far(&hall.app, &bob, &mut stream).await;
    assert_eq!(count_of_type(&frames, "community.updated"), 2);
    // The event of the previous post may arrive late.
    let said = frames.iter().filter_map(|frame| frame["post"]["content"].as_str());
    assert_eq!(said.filter(|words| *words != "With bob").collect::<Vec<_>>(), ["I see it"]);
}

#[tokio::test]
async fn admin_changes_visibility_and_other_members_are_notified() {
    let hall = CommunityFixture::open().await;
    let (bob, outsider) = (hall.member("bob").await, hall.app.member("otto").await);
    let path = hall.path("/visibility");
    let to = |visibility: &str| json!({ "visibility": visibility });
    assert_snapshot!(bob.put(&path, to("private")).await, @"403 Only community admins can change visibility");
    assert_snapshot!(hall.ada.put(&path, to("public")).await, @"409 Community is already public");
    assert_snapshot!(hall.ada.put(&path, to("affiliations")).await, @"422 Invalid affiliation");
    let changed = hall.ada.put(&path, to("private")).await.expect(200).body;
    assert_eq!(changed["visibility"], "private");
    assert_eq!(outsider.get(&hall.path("")).await.status, 404);
    assert_eq!(bob.get(&hall.path("")).await.status, 200);
    assert_eq!(notice_count(&hall.app, &bob, "system_message").await, 1);
    assert_eq!(notice_count(&hall.app, &hall.ada, "system_message").await, 0);
    assert_eq!(hall.ada.put(&path, to("hidden")).await.status, 422);
    hall.app.make_table_unavailable("events").await;
    assert_snapshot!(hall.ada.put(&path, to("public")).await, @"500 Failed to change community visibility");
}

#[tokio::test]
async fn affiliation_community_can_become_public_and_restricted_again() {
    let house = House::open().await;
    let path = house.path("/visibility");
    house.ada.put(&path, json!({ "visibility": "public" })).await.expect(200);
    assert_eq!(house.bob.get(&house.path("")).await.body["viewer"]["canJoin"], true);
    house.ada.put(&path, json!({ "visibility": "affiliations" })).await.expect(200);
    assert_eq!(house.bob.get(&house.path("")).await.body["viewer"]["canJoin"], false);
}

#[tokio::test]
async fn new_thread_notifies_members_according_to_their_preference() {
    let hall = CommunityFixture::open().await;
    let (bob, cleo, dan) =
        (hall.member("bob").await, hall.member("cleo").await, hall.member("dan").await);
    for (who, preference) in [(&cleo, "mentions"), (&dan, "mute")] {
        let wish = json!({ "preference": preference });
        who.put(&hall.path("/notifications"), wish).await.expect(200);
    }
    let mut stream = open_stream(&bob).await;
    let thread = start_thread(&hall.ada, &hall.community, "Beams").await.expect(201).id();
    hall.app.work().await;
    let event = stream.until("notification.created").await["notification"].clone();
    assert_eq!((&event["type"], &event["message"]), (&json!("community_thread"), &json!("Beams")));
    assert_eq!(event["title"], "New thread in Long spans");
    assert_eq!(event["data"], json!({ "communityId": hall.community, "threadId": thread }));
    for (who, count) in [(&bob, 1), (&cleo, 0), (&dan, 0), (&hall.ada, 0)] {
        assert_eq!(notice_count(&hall.app, who, "community_thread").await, count);
    }
}

#[tokio::test]
async fn notification_preference_is_kept_until_the_member_leaves() {
    let hall = CommunityFixture::open().await;
    let (bob, outsider) = (hall.member("bob").await, hall.app.member("otto").await);
    let path = hall.path("/notifications");
    let mute = json!({ "preference": "mute" });
    assert_eq!(outsider.put(&path, mute.clone()).await.status, 403);
    let wish = async || bob.get(&hall.path("")).await.body["viewer"]["notifications"].clone();
    assert_eq!(wish().await, "all");
    for preference in ["mute", "mentions"] {
        let chosen = bob.put(&path, json!({ "preference": preference })).await.expect(200).body;
        assert_eq!(chosen, json!({ "communityId": hall.community, "preference": preference }));
        assert_eq!(wish().await, preference);
    }
    bob.put(&path, mute).await.expect(200);
    let said = json!({ "content": "Picnic" });
    hall.ada.post(&hall.path("/announcements"), said).await.expect(201);
    assert_eq!(notice_count(&hall.app, &bob, "community_announcement").await, 0);
    bob.post(&hall.path("/leave"), json!({})).await.expect(204);
    bob.post(&hall.path("/join"), json!({})).await.expect(200);
    assert_eq!(wish().await, "all");
}
