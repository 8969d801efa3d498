//! Notifications outside the app: settings, emails, digests, and the pages they lead to (K-58, C-014,
//! G-082, G-105).

mod digests;
mod kill;
mod mails;
mod pushes;
mod settings;
mod target;

use crate::kit::{Browser, Mail, TestApp, email, uuid_of};
use chrono::{DateTime, Duration, Utc};
use platform::UserId;
use serde_json::{Value, json};
use tenant_runtime::activity::{Notice, NotificationType, notify};

/// Kinds of the settings, in their order.
const KINDS: [&str; 7] =
    ["mention", "reply", "message", "announcement", "event", "request", "decision"];

/// The viewer's settings in the form in which they are saved.
async fn saved(who: &Browser) -> Value {
    let mut settings = who.get("/api/me/notification-settings").await.expect(200).body;
    for read_only in ["communities", "email"] {
        settings.as_object_mut().unwrap().remove(read_only).expect(read_only);
    }
    settings
}

/// Saves the viewer's settings with some values changed.
async fn change(who: &Browser, changed: Value) {
    let mut settings = saved(who).await;
    settings.as_object_mut().unwrap().extend(changed.as_object().unwrap().clone());
    who.put("/api/me/notification-settings", settings).await.expect(200);
}

/// Chooses the same value of a channel for all kinds.
async fn choose_for_all(who: &Browser, channel: &str, value: Value) {
    let mut settings = saved(who).await;
    for kind in settings["kinds"].as_array_mut().unwrap() {
        kind[channel] = value.clone();
    }
    who.put("/api/me/notification-settings", settings).await.expect(200);
}

/// Chooses a value of a channel for one kind.
async fn choose(who: &Browser, kind: &str, channel: &str, value: Value) {
    let mut settings = saved(who).await;
    let kinds = settings["kinds"].as_array_mut().unwrap();
    kinds.iter_mut().find(|one| one["kind"] == kind).unwrap()[channel] = value;
    who.put("/api/me/notification-settings", settings).await.expect(200);
}

/// Notifies a user like a feature, and plans the delivery.
async fn notify_user(app: &TestApp, user: &str, notice: &Notice) {
    let user = UserId(uuid_of(user));
    let mut system = app.services().system("notify a user");
    let tx = system.begin().await.unwrap();
    notify(&tx, &[user], notice).await.unwrap();
    tx.commit().await.unwrap();
    app.work().await;
}

/// A notification of a kind that every site shows.
fn decision(title: &str) -> Notice {
    Notice::new(NotificationType::SystemMessage, title, "In other words", json!({}))
}

/// Emails about notifications to this person, oldest first.
fn mails_to(app: &TestApp, name: &str) -> Vec<Mail> {
    let mails = app.mails().into_iter();
    mails.filter(|mail| mail.to == email(name) && !mail.headers.is_empty()).collect()
}

/// Advances the clock to a time and runs what is due.
async fn work_at(app: &TestApp, time: &str) {
    let time = DateTime::parse_from_rfc3339(time).unwrap().to_utc();
    let ahead = time - app.clock.now();
    assert!(ahead > Duration::zero(), "{time} has passed");
    app.clock.advance_by(ahead);
    app.work().await;
}

/// Advances the clock by minutes and runs what is due.
async fn work_after(app: &TestApp, minutes: i64) {
    app.work().await;
    app.clock.advance_by(Duration::minutes(minutes));
    app.work().await;
}

/// Midnight of a Monday a few weeks ahead, so that tests can name weekdays.
fn monday(app: &TestApp) -> DateTime<Utc> {
    use chrono::Datelike;
    let today = app.clock.now().date_naive();
    let days = 14 - i64::from(today.weekday().num_days_from_monday());
    (today + Duration::days(days)).and_hms_opt(0, 0, 0).unwrap().and_utc()
}

async fn work_at_time(app: &TestApp, time: DateTime<Utc>) {
    work_at(app, &time.to_rfc3339()).await;
}
