//! Answers to events, and the people who answered.

use super::{answer, create_event, event_path, time_in};
use crate::communities::house::{count_of_type, frames_so_far, open_stream};
use crate::community_fixture::CommunityFixture;
use crate::kit::TestApp;
use chrono::Duration;
use futures::future::join_all;
use insta::assert_snapshot;
use platform::db::count_queries;
use serde_json::{Value, json};

#[tokio::test]
async fn members_answer_an_event_and_see_all_numbers() {
    let hall = CommunityFixture::open().await;
    let (bob, eve) = (hall.member("bob").await, hall.member("eve").await);
    let outsider = hall.app.member("otto").await;
    let id = create_event(&hall, Duration::days(3), json!({})).await;
    let mut stream = open_stream(&eve).await;
    let answered = answer(&hall, &bob, &id, "yes").await.expect(200).body;
    let numbers = json!({ "yes": 1, "maybe": 0, "no": 0 });
    assert_eq!((&answered["answers"], &answered["ownAnswer"]), (&numbers, &json!("yes")));
    let told = stream.until("announcement.rsvp").await;
    assert_eq!((&told["announcementId"], &told["answers"]), (&json!(id), &numbers));
    assert_eq!((&told["ownAnswer"], &told["userId"]), (&Value::Null, &Value::Null));
    // Repeating an answer changes nothing.
    answer(&hall, &bob, &id, "yes").await.expect(200);
    answer(&hall, &hall.ada, &id, "maybe").await.expect(200);
    assert_eq!(answer(&hall, &bob, &id, "no").await.expect(200).body["ownAnswer"], "no");
    answer(&hall, &hall.ada, &id, "none").await.expect(200);
    answer(&hall, &hall.ada, &id, "none").await.expect(200);
    let shown = bob.get(&hall.path("/announcements")).await.expect(200).items()[0].clone();
    assert_eq!(shown["answers"], json!({ "yes": 0, "maybe": 0, "no": 1 }));
    assert_eq!(shown["ownAnswer"], "no");
    let one = eve.get(&event_path(&hall, &id, "")).await.expect(200).body;
    assert_eq!((&one["answers"], &one["ownAnswer"]), (&shown["answers"], &Value::Null));
    let frames = frames_so_far(&hall.app, &eve, &mut stream).await;
    assert_eq!(count_of_type(&frames, "announcement.rsvp"), 3);
    assert_snapshot!(answer(&hall, &outsider, &id, "yes").await, @"403 Unable to load communities. Please check your permissions.");
    assert_eq!(outsider.get(&event_path(&hall, &id, "")).await.status, 403);
}

#[tokio::test]
async fn own_answer_reaches_the_other_devices_of_the_person_only() {
    let hall = CommunityFixture::open().await;
    let (bob, eve) = (hall.member("bob").await, hall.member("eve").await);
    let id = create_event(&hall, Duration::days(3), json!({})).await;
    let device = hall.app.browser();
    hall.app.sign_in(&device, "localhost", "bob").await;
    let (mut own, mut other) = (open_stream(&device).await, open_stream(&eve).await);
    answer(&hall, &bob, &id, "yes").await.expect(200);
    let told = own.until("announcement.answered").await;
    assert_eq!((&told["announcementId"], &told["ownAnswer"]), (&json!(id), &json!("yes")));
    answer(&hall, &bob, &id, "none").await.expect(200);
    assert_eq!(own.until("announcement.answered").await["ownAnswer"], Value::Null);
    let frames = frames_so_far(&hall.app, &eve, &mut other).await;
    assert_eq!(count_of_type(&frames, "announcement.answered"), 0);
}

#[tokio::test]
async fn answer_of_the_admin_is_not_in_live_events() {
    let hall = CommunityFixture::open().await;
    let bob = hall.member("bob").await;
    let id = create_event(&hall, Duration::days(3), json!({})).await;
    answer(&hall, &hall.ada, &id, "yes").await.expect(200);
    let mut stream = open_stream(&bob).await;
    hall.ada.put(&event_path(&hall, &id, "/pin"), json!({})).await.expect(200);
    let told = stream.until("announcement.updated").await["announcement"].clone();
    assert_eq!(told["answers"]["yes"], 1);
    assert!(told.as_object().unwrap().get("ownAnswer").is_none(), "{told}");
}

#[tokio::test]
async fn answers_close_when_the_event_is_over_or_cancelled() {
    let hall = CommunityFixture::open().await;
    let bob = hall.member("bob").await;
    let plain = json!({ "content": "No event" });
    let plain = hall.ada.post(&hall.path("/announcements"), plain).await.expect(201).id();
    assert_snapshot!(answer(&hall, &bob, &plain, "yes").await, @"409 This announcement is not an event");
    let id = create_event(&hall, Duration::minutes(5), json!({})).await;
    let ends = json!({ "endsAt": time_in(&hall, Duration::minutes(20)) });
    let short = create_event(&hall, Duration::minutes(5), ends).await;
    hall.app.clock.advance_by(Duration::minutes(10));
    answer(&hall, &bob, &short, "yes").await.expect(200);
    hall.app.clock.advance_by(Duration::minutes(10));
    assert_snapshot!(answer(&hall, &bob, &short, "no").await, @"409 This event is over");
    answer(&hall, &bob, &short, "yes").await.expect(200);
    // An event without an end is over one hour after its start.
    answer(&hall, &bob, &id, "yes").await.expect(200);
    hall.app.clock.advance_by(Duration::minutes(46));
    assert_snapshot!(answer(&hall, &bob, &id, "no").await, @"409 This event is over");
    let other = create_event(&hall, Duration::days(1), json!({})).await;
    hall.ada.post(&event_path(&hall, &other, "/cancel"), json!({})).await.expect(200);
    assert_snapshot!(answer(&hall, &bob, &other, "yes").await, @"409 This event was cancelled");
    let bad = bob.put(&event_path(&hall, &other, "/rsvp"), json!({ "answer": "perhaps" })).await;
    assert!((400..423).contains(&bad.status), "{bad}");
}

