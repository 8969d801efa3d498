//! Read marks on several devices and sites.

use super::Reading;
use crate::community_fixture::{CommunityFixture, start_thread};
use crate::kit::{Browser, LiveStream};
use serde_json::{Value, json};

/// The next event of a kind without its type.
async fn next_event(stream: &mut LiveStream, kind: &str) -> Value {
    let mut event = stream.until(kind).await;
    event.as_object_mut().unwrap().remove("type");
    event
}

/// Another device of a member, with its stream.
async fn second_device(hall: &CommunityFixture, name: &str) -> (Browser, LiveStream) {
    let browser = hall.app.browser();
    hall.app.sign_in(&browser, "localhost", name).await;
    let mut stream = browser.live().await;
    stream.until("hello").await;
    (browser, stream)
}

#[tokio::test]
async fn other_devices_of_a_member_follow_each_mark_live_and_other_members_do_not() {
    let reading = Reading::open().await;
    let (ada, bob) = (&reading.hall.ada, &reading.bob);
    let (tablet, mut stream) = second_device(&reading.hall, "bob").await;
    let one = reading.write(ada, 0, "One").await;
    reading.write(ada, 1, "Two").await;
    let eve = reading.hall.member("eve").await;
    let mut stranger = eve.live().await;
    stranger.until("hello").await;

    let mark = reading.read(bob, 0, json!({})).await.expect(200).body;
    assert_eq!(next_event(&mut stream, "thread.read").await, mark);
    assert_eq!(reading.unread(&tablet).await, [0, 1]);
    let mark = reading.unread_from(&tablet, 0, &one).await.expect(200).body;
    assert_eq!(next_event(&mut stream, "thread.read").await, mark);
    assert_eq!(reading.unread(bob).await, [1, 1]);
    let mark = bob.post(&reading.hall.path("/read"), json!({})).await.expect(200).body;
    assert_eq!(next_event(&mut stream, "community.read").await, mark);
    reading.write(ada, 0, "Three").await;
    reading.write(bob, 0, "Thanks").await;
    let own = next_event(&mut stream, "thread.read").await;
    assert_eq!((&own["unreadMessages"], &own["communityUnread"]), (&json!(0), &json!(0)));
    let all = bob.put("/api/me/read-marks", json!({})).await.expect(200).body;
    assert_eq!(all, json!({ "communities": 1 }));
    assert_eq!(next_event(&mut stream, "communities.read").await, json!({}));

    reading.write(ada, 0, "The end").await;
    loop {
        let event = stranger.next().await.unwrap().data;
        let kind = event["type"].as_str().unwrap();
        assert!(!kind.ends_with(".read"), "{event}");
        if event["post"]["content"] == "The end" {
            break;
        }
    }
}

#[tokio::test]
async fn two_devices_that_read_at_once_leave_no_mark_and_nothing_unread() {
    let reading = Reading::open().await;
    let (ada, bob) = (&reading.hall.ada, &reading.bob);
    let (tablet, _stream) = second_device(&reading.hall, "bob").await;
    for n in 0..4 {
        reading.write(ada, 0, &format!("Cable {n}")).await;
        reading.write(ada, 1, &format!("Pier {n}")).await;
        let (one, other) =
            tokio::join!(reading.read(bob, 0, json!({})), reading.read(&tablet, 1, json!({})));
        one.expect(200);
        other.expect(200);
        assert_eq!((reading.unread(bob).await, reading.marks().await), ([0, 0], 0));
    }
}

#[tokio::test]
async fn marking_everything_read_on_a_portal_concerns_its_communities_only() {
    let hall = CommunityFixture::open().await;
    let bob = hall.member("bob").await;
    let oak = hall.app.portal("Oak House", "oak").await;
    hall.app.add_to_affiliation(&bob, &oak.affiliation).await;
    let there = hall.app.community(&hall.ada, "Short spans", &[]).await;
    hall.app.link_community(&there, &oak.affiliation).await;
    bob.post(&format!("/api/communities/{there}/join"), json!({})).await.expect(200);
    hall.app.sign_in(&bob, "oak.localhost", "bob").await;
    let thread = start_thread(&hall.ada, &there, "Beams").await.expect(201).id();
    let in_oak = format!("/api/communities/{there}/threads/{thread}");
    hall.ada.post(&format!("{in_oak}/posts"), json!({ "content": "In Oak" })).await.expect(201);
    hall.write_post(&hall.ada, "Elsewhere").await.expect(201);

    let portal = bob.on("oak");
    let elsewhere = hall.path(&format!("/threads/{}/read", hall.thread));
    assert_eq!(portal.put(&elsewhere, json!({})).await.to_string(), "404 Community not found");
    let next = portal.get("/api/me/next-unread-thread").await.expect(200).body;
    assert_eq!(next["thread"]["threadId"], json!(thread));
    let mut stream = portal.live(None).await;
    stream.until("hello").await;
    bob.put(&elsewhere, json!({})).await.expect(200);
    let mark = bob.put(&format!("{in_oak}/read"), json!({})).await.expect(200).body;
    assert_eq!(next_event(&mut stream, "thread.read").await, mark, "only of its community");

    let content = json!({ "content": "More" });
    hall.ada.post(&format!("{in_oak}/posts"), content.clone()).await.expect(201);
    hall.write_post(&hall.ada, "More elsewhere").await.expect(201);
    let all = portal.put("/api/me/read-marks", json!({})).await.expect(200).body;
    assert_eq!(all, json!({ "communities": 1 }));
    let unread = async |community: &str| {
        let path = format!("/api/communities/{community}");
        bob.get(&path).await.expect(200).body["viewer"]["unread"].clone()
    };
    assert_eq!((unread(&there).await, unread(&hall.community).await), (json!(0), json!(1)));
    let next = portal.get("/api/me/next-unread-thread").await.expect(200).body;
    assert_eq!(next, json!({ "thread": null }));
    let all = bob.put("/api/me/read-marks", json!({})).await.expect(200).body;
    assert_eq!((&all, unread(&hall.community).await), (&json!({ "communities": 2 }), json!(0)));
}

#[tokio::test]
async fn reading_a_thread_reads_the_notifications_about_it() {
    let reading = Reading::open().await;
    let (ada, bob) = (&reading.hall.ada, &reading.bob);
    let (_tablet, mut stream) = second_device(&reading.hall, "bob").await;
    for thread in [0, 1] {
        let own = reading.write(bob, thread, "How long?").await;
        reading.wait(2);
        let reply = json!({ "content": "Very", "parentPostId": own["id"] });
        ada.post(&reading.path(thread, "/posts"), reply).await.expect(201);
    }
    let badge = async || bob.get("/api/me/badges").await.expect(200).body["activity"].clone();
    assert_eq!(badge().await, 2);
    reading.read(bob, 1, json!({})).await.expect(200);
    stream.until("activity.changed").await;
    assert_eq!(badge().await, 1);
    let activity = bob.get("/api/activity").await.expect(200);
    let read: Vec<bool> = activity.items().iter().map(|item| item["read"] == true).collect();
    assert_eq!(read, [true, false], "newest first");

    let late = reading.write(bob, 1, "And then?").await;
    reading.wait(2);
    let reply = json!({ "content": "Later", "parentPostId": late["id"] });
    ada.post(&reading.path(1, "/posts"), reply).await.expect(201);
    reading.read_until(bob, 1, &late).await;
    assert_eq!(badge().await, 2, "the newer reply was not seen");
    bob.put("/api/me/read-marks", json!({})).await.expect(200);
    assert_eq!(badge().await, 0);
}
