//! What leaves the house: which events a client is told, and how they read.

use axum::response::sse::Event;
use platform::events::LiveEvent;
use serde_json::{Map, Value, json};
use wire::Door;

/// Events that clients are told as they are. Everything else stays inside.
const KINDS: &[&str] = &[
    "post.created",
    "post.liked",
    "post.edited",
    "post.removed",
    "thread.created",
    "thread.updated",
    "community.created",
    "community.updated",
    "community.deleted",
    "membership.joined",
    "membership.left",
    "membership.removed",
    "membership.promoted",
    "membership.demoted",
    "join-request.created",
    "join-request.handled",
    "join-request.withdrawn",
    "private-code.changed",
    "timeout.set",
    "timeout.lifted",
    "announcement.created",
    "announcement.updated",
    "announcement.deleted",
    "article.created",
    "article.updated",
    "article.removed",
    "comment.created",
    "comment.removed",
    "report.opened",
    "report.closed",
    NOTICE,
    ACTIVITY,
    AFFILIATION_REQUEST,
];
/// A notification of the viewer's own.
const NOTICE: &str = "notification.created";
/// Notifications of the viewer's were read, cleared or shown again, here or at another door.
const ACTIVITY: &str = "activity.changed";
/// Something became of a request to belong to an affiliation: the viewer's own, or one they answer.
const AFFILIATION_REQUEST: &str = "affiliation-request.changed";

/// Whether clients are told this kind of event.
pub(super) fn is_public(kind: &str) -> bool {
    KINDS.contains(&kind)
}

/// Whether somebody came to or went from a community.
pub(super) fn is_membership(kind: &str) -> bool {
    kind.starts_with("membership.")
}

/// Whether it tells the viewer of something that is theirs and moves nobody: a notification, what became of
/// theirs, a request.
pub(super) fn is_notice(kind: &str) -> bool {
    [NOTICE, ACTIVITY, AFFILIATION_REQUEST].contains(&kind)
}

/// An event as its frame: `id` is its place in the order, `data` the payload with its type. The
/// payload was written at the door where it happened, and a portal names no affiliation but its own. Of
/// those whom a post names, nobody is named who is apart from the viewer.
pub(super) fn frame(event: &LiveEvent, door: Door, is_apart: impl Fn(&str) -> bool) -> Event {
    let mut payload = event.payload.clone();
    forget_mentions(&mut payload, is_apart);
    if door != Door::Main {
        forget_affiliations(&mut payload);
    }
    let mut said = match payload {
        Value::Object(payload) => payload,
        _ => Map::new(),
    };
    said.insert("type".to_owned(), Value::String(event.kind.clone()));
    numbered(event.seq, Value::Object(said))
}

fn forget_mentions(said: &mut Value, is_apart: impl Fn(&str) -> bool) {
    let Some(named) = said.pointer_mut("/post/mentions").and_then(Value::as_array_mut) else {
        return;
    };
    named.retain(|one| !one.get("userId").and_then(Value::as_str).is_some_and(&is_apart));
}

/// Takes the words beside people's ticks; a page fetches those of its own door.
fn forget_affiliations(said: &mut Value) {
    match said {
        Value::Object(fields) => {
            for (name, value) in fields {
                if name == "affiliationName" {
                    *value = Value::Null;
                } else {
                    forget_affiliations(value);
                }
            }
        }
        Value::Array(items) => items.iter_mut().for_each(forget_affiliations),
        _ => {}
    }
}

/// Where the stream begins.
pub(super) fn hello(cursor: i64) -> Event {
    numbered(cursor, json!({ "type": "hello", "cursor": cursor.to_string() }))
}

/// The client must fetch everything anew.
pub(super) fn resync(cursor: i64) -> Event {
    numbered(cursor, json!({ "type": "resync" }))
}

/// What the viewer is to the product has changed.
pub(super) fn me_changed(seq: i64) -> Event {
    numbered(seq, json!({ "type": "me.changed" }))
}

/// The session is over, and with it the stream.
pub(super) fn session_ended(reason: &str) -> Event {
    Event::default().data(json!({ "type": "session.ended", "reason": reason }).to_string())
}

fn numbered(seq: i64, said: Value) -> Event {
    Event::default().id(seq.to_string()).data(said.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_portal_is_told_nobodys_other_affiliations() {
        let ada = json!({ "displayName": "Ada", "affiliationName": "Elm House" });
        let mut said = json!({ "post": { "author": ada }, "participants": [ada] });
        forget_affiliations(&mut said);
        let ada = json!({ "displayName": "Ada", "affiliationName": null });
        assert_eq!(said, json!({ "post": { "author": ada }, "participants": [ada] }));
    }

    #[test]
    fn nobody_is_named_to_whom_they_are_apart_from() {
        let mut said = json!({ "post": { "mentions": [{ "userId": "a" }, { "userId": "b" }] } });
        forget_mentions(&mut said, |who| who == "a");
        assert_eq!(said, json!({ "post": { "mentions": [{ "userId": "b" }] } }));
    }

    #[test]
    fn only_what_clients_know_is_told() {
        for kind in ["session.ended", "account.changed", "mail.queued", "", "post.created "] {
            assert!(!is_public(kind), "{kind}");
        }
        assert!(KINDS.iter().all(|kind| is_public(kind)));
    }

    #[test]
    fn a_payload_cannot_name_its_own_type() {
        let event = LiveEvent {
            seq: 7,
            topic: "staff".to_owned(),
            kind: "post.liked".to_owned(),
            payload: json!({ "type": "session.ended", "likes": 1 }),
        };
        let said = format!("{:?}", frame(&event, Door::Main, |_| false));
        assert!(said.contains("post.liked") && !said.contains("session.ended"));
    }
}
