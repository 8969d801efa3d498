//! Events that are sent to clients, and their format.

use axum::response::sse::Event;
use platform::Language;
use platform::events::{LiveEvent, TransientEvent};
use platform::language::{self, TextGroup};
use serde_json::{Map, Value, json};
use wire::Site;

/// Event kinds that are sent to clients unchanged. All others are internal.
const PUBLIC_KINDS: &[&str] = &[
    "post.created",
    "post.liked",
    "post.reacted",
    "post.edited",
    "post.removed",
    "poll.updated",
    "post.previews",
    "thread.created",
    "thread.updated",
    "thread.changed",
    "thread.moved",
    "thread.removed",
    "threads.pinned",
    READ_KINDS[0],
    READ_KINDS[1],
    READ_KINDS[2],
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
    "announcement.rsvp",
    "article.created",
    "article.updated",
    "article.removed",
    "comment.created",
    "comment.removed",
    "report.opened",
    "report.closed",
    NOTIFICATION_KIND,
    ACTIVITY_KIND,
    AFFILIATION_REQUEST,
    AFFILIATION_KIND,
    "message.created",
    "message.updated",
    "conversation.changed",
    "conversation.left",
    "conversation.receipts",
    "message-report.changed",
    INTRODUCTION_KIND,
    DRAFT_KINDS[0],
    DRAFT_KINDS[1],
    ANSWER_KINDS[0],
    ANSWER_KINDS[1],
    "support.ticket-changed",
    "support.message-created",
    "support.viewing-changed",
    "support.conversation-changed",
    "support.chat-message",
];
/// The viewer has read a thread, a community, or all communities of a site, on another device.
const READ_KINDS: [&str; 3] = ["thread.read", "community.read", "communities.read"];
/// Kinds of transient events that are sent to clients.
const TRANSIENT_KINDS: [&str; 2] = ["conversation.typing", "presence.changed"];
/// A notification of the viewer.
const NOTIFICATION_KIND: &str = "notification.created";
/// The viewer's notifications were read, cleared or restored, on this or another site.
const ACTIVITY_KIND: &str = "activity.changed";
/// An affiliation request has changed: the viewer's own, or one that they review.
const AFFILIATION_REQUEST: &str = "affiliation-request.changed";
/// An affiliation has changed that the viewer looks after, or their role in it.
const AFFILIATION_KIND: &str = "affiliation.changed";

/// An introduction of the viewer, or to the viewer, was created, answered or closed.
const INTRODUCTION_KIND: &str = "introduction.changed";

/// A device of the viewer has stored or deleted a draft.
const DRAFT_KINDS: [&str; 2] = ["draft.updated", "draft.removed"];

/// The viewer has answered a poll or an event, on this or another device.
const ANSWER_KINDS: [&str; 2] = ["poll.answered", "announcement.answered"];

/// Returns true if this kind of event is sent to clients.
pub(super) fn is_public(kind: &str) -> bool {
    PUBLIC_KINDS.contains(&kind)
}

/// Returns true if a member joined or left a community.
pub(super) fn is_membership(kind: &str) -> bool {
    kind.starts_with("membership.")
}

/// Returns true if this event concerns only the viewer's own data and does not change their topics:
/// a notification, activity, a read mark, an answer, an affiliation request, an introduction, a draft,
/// a message, or support.
pub(super) fn is_notice(kind: &str) -> bool {
    [NOTIFICATION_KIND, ACTIVITY_KIND, AFFILIATION_REQUEST, AFFILIATION_KIND, INTRODUCTION_KIND]
        .contains(&kind)
        || READ_KINDS.contains(&kind)
        || ANSWER_KINDS.contains(&kind)
        || kind.starts_with("message.")
        || kind.starts_with("conversation.")
        || is_draft(kind)
        || is_support(kind)
}

/// Returns true if this event is about a draft, which belongs to one site.
pub(super) fn is_draft(kind: &str) -> bool {
    DRAFT_KINDS.contains(&kind)
}

/// Returns true if this event is about a ticket or a support conversation, which belong to one site.
pub(super) fn is_support(kind: &str) -> bool {
    kind.starts_with("support.")
}

/// An event as a frame: `id` is its position, `data` the payload with its type. The payload was
/// written on the site of the event, so a portal removes names of other affiliations. Mentions of
/// users in a block with the viewer are removed. A notification is in the viewer's language.
pub(super) fn to_frame(
    event: &LiveEvent,
    (site, language): (Site, Language),
    is_apart: impl Fn(&str) -> bool,
) -> Event {
    let mut payload = event.payload.clone();
    forget_mentions(&mut payload, is_apart);
    if event.kind == NOTIFICATION_KIND {
        translate_notice(&mut payload, language);
    }
    if let Site::Portal(affiliation) = site {
        forget_affiliations(&mut payload, &affiliation.to_string());
    }
    let mut said = match payload {
        Value::Object(payload) => payload,
        _ => Map::new(),
    };
    said.insert("type".to_owned(), Value::String(event.kind.clone()));
    numbered_frame(event.seq, Value::Object(said))
}

