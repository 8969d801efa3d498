//! Topics that a viewer receives, read from the database with the site's visibility.

use super::wire_events;
use crate::communities::{CommunityRole, membership};
use crate::profiles::blocks::{BlockedUsers, Blocks, blocked_pairs};
use chrono::{DateTime, Utc};
use platform::events::{LiveEvent, Topic};
use platform::staff::StaffPermission;
use platform::{AccountViewer, CommunityId, Member, Scope, UserId};
use sea_orm::DbErr;
use serde_json::Value;
use std::collections::{HashMap, HashSet};

/// JSON pointers to the author of an event.
const AUTHOR_FIELDS: [&str; 5] =
    ["/post/authorId", "/lastPost/authorId", "/article/authorId", "/comment/authorId", "/userId"];
/// JSON pointers to the time of writing.
const TIME_FIELDS: [&str; 4] =
    ["/post/created", "/lastPost/created", "/article/created", "/comment/created"];

/// Name of [`Topic::Staff`].
const STAFF_TOPIC: &str = "staff";
/// Prefix of the events of tickets and chats.
const SUPPORT_EVENTS: &str = "support.";

/// Filter of one topic for the viewer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct EventSubscription {
    since: HistoryStart,
    /// Blocks that hide events of their authors.
    blocks: Blocks,
}

/// Start of the history that the viewer receives on a topic.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum HistoryStart {
    /// Unlimited.
    Ever,
    /// Content written after the viewer joined (C-082).
    Joined(DateTime<Utc>),
}

/// The topics of one viewer.
#[derive(Debug, Clone)]
pub(super) struct Topics {
    me: UserId,
    own: String,
    everyone: String,
    /// Topics of communities that staff watch without being members.
    watched: HashSet<String>,
    all: HashMap<String, EventSubscription>,
    staff: StaffEvents,
    apart: BlockedUsers,
}

/// Events of the staff topic that the viewer's role includes.
#[derive(Debug, Clone, Copy, Default)]
struct StaffEvents {
    moderation: bool,
    support: bool,
}

impl StaffEvents {
    /// Events of tickets and chats contain their messages; all others are for moderators.
    fn include(self, kind: &str) -> bool {
        if kind.starts_with(SUPPORT_EVENTS) { self.support } else { self.moderation }
    }
}

/// Decision about an event.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Delivery {
    /// Not for this viewer, or not for clients.
    Nothing,
    /// Sent unchanged.
    Unchanged,
    /// The viewer's access to a community has changed: their topics are read again.
    AccessChanged,
    /// A notification of the viewer; the site may hide it.
    Notification,
    /// The viewer's account or sessions have changed: access is checked again.
    AccountChanged,
}

impl Topics {
    /// Subscribes to the viewer's own topic, their communities on this site, the moderators' topic
    /// of those that they moderate, and on the main site, for staff, the events of the staff topic
    /// that their role includes, and the watched communities. 2 queries.
    pub async fn derive(scope: &Scope<Member>, watched: &[CommunityId]) -> Result<Self, DbErr> {
        let me = scope.viewer().id();
        let mut topics = Self::new(me);
        let has = |permission| scope.viewer().has_permission(permission);
        topics.staff = StaffEvents {
            moderation: has(StaffPermission::Moderation),
            support: has(StaffPermission::Support),
        };
        if topics.staff.moderation || topics.staff.support {
            topics.all.insert(Topic::Staff.to_string(), EventSubscription::UNRESTRICTED);
        }
        topics.apart = blocked_pairs(scope, me).await?;
        let sees_all = scope.viewer().is_staff();
        for place in membership::list_own_memberships(scope).await? {
            let topic = Topic::Community(place.community.uuid()).to_string();
            let since = if sees_all || place.sees_history || place.role == CommunityRole::Admin {
                HistoryStart::Ever
            } else {
                HistoryStart::Joined(place.joined_at)
            };
            let blocks = place.role.applicable_blocks(sees_all);
            topics.all.insert(topic, EventSubscription { since, blocks });
            // Staff receive the moderators' events of every community already.
            if place.role != CommunityRole::Member && !sees_all {
                let topic = Topic::Moderators(place.community.uuid()).to_string();
                topics.all.insert(topic, EventSubscription::UNRESTRICTED);
            }
        }
        if sees_all {
            watched.iter().for_each(|community| topics.watch_community(*community));
        }
        Ok(topics)
    }

    /// Also subscribes to a community, with the access of staff.
    fn watch_community(&mut self, community: CommunityId) {
        let topic = Topic::Community(community.uuid()).to_string();
        if self.all.contains_key(&topic) {
            return;
        }
        self.all.insert(topic.clone(), EventSubscription::UNRESTRICTED);
        self.watched.insert(topic);
    }

