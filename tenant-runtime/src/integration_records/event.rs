//! Types of events.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// Type of an event for which webhooks can be registered.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, ToSchema,
)]
pub enum WebhookEvent {
    /// An account was created, or a person joined an affiliation.
    #[serde(rename = "member.joined")]
    MemberJoined,
    /// A person asked to join an affiliation, or to add one to the directory.
    #[serde(rename = "request.created")]
    RequestCreated,
    /// A person opened a support ticket.
    #[serde(rename = "ticket.opened")]
    TicketOpened,
}

/// Type of the message that an admin sends to try a webhook.
pub const TEST_EVENT: &str = "webhook.test";

impl WebhookEvent {
    const ALL: [Self; 3] = [Self::MemberJoined, Self::RequestCreated, Self::TicketOpened];

    /// Name in messages.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::MemberJoined => "member.joined",
            Self::RequestCreated => "request.created",
            Self::TicketOpened => "ticket.opened",
        }
    }

    /// Finds the event with this name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|event| event.name() == name)
    }
}
