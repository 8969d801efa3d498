//! What a viewer may hear, read from the database through the door.

use super::told;
use crate::communities::{CommunityId, Role, membership};
use crate::profiles::estranged::{Blocks, Estranged, estranged};
use chrono::{DateTime, Utc};
use platform::events::{LiveEvent, Topic};
use platform::{Identified, Member, Scope, UserId};
use sea_orm::DbErr;
use serde_json::Value;
use std::collections::{HashMap, HashSet};

/// Where an event names those whose words or deeds it tells.
const WHO: [&str; 5] =
    ["/post/authorId", "/lastPost/authorId", "/article/authorId", "/comment/authorId", "/userId"];
/// Where it says when they were written.
const WRITTEN: [&str; 4] =
    ["/post/created", "/lastPost/created", "/article/created", "/comment/created"];

/// What the viewer hears of a topic.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Ear {
    since: Since,
    /// Whose words do not reach them.
    blocks: Blocks,
}

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
    /// A community that they look at without a place in it.
    watched: Option<String>,
    all: HashMap<String, Ear>,
    apart: Estranged,
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
    /// A notification of the viewer's, which not every door shows.
    Noticed,
    /// About the viewer's account or sessions, whose say decides whether the stream goes on.
    Standing,
}

impl Topics {
    /// The viewer's own topic, their communities that this door shows, the moderators' of those that
    /// they look after, and on main the staff's, who hear the community that they look at as well.
    /// 2 queries.
    pub async fn derive(
        scope: &Scope<Member>,
        watched: Option<CommunityId>,
    ) -> Result<Self, DbErr> {
        let me = scope.viewer().id();
        let mut topics = Self::of(me);
        if scope.viewer().is_staff() {
            topics.all.insert(Topic::Staff.to_string(), Ear::WHOLE);
        }
        topics.apart = estranged(scope, me).await?;
        let sees_all = scope.viewer().is_staff();
        for place in membership::places(scope).await? {
            let topic = Topic::Community(place.community.uuid()).to_string();
            let since = if sees_all || place.sees_history || place.role == Role::Admin {
                Since::Ever
            } else {
                Since::Joined(place.joined_at)
            };
            let blocks = place.role.blocks(sees_all);
            topics.all.insert(topic, Ear { since, blocks });
            // Staff are told the same of every community.
            if place.role != Role::Member && !sees_all {
                let topic = Topic::Moderators(place.community.uuid()).to_string();
                topics.all.insert(topic, Ear::WHOLE);
            }
        }
        if let Some(watched) = watched.filter(|_| sees_all) {
            topics.watch(watched);
        }
        Ok(topics)
    }

    /// Hears a community too, as staff read it.
    fn watch(&mut self, community: CommunityId) {
        let topic = Topic::Community(community.uuid()).to_string();
        if self.all.contains_key(&topic) {
            return;
        }
        self.all.insert(topic.clone(), Ear::WHOLE);
        self.watched = Some(topic);
    }

    fn of(me: UserId) -> Self {
        let (own, everyone) = (Topic::User(me).to_string(), Topic::Everyone.to_string());
        let all = [own.clone(), everyone.clone()].map(|topic| (topic, Ear::WHOLE));
        let apart = Estranged::default();
        Self { me, all: HashMap::from(all), apart, own, everyone, watched: None }
    }

    /// Keeps what was heard before of every community but this one. The database may be ahead of the
    /// order of events: another place that is gone there is lost when the event that says so comes, and
    /// until then what is said in it is heard, such as that it has ended.
    pub fn keep_other_places(&mut self, before: Self, community: CommunityId) {
        let this = Topic::Community(community.uuid()).to_string();
        for (topic, ear) in before.all {
            let is_place =
                topic.starts_with("community:") && before.watched.as_ref() != Some(&topic);
            if is_place && topic != this {
                self.all.entry(topic).or_insert(ear);
            }
        }
    }

    /// Whether what is told in a community is heard.
    pub fn hears(&self, community: CommunityId) -> bool {
        self.all.contains_key(&Topic::Community(community.uuid()).to_string())
    }

    /// Their names, to ask the log for what was missed. Of a community that is looked at nothing is missed:
    /// its pages are read when the stream has begun.
    pub fn names(&self) -> HashSet<String> {
        self.all.keys().filter(|name| Some(*name) != self.watched.as_ref()).cloned().collect()
    }

