//! Emails about single notifications.

use super::{choose, choose_for_all, decision, mails_to, notify_user, work_after};
use crate::community_fixture::CommunityFixture;
use crate::kit::{Browser, Mail, TestApp, email, uuid_of};
use crate::messages::{Pair, block, path_of, send};
use chrono::Duration;
use platform::{AffiliationId, CommunityId};
use serde_json::{Value, json};
use tenant_runtime::activity::{Notice, NotificationType};

/// Ada's reply to a post of Bob, who wants an email at once. Returns Bob and the reply's id.
async fn replied(hall: &CommunityFixture) -> (Browser, String) {
    let bob = hall.member("bob").await;
    choose(&bob, "reply", "email", json!("immediately")).await;
    let post = hall.write_post(&bob, "How long?").await.expect(201).id();
    let reply = hall.write_reply(&hall.ada, &post, "Very").await.expect(201).id();
    (bob, reply)
}

fn subjects(mails: &[Mail]) -> Vec<&str> {
    mails.iter().map(|mail| mail.subject.as_str()).collect()
}

/// A notification of each kind, with its title.
fn of_each_kind() -> [(&'static str, Notice); 7] {
    let notice = |kind: NotificationType, title: &str, data: Value| {
        Notice::new(kind, title, "In other words", data)
    };
    [
        ("mention", notice(NotificationType::CommunityPost, "Mention", json!({ "mention": true }))),
        ("reply", notice(NotificationType::CommunityReply, "Reply", json!({}))),
        ("message", notice(NotificationType::DirectMessage, "Message", json!({}))),
        ("announcement", notice(NotificationType::CommunityAnnouncement, "News", json!({}))),
        ("event", notice(NotificationType::CommunityEvent, "Event", json!({}))),
        (
            "request",
            notice(NotificationType::SystemMessage, "Request", json!({ "requestId": "1" })),
        ),
        ("decision", notice(NotificationType::JoinApproved, "Decision", json!({}))),
    ]
}

#[tokio::test]
async fn each_kind_follows_its_own_row_of_the_matrix() {
    let app = TestApp::open().await;
    let ada = app.member("ada").await;
    let user = app.id_of(&ada).await;
    for (kind, notice) in of_each_kind() {
        choose_for_all(&ada, "email", json!("off")).await;
        notify_user(&app, &user, &notice).await;
        work_after(&app, 3).await;
        assert_eq!(mails_to(&app, "ada").len(), 0, "{kind} is off");
    }
    for (number, (kind, notice)) in of_each_kind().into_iter().enumerate() {
        choose_for_all(&ada, "email", json!("off")).await;
        choose(&ada, kind, "email", json!("immediately")).await;
        for (other, notice) in of_each_kind() {
            if other != kind {
                notify_user(&app, &user, &notice).await;
            }
        }
        notify_user(&app, &user, &notice).await;
        work_after(&app, 3).await;
        assert_eq!(mails_to(&app, "ada").len(), number + 1, "only {kind} is mailed");
    }
}

#[tokio::test]
async fn unread_reply_is_mailed_once_after_two_minutes_with_its_headers() {
    let hall = CommunityFixture::open().await;
    let (bob, _) = replied(&hall).await;
    work_after(&hall.app, 1).await;
    assert_eq!(mails_to(&hall.app, "bob").len(), 0);
    work_after(&hall.app, 2).await;
    work_after(&hall.app, 60).await;
    let mails = mails_to(&hall.app, "bob");
    assert_eq!(subjects(&mails), ["[Long spans] Cables"]);
    let [mail] = mails.as_slice() else { panic!("one email") };
    let notice = bob.get("/api/notifications").await.expect(200).items()[0]["id"].clone();
    let link = format!("http://localhost:8080/notification/{}", notice.as_str().unwrap());
    for part in [&mail.text, &mail.html] {
        assert!(part.contains("Ada Tester replied to your post"), "{part}");
        assert!(part.contains(&link), "{part}");
        assert!(part.contains("http://localhost:8080/settings/notifications"), "{part}");
    }
    let unsubscribe = &mail.headers["list-unsubscribe"];
    assert!(unsubscribe.starts_with("<http://localhost:8080/api/unsubscribe/"), "{unsubscribe}");
    assert_eq!(mail.headers["list-unsubscribe-post"], "List-Unsubscribe=One-Click");
    let thread = uuid_of(&hall.thread).simple().to_string();
    assert!(mail.headers["references"].starts_with(&format!("<thread.{thread}@")));
    assert_eq!(mail.headers["references"], mail.headers["in-reply-to"]);
}

#[tokio::test]
async fn one_click_unsubscribe_of_the_header_stops_emails_of_that_kind() {
    let hall = CommunityFixture::open().await;
    let (bob, _) = replied(&hall).await;
    work_after(&hall.app, 3).await;
    let header = mails_to(&hall.app, "bob")[0].headers["list-unsubscribe"].clone();
    let path = header.trim_matches(['<', '>']).replace("http://localhost:8080", "");
    hall.app.browser().post(&path, json!({})).await.expect(204);
    let settings = super::saved(&bob).await;
    assert_eq!(settings["kinds"][1]["email"], "off");
    assert_eq!(settings["kinds"][2]["email"], "immediately");
}

#[tokio::test]
async fn notification_that_was_read_in_time_is_not_mailed() {
    let hall = CommunityFixture::open().await;
    let (bob, _) = replied(&hall).await;
    work_after(&hall.app, 1).await;
    bob.post(&hall.path("/read"), json!({})).await.expect(200);
    work_after(&hall.app, 60).await;
    assert_eq!(mails_to(&hall.app, "bob").len(), 0);
}

#[tokio::test]
async fn reply_is_not_mailed_if_it_was_deleted_the_author_is_blocked_or_the_reader_has_left() {
    for reason in ["deleted", "blocked", "left", "muted"] {
        let hall = CommunityFixture::open().await;
        let (bob, reply) = replied(&hall).await;
        match reason {
            "deleted" => drop(hall.ada.delete(&format!("/api/posts/{reply}")).await.expect(200)),
            "blocked" => block(&bob, &hall.app.id_of(&hall.ada).await).await,
            "left" => drop(bob.post(&hall.path("/leave"), json!({})).await.expect(204)),
            _ => {
                let level = json!({ "preference": "mute" });
                bob.put(&hall.path("/notifications"), level).await.expect(200);
            }
        }
        work_after(&hall.app, 3).await;
        assert_eq!(mails_to(&hall.app, "bob").len(), 0, "{reason}");
    }
}

#[tokio::test]
async fn banned_unverified_and_paused_recipients_get_no_email() {
    let app = TestApp::open().await;
    let ada = app.member("ada").await;
    let user = app.id_of(&ada).await;
    for change in ["status = 'banned'", "marked_unverified = TRUE", "account_status = 'paused'"] {
        app.sql("UPDATE users SET status = NULL, marked_unverified = FALSE", vec![]).await;
        app.sql(&format!("UPDATE users SET {change}"), vec![]).await;
        notify_user(&app, &user, &decision("News")).await;
        work_after(&app, 3).await;
        assert_eq!(mails_to(&app, "ada").len(), 0, "{change}");
    }
}

#[tokio::test]
async fn former_moderator_gets_no_email_about_a_request() {
    let hall = CommunityFixture::open().await;
    let bob = hall.member("bob").await;
    hall.set_role(&bob, "trustee").await;
    let user = hall.app.id_of(&bob).await;
    let community = CommunityId(uuid_of(&hall.community));
    let request = |title: &str| {
        Notice::new(NotificationType::SystemMessage, title, "", json!({ "requestId": "1" }))
            .of_community(community)
    };
    notify_user(&hall.app, &user, &request("First")).await;
    work_after(&hall.app, 3).await;
    notify_user(&hall.app, &user, &request("Second")).await;
    hall.set_role(&bob, "member").await;
    work_after(&hall.app, 3).await;
    assert_eq!(subjects(&mails_to(&hall.app, "bob")), ["First"]);
}

#[tokio::test]
async fn unread_message_is_mailed_with_its_beginning_and_again_after_an_hour_at_most() {
    let pair = Pair::open().await;
    let conversation = pair.conversation().await;
    send(pair.ada(), &conversation, "Secret").await.expect(201);
    work_after(&pair.hall.app, 3).await;
    for _ in 0..3 {
        send(pair.ada(), &conversation, "Secret").await.expect(201);
        work_after(&pair.hall.app, 3).await;
    }
    let mails = mails_to(&pair.hall.app, "bob");
    assert_eq!(subjects(&mails), ["New messages from Ada Tester"]);
    assert!(mails[0].text.contains("Secret") && mails[0].html.contains("Secret"));
    work_after(&pair.hall.app, 60).await;
    let mails = mails_to(&pair.hall.app, "bob");
    assert_eq!(mails.len(), 2, "the later messages together");
    assert!(mails[1].text.contains("4 unread messages from Ada Tester"), "{}", mails[1].text);
    assert_eq!(mails[0].headers["references"], mails[1].headers["references"]);
    pair.bob.post(&path_of(&conversation, "/read"), json!({})).await.expect(200);
    work_after(&pair.hall.app, 120).await;
    assert_eq!(mails_to(&pair.hall.app, "bob").len(), 2);
}

#[tokio::test]
async fn message_that_was_read_in_time_is_not_mailed() {
    let pair = Pair::open().await;
    let conversation = pair.conversation().await;
    send(pair.ada(), &conversation, "Hello").await.expect(201);
    work_after(&pair.hall.app, 1).await;
    pair.bob.post(&path_of(&conversation, "/read"), json!({})).await.expect(200);
    work_after(&pair.hall.app, 60).await;
    assert_eq!(mails_to(&pair.hall.app, "bob").len(), 0);
}

#[tokio::test]
async fn kind_that_is_off_in_the_app_is_still_mailed() {
    let app = TestApp::open().await;
    let ada = app.member("ada").await;
    let user = app.id_of(&ada).await;
    choose(&ada, "decision", "inApp", json!(false)).await;
    notify_user(&app, &user, &decision("News")).await;
    work_after(&app, 3).await;
    assert_eq!(subjects(&mails_to(&app, "ada")), ["News"]);
}

#[tokio::test]
async fn timing_that_changes_before_the_email_applies() {
    let app = TestApp::open().await;
    let ada = app.member("ada").await;
    let user = app.id_of(&ada).await;
    notify_user(&app, &user, &decision("News")).await;
    app.work().await;
    choose(&ada, "decision", "email", json!("daily")).await;
    work_after(&app, 3).await;
    assert_eq!(mails_to(&app, "ada").len(), 0);
    work_after(&app, 24 * 60).await;
    assert_eq!(subjects(&mails_to(&app, "ada")), ["1 new notification from Guildhall"]);
}

#[tokio::test]
async fn email_has_the_brand_of_the_portal_used_last_if_it_shows_the_notification() {
    let app = TestApp::open().await;
    let (oak, elm) = (app.portal("Oak House", "oak").await, app.portal("Elm House", "elm").await);
    let ada = app.member("ada").await;
    let user = app.id_of(&ada).await;
    app.add_to_affiliation(&ada, &oak.affiliation).await;
    app.clock.advance_by(Duration::minutes(5));
    app.sign_in(&ada, "oak.localhost", "ada").await;
    let of = |affiliation: &str, title: &str| {
        Notice::new(NotificationType::JoinApproved, title, "", json!({}))
            .of_affiliation(AffiliationId(uuid_of(affiliation)))
    };
    notify_user(&app, &user, &of(&oak.affiliation, "Of oaks")).await;
    notify_user(&app, &user, &of(&elm.affiliation, "Of elms")).await;
    work_after(&app, 3).await;
    let mails = mails_to(&app, "ada");
    let find = |subject: &str| mails.iter().find(|mail| mail.subject == subject).unwrap();
    let (oaks, elms) = (find("Of oaks"), find("Of elms"));
    assert!(oaks.text.replace("\r\n", "\n").contains("--\nOak House\nhttp://oak.localhost:8080"));
    assert!(oaks.text.contains("http://oak.localhost:8080/notification/"));
    assert!(oaks.headers["list-unsubscribe"].contains("http://oak.localhost:8080/"));
    assert!(elms.text.replace("\r\n", "\n").contains("--\nGuildhall\nhttp://localhost:8080"));
    assert!(!elms.text.contains("oak.localhost"));
}

#[tokio::test]
async fn decision_with_an_email_of_its_own_is_mailed_once() {
    let app = TestApp::open().await;
    let oak = app.affiliation("Oak").await;
    let (ada, bob) = (app.member("ada").await, app.member("bob").await);
    app.make_affiliation_admin(&ada, &oak).await;
    let path = format!("/api/affiliations/{oak}/requests");
    let body = json!({ "answers": crate::affiliation_requests::answers() });
    let made = bob.post(&path, body).await.expect(201).id();
    ada.post(&format!("{path}/{made}/approve"), json!({})).await.expect(200);
    work_after(&app, 3).await;
    let to_bob = app.mails().into_iter().filter(|mail| mail.to == email("bob"));
    let titles: Vec<String> = to_bob.map(|mail| mail.subject).collect();
    let about = titles.iter().filter(|title| title.contains("Oak")).count();
    assert_eq!(about, 1, "{titles:?}");
}