#[tokio::test]
async fn no_more_people_than_the_capacity_answer_yes() {
    let hall = CommunityFixture::open_in(TestApp::open_for_many().await).await;
    let id = create_event(&hall, Duration::days(1), json!({ "capacity": 2 })).await;
    let mut people = Vec::new();
    for name in ["bob", "eve", "dan", "kim"] {
        people.push(hall.member(name).await);
    }
    let answers = join_all(people.iter().map(|who| answer(&hall, who, &id, "yes"))).await;
    let stored = answers.iter().filter(|reply| reply.status == 200).count();
    assert_eq!(stored, 2, "{answers:?}");
    let late = answers.iter().find(|reply| reply.status != 200).unwrap();
    assert_eq!(late.to_string(), "409 This event is full");
    answer(&hall, &hall.ada, &id, "maybe").await.expect(200);
    let shown = hall.ada.get(&event_path(&hall, &id, "")).await.expect(200).body;
    assert_eq!(shown["answers"], json!({ "yes": 2, "maybe": 1, "no": 0 }));
}

#[tokio::test]
async fn attendees_are_listed_in_pages_without_blocked_people() {
    let hall = CommunityFixture::open().await;
    let (bob, eve, dan) =
        (hall.member("bob").await, hall.member("eve").await, hall.member("dan").await);
    let id = create_event(&hall, Duration::days(1), json!({})).await;
    for (who, word) in [(&hall.ada, "yes"), (&bob, "maybe"), (&eve, "no"), (&dan, "yes")] {
        answer(&hall, who, &id, word).await.expect(200);
        hall.app.clock.advance_by(Duration::seconds(1));
    }
    let path = event_path(&hall, &id, "/attendees");
    let ids = |page: &crate::kit::Reply| -> Vec<Value> {
        page.items().iter().map(|item| item["person"]["userId"].clone()).collect()
    };
    let (ada_id, bob_id) = (hall.app.id_of(&hall.ada).await, hall.app.id_of(&bob).await);
    let (eve_id, dan_id) = (hall.app.id_of(&eve).await, hall.app.id_of(&dan).await);
    let page = eve.get(&path).await.expect(200);
    assert_eq!(ids(&page), [json!(dan_id), json!(bob_id), json!(ada_id)]);
    assert_eq!(
        (&page.items()[1]["answer"], &page.body["nextCursor"]),
        (&json!("maybe"), &Value::Null)
    );
    let first = bob.get(&format!("{path}?answer=yes&limit=1")).await.expect(200);
    assert_eq!(ids(&first), [json!(dan_id)]);
    let next = first.body["nextCursor"].as_str().unwrap();
    let second = bob.get(&format!("{path}?answer=yes&limit=1&cursor={next}")).await.expect(200);
    assert_eq!(ids(&second), [json!(ada_id)]);
    assert_eq!(ids(&bob.get(&format!("{path}?answer=no")).await), [json!(eve_id)]);
    eve.main().put(&format!("/api/users/{dan_id}/block"), json!({})).await.expect(200);
    assert_eq!(ids(&eve.get(&path).await.expect(200)), [json!(bob_id), json!(ada_id)]);
    assert_eq!(ids(&dan.get(&format!("{path}?answer=no")).await), [] as [Value; 0]);
    let outsider = hall.app.member("otto").await;
    assert_eq!(outsider.get(&path).await.status, 403);
    let elsewhere = hall.app.community(&outsider, "Short spans", &[]).await;
    let crossed = format!("/api/communities/{elsewhere}/announcements/{id}");
    for rest in ["", "/attendees", "/event.ics"] {
        let reply = outsider.get(&format!("{crossed}{rest}")).await;
        assert_eq!(reply.to_string(), "404 Announcement not found", "{rest}");
    }
    let crossed = outsider.put(&format!("{crossed}/rsvp"), json!({ "answer": "yes" })).await;
    assert_eq!(crossed.to_string(), "404 Announcement not found");
}

#[tokio::test]
async fn answers_are_deleted_when_their_author_leaves_or_the_event_is_deleted() {
    let hall = CommunityFixture::open().await;
    let bob = hall.member("bob").await;
    let id = create_event(&hall, Duration::days(1), json!({})).await;
    answer(&hall, &bob, &id, "yes").await.expect(200);
    answer(&hall, &hall.ada, &id, "yes").await.expect(200);
    bob.post(&hall.path("/leave"), json!({})).await.expect(204);
    let shown = hall.ada.get(&event_path(&hall, &id, "")).await.expect(200).body;
    assert_eq!(shown["answers"]["yes"], 1);
    hall.ada.delete(&event_path(&hall, &id, "")).await.expect(204);
    assert_eq!(hall.rows("event_answers").await, 0);
}

#[tokio::test]
async fn a_page_of_events_needs_a_fixed_number_of_statements() {
    let hall = CommunityFixture::open().await;
    let bob = hall.member("bob").await;
    let path = hall.path("/announcements");
    let mut counts = Vec::new();
    for days in 1..=3 {
        let id = create_event(&hall, Duration::days(days), json!({})).await;
        answer(&hall, &bob, &id, "yes").await.expect(200);
        bob.get(&path).await.expect(200);
        let (page, statements) = count_queries(bob.get(&path)).await;
        assert_eq!(page.expect(200).items().len(), usize::try_from(days).unwrap());
        counts.push(statements);
    }
    assert!(counts.iter().all(|count| *count == counts[0]), "{counts:?}");
}