    /// Only the viewer's own topic and that of everyone.
    pub fn new(me: UserId) -> Self {
        let (own, everyone) = (Topic::User(me).to_string(), Topic::Everyone.to_string());
        let all =
            [own.clone(), everyone.clone()].map(|topic| (topic, EventSubscription::UNRESTRICTED));
        let apart = BlockedUsers::default();
        let staff = StaffEvents::default();
        Self { me, all: HashMap::from(all), staff, apart, own, everyone, watched: HashSet::new() }
    }

    /// Keeps the previous topics of all communities except this one. The database may be ahead of
    /// the event order: a topic that the viewer has lost there is kept until the event about its
    /// loss arrives, so that it is received.
    pub fn keep_other_places(&mut self, before: Self, community: CommunityId) {
        let this = Topic::Community(community.uuid()).to_string();
        for (topic, ear) in before.all {
            let is_place = topic.starts_with("community:") && !before.watched.contains(&topic);
            if is_place && topic != this {
                self.all.entry(topic).or_insert(ear);
            }
        }
    }

    /// Returns true if the viewer receives events of a community.
    pub fn receives_community(&self, community: CommunityId) -> bool {
        self.all.contains_key(&Topic::Community(community.uuid()).to_string())
    }

    /// Topic names, to query missed events. Without watched communities: their pages are loaded
    /// after the stream has started.
    pub fn topic_names(&self) -> HashSet<String> {
        self.all.keys().filter(|name| !self.watched.contains(*name)).cloned().collect()
    }

    /// Names of all topics, to subscribe to.
    pub fn all_names(&self) -> HashSet<String> {
        self.all.keys().cloned().collect()
    }

    /// Decides what to do with an event.
    pub fn decide_delivery(&self, event: &LiveEvent) -> Delivery {
        let Some(ear) = self.all.get(&event.topic) else { return Delivery::Nothing };
        if event.topic == self.everyone {
            return Delivery::AccountChanged;
        }
        if event.topic == STAFF_TOPIC && !self.staff.include(&event.kind) {
            return Delivery::Nothing;
        }
        let is_public = wire_events::is_public(&event.kind);
        if event.topic == self.own {
            return match is_public {
                true if wire_events::is_notice(&event.kind) => Delivery::Notification,
                true => Delivery::AccessChanged,
                false => Delivery::AccountChanged,
            };
        }
        // The event is published to the community and to the user; only one of them is used.
        let is_told_to_me =
            wire_events::is_membership(&event.kind) && self.is_about_me(&event.payload);
        let reaches_me =
            ear.since.allows_content(&event.payload) && !self.is_hushed(&event.payload, ear.blocks);
        if !is_public || is_told_to_me || !reaches_me {
            return Delivery::Nothing;
        }
        // The event changes the history that the viewer may see.
        let reaches_back = event.payload.get("historyFromJoin").is_some();
        if reaches_back { Delivery::AccessChanged } else { Delivery::Unchanged }
    }

    /// Returns true if the viewer and the author have blocked each other.
    fn is_hushed(&self, payload: &Value, blocks: Blocks) -> bool {
        AUTHOR_FIELDS
            .iter()
            .filter_map(|pointer| payload.pointer(pointer).and_then(Value::as_str))
            .any(|who| self.is_blocked_by(who, blocks))
    }

    /// Returns true if the viewer and a user named in an event of this topic have blocked each
    /// other.
    pub fn is_separated(&self, topic: &str, who: &str) -> bool {
        self.all.get(topic).is_some_and(|ear| self.is_blocked_by(who, ear.blocks))
    }

    /// Returns true if either of the viewer and this user has blocked the other.
    pub fn is_blocked(&self, who: &str) -> bool {
        self.is_blocked_by(who, Blocks::Both)
    }

    fn is_blocked_by(&self, who: &str, blocks: Blocks) -> bool {
        who.parse().is_ok_and(|who| self.apart.contains_user(who, blocks))
    }

    fn is_about_me(&self, payload: &Value) -> bool {
        let about = payload.get("userId").and_then(Value::as_str);
        about.and_then(|id| id.parse().ok()) == Some(self.me)
    }
}

impl EventSubscription {
    /// No filter.
    const UNRESTRICTED: Self = Self { since: HistoryStart::Ever, blocks: Blocks::NotApplied };
}

