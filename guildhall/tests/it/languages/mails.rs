//! Emails and pushes in the language of their recipient.

use super::sign_up_in;
use crate::community_fixture::CommunityFixture;
use crate::kit::{Browser, Mail, PushServer, TestApp, email};
use crate::messages::{Pair, send};
use chrono::Duration;
use serde_json::{Value, json};

/// Waits until emails about notifications are due, and sends them.
async fn work_after(app: &TestApp, time: Duration) {
    app.work().await;
    app.clock.advance_by(time);
    app.work().await;
}

fn last_mail(app: &TestApp, name: &str) -> Mail {
    app.mails().into_iter().rfind(|mail| mail.to == email(name)).unwrap()
}

/// Chooses the channel's value for all kinds of notifications, and a time zone.
async fn choose(who: &Browser, channel: &str, value: Value) {
    let mut settings = who.get("/api/me/notification-settings").await.expect(200).body;
    let fields = settings.as_object_mut().unwrap();
    fields.remove("communities");
    fields.remove("email");
    fields.insert("timeZone".to_owned(), json!("Asia/Kolkata"));
    for kind in settings["kinds"].as_array_mut().unwrap() {
        kind[channel] = value.clone();
    }
    who.put("/api/me/notification-settings", settings).await.expect(200);
}

/// Bob, whose language is German, and a reply to his post.
async fn replied(timing: &str) -> CommunityFixture {
    let hall = CommunityFixture::open().await;
    let bob = hall.member("bob").await;
    bob.patch("/api/me", json!({ "language": "de" })).await.expect(200);
    choose(&bob, "email", json!(timing)).await;
    let post = hall.write_post(&bob, "How long?").await.expect(201).id();
    hall.write_reply(&hall.ada, &post, "Very _long_, indeed").await.expect(201);
    hall
}

#[tokio::test]
async fn sign_up_in_german_sends_a_german_verification_mail() {
    let app = TestApp::open().await;
    sign_up_in(&app, "de", "rosa").await;
    let mail = last_mail(&app, "rosa");
    assert_eq!(mail.subject, "Bestätigen Sie Ihre E-Mail-Adresse für Guildhall");
    assert!(mail.text.contains("Noch ein Schritt, Rosa"), "{}", mail.text);
    assert!(mail.html.contains("<html lang=\"de\">"), "{}", mail.html);
    sign_up_in(&app, "en", "bela").await;
    let mail = last_mail(&app, "bela");
    assert_eq!(mail.subject, "Verify your email address for Guildhall");
    assert!(mail.html.contains("<html lang=\"en\">"));
}

#[tokio::test]
async fn mail_is_in_the_language_of_the_account_and_not_of_the_request() {
    let app = TestApp::open().await;
    let rosa = app.member("rosa").await;
    rosa.patch("/api/me", json!({ "language": "de" })).await.expect(200);
    // A visitor whose browser is English asks for a new password.
    let ask = json!({ "email": email("rosa") });
    app.browser().post("/api/identity/password/forgot", ask).await.expect(200);
    app.work().await;
    assert_eq!(last_mail(&app, "rosa").subject, "Wählen Sie ein neues Passwort für Guildhall");
}

#[tokio::test]
async fn notification_mail_is_german_and_contains_the_beginning_of_the_reply() {
    let hall = replied("immediately").await;
    work_after(&hall.app, Duration::minutes(3)).await;
    let mail = last_mail(&hall.app, "bob");
    assert_eq!(mail.subject, "[Long spans] Cables");
    for part in [&mail.text, &mail.html] {
        assert!(part.contains("Ada Tester hat auf Ihren Beitrag geantwortet"), "{part}");
        assert!(part.contains("Very long, indeed"), "{part}");
        assert!(part.contains("Guten Tag"), "{part}");
    }
}

#[tokio::test]
async fn digest_is_german_with_its_plural() {
    let hall = replied("daily").await;
    work_after(&hall.app, Duration::days(2)).await;
    let mail = last_mail(&hall.app, "bob");
    assert_eq!(mail.subject, "1 neue Benachrichtigung von Guildhall");
    assert!(mail.text.contains("Ada Tester hat auf Ihren Beitrag geantwortet"), "{}", mail.text);
}

#[tokio::test]
async fn message_mail_is_german_and_contains_the_beginning_of_the_message() {
    let pair = Pair::open().await;
    let conversation = pair.conversation().await;
    pair.bob.patch("/api/me", json!({ "language": "de" })).await.expect(200);
    choose(&pair.bob, "email", json!("immediately")).await;
    send(pair.ada(), &conversation, &"word ".repeat(100)).await.expect(201);
    work_after(&pair.hall.app, Duration::minutes(3)).await;
    let mail = last_mail(&pair.hall.app, "bob");
    assert_eq!(mail.subject, "Neue Nachrichten von Ada Tester");
    assert!(mail.text.contains("Ada Tester hat Ihnen eine Nachricht gesendet."), "{}", mail.text);
    let excerpt = format!("{}…", "word ".repeat(40).trim_end());
    assert!(mail.text.replace("\r\n", "\n").contains(&format!("\n{excerpt}\n")), "{}", mail.text);
}

#[tokio::test]
async fn time_in_a_mail_is_in_the_zone_of_the_person() {
    let app = TestApp::open().await;
    let rosa = app.member("rosa").await;
    rosa.patch("/api/me", json!({ "language": "de" })).await.expect(200);
    choose(&rosa, "email", json!("off")).await;
    app.sign_in(&app.browser(), "localhost", "rosa").await;
    app.work().await;
    let mail = last_mail(&app, "rosa");
    assert_eq!(mail.subject, "Neue Anmeldung bei Guildhall");
    let at = app.clock.now() + Duration::minutes(5 * 60 + 30);
    let time = at.format("um %H:%M IST").to_string();
    assert!(mail.text.contains(&time), "{time}: {}", mail.text);
}

#[tokio::test]
async fn push_is_in_the_language_of_the_person() {
    let app = TestApp::open_with(&[("push.allow_local_services", "true")]).await;
    let server = PushServer::open().await;
    let ada = app.member("ada").await;
    app.stay_signed_in(&ada, "ada").await;
    ada.patch("/api/me", json!({ "language": "de" })).await.expect(200);
    let key = ada.get("/api/push/key").await.expect(200).body["publicKey"].clone();
    let body = server.subscribe(key.as_str().unwrap(), "Telefon");
    ada.post("/api/me/push-subscriptions", body).await.expect(201);
    let bob = app.member("bob").await;
    let community = app.community(&bob, "Long spans", &[]).await;
    ada.post(&format!("/api/communities/{community}/join"), json!({})).await.expect(200);
    let path = format!("/api/communities/{community}/members/{}/promote", app.id_of(&ada).await);
    bob.post(&path, json!({})).await.expect(200);
    app.work().await;
    let pushed = server.accepted();
    assert_eq!(pushed.last().unwrap().message["title"], "Sie sind jetzt Admin von Long spans");
}
