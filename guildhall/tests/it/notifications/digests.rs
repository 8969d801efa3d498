//! Daily and weekly digests.

use super::{
    change, choose, choose_for_all, decision, mails_to, monday, notify_user, work_at, work_at_time,
};
use crate::community_fixture::CommunityFixture;
use crate::kit::{Browser, TestApp, uuid_of};
use chrono::Duration;
use platform::{AffiliationId, CommunityId};
use serde_json::json;
use tenant_runtime::activity::{Notice, NotificationType};

/// A member whose notifications of all kinds are in the daily digest at 8:00 in Berlin.
async fn berliner(app: &TestApp, name: &str) -> (Browser, String) {
    let who = app.member(name).await;
    choose_for_all(&who, "email", json!("daily")).await;
    change(&who, json!({ "timeZone": "Europe/Berlin" })).await;
    let id = app.id_of(&who).await;
    (who, id)
}

#[tokio::test]
async fn daily_digest_is_sent_at_the_local_hour_also_when_the_clocks_change() {
    let app = TestApp::open().await;
    let (_, user) = berliner(&app, "ada").await;
    // The clocks go forward on 28 March 2027 and back on 31 October 2027.
    let days = [
        ("2027-03-27T12:00:00Z", "2027-03-28T05:59:00Z", "2027-03-28T06:01:00Z"),
        ("2027-10-30T12:00:00Z", "2027-10-31T06:59:00Z", "2027-10-31T07:01:00Z"),
    ];
    for (number, (event, before, after)) in days.into_iter().enumerate() {
        work_at(&app, event).await;
        notify_user(&app, &user, &decision("News")).await;
        work_at(&app, before).await;
        assert_eq!(mails_to(&app, "ada").len(), number, "{before}");
        work_at(&app, after).await;
        assert_eq!(mails_to(&app, "ada").len(), number + 1, "{after}");
    }
}

#[tokio::test]
async fn weekly_digest_is_sent_on_the_chosen_weekday() {
    let app = TestApp::open().await;
    let (ada, user) = berliner(&app, "ada").await;
    choose_for_all(&ada, "email", json!("weekly")).await;
    change(&ada, json!({ "timeZone": "UTC", "digestWeekday": "wednesday", "digestHour": 18 }))
        .await;
    let monday = monday(&app);
    work_at_time(&app, monday).await;
    notify_user(&app, &user, &decision("News")).await;
    work_at_time(&app, monday + Duration::hours(2 * 24 + 17)).await;
    assert_eq!(mails_to(&app, "ada").len(), 0);
    work_at_time(&app, monday + Duration::hours(2 * 24 + 18)).await;
    assert_eq!(mails_to(&app, "ada").len(), 1);
    work_at_time(&app, monday + Duration::days(12)).await;
    assert_eq!(mails_to(&app, "ada").len(), 1, "nothing new, no digest");
}

#[tokio::test]
async fn daily_and_weekly_digest_that_are_due_together_are_one_email() {
    let app = TestApp::open().await;
    let ada = app.member("ada").await;
    let user = app.id_of(&ada).await;
    choose(&ada, "decision", "email", json!("daily")).await;
    choose(&ada, "announcement", "email", json!("weekly")).await;
    let monday = monday(&app);
    let news = || Notice::new(NotificationType::CommunityAnnouncement, "Weekly", "", json!({}));
    work_at_time(&app, monday - Duration::hours(40)).await;
    notify_user(&app, &user, &news()).await;
    notify_user(&app, &user, &decision("Saturday")).await;
    work_at_time(&app, monday - Duration::hours(12)).await;
    let sunday = mails_to(&app, "ada");
    assert_eq!(sunday.len(), 1);
    assert!(sunday[0].text.contains("Saturday") && !sunday[0].text.contains("Weekly"));
    notify_user(&app, &user, &decision("Daily")).await;
    work_at_time(&app, monday + Duration::hours(9)).await;
    let mails = mails_to(&app, "ada");
    assert_eq!(mails.len(), 2);
    assert_eq!(mails[1].subject, "2 new notifications from Guildhall");
    assert!(mails[1].text.contains("Weekly") && mails[1].text.contains("Daily"));
    assert!(!mails[1].text.contains("Saturday"), "it was in the digest of Sunday");
}

