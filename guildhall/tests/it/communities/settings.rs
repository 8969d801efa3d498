//! What an admin changes about a community, who may see it, and what members want to be told.

use super::house::{House, heard, listening, notices, of_type};
use crate::hall::{Hall, start};
use insta::assert_snapshot;
use serde_json::{Value, json};

#[tokio::test]
async fn an_admin_changes_what_a_community_says_and_the_rest_stays() {
    let hall = Hall::open().await;
    let bob = hall.member("bob").await;
    let mut stream = listening(&bob).await;
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
    let frames = heard(&hall.app, &bob, &mut stream).await;
    assert_eq!(of_type(&frames, "community.updated"), 2);
}

#[tokio::test]
async fn members_start_threads_where_the_community_lets_them() {
    let hall = Hall::open().await;
    let bob = hall.member("bob").await;
    let refused = start(&bob, &hall.community, "Towers").await;
    assert_snapshot!(refused, @"403 Only admins can create threads");
    let open = json!({ "membersMayStartThreads": true });
    hall.ada.patch(&hall.path(""), open).await.expect(200);
    assert_eq!(bob.get(&hall.path("")).await.body["viewer"]["mayStartThreads"], true);
    start(&bob, &hall.community, "Towers").await.expect(201);
    let outsider = hall.app.member("otto").await;
    assert_eq!(start(&outsider, &hall.community, "Mine").await.status, 403);
}

#[tokio::test]
async fn history_is_open_to_those_inside_where_the_community_says_so() {
    let hall = Hall::open().await;
    let early = hall.say(&hall.ada, "Before bob").await.expect(201).id();
    let bob = hall.member("bob").await;
    hall.say(&hall.ada, "With bob").await.expect(201);
    assert_eq!(hall.read(&bob).await, ["With bob"]);
    let mut stream = listening(&bob).await;
    let set = async |from_join: bool| {
        let body = json!({ "historyFromJoin": from_join });
        hall.ada.patch(&hall.path(""), body).await.expect(200);
    };
    set(false).await;
    assert_eq!(hall.read(&bob).await, ["Before bob", "With bob"]);
    bob.post(&format!("/api/posts/{early}/like"), json!({})).await.expect(200);
    hall.answer(&bob, &early, "I see it").await.expect(201);
    let outsider = hall.app.member("otto").await;
    assert_eq!(outsider.get(&hall.posts()).await.status, 403);
    set(true).await;
    assert_eq!(hall.read(&bob).await, ["With bob", "I see it"]);
    let frames = heard(&hall.app, &bob, &mut stream).await;
    assert_eq!(of_type(&frames, "community.updated"), 2);
    // What was said just before may still be on its way.
    let said = frames.iter().filter_map(|frame| frame["post"]["content"].as_str());
    assert_eq!(said.filter(|words| *words != "With bob").collect::<Vec<_>>(), ["I see it"]);
}

#[tokio::test]
async fn an_admin_changes_who_may_see_it_and_the_others_are_told() {
    let hall = Hall::open().await;
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
    assert_eq!(notices(&hall.app, &bob, "system_message").await, 1);
    assert_eq!(notices(&hall.app, &hall.ada, "system_message").await, 0);
    assert_eq!(hall.ada.put(&path, to("hidden")).await.status, 422);
    hall.app.sql("ALTER TABLE events RENAME TO events_elsewhere", vec![]).await;
    assert_snapshot!(hall.ada.put(&path, to("public")).await, @"500 Failed to change community visibility");
}

#[tokio::test]
async fn what_is_for_affiliations_becomes_open_and_closed_again() {
    let house = House::open().await;
    let path = house.path("/visibility");
    house.ada.put(&path, json!({ "visibility": "public" })).await.expect(200);
    assert_eq!(house.bob.get(&house.path("")).await.body["viewer"]["canJoin"], true);
    house.ada.put(&path, json!({ "visibility": "affiliations" })).await.expect(200);
    assert_eq!(house.bob.get(&house.path("")).await.body["viewer"]["canJoin"], false);
}

#[tokio::test]
async fn the_others_are_told_of_a_new_thread_as_they_wish() {
    let hall = Hall::open().await;
    let (bob, cleo, dan) =
        (hall.member("bob").await, hall.member("cleo").await, hall.member("dan").await);
    for (who, preference) in [(&cleo, "mentions"), (&dan, "mute")] {
        let wish = json!({ "preference": preference });
        who.put(&hall.path("/notifications"), wish).await.expect(200);
    }
    let mut stream = listening(&bob).await;
    let thread = start(&hall.ada, &hall.community, "Beams").await.expect(201).id();
    hall.app.work().await;
    let told = stream.until("notification.created").await["notification"].clone();
    assert_eq!((&told["type"], &told["message"]), (&json!("community_thread"), &json!("Beams")));
    assert_eq!(told["title"], "New thread in Long spans");
    assert_eq!(told["data"], json!({ "communityId": hall.community, "threadId": thread }));
    for (who, count) in [(&bob, 1), (&cleo, 0), (&dan, 0), (&hall.ada, 0)] {
        assert_eq!(notices(&hall.app, who, "community_thread").await, count);
    }
}

#[tokio::test]
async fn a_member_says_what_they_want_to_be_told_until_they_leave() {
    let hall = Hall::open().await;
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
    assert_eq!(notices(&hall.app, &bob, "community_announcement").await, 0);
    bob.post(&hall.path("/leave"), json!({})).await.expect(204);
    bob.post(&hall.path("/join"), json!({})).await.expect(200);
    assert_eq!(wish().await, "all");
}
