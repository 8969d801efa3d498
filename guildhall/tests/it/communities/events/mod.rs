//! Events: answers, changes, reminders, lists and calendars.

mod answers;
mod changes;
mod feed;
mod files;
mod lists;
mod reminders;

use crate::community_fixture::CommunityFixture;
use crate::kit::{Browser, Reply, TestApp, uuid_of};
use chrono::{DateTime, Duration, Utc};
use sea_orm::FromQueryResult;
use serde_json::{Value, json};

/// Path of an announcement.
fn event_path(hall: &CommunityFixture, id: &str, rest: &str) -> String {
    hall.path(&format!("/announcements/{id}{rest}"))
}

/// Time after this duration from now.
fn time_in(hall: &CommunityFixture, from_now: Duration) -> DateTime<Utc> {
    hall.app.clock.now() + from_now
}

/// An event that starts after this duration, with these further fields. Returns its id.
async fn create_event(hall: &CommunityFixture, from_now: Duration, more: Value) -> String {
    let mut body = json!({ "content": "Walk to the bridge", "startsAt": time_in(hall, from_now) });
    for (name, value) in more.as_object().unwrap() {
        body[name] = value.clone();
    }
    hall.ada.post(&hall.path("/announcements"), body).await.expect(201).id()
}

/// Answers an event.
async fn answer(hall: &CommunityFixture, who: &Browser, id: &str, answer: &str) -> Reply {
    let answer = (answer != "none").then_some(answer);
    who.put(&event_path(hall, id, "/rsvp"), json!({ "answer": answer })).await
}

/// Titles of a user's event notifications after finishing due work, without that of the announcement.
async fn event_titles(app: &TestApp, user: &str) -> Vec<String> {
    #[derive(FromQueryResult)]
    struct TitleRow {
        title: String,
    }
    app.work().await;
    let sql = "SELECT title FROM notifications WHERE user_id = $1 AND type = 'community_event' \
        AND data ->> 'eventNotice' IS NOT NULL ORDER BY created_at, id";
    let system = app.services().system("check the notifications of a test");
    let rows = system.raw(sql, vec![uuid_of(user).into()]).all::<TitleRow>().await.unwrap();
    rows.into_iter().map(|row| row.title).collect()
}
