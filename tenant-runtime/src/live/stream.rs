//! An open stream: sends missed events, then new ones, until the session ends.

use super::cap::StreamSlot;
use super::poll::Poll;
use super::presence::PresenceTracker;
use super::stream_metrics::{self, StreamCount};
use super::topics::{Delivery, Topics};
use super::wire_events;
use crate::{communities, messages};
use axum::response::sse::Event;
use chrono::{DateTime, TimeDelta, Utc};
use platform::events::{LiveEvent, StreamInput, Subscription, TransientEvent};
use platform::scope::GateError;
use platform::sessions::{self, CurrentSession};
use platform::{AccountViewer, CatalogueError, CommunityId, Member, Problem, Scope};
use sea_orm::DbErr;
use serde_json::Value;
use std::collections::VecDeque;
use std::time::Duration;
use wire::Site;

/// Event kind of a deleted community.
const COMMUNITY_DELETED: &str = "community.deleted";
/// Maximum missed events that a stream sends; a client that missed more reloads everything.
const RESUME_MAX: u64 = 500;
/// Interval of checks whether the session has ended.
const LOOK_EVERY: Duration = Duration::from_secs(15);
/// Interval of checks whether the session is still in use.
const LOOK_AT_USE_EVERY: TimeDelta = TimeDelta::seconds(60);

/// Data of the request that opened the stream.
pub(super) struct StreamRequest {
    pub scope: Scope<Member>,
    /// Last event that the client received.
    pub resume_after: Option<i64>,
    /// Position up to which the page's data includes all events, if the client received none.
    pub read_after: Option<i64>,
    /// Communities shown to the viewer.
    pub watched: Vec<CommunityId>,
    /// If set, the stream ends after its first events, or after this time.
    pub poll_timeout: Option<Duration>,
    pub held: StreamSlot,
    pub presence: PresenceTracker,
}

/// An open stream.
pub(super) struct LiveStream {
    scope: Scope<Member>,
    watched: Vec<CommunityId>,
    /// End of a poll.
    poll: Option<Poll>,
    topics: Topics,
    subscription: Subscription,
    /// Events up to here were sent or not meant for this viewer.
    at: i64,
    missed: VecDeque<LiveEvent>,
    ready: VecDeque<Event>,
    /// Last check of the session.
    looked_at: DateTime<Utc>,
    is_over: bool,
    count: StreamCount,
    presence: PresenceTracker,
    _held: StreamSlot,
}

impl LiveStream {
    /// Opens a stream. The topics and the position belong together (see [`follow_viewer`]), so no
    /// event is lost or sent twice.
    pub async fn open(opening: StreamRequest) -> Result<Self, Problem> {
        let StreamRequest {
            scope,
            resume_after,
            read_after,
            watched,
            poll_timeout,
            held,
            presence,
        } = opening;
        let hub = scope.services().hub().clone();
        hub.wait_until_started().await?;
        let mut subscription = hub.subscribe(scope.viewer().session());
        let Followed { topics, at, has_account_changed } =
            follow_viewer(&scope, &watched, &mut subscription).await?;
        let missed = match (resume_after, read_after) {
            (Some(seq), _) => {
                hub.events_since(scope.services(), seq, &topics.topic_names(), RESUME_MAX).await?
            }
            // The page's data may already include such an event, so it is reloaded instead of
            // sending the event.
            (None, Some(seq)) if seq < at => {
                let missed =
                    hub.events_since(scope.services(), seq, &topics.topic_names(), 1).await?;
                missed.filter(Vec::is_empty)
            }
            (None, _) => Some(Vec::new()),
        };
        let begins = resume_after.filter(|_| missed.is_some()).unwrap_or(at);
        let mut ready = VecDeque::from([wire_events::hello_frame(begins)]);
        if missed.is_none() {
            ready.push_back(wire_events::resync_frame(at));
        }
        let missed = VecDeque::from(missed.unwrap_or_default());
        let looked_at = scope.now();
        let mut stream = Self {
            scope,
            watched,
            poll: poll_timeout
                .map(|timeout| Poll::start(looked_at, timeout, resume_after.is_some())),
            topics,
            subscription,
            at,
            missed,
            ready,
            looked_at,
            is_over: false,
            count: StreamCount::open(),
            presence,
            _held: held,
        };
        if has_account_changed {
            stream.end_unless_admitted().await?;
        }
        stream.presence.record_opened(&mut stream.scope).await;
        Ok(stream)
    }

