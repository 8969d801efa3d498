//! Web push: the subscriptions of people, and the job that sends one message to one browser.
//!
//! [`enqueue_push`] enqueues a job for each subscription of a person. The job ([`job`]) sends
//! nothing if the notification was read meanwhile, or is not visible on the site of the
//! subscription. A subscription belongs to the session that made it, and ends with it. The
//! protocol is in [`platform::push`].

mod account_deletion;
mod enqueue;
mod error;
mod job;
mod routes;
mod rows;
mod rules;
mod store;
mod sweep;
mod view;

pub use account_deletion::export_of;
pub use enqueue::{PushContent, PushMessage, enqueue_push, subscribed_users};
pub use job::{JOB_KIND, deliver_push};
pub use routes::routes;
pub use rows::sealed_columns;
pub use sweep::sweep;

platform::id!(
    /// Id of a push subscription.
    PushSubscriptionId
);