    /// What becomes of an event.
    pub fn hear(&self, event: &LiveEvent) -> Hearing {
        let Some(ear) = self.all.get(&event.topic) else { return Hearing::Nothing };
        if event.topic == self.everyone {
            return Hearing::Standing;
        }
        let is_public = told::is_public(&event.kind);
        if event.topic == self.own {
            return match is_public {
                true if told::is_notice(&event.kind) => Hearing::Noticed,
                true => Hearing::Moved,
                false => Hearing::Standing,
            };
        }
        // It is told twice, to the community and to the one it is about; one of them is enough.
        let is_told_to_me = told::is_membership(&event.kind) && self.is_about_me(&event.payload);
        let reaches_me =
            ear.since.lets(&event.payload) && !self.is_hushed(&event.payload, ear.blocks);
        if !is_public || is_told_to_me || !reaches_me {
            return Hearing::Nothing;
        }
        // How far back the viewer hears depends on it.
        let reaches_back = event.payload.get("historyFromJoin").is_some();
        if reaches_back { Hearing::Moved } else { Hearing::Told }
    }

    /// Whether a block stands between the viewer and whoever did this.
    fn is_hushed(&self, payload: &Value, blocks: Blocks) -> bool {
        WHO.iter()
            .filter_map(|pointer| payload.pointer(pointer).and_then(Value::as_str))
            .any(|who| self.parts(who, blocks))
    }

    /// Whether a block stands between the viewer and somebody whom an event of this topic names.
    pub fn is_apart(&self, topic: &str, who: &str) -> bool {
        self.all.get(topic).is_some_and(|ear| self.parts(who, ear.blocks))
    }

    /// Whether a block of either side stands between the viewer and somebody.
    pub fn is_estranged(&self, who: &str) -> bool {
        self.parts(who, Blocks::Both)
    }

    fn parts(&self, who: &str, blocks: Blocks) -> bool {
        who.parse().is_ok_and(|who| self.apart.includes(who, blocks))
    }

    fn is_about_me(&self, payload: &Value) -> bool {
        let about = payload.get("userId").and_then(Value::as_str);
        about.and_then(|id| id.parse().ok()) == Some(self.me)
    }
}

impl Ear {
    /// Hears everything.
    const WHOLE: Self = Self { since: Since::Ever, blocks: Blocks::Nobodys };
}

impl Since {
    /// Whether the words in this payload, if there are any, were written late enough.
    fn lets(self, payload: &Value) -> bool {
        let Self::Joined(joined) = self else { return true };
        WRITTEN
            .iter()
            .filter_map(|pointer| payload.pointer(pointer).and_then(Value::as_str))
            .all(|written| written.parse::<DateTime<Utc>>().is_ok_and(|written| written > joined))
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
        topics.all.insert(community.to_string(), Ear { since, blocks: Blocks::Both });
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
        let joined = platform::Clock::system().now();
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
    fn another_place_is_lost_when_its_own_event_comes() {
        let (before, community, me) = in_community(Since::Ever);
        let Topic::Community(place) = community else { return };
        let said = event(community, "community.deleted", json!({}));
        let mut moved = Topics::of(me);
        moved.keep_other_places(before.clone(), CommunityId::new());
        assert_eq!(moved.hear(&said), Hearing::Told);
        let mut moved = Topics::of(me);
        moved.keep_other_places(before, CommunityId(place));
        assert_eq!(moved.hear(&said), Hearing::Nothing);
    }

    #[test]
    fn what_is_looked_at_is_heard_and_not_missed_and_a_place_stays_a_place() {
        let (mut topics, place, me) = in_community(Since::Ever);
        let Topic::Community(own) = place else { return };
        let other = CommunityId::new();
        topics.watch(CommunityId(own));
        topics.watch(other);
        let watched = Topic::Community(other.uuid());
        assert_eq!(topics.hear(&event(watched, "post.created", json!({}))), Hearing::Told);
        assert!(topics.names().contains(&place.to_string()));
        assert!(!topics.names().contains(&watched.to_string()));
        let mut moved = Topics::of(me);
        moved.keep_other_places(topics, CommunityId::new());
        let heard = [place, watched].map(|at| moved.hear(&event(at, "post.created", json!({}))));
        assert_eq!(heard, [Hearing::Told, Hearing::Nothing]);
    }

    #[test]
    fn a_notification_is_told_to_whom_it_is_for_and_moves_nothing() {
        let (topics, community, me) = in_community(Since::Ever);
        let kind = "notification.created";
        let heard = topics.hear(&event(Topic::User(me), kind, json!({})));
        assert_eq!(heard, Hearing::Noticed);
        let others = topics.hear(&event(Topic::User(UserId::new()), kind, json!({})));
        assert_eq!(others, Hearing::Nothing);
        assert_eq!(topics.hear(&event(community, "post.liked", json!({}))), Hearing::Told);
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