    /// The next frame; `None` when the stream has ended.
    pub async fn next(&mut self) -> Option<Event> {
        loop {
            if let Some(frame) = self.ready.pop_front() {
                stream_metrics::count_sent();
                self.poll.iter_mut().for_each(Poll::count_frame);
                return Some(frame);
            }
            if self.is_over {
                return None;
            }
            if self.is_poll_complete() {
                self.end_poll();
                continue;
            }
            if let Err(error) = self.next_step().await {
                // The client reconnects automatically and resumes where it was.
                tracing::warn!(cause = %error.detail, "live stream closed: failed to read its topics");
                self.count.end("error");
                return None;
            }
        }
    }

    async fn next_step(&mut self) -> Result<(), Problem> {
        if let Some(reason) = self.subscription.session_end() {
            self.end(&reason);
            return Ok(());
        }
        if let Some(event) = self.missed.pop_front() {
            self.at = self.at.max(event.seq);
            return self.handle_event(&event).await;
        }
        self.presence.record_due(self.scope.services()).await;
        let left = self.time_left();
        if left.is_zero() || self.is_idle().await? {
            self.end("session-expired");
            return Ok(());
        }
        let wait = left.min(LOOK_EVERY);
        let wait = self.poll_time_left().map_or(wait, |left| wait.min(left));
        let received = tokio::select! {
            received = tokio::time::timeout(wait, self.subscription.recv()) => received,
            () = self.scope.services().hub().wait_for_shutdown() => {
                // A stream never ends by itself, so shutdown would wait for it.
                self.count.end("shutdown");
                self.is_over = true;
                return Ok(());
            }
        };
        match received {
            // The session's end is handled at the start of the next step.
            Err(_) | Ok(None) => Ok(()),
            Ok(Some(StreamInput::Event(event))) if event.seq <= self.at => Ok(()),
            Ok(Some(StreamInput::Event(event))) => {
                self.at = event.seq;
                self.handle_event(&event).await
            }
            Ok(Some(StreamInput::Transient(event))) => {
                self.forward_transient(&event).await?;
                Ok(())
            }
            Ok(Some(StreamInput::Lagged(dropped))) => {
                stream_metrics::count_dropped(dropped);
                self.start_over().await
            }
        }
    }

    fn poll_time_left(&self) -> Option<Duration> {
        self.poll.as_ref().map(|poll| poll.time_left(self.scope.now()))
    }

    fn is_poll_complete(&self) -> bool {
        self.missed.is_empty() && self.poll_time_left().is_some_and(|left| left.is_zero())
    }

    /// Ends a poll with its position: all events up to it were sent or not meant for the viewer.
    fn end_poll(&mut self) {
        self.count.end("poll");
        self.ready.push_back(wire_events::position_frame(self.at));
        self.is_over = true;
    }

    /// Time until the session's absolute end.
    fn time_left(&self) -> Duration {
        let ends = self.session().map(|session| session.absolute_expires_at);
        let left = ends.map(|ends| ends - self.scope.now()).unwrap_or_default();
        left.to_std().unwrap_or_default()
    }

    /// Returns true if the session has expired because it was not used. An open stream does not
    /// count as use, so the check does not touch the session.
    async fn is_idle(&mut self) -> Result<bool, DbErr> {
        let now = self.scope.now();
        if now - self.looked_at < LOOK_AT_USE_EVERY {
            return Ok(false);
        }
        self.looked_at = now;
        let session = self.scope.viewer().session();
        let row = self.scope.own::<sessions::row::Entity>().by_id(session).one().await?;
        Ok(row.is_none_or(|row| row.revoked_at.is_some() || row.idle_expires_at <= now))
    }

    fn session(&self) -> Option<&CurrentSession> {
        self.scope.facts().session.as_ref()
    }

    async fn end_unless_admitted(&mut self) -> Result<(), Problem> {
        if let Err(refusal) = self.admit_again().await? {
            self.end(refusal.entry().code);
        }
        Ok(())
    }

    async fn handle_event(&mut self, event: &LiveEvent) -> Result<(), Problem> {
        if self.scope.services().is_storage_full() {
            // Another process may have ended the session without an event.
            self.end_unless_admitted().await?;
            if self.is_over {
                return Ok(());
            }
        }
        match self.topics.decide_delivery(event) {
            Delivery::Nothing => {}
            Delivery::Unchanged => self.forward_event(event),
            Delivery::AccessChanged => self.follow_move(event).await?,
            Delivery::Notification => self.forward_notice(event).await?,
            Delivery::AccountChanged => self.recheck_access(event).await?,
        }
        Ok(())
    }

