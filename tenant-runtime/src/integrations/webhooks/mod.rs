//! Webhooks: addresses to which events are sent, signed as Standard Webhooks describes.
//!
//! [`emit`] stores a delivery and its job in the transaction of the event. The job ([`job`]) sends it
//! and enqueues the next attempt after a failure. Read `emit`, `job`, then `outcome`.

mod client;
mod deliveries;
mod emit;
mod error;
mod job;
mod network_routes;
mod outcome;
mod routes;
mod rows;
mod rules;
mod secret;
mod store;
mod url;
mod view;

pub use client::WebhookSender;
pub use emit::{EmittedEvent, emit};
pub use job::{JOB_KIND, WebhookJob};
pub use rows::sealed_columns;
pub(super) use store::{delete_of, sweep};

use platform::Services;
use platform::api::ApiRouter;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

platform::id!(
    /// Id of a webhook.
    WebhookId
);
platform::id!(
    /// Id of an event that is sent to one webhook.
    WebhookDeliveryId
);

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

impl WebhookEvent {
    const ALL: [Self; 3] = [Self::MemberJoined, Self::RequestCreated, Self::TicketOpened];

    /// Name in messages.
    const fn name(self) -> &'static str {
        match self {
            Self::MemberJoined => "member.joined",
            Self::RequestCreated => "request.created",
            Self::TicketOpened => "ticket.opened",
        }
    }

    fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|event| event.name() == name)
    }
}

/// Type of the message that an admin sends to try a webhook.
const TEST_EVENT: &str = "webhook.test";

pub(super) fn routes() -> ApiRouter<Services> {
    routes::routes().merge(network_routes::routes())
}