fn translate_notice(said: &mut Value, language: Language) {
    let texts = [
        ("/notification/title", TextGroup::Notices),
        ("/notification/message", TextGroup::NoticeTexts),
    ];
    for (place, group) in texts {
        if let Some(Value::String(text)) = said.pointer_mut(place) {
            *text = language::translate(group, text, language).into_owned();
        }
    }
}

fn forget_mentions(said: &mut Value, is_apart: impl Fn(&str) -> bool) {
    let Some(named) = said.pointer_mut("/post/mentions").and_then(Value::as_array_mut) else {
        return;
    };
    named.retain(|one| !one.get("userId").and_then(Value::as_str).is_some_and(&is_apart));
}

/// Removes the affiliation names of verified badges, and the short names of all affiliations but the
/// portal's own from people; a page fetches the names of its own site.
fn forget_affiliations(said: &mut Value, own: &str) {
    match said {
        Value::Object(fields) => {
            let is_person = fields.contains_key("displayName");
            for (name, value) in fields {
                match (name.as_str(), value) {
                    ("affiliationName", value) => *value = Value::Null,
                    ("affiliations", Value::Array(badges)) if is_person => {
                        badges.retain(|badge| badge.get("id").is_some_and(|id| id == own));
                    }
                    (_, value) => forget_affiliations(value, own),
                }
            }
        }
        Value::Array(items) => items.iter_mut().for_each(|item| forget_affiliations(item, own)),
        _ => {}
    }
}

/// A transient event as a frame: without an id, because it does not move the position. `None` for
/// kinds that are not sent to clients.
pub(super) fn to_transient_frame(event: &TransientEvent) -> Option<Event> {
    let mut said = event.payload.as_object()?.clone();
    said.insert("type".to_owned(), Value::String(event.kind.clone()));
    let is_public = TRANSIENT_KINDS.contains(&event.kind.as_str());
    is_public.then(|| Event::default().data(Value::Object(said).to_string()))
}

/// First frame, with the current position.
pub(super) fn hello_frame(cursor: i64) -> Event {
    numbered_frame(cursor, json!({ "type": "hello", "cursor": cursor.to_string() }))
}

/// Last frame of a poll: where the next one resumes.
pub(super) fn position_frame(cursor: i64) -> Event {
    numbered_frame(cursor, json!({ "type": "position" }))
}

/// Tells the client to reload everything.
pub(super) fn resync_frame(cursor: i64) -> Event {
    numbered_frame(cursor, json!({ "type": "resync" }))
}

/// The viewer's own account or permissions have changed.
pub(super) fn me_changed(seq: i64) -> Event {
    numbered_frame(seq, json!({ "type": "me.changed" }))
}

/// The session has ended, and the stream with it.
pub(super) fn session_ended(reason: &str) -> Event {
    Event::default().data(json!({ "type": "session.ended", "reason": reason }).to_string())
}

fn numbered_frame(seq: i64, said: Value) -> Event {
    Event::default().id(seq.to_string()).data(said.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn removes_affiliation_names_from_events() {
        let (elm, oak) =
            (json!({ "id": "e", "shortName": "EH" }), json!({ "id": "o", "shortName": "OH" }));
        let ada = json!({
            "displayName": "Ada", "affiliationName": "Elm House", "affiliations": [elm, oak],
        });
        let mut output = json!({ "post": { "author": ada }, "participants": [ada] });
        forget_affiliations(&mut output, "o");
        let ada = json!({ "displayName": "Ada", "affiliationName": null, "affiliations": [oak] });
        assert_eq!(output, json!({ "post": { "author": ada }, "participants": [ada] }));
    }

    #[test]
    fn removes_mentions_of_blocked_users() {
        let mut output = json!({ "post": { "mentions": [{ "userId": "a" }, { "userId": "b" }] } });
        forget_mentions(&mut output, |who| who == "a");
        assert_eq!(output, json!({ "post": { "mentions": [{ "userId": "b" }] } }));
    }

    #[test]
    fn sends_only_known_event_kinds_to_clients() {
        for kind in ["session.ended", "account.changed", "mail.queued", "", "post.created "] {
            assert!(!is_public(kind), "{kind}");
        }
        assert!(PUBLIC_KINDS.iter().all(|kind| is_public(kind)));
    }

    #[test]
    fn a_payload_cannot_override_the_event_type() {
        let event = LiveEvent {
            seq: 7,
            topic: "staff".to_owned(),
            kind: "post.liked".to_owned(),
            payload: json!({ "type": "session.ended", "likes": 1 }),
        };
        let output = format!("{:?}", to_frame(&event, (Site::Main, Language::En), |_| false));
        assert!(output.contains("post.liked") && !output.contains("session.ended"));
    }
}
