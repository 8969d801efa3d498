//! What a viewer may hear, read from the database through the door.

use super::told;
use crate::communities::{Role, membership};
use chrono::{DateTime, Utc};
use platform::events::{LiveEvent, Topic};
use platform::{Identified, Member, Scope, UserId};
use sea_orm::DbErr;
use serde_json::Value;
use std::collections::{HashMap, HashSet};

/// From when on the viewer hears what is said on a topic.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Since {
    /// Everything.
    Ever,
    /// What was written after they joined (C-082).
    Joined(DateTime<Utc>),
}

/// The topics of one viewer.
#[derive(Debug, Clone)]
pub(super) struct Topics {
    me: UserId,
    own: String,
    everyone: String,
    all: HashMap<String, Since>,
}

/// What becomes of an event.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Hearing {
    /// Not for this viewer, or not for clients.
    Nothing,
    /// Told as it is.
    Told,
    /// About the viewer and a community: their topics change with it.
    Moved,
    /// About the viewer's account or sessions, whose say decides whether the stream goes on.
    Standing,
}

impl Topics {
    /// The viewer's own topic, their communities that this door shows, and on main the staff's.
    /// One query.
    pub async fn derive(scope: &Scope<Member>) -> Result<Self, DbErr> {
        let me = scope.viewer().id();
        let mut topics = Self::of(me);
        if scope.viewer().is_staff() {
            topics.all.insert(Topic::Staff.to_string(), Since::Ever);
        }
        let sees_all = scope.viewer().is_staff();
        for place in membership::places(scope).await? {
            let topic = Topic::Community(place.community.uuid()).to_string();
            let since = if sees_all || place.role == Role::Admin {
                Since::Ever
            } else {
                Since::Joined(place.joined_at)
            };
            topics.all.insert(topic, since);
        }
        Ok(topics)
    }

    fn of(me: UserId) -> Self {
        let (own, everyone) = (Topic::User(me).to_string(), Topic::Everyone.to_string());
        let all = [own.clone(), everyone.clone()].map(|topic| (topic, Since::Ever));
        Self { me, all: HashMap::from(all), own, everyone }
    }

    /// Their names, to ask the log for what was missed.
    pub fn names(&self) -> HashSet<String> {
        self.all.keys().cloned().collect()
    }

    /// What becomes of an event.
    pub fn hear(&self, event: &LiveEvent) -> Hearing {
        let Some(since) = self.all.get(&event.topic) else { return Hearing::Nothing };
        if event.topic == self.everyone {
            return Hearing::Standing;
        }
        let is_public = told::is_public(&event.kind);
        if event.topic == self.own {
            return if is_public { Hearing::Moved } else { Hearing::Standing };
        }
        // It is told twice, to the community and to the one it is about; one of them is enough.
        let is_told_to_me = told::is_membership(&event.kind) && self.is_about_me(&event.payload);
        if is_public && !is_told_to_me && since.lets(&event.payload) {
            Hearing::Told
        } else {
            Hearing::Nothing
        }
    }

    fn is_about_me(&self, payload: &Value) -> bool {
        let about = payload.get("userId").and_then(Value::as_str);
        about.and_then(|id| id.parse().ok()) == Some(self.me)
    }
}

impl Since {
    /// Whether the words in this payload, if there are any, were written late enough.
    fn lets(self, payload: &Value) -> bool {
        let Self::Joined(joined) = self else { return true };
        let written = payload
            .pointer("/post/created")
            .or_else(|| payload.pointer("/lastPost/created"))
            .and_then(Value::as_str);
        match written.map(str::parse::<DateTime<Utc>>) {
            None => true,
            Some(Ok(written)) => written > joined,
            Some(Err(_)) => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use chrono::Duration;
    use serde_json::json;
    use uuid::Uuid;

    fn event(topic: Topic, kind: &str, payload: Value) -> LiveEvent {
        LiveEvent { seq: 1, topic: topic.to_string(), kind: kind.to_owned(), payload }
    }

    fn in_community(since: Since) -> (Topics, Topic, UserId) {
        let (me, community) = (UserId::new(), Topic::Community(Uuid::now_v7()));
        let mut topics = Topics::of(me);
        topics.all.insert(community.to_string(), since);
        (topics, community, me)
    }

    #[test]
    fn what_is_not_ones_own_is_not_heard() {
        let (topics, community, _) = in_community(Since::Ever);
        let said = json!({ "userId": UserId::new() });
        for other in [
            Topic::Community(Uuid::now_v7()),
            Topic::User(UserId::new()),
            Topic::Staff,
            Topic::Internal,
        ] {
            let heard = topics.hear(&event(other, "post.liked", said.clone()));
            assert_eq!(heard, Hearing::Nothing, "{other}");
        }
        assert_eq!(topics.hear(&event(community, "post.liked", said)), Hearing::Told);
    }

    #[test]
    fn what_was_written_before_joining_is_not_heard() {
        let joined = Utc::now();
        let (topics, community, _) = in_community(Since::Joined(joined));
        for (pointer, kind) in [("post", "post.created"), ("lastPost", "thread.updated")] {
            let at = |by| {
                let written = json!({ pointer: { "created": joined + Duration::seconds(by) } });
                topics.hear(&event(community, kind, written))
            };
            assert_eq!((at(-1), at(0), at(1)), (Hearing::Nothing, Hearing::Nothing, Hearing::Told));
        }
    }

    #[test]
    fn ones_own_coming_and_going_is_told_once() {
        let (topics, community, me) = in_community(Since::Ever);
        let about = json!({ "userId": me });
        let kind = "membership.removed";
        assert_eq!(topics.hear(&event(community, kind, about.clone())), Hearing::Nothing);
        assert_eq!(topics.hear(&event(Topic::User(me), kind, about)), Hearing::Moved);
        let other = json!({ "userId": UserId::new() });
        assert_eq!(topics.hear(&event(community, kind, other)), Hearing::Told);
    }

    #[test]
    fn what_is_for_the_house_alone_is_never_told() {
        let (topics, community, me) = in_community(Since::Ever);
        for kind in ["session.ended", "account.changed", "audit.written"] {
            assert_eq!(topics.hear(&event(community, kind, json!({}))), Hearing::Nothing);
            let own = topics.hear(&event(Topic::User(me), kind, json!({})));
            assert_eq!(own, Hearing::Standing);
        }
    }
}
