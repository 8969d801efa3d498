//! Reminders one day and one hour before an event.

use super::{answer, create_event, event_path, event_titles, time_in};
use crate::community_fixture::CommunityFixture;
use crate::kit::{Browser, TestApp, email};
use chrono::Duration;
use serde_json::json;

const DAY: &str = "Event in Long spans starts in one day";
const HOUR: &str = "Event in Long spans starts in one hour";

/// A member who answered yes, with their id.
async fn attendee(hall: &CommunityFixture, name: &str, event: &str) -> (Browser, String) {
    let who = hall.member(name).await;
    answer(hall, &who, event, "yes").await.expect(200);
    let id = hall.app.id_of(&who).await;
    (who, id)
}

/// Advances the clock and runs due jobs.
async fn advance(app: &TestApp, by: Duration) {
    app.clock.advance_by(by);
    app.work().await;
}

#[tokio::test]
async fn attendees_are_reminded_once_by_any_number_of_workers() {
    let hall = CommunityFixture::open().await;
    let event = create_event(&hall, Duration::days(2), json!({})).await;
    let (_, bob) = attendee(&hall, "bob", &event).await;
    let (eve, dan) = (hall.member("eve").await, hall.member("dan").await);
    answer(&hall, &eve, &event, "maybe").await.expect(200);
    answer(&hall, &dan, &event, "no").await.expect(200);
    let (eve, dan) = (hall.app.id_of(&eve).await, hall.app.id_of(&dan).await);
    let second = hall.app.second_instance().await;
    hall.app.work().await;
    advance(&hall.app, Duration::hours(24) - Duration::minutes(1)).await;
    assert!(event_titles(&hall.app, &bob).await.is_empty());
    hall.app.clock.advance_by(Duration::minutes(1));
    tokio::join!(hall.app.work(), second.work());
    assert_eq!(event_titles(&hall.app, &bob).await, [DAY]);
    assert_eq!(event_titles(&hall.app, &eve).await, [DAY]);
    hall.app.clock.advance_by(Duration::hours(23));
    tokio::join!(hall.app.work(), second.work());
    advance(&hall.app, Duration::hours(2)).await;
    assert_eq!(event_titles(&hall.app, &bob).await, [DAY, HOUR]);
    assert_eq!(event_titles(&hall.app, &eve).await, [DAY, HOUR]);
    assert!(event_titles(&hall.app, &dan).await.is_empty());
}

#[tokio::test]
async fn reminders_follow_a_moved_event() {
    let hall = CommunityFixture::open().await;
    let event = create_event(&hall, Duration::days(3), json!({})).await;
    let (_, bob) = attendee(&hall, "bob", &event).await;
    let path = event_path(&hall, &event, "");
    let mut body = hall.ada.get(&path).await.expect(200).body;
    body["startsAt"] = json!(time_in(&hall, Duration::days(10)));
    hall.ada.put(&path, body).await.expect(200);
    let moved = event_titles(&hall.app, &bob).await;
    assert!(moved.len() == 1 && moved[0].contains("was moved to"), "{moved:?}");
    advance(&hall.app, Duration::days(4)).await;
    assert_eq!(event_titles(&hall.app, &bob).await.len(), 1, "none at the earlier start");
    advance(&hall.app, Duration::days(5) + Duration::minutes(1)).await;
    assert_eq!(event_titles(&hall.app, &bob).await[1..], [DAY]);
    advance(&hall.app, Duration::hours(23)).await;
    assert_eq!(event_titles(&hall.app, &bob).await[1..], [DAY, HOUR]);
}

#[tokio::test]
async fn no_reminders_of_cancelled_ended_and_deleted_events() {
    let hall = CommunityFixture::open().await;
    let mut events = Vec::new();
    for _ in 0..3 {
        events.push(create_event(&hall, Duration::days(2), json!({})).await);
    }
    let (bob, id) = attendee(&hall, "bob", &events[0]).await;
    for event in &events[1..] {
        answer(&hall, &bob, event, "yes").await.expect(200);
    }
    hall.ada.post(&event_path(&hall, &events[0], "/cancel"), json!({})).await.expect(200);
    hall.ada.post(&event_path(&hall, &events[1], "/end"), json!({})).await.expect(200);
    hall.ada.delete(&event_path(&hall, &events[2], "")).await.expect(204);
    hall.app.work().await;
    advance(&hall.app, Duration::days(1)).await;
    advance(&hall.app, Duration::hours(23)).await;
    assert_eq!(event_titles(&hall.app, &id).await, ["Event in Long spans was cancelled"]);
}