    fn forward_event(&mut self, event: &LiveEvent) {
        let is_apart = |who: &str| self.topics.is_separated(&event.topic, who);
        let session = self.scope.facts().session.as_ref();
        let language = session.map(|session| session.language).unwrap_or_default();
        let reader = (self.scope.site(), language);
        self.ready.push_back(wire_events::to_frame(event, reader, is_apart));
    }

    /// Reads the topics again before later events are sent. A portal sends no events of communities
    /// that it does not show. A deleted community can no longer be queried; the main site, which
    /// shows all communities, sends the event even if the stream had not subscribed to the
    /// community itself at that time.
    async fn follow_move(&mut self, event: &LiveEvent) -> Result<(), DbErr> {
        let before =
            std::mem::replace(&mut self.topics, Topics::derive(&self.scope, &self.watched).await?);
        let named = event.payload.get("communityId").and_then(Value::as_str);
        let Some(Ok(community)) = named.map(str::parse::<CommunityId>) else {
            self.follow_topics();
            return Ok(());
        };
        let is_unheard = event.kind == COMMUNITY_DELETED
            && self.scope.site() == Site::Main
            && !before.receives_community(community);
        self.topics.keep_other_places(before, community);
        self.follow_topics();
        if is_unheard || communities::is_visible_here(&self.scope, community).await? {
            self.forward_event(event);
        }
        Ok(())
    }

    /// Sends a notification, if it is visible on the site: on a portal, only those of its
    /// communities, its affiliation or the product itself (P-12), or of a conversation there
    /// (P-11). Skipped if the viewer and the author have blocked each other.
    async fn forward_notice(&mut self, event: &LiveEvent) -> Result<(), DbErr> {
        let named = |field| event.payload.get(field).and_then(Value::as_str);
        let is_staff = self.scope.viewer().is_staff();
        if !is_staff && named("authorId").is_some_and(|who| self.topics.is_blocked(who)) {
            return Ok(());
        }
        if let Some(conversation) = named("conversationId") {
            let sender = event.payload.pointer("/message/senderId").and_then(Value::as_str);
            let author = sender.or(named("userId"));
            if self.is_conversation_visible(conversation, author).await? {
                self.forward_event(event);
            }
            return Ok(());
        }
        if wire_events::is_draft(&event.kind) {
            let here = self.scope.site().affiliation().map(|affiliation| affiliation.to_string());
            if named("affiliationId") == here.as_deref() {
                self.forward_event(event);
            }
            return Ok(());
        }
        // Support belongs to the site on which it was asked for, and so do its notifications (P-17).
        let is_of_ticket = wire_events::is_support(&event.kind)
            || event.payload.pointer("/notification/data/ticketId").is_some();
        if is_of_ticket {
            let there = named("site").or(named("affiliationId"));
            let is_here = match self.scope.site() {
                Site::Main => true,
                Site::Portal(here) => there == Some(here.to_string().as_str()),
            };
            if is_here {
                self.forward_event(event);
            }
            return Ok(());
        }
        let is_here = match (self.scope.site(), named("communityId"), named("affiliationId")) {
            (Site::Main, _, _) | (_, None, None) => true,
            (_, Some(community), _) => match community.parse() {
                Ok(community) => communities::is_visible_here(&self.scope, community).await?,
                Err(_) => false,
            },
            (Site::Portal(here), None, Some(there)) => there == here.to_string(),
        };
        if is_here {
            self.forward_event(event);
        }
        Ok(())
    }

    /// Returns true if an event of a conversation may be sent: its author and the viewer are in no
    /// block, and the conversation is visible on the site.
    async fn is_conversation_visible(
        &self,
        conversation: &str,
        author: Option<&str>,
    ) -> Result<bool, DbErr> {
        if author.is_some_and(|who| self.topics.is_blocked(who)) {
            return Ok(false);
        }
        match (self.scope.site(), conversation.parse()) {
            (Site::Main, _) => Ok(true),
            (_, Ok(conversation)) => messages::is_visible_here(&self.scope, conversation).await,
            (_, Err(_)) => Ok(false),
        }
    }

