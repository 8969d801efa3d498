//! Validation, changes and cancellation of events.

use super::{answer, create_event, event_path, event_titles, time_in};
use crate::communities::house::{count_of_type, frames_so_far, open_stream};
use crate::community_fixture::CommunityFixture;
use chrono::{Duration, SubsecRound};
use insta::assert_snapshot;
use serde_json::{Value, json};

#[tokio::test]
async fn event_fields_are_validated() {
    let hall = CommunityFixture::open().await;
    let start = time_in(&hall, Duration::days(1)).trunc_subsecs(0);
    let send = async |more: Value| {
        let mut body = json!({ "content": "Walk", "startsAt": start });
        for (name, value) in more.as_object().unwrap() {
            body[name] = value.clone();
        }
        // Refused bodies count as attempts.
        hall.app.clock.advance_by(Duration::seconds(20));
        hall.ada.post(&hall.path("/announcements"), body).await
    };
    let field = |reply: &crate::kit::Reply| reply.body["errors"][0]["field"].clone();
    let early = send(json!({ "endsAt": start })).await;
    assert_snapshot!(early, @"422 An event must end after its start");
    assert_eq!(field(&early), "endsAt");
    let long = start + Duration::days(14) + Duration::seconds(1);
    assert_snapshot!(send(json!({ "endsAt": long })).await, @"422 An event may last at most 14 days");
    let far = start + Duration::days(3000);
    assert_snapshot!(send(json!({ "startsAt": far })).await, @"422 An event must start within five years");
    let without = json!({ "startsAt": null, "location": "Hall 1" });
    assert_snapshot!(send(without).await, @"422 Only an event with a start time has an end, a place, a link or a capacity");
    let place = send(json!({ "location": "h".repeat(201) })).await;
    assert_snapshot!(place, @"422 Content exceeds maximum length of 200 characters");
    assert_eq!(field(&place), "location");
    for link in ["hall", "javascript:alert(1)", "ftp://hall.example/", "http://"] {
        let refused = send(json!({ "link": link })).await;
        assert_eq!(
            refused.to_string(),
            "422 The link must be a web address that begins with http:// or https://"
        );
        assert_eq!(field(&refused), "link");
    }
    assert_snapshot!(send(json!({ "capacity": 0 })).await, @"422 The capacity must be between 1 and 100000");
    let whole = json!({
        "endsAt": start + Duration::days(14), "location": " Hall\n1 ", "capacity": 40,
        "link": " https://hall.example/walk?a=1 ",
    });
    let made = send(whole).await.expect(201).body;
    assert_eq!((&made["location"], &made["capacity"]), (&json!("Hall 1"), &json!(40)));
    assert_eq!(made["link"], "https://hall.example/walk?a=1");
    assert_eq!(
        (&made["startsAt"], &made["endsAt"]),
        (&json!(start), &json!(start + Duration::days(14)))
    );
    let plain =
        send(json!({ "startsAt": null, "location": "", "link": " " })).await.expect(201).body;
    assert_eq!((&plain["answers"], &plain["location"]), (&Value::Null, &Value::Null));
}

#[tokio::test]
async fn changes_of_an_event_notify_the_people_who_may_attend() {
    let hall = CommunityFixture::open().await;
    let (bob, eve, dan) =
        (hall.member("bob").await, hall.member("eve").await, hall.member("dan").await);
    let start = time_in(&hall, Duration::days(30)).trunc_subsecs(0);
    let id = create_event(&hall, Duration::days(30), json!({ "location": "Hall 1" })).await;
    for (who, word) in [(&hall.ada, "yes"), (&bob, "yes"), (&eve, "maybe"), (&dan, "no")] {
        answer(&hall, who, &id, word).await.expect(200);
    }
    let path = event_path(&hall, &id, "");
    let mut body = hall.ada.get(&path).await.expect(200).body;
    assert_eq!(bob.put(&path, body.clone()).await.to_string(), "403 Admin privileges required");
    let mut stream = open_stream(&bob).await;
    // The same fields, and another capacity, notify no one.
    hall.ada.put(&path, body.clone()).await.expect(200);
    body["capacity"] = json!(50);
    hall.ada.put(&path, body.clone()).await.expect(200);
    body["location"] = json!("Hall 2");
    let changed = hall.ada.put(&path, body.clone()).await.expect(200).body;
    assert_eq!(changed["location"], "Hall 2");
    assert_ne!(changed["editedAt"], Value::Null);
    hall.ada.put(&path, body.clone()).await.expect(200);
    body["startsAt"] = json!(start + Duration::days(1));
    hall.ada.put(&path, body.clone()).await.expect(200);
    let when = (start + Duration::days(1)).format("%-d %B %Y at %H:%M UTC");
    let expected = [
        "Event in Long spans was changed".to_owned(),
        format!("Event in Long spans was moved to {when}"),
    ];
    for (who, is_told) in [(&bob, true), (&eve, true), (&dan, false), (&hall.ada, false)] {
        let titles = event_titles(&hall.app, &hall.app.id_of(who).await).await;
        assert_eq!(titles, if is_told { expected.to_vec() } else { vec![] });
    }
    let frames = frames_so_far(&hall.app, &bob, &mut stream).await;
    assert_eq!(count_of_type(&frames, "announcement.updated"), 3);
    body["startsAt"] = Value::Null;
    body["location"] = Value::Null;
    body["capacity"] = Value::Null;
    let plain = hall.ada.put(&path, body.clone()).await;
    assert_snapshot!(plain, @"409 An event must keep a start time, and another announcement cannot get one");
    body["startsAt"] = json!(hall.app.clock.now() - Duration::minutes(1));
    assert_snapshot!(hall.ada.put(&path, body).await, @"422 An event must start in the future");
}