#[tokio::test]
async fn digest_groups_by_community_and_omits_what_was_read_or_deleted() {
    let hall = CommunityFixture::open().await;
    let (bob, user) = berliner(&hall.app, "bob").await;
    bob.post(&hall.path("/join"), json!({})).await.expect(200);
    let post = hall.write_post(&bob, "How long?").await.expect(201).id();
    for n in 0..7 {
        // Posts are limited to five a minute.
        hall.app.clock.advance_by(Duration::minutes(1));
        hall.write_reply(&hall.ada, &post, &format!("Reply {n}")).await.expect(201);
    }
    let gone = hall.write_reply(&hall.ada, &post, "Gone").await.expect(201).id();
    hall.ada.delete(&format!("/api/posts/{gone}")).await.expect(200);
    notify_user(&hall.app, &user, &decision("Read")).await;
    let newest = bob.get("/api/notifications").await.expect(200).items()[0]["id"].clone();
    let path = format!("/api/activity/{}/read", newest.as_str().unwrap());
    bob.post(&path, json!({})).await.expect(200);
    notify_user(&hall.app, &user, &decision("About you")).await;
    hall.app.work().await;
    hall.app.clock.advance_by(Duration::hours(25));
    hall.app.work().await;
    let mails = mails_to(&hall.app, "bob");
    assert_eq!(mails.len(), 1);
    let mail = &mails[0];
    assert_eq!(mail.subject, "8 new notifications from Guildhall");
    let text = mail.text.replace("\r\n", "\n");
    let at = |part: &str| text.find(part).unwrap_or_else(|| panic!("{part}: {text}"));
    assert!(at("Your account") < at("About you") && at("About you") < at("Long spans"));
    assert_eq!(text.matches("Ada Tester replied to your post").count(), 5);
    assert!(text.contains("And 2 more.") && !text.contains("Read\n"), "{text}");
    assert!(mail.headers["list-unsubscribe"].contains("/api/unsubscribe/"));
    assert!(!mail.headers.contains_key("references"));
    assert!(mail.html.contains("See all activity"));
}

#[tokio::test]
async fn digest_has_the_brand_of_the_portal_only_if_the_portal_shows_all_of_it() {
    let app = TestApp::open().await;
    let (oak, elm) = (app.portal("Oak House", "oak").await, app.portal("Elm House", "elm").await);
    let (ada, user) = berliner(&app, "ada").await;
    app.add_to_affiliation(&ada, &oak.affiliation).await;
    app.clock.advance_by(Duration::minutes(5));
    app.sign_in(&ada, "oak.localhost", "ada").await;
    let of = |affiliation: &str, title: &str| {
        Notice::new(NotificationType::JoinApproved, title, "", json!({}))
            .of_affiliation(AffiliationId(uuid_of(affiliation)))
    };
    notify_user(&app, &user, &of(&oak.affiliation, "Of oaks")).await;
    app.work().await;
    app.clock.advance_by(Duration::hours(25));
    app.work().await;
    notify_user(&app, &user, &of(&oak.affiliation, "Of oaks")).await;
    notify_user(&app, &user, &of(&elm.affiliation, "Of elms")).await;
    app.work().await;
    app.clock.advance_by(Duration::hours(25));
    app.work().await;
    let mails = mails_to(&app, "ada");
    let subjects: Vec<&str> = mails.iter().map(|mail| mail.subject.as_str()).collect();
    let expected = ["1 new notification from Oak House", "2 new notifications from Guildhall"];
    assert_eq!(subjects, expected);
    assert!(mails[0].text.contains("http://oak.localhost:8080/notification/"));
    assert!(!mails[1].text.contains("oak.localhost"));
}

#[tokio::test]
async fn digest_without_anything_to_show_is_not_sent() {
    let hall = CommunityFixture::open().await;
    let (bob, user) = berliner(&hall.app, "bob").await;
    bob.post(&hall.path("/join"), json!({})).await.expect(200);
    let community = CommunityId(uuid_of(&hall.community));
    let news = Notice::new(NotificationType::CommunityAnnouncement, "News", "", json!({}));
    notify_user(&hall.app, &user, &news.of_community(community)).await;
    hall.app.work().await;
    bob.post(&hall.path("/read"), json!({})).await.expect(200);
    hall.app.clock.advance_by(Duration::hours(25));
    hall.app.work().await;
    assert_eq!(mails_to(&hall.app, "bob").len(), 0);
}

#[tokio::test]
async fn changed_hour_moves_a_waiting_digest() {
    let app = TestApp::open().await;
    let (ada, user) = berliner(&app, "ada").await;
    change(&ada, json!({ "timeZone": "UTC", "digestHour": 8 })).await;
    let monday = monday(&app);
    work_at_time(&app, monday + Duration::hours(7)).await;
    app.sign_in(&ada, "localhost", "ada").await;
    notify_user(&app, &user, &decision("News")).await;
    app.work().await;
    change(&ada, json!({ "digestHour": 20 })).await;
    work_at_time(&app, monday + Duration::hours(9)).await;
    assert_eq!(mails_to(&app, "ada").len(), 0);
    work_at_time(&app, monday + Duration::hours(20)).await;
    assert_eq!(mails_to(&app, "ada").len(), 1);
}
