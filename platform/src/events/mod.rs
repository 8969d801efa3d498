//! What happened, told to those who may know.
//!
//! [`crate::Tx::publish`] writes an event in the transaction that made it true. The relay gives
//! committed events their number, one gapless order for everyone; each process follows that order
//! ([`Hub`]) and hands events to its open streams. The bus carries only wake-ups, so losing it slows
//! the streams by up to a second and loses nothing.

mod hub;
pub mod row;

pub use hub::{EndedSessions, Hub, LiveEvent};

use crate::ids::UserId;
use uuid::Uuid;

/// Bus channel that says "there are new events".
pub const WAKE_CHANNEL: &str = "events";

/// Whom an event is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Topic {
    /// One person.
    User(UserId),
    /// The members of a community.
    Community(Uuid),
    /// Those who look after a community.
    Moderators(Uuid),
    /// The members of an affiliation.
    Affiliation(Uuid),
    /// Staff.
    Staff,
    /// Whoever is here: something that every account must look at anew.
    Everyone,
    /// Nobody's stream: for consumers inside the product.
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
