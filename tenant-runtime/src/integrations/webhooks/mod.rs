//! Webhooks: addresses to which events are sent, signed as Standard Webhooks describes.
//!
//! `integration_records::emit` stores a delivery and its job in the transaction of the event. The job
//! ([`job`]) sends it and enqueues the next attempt after a failure. Read `job`, then `outcome`.

mod client;
mod deliveries;
mod error;
mod job;
mod network_routes;
mod outcome;
mod routes;
mod rules;
mod secret;
mod store;
mod url;
mod view;

pub use client::WebhookSender;
pub(super) use store::sweep;

use platform::Services;
use platform::api::ApiRouter;

pub(super) fn routes() -> ApiRouter<Services> {
    routes::routes().merge(network_routes::routes())
}