#[tokio::test]
async fn a_running_event_is_changed_and_one_that_is_over_is_not() {
    let hall = CommunityFixture::open().await;
    let id = create_event(&hall, Duration::minutes(10), json!({})).await;
    let path = event_path(&hall, &id, "");
    hall.app.clock.advance_by(Duration::minutes(20));
    let mut body = hall.ada.get(&path).await.expect(200).body;
    body["endsAt"] = json!(time_in(&hall, Duration::minutes(10)));
    hall.ada.put(&path, body.clone()).await.expect(200);
    hall.app.clock.advance_by(Duration::minutes(11));
    body["content"] = json!("Too late");
    assert_snapshot!(hall.ada.put(&path, body).await, @"409 This event is over");
    let cancel = hall.ada.post(&event_path(&hall, &id, "/cancel"), json!({})).await;
    assert_snapshot!(cancel, @"409 This event is over");
    let plain = json!({ "content": "First" });
    let plain = hall.ada.post(&hall.path("/announcements"), plain).await.expect(201).id();
    let path = event_path(&hall, &plain, "");
    let edited = hall.ada.put(&path, json!({ "content": "Second" })).await.expect(200).body;
    assert_eq!(edited["content"], "Second");
    hall.ada.post(&event_path(&hall, &plain, "/end"), json!({})).await.expect(200);
    let late = hall.ada.put(&path, json!({ "content": "Third" })).await;
    assert_snapshot!(late, @"409 This announcement has ended");
}

#[tokio::test]
async fn a_cancelled_event_stays_listed_and_notifies_once() {
    let hall = CommunityFixture::open().await;
    let (bob, dan) = (hall.member("bob").await, hall.member("dan").await);
    let id = create_event(&hall, Duration::days(3), json!({})).await;
    answer(&hall, &bob, &id, "maybe").await.expect(200);
    answer(&hall, &dan, &id, "no").await.expect(200);
    let cancel = event_path(&hall, &id, "/cancel");
    assert_eq!(bob.post(&cancel, json!({})).await.to_string(), "403 Admin privileges required");
    let cancelled = hall.ada.post(&cancel, json!({})).await.expect(200).body;
    assert_ne!(cancelled["cancelledAt"], Value::Null);
    assert_eq!(hall.ada.post(&cancel, json!({})).await.expect(200).body, cancelled);
    let titles = event_titles(&hall.app, &hall.app.id_of(&bob).await).await;
    assert_eq!(titles, ["Event in Long spans was cancelled"]);
    let activity = bob.get("/api/activity").await.expect(200);
    let notices: Vec<_> = activity.items().iter().map(|item| &item["eventNotice"]).collect();
    assert_eq!(notices[..2], [&json!("cancelled"), &Value::Null]);
    assert!(event_titles(&hall.app, &hall.app.id_of(&dan).await).await.is_empty());
    let listed = bob.get(&hall.path("/events")).await.expect(200);
    assert_eq!(listed.items()[0]["cancelledAt"], cancelled["cancelledAt"]);
    let edit = hall.ada.put(&event_path(&hall, &id, ""), cancelled).await;
    assert_snapshot!(edit, @"409 This event was cancelled");
    let plain = json!({ "content": "No event" });
    let plain = hall.ada.post(&hall.path("/announcements"), plain).await.expect(201).id();
    let refused = hall.ada.post(&event_path(&hall, &plain, "/cancel"), json!({})).await;
    assert_snapshot!(refused, @"409 This announcement is not an event");
}