    /// Sends a transient event about another person, unless one of the two has blocked the other.
    /// On a portal, only those of conversations there.
    async fn forward_transient(&mut self, event: &TransientEvent) -> Result<(), DbErr> {
        let named = |field| event.payload.get(field).and_then(Value::as_str);
        let is_visible = match (named("conversationId"), named("userId")) {
            (Some(conversation), author) => {
                self.is_conversation_visible(conversation, author).await?
            }
            (None, Some(who)) if self.topics.is_blocked(who) => false,
            (None, Some(who)) => match (self.scope.site(), who.parse()) {
                (Site::Main, _) => true,
                (_, Ok(user)) => messages::is_partner_here(&self.scope, user).await?,
                (_, Err(_)) => false,
            },
            (None, None) => false,
        };
        let frame = wire_events::to_transient_frame(event).filter(|_| is_visible);
        self.ready.extend(frame);
        Ok(())
    }

    /// An event about the account or its sessions: checks access again, with the current session,
    /// and ends the stream if it is refused.
    async fn recheck_access(&mut self, event: &LiveEvent) -> Result<(), Problem> {
        if event.kind == "session.ended" && self.is_own_session(&event.payload) {
            let reason = event.payload.get("reason").and_then(Value::as_str);
            self.end(reason.unwrap_or("ended"));
            return Ok(());
        }
        if let Err(refusal) = self.admit_again().await? {
            self.end(refusal.entry().code);
            return Ok(());
        }
        if event.kind != "session.ended" {
            self.topics = Topics::derive(&self.scope, &self.watched).await?;
            self.follow_topics();
            // A block hides or reveals old content, so clients reload everything.
            let blocked = event.kind == "blocks.changed";
            let said = if blocked { wire_events::resync_frame } else { wire_events::me_changed };
            self.ready.push_back(said(event.seq));
        }
        Ok(())
    }

    fn is_own_session(&self, payload: &Value) -> bool {
        let mine = self.scope.viewer().session().to_string();
        let ended = payload.get("sessions").and_then(Value::as_array);
        ended.is_some_and(|ended| ended.iter().any(|id| id.as_str() == Some(mine.as_str())))
    }

    /// Checks access again. If granted, the stream continues with the viewer's current permissions.
    async fn admit_again(&mut self) -> Result<Result<(), GateError>, Problem> {
        // Found by id, because the session's token is rotated while a stream is open.
        let session = self.scope.viewer().session();
        let now = sessions::find_by_id(self.scope.services(), session, self.scope.site()).await?;
        Ok(self.scope.admitted_again(now).map(|scope| self.scope = scope))
    }

    fn end(&mut self, reason: &str) {
        self.count.end("session");
        self.missed.clear();
        self.ready.push_back(wire_events::session_ended(reason));
        self.is_over = true;
    }

    /// The stream fell too far behind: the client reloads everything instead of receiving the
    /// missed events.
    async fn start_over(&mut self) -> Result<(), Problem> {
        if let Err(refusal) = self.admit_again().await? {
            self.end(refusal.entry().code);
            return Ok(());
        }
        let followed = follow_viewer(&self.scope, &self.watched, &mut self.subscription).await?;
        self.topics = followed.topics;
        self.at = followed.at;
        if followed.has_account_changed {
            self.end_unless_admitted().await?;
        }
        if !self.is_over {
            self.ready.push_back(wire_events::resync_frame(self.at));
        }
        Ok(())
    }

    /// Subscribes to the current topics. Topics that are new include the events after the current
    /// one: the database, from which the topics were read, may be ahead of the stream.
    fn follow_topics(&mut self) {
        self.subscription.follow(&self.topics.all_names(), Some(self.at));
    }
}

/// Topics of a viewer, and the position from which their events are queued.
struct Followed {
    topics: Topics,
    at: i64,
    /// The account or its sessions may have changed meanwhile.
    has_account_changed: bool,
}

/// Reads the viewer's topics and follows them. The viewer's own topic is followed first: if it
/// reports a change while the topics are read, they are read again.
async fn follow_viewer(
    scope: &Scope<Member>,
    watched: &[CommunityId],
    subscription: &mut Subscription,
) -> Result<Followed, DbErr> {
    let own = Topics::new(scope.viewer().id());
    subscription.follow(&own.all_names(), None);
    subscription.take_queued();
    let mut has_account_changed = false;
    loop {
        let topics = Topics::derive(scope, watched).await?;
        let at = subscription.follow(&topics.all_names(), None);
        let decisions: Vec<Delivery> =
            subscription.take_queued().iter().map(|event| own.decide_delivery(event)).collect();
        has_account_changed |= decisions.contains(&Delivery::AccountChanged);
        let is_outdated = decisions
            .iter()
            .any(|made| matches!(made, Delivery::AccessChanged | Delivery::AccountChanged));
        if !is_outdated {
            return Ok(Followed { topics, at, has_account_changed });
        }
    }
}
