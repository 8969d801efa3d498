//! Polls in API responses and events.

use super::rows::{poll, poll_option};
use super::{PollId, PollOptionId};
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use utoipa::ToSchema;

/// A poll of a post.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Poll)]
pub struct PollView {
    pub id: PollId,
    /// True if a voter may choose several options.
    pub multiple: bool,
    /// True if only the voter knows their vote.
    pub secret: bool,
    /// When it closes by itself.
    pub closes_at: Option<DateTime<Utc>>,
    /// True if it accepts no votes any more.
    pub closed: bool,
    /// Number of users who voted.
    pub voters: i64,
    pub options: Vec<PollOptionView>,
    /// The viewer's choice; empty in events.
    #[serde(default)]
    pub chosen: Vec<PollOptionId>,
    /// True if the viewer may close it; false in events.
    #[serde(default)]
    pub may_close: bool,
}

/// An option of a poll.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = PollOption)]
pub struct PollOptionView {
    pub id: PollOptionId,
    pub text: String,
    /// Number of users who chose it.
    pub votes: i64,
}

impl From<poll_option::Model> for PollOptionView {
    fn from(row: poll_option::Model) -> Self {
        Self { id: row.id, text: row.text, votes: row.votes }
    }
}

impl PollView {
    /// The poll without what depends on the viewer.
    pub(super) fn new(row: &poll::Model, options: Vec<PollOptionView>, now: DateTime<Utc>) -> Self {
        Self {
            id: row.id,
            multiple: row.multiple,
            secret: row.secret,
            closes_at: row.closes_at,
            closed: row.is_closed(now),
            voters: row.voters,
            options,
            chosen: Vec::new(),
            may_close: false,
        }
    }

    /// The poll as all readers of the post see it, for events.
    pub(super) fn counts(&self) -> Value {
        json!({
            "id": self.id, "multiple": self.multiple, "secret": self.secret,
            "closesAt": self.closes_at, "closed": self.closed, "voters": self.voters,
            "options": self.options,
        })
    }
}

impl poll::Model {
    /// True if it accepts no votes any more.
    pub(super) fn is_closed(&self, now: DateTime<Utc>) -> bool {
        self.closed_at.is_some() || self.closes_at.is_some_and(|end| end <= now)
    }
}