#[tokio::test]
async fn no_reminders_for_people_who_left_muted_or_are_blocked() {
    let hall = CommunityFixture::open().await;
    let event = create_event(&hall, Duration::days(2), json!({})).await;
    let (left, left_id) = attendee(&hall, "bob", &event).await;
    let (muted, muted_id) = attendee(&hall, "eve", &event).await;
    let (blocker, blocker_id) = attendee(&hall, "dan", &event).await;
    let (_, kim_id) = attendee(&hall, "kim", &event).await;
    left.post(&hall.path("/leave"), json!({})).await.expect(204);
    let mute = json!({ "preference": "mute" });
    muted.put(&hall.path("/notifications"), mute).await.expect(200);
    let ada = hall.app.id_of(&hall.ada).await;
    blocker.main().put(&format!("/api/users/{ada}/block"), json!({})).await.expect(200);
    hall.app.work().await;
    advance(&hall.app, Duration::days(1)).await;
    for id in [&left_id, &muted_id, &blocker_id] {
        assert!(event_titles(&hall.app, id).await.is_empty());
    }
    assert_eq!(event_titles(&hall.app, &kim_id).await, [DAY]);
}

#[tokio::test]
async fn an_event_that_starts_soon_has_only_the_reminders_that_are_not_due() {
    let hall = CommunityFixture::open().await;
    let soon = create_event(&hall, Duration::minutes(59), json!({})).await;
    let (bob, id) = attendee(&hall, "bob", &soon).await;
    let today = create_event(&hall, Duration::hours(20), json!({})).await;
    answer(&hall, &bob, &today, "yes").await.expect(200);
    hall.app.work().await;
    advance(&hall.app, Duration::hours(18)).await;
    assert!(event_titles(&hall.app, &id).await.is_empty());
    advance(&hall.app, Duration::hours(1)).await;
    assert_eq!(event_titles(&hall.app, &id).await, [HOUR]);
}

#[tokio::test]
async fn no_email_reminds_of_an_event_that_was_cancelled_meanwhile() {
    let hall = CommunityFixture::open().await;
    let event = create_event(&hall, Duration::hours(2), json!({})).await;
    let other = create_event(&hall, Duration::hours(2), json!({})).await;
    let (bob, _) = attendee(&hall, "bob", &event).await;
    let (kim, _) = attendee(&hall, "kim", &other).await;
    for who in [&bob, &kim] {
        let path = "/api/me/notification-settings";
        let mut settings = who.get(path).await.expect(200).body;
        for read_only in ["communities", "email"] {
            settings.as_object_mut().unwrap().remove(read_only);
        }
        for kind in settings["kinds"].as_array_mut().unwrap() {
            kind["email"] = json!("immediately");
        }
        who.put(path, settings).await.expect(200);
    }
    hall.app.work().await;
    advance(&hall.app, Duration::hours(1)).await;
    hall.ada.post(&event_path(&hall, &event, "/cancel"), json!({})).await.expect(200);
    advance(&hall.app, Duration::minutes(10)).await;
    advance(&hall.app, Duration::minutes(10)).await;
    let mails = hall.app.mails();
    let of = |name: &str, text: &str| {
        let theirs = mails.iter().filter(|mail| mail.to == email(name));
        theirs.filter(|mail| mail.text.contains(text)).count()
    };
    assert_eq!((of("bob", HOUR), of("kim", HOUR)), (0, 1));
    assert_eq!(of("bob", "Event in Long spans was cancelled"), 1);
}

#[tokio::test]
async fn the_first_answer_enqueues_the_reminders_of_an_event_of_an_earlier_version() {
    let hall = CommunityFixture::open().await;
    let event = create_event(&hall, Duration::hours(2), json!({})).await;
    hall.app.delete_all_rows("jobs").await;
    let (_, bob) = attendee(&hall, "bob", &event).await;
    let (_, eve) = attendee(&hall, "eve", &event).await;
    hall.app.work().await;
    advance(&hall.app, Duration::hours(1)).await;
    assert_eq!(event_titles(&hall.app, &bob).await, [HOUR]);
    assert_eq!(event_titles(&hall.app, &eve).await, [HOUR]);
}

#[tokio::test]
async fn late_jobs_send_no_outdated_reminders() {
    let hall = CommunityFixture::open().await;
    let event = create_event(&hall, Duration::days(2), json!({})).await;
    let other = create_event(&hall, Duration::days(4), json!({})).await;
    let (bob, id) = attendee(&hall, "bob", &event).await;
    answer(&hall, &bob, &other, "yes").await.expect(200);
    hall.app.work().await;
    // No worker ran until half an hour before the first start.
    advance(&hall.app, Duration::days(2) - Duration::minutes(30)).await;
    assert_eq!(event_titles(&hall.app, &id).await, [HOUR]);
    advance(&hall.app, Duration::days(3)).await;
    assert_eq!(event_titles(&hall.app, &id).await, [HOUR], "the second event has begun");
}
