//! Compares the events of all open live streams with those the model expects.

use super::model::Told;
use super::steps::{At, Place, Step, Who};
use super::world::{OTTO, PEOPLE, Walk};
use crate::kit::LiveStream;
use platform::events::Topic;
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// Prefixes of the event types that the model predicts.
const KINDS: [&str; 7] = [
    "membership.",
    "join-request.",
    "private-code.",
    "timeout.",
    "post.",
    "community.updated",
    "community.deleted",
];

/// The person a stream belongs to, and whether it is on the portal.
type Ear = (Who, bool);
/// An event on a stream, with its community.
type Heard = (Ear, String, Option<Place>);

/// The open streams.
pub struct Ears {
    streams: BTreeMap<Ear, LiveStream>,
    marks: u64,
}

impl Ears {
    pub const fn new() -> Self {
        Self { streams: BTreeMap::new(), marks: 0 }
    }
}

impl Walk<'_> {
    /// Opens the missing streams of everyone who may have one.
    pub async fn open_streams(&mut self) {
        for who in 0..PEOPLE.len() {
            for portal in [false, true] {
                let is_open = self.ears.streams.contains_key(&(who, portal));
                if is_open || self.model.paused[who] || (portal && who == OTTO) {
                    continue;
                }
                let mut stream = self.world.at(At { who, portal }).live(None).await;
                stream.until("hello").await;
                self.ears.streams.insert((who, portal), stream);
            }
        }
    }

    /// Publishes a marker that appears on every open stream.
    async fn publish_marker(&mut self) -> Value {
        self.ears.marks += 1;
        let mark = json!({ "mark": self.ears.marks });
        let mut system = self.world.app.services().system("mark streams in a test");
        let tx = system.begin().await.unwrap();
        for id in &self.world.ids {
            let topic = Topic::User(id.parse().unwrap());
            tx.publish(topic, "notification.created", &mark).await.unwrap();
        }
        tx.commit().await.unwrap();
        mark
    }

    /// All events received so far. Removes streams that have ended.
    async fn receive_events(&mut self) -> Vec<Heard> {
        let mark = self.publish_marker().await;
        let mut heard = Vec::new();
        for (ear, mut stream) in std::mem::take(&mut self.ears.streams) {
            while let Some(frame) = stream.next().await {
                if frame.data["mark"] == mark["mark"] {
                    self.ears.streams.insert(ear, stream);
                    break;
                }
                let kind = frame.data["type"].as_str().unwrap_or_default();
                if KINDS.iter().any(|beginning| kind.starts_with(beginning)) {
                    let id = &frame.data["communityId"];
                    let place = self.communities.iter().position(|community| id == community);
                    heard.push((ear, kind.to_owned(), place));
                }
            }
        }
        heard.sort();
        heard
    }

    /// Discards all events received so far.
    pub async fn skip_events(&mut self) {
        self.receive_events().await;
    }

    /// Asserts that each stream received exactly the expected events of this step, and that streams of
    /// paused people have ended.
    pub async fn compare_events(&mut self, step: Step) {
        let open: Vec<Ear> = self.ears.streams.keys().copied().collect();
        let heard = self.receive_events().await;
        let mut expected: Vec<Heard> = self.model.told.iter().map(to_event).collect();
        expected.retain(|(ear, ..)| open.contains(ear));
        expected.sort();
        assert_eq!(heard, expected, "{step:?} was told");
        let paused = |ear: &&Ear| self.model.paused[ear.0];
        let still: Vec<&Ear> = open.iter().filter(|ear| !paused(ear)).collect();
        assert_eq!(self.ears.streams.keys().collect::<Vec<_>>(), still, "{step:?} ended");
        self.open_streams().await;
    }
}

fn to_event((who, portal, kind, place): &Told) -> Heard {
    ((*who, *portal), (*kind).to_owned(), Some(*place))
}
