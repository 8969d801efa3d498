//! Live events.
//!
//! [`crate::Tx::publish`] writes an event in the transaction of the change. The relay gives
//! committed events a number, one gapless order for all; each process follows that order ([`Hub`])
//! and sends each event to the open streams that follow its topic ([`Subscription`]). The bus carries only wake-ups: without it streams are
//! delayed by up to a second, but lose nothing.

mod consumer;
mod hub;
mod measure;
pub mod row;
mod subscriptions;
mod transient;

pub(crate) use consumer::IS_CONSUMED;
pub use consumer::{ConsumedEvent, Consumer, NewEvents};
pub use hub::{EndedSessions, Hub, LiveEvent, RELAY_LOOP};
pub use measure::measure;
pub use subscriptions::{StreamInput, Subscription};
pub use transient::TransientEvent;

use crate::ids::UserId;
use uuid::Uuid;

/// Bus channel that announces new events.
pub const WAKE_CHANNEL: &str = "events";
/// Bus channel that announces numbered events; the payload is the newest number.
const NUMBERED_CHANNEL: &str = "events-numbered";

/// Audience of an event.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Topic {
    /// One user.
    User(UserId),
    /// Members of a community.
    Community(Uuid),
    /// Moderators of a community.
    Moderators(Uuid),
    /// Members of an affiliation.
    Affiliation(Uuid),
    /// Events for all staff.
    Staff,
    /// All users: a change that every client must reload.
    Everyone,
    /// No stream: consumers within the product.
    Internal,
}

impl std::fmt::Display for Topic {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::User(id) => write!(f, "user:{id}"),
            Self::Community(id) => write!(f, "community:{}", id.simple()),
            Self::Moderators(id) => write!(f, "moderators:{}", id.simple()),
            Self::Affiliation(id) => write!(f, "affiliation:{}", id.simple()),
            Self::Staff => f.write_str("staff"),
            Self::Everyone => f.write_str("everyone"),
            Self::Internal => f.write_str("internal"),
        }
    }
}