impl HistoryStart {
    /// Returns true if the content in this payload, if any, is recent enough.
    fn allows_content(self, payload: &Value) -> bool {
        let Self::Joined(joined) = self else { return true };
        TIME_FIELDS
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

    fn in_community(since: HistoryStart) -> (Topics, Topic, UserId) {
        let (me, community) = (UserId::new(), Topic::Community(Uuid::now_v7()));
        let mut topics = Topics::new(me);
        topics.all.insert(community.to_string(), EventSubscription { since, blocks: Blocks::Both });
        (topics, community, me)
    }

    #[test]
    fn ignores_events_of_topics_without_a_subscription() {
        let (topics, community, _) = in_community(HistoryStart::Ever);
        let payload = json!({ "userId": UserId::new() });
        for other in [
            Topic::Community(Uuid::now_v7()),
            Topic::User(UserId::new()),
            Topic::Staff,
            Topic::Internal,
        ] {
            let heard = topics.decide_delivery(&event(other, "post.liked", payload.clone()));
            assert_eq!(heard, Delivery::Nothing, "{other}");
        }
        assert_eq!(
            topics.decide_delivery(&event(community, "post.liked", payload)),
            Delivery::Unchanged
        );
    }

    #[test]
    fn ignores_content_written_before_the_viewer_joined() {
        let joined = platform::Clock::system_clock().now();
        let (topics, community, _) = in_community(HistoryStart::Joined(joined));
        for (pointer, kind) in [("post", "post.created"), ("lastPost", "thread.updated")] {
            let at = |by| {
                let written = json!({ pointer: { "created": joined + Duration::seconds(by) } });
                topics.decide_delivery(&event(community, kind, written))
            };
            assert_eq!(
                (at(-1), at(0), at(1)),
                (Delivery::Nothing, Delivery::Nothing, Delivery::Unchanged)
            );
        }
    }

    #[test]
    fn sends_the_viewers_own_membership_event_once() {
        let (topics, community, me) = in_community(HistoryStart::Ever);
        let about = json!({ "userId": me });
        let kind = "membership.removed";
        assert_eq!(
            topics.decide_delivery(&event(community, kind, about.clone())),
            Delivery::Nothing
        );
        assert_eq!(
            topics.decide_delivery(&event(Topic::User(me), kind, about)),
            Delivery::AccessChanged
        );
        let other = json!({ "userId": UserId::new() });
        assert_eq!(topics.decide_delivery(&event(community, kind, other)), Delivery::Unchanged);
    }

    #[test]
    fn keeps_other_communities_until_their_own_event_arrives() {
        let (before, community, me) = in_community(HistoryStart::Ever);
        let Topic::Community(place) = community else { return };
        let deletion = event(community, "community.deleted", json!({}));
        let mut moved = Topics::new(me);
        moved.keep_other_places(before.clone(), CommunityId::new());
        assert_eq!(moved.decide_delivery(&deletion), Delivery::Unchanged);
        let mut moved = Topics::new(me);
        moved.keep_other_places(before, CommunityId(place));
        assert_eq!(moved.decide_delivery(&deletion), Delivery::Nothing);
    }

    #[test]
    fn watched_communities_are_live_only_and_own_memberships_stay() {
        let (mut topics, place, me) = in_community(HistoryStart::Ever);
        let Topic::Community(own) = place else { return };
        let other = CommunityId::new();
        topics.watch_community(CommunityId(own));
        topics.watch_community(other);
        let watched = Topic::Community(other.uuid());
        assert_eq!(
            topics.decide_delivery(&event(watched, "post.created", json!({}))),
            Delivery::Unchanged
        );
        assert!(topics.topic_names().contains(&place.to_string()));
        assert!(!topics.topic_names().contains(&watched.to_string()));
        let mut moved = Topics::new(me);
        moved.keep_other_places(topics, CommunityId::new());
        let heard =
            [place, watched].map(|at| moved.decide_delivery(&event(at, "post.created", json!({}))));
        assert_eq!(heard, [Delivery::Unchanged, Delivery::Nothing]);
    }

    #[test]
    fn sends_a_notification_to_its_recipient_only() {
        let (topics, community, me) = in_community(HistoryStart::Ever);
        let kind = "notification.created";
        let heard = topics.decide_delivery(&event(Topic::User(me), kind, json!({})));
        assert_eq!(heard, Delivery::Notification);
        let others = topics.decide_delivery(&event(Topic::User(UserId::new()), kind, json!({})));
        assert_eq!(others, Delivery::Nothing);
        assert_eq!(
            topics.decide_delivery(&event(community, "post.liked", json!({}))),
            Delivery::Unchanged
        );
    }

    #[test]
    fn never_sends_internal_events_to_clients() {
        let (topics, community, me) = in_community(HistoryStart::Ever);
        for kind in ["session.ended", "account.changed", "audit.written"] {
            assert_eq!(
                topics.decide_delivery(&event(community, kind, json!({}))),
                Delivery::Nothing
            );
            let own = topics.decide_delivery(&event(Topic::User(me), kind, json!({})));
            assert_eq!(own, Delivery::AccountChanged);
        }
    }
}
