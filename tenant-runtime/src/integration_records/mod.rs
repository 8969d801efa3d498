//! Tokens of the public API and webhooks, as far as lower features need them: their rows and owners,
//! and the events that features emit. `integrations` manages them, sends the events and serves the
//! public API.

mod deletion;
mod emit;
mod event;
mod export;
mod job;
mod owner;
pub mod token_rows;
mod token_scope;
pub mod webhook_rows;

pub use deletion::{delete_of_affiliation, delete_webhook};
pub use emit::{EmittedEvent, emit, emit_test};
pub use event::{TEST_EVENT, WebhookEvent};
pub use export::export_of;
pub use job::{JOB_KIND, WebhookJob};
pub use owner::Owner;
pub use token_scope::TokenScope;

platform::id!(
    /// Id of a token of the public API.
    ApiTokenId
);
platform::id!(
    /// Id of a webhook.
    WebhookId
);
platform::id!(
    /// Id of an event that is sent to one webhook.
    WebhookDeliveryId
);
