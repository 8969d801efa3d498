//! What everybody's open streams tell, against what the model says they may.

use super::model::Told;
use super::steps::{At, Place, Step, Who};
use super::world::{OTTO, PEOPLE, Walk};
use crate::kit::LiveStream;
use platform::events::Topic;
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// The beginnings of what the model speaks of.
const KINDS: [&str; 7] = [
    "membership.",
    "join-request.",
    "private-code.",
    "timeout.",
    "post.",
    "community.updated",
    "community.deleted",
];

/// Whose stream, and whether it is at the portal.
type Ear = (Who, bool);
/// What a stream told, about which community.
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
    /// Opens a stream for everybody who may have one and has none.
    pub async fn listen(&mut self) {
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

    /// Says something that everybody hears at all of their doors, and nothing else.
    async fn mark(&mut self) -> Value {
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

    /// Everything that was told up to now. Streams that have ended are taken away.
    async fn hear(&mut self) -> Vec<Heard> {
        let mark = self.mark().await;
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

    /// Lets everything pass that was told up to now.
    pub async fn skip_what_is_heard(&mut self) {
        self.hear().await;
    }

    /// Everybody has heard of this step what the model says, and no more; who is paused hears nothing
    /// any more.
    pub async fn compare_heard(&mut self, step: Step) {
        let open: Vec<Ear> = self.ears.streams.keys().copied().collect();
        let heard = self.hear().await;
        let mut expected: Vec<Heard> = self.model.told.iter().map(as_heard).collect();
        expected.retain(|(ear, ..)| open.contains(ear));
        expected.sort();
        assert_eq!(heard, expected, "{step:?} was told");
        let paused = |ear: &&Ear| self.model.paused[ear.0];
        let still: Vec<&Ear> = open.iter().filter(|ear| !paused(ear)).collect();
        assert_eq!(self.ears.streams.keys().collect::<Vec<_>>(), still, "{step:?} ended");
        self.listen().await;
    }
}

fn as_heard((who, portal, kind, place): &Told) -> Heard {
    ((*who, *portal), (*kind).to_owned(), Some(*place))
}
