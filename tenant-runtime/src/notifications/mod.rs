//! Notifications outside the app: settings, emails, digests and pushes (K-58, C-014, G-082, G-105).
//!
//! [`crate::activity`] stores a notification together with a job. `plan` decides by the recipient's
//! settings: a push now or after the quiet hours, an email a few minutes later, or the next digest.
//! `eligibility` checks again before each delivery that the recipient has not read it and may still
//! see it. An email claims its notifications before it is sent ([`crate::activity::delivery`]), so
//! that each is mailed once with any number of workers.

mod digest;
mod digest_schedule;
mod eligibility;
mod error;
mod links;
mod mail;
mod mail_address;
mod plan;
mod push;
mod recipient;
mod settings_routes;
mod settings_view;
mod wording;

pub use digest::prepare_digest;
pub use digest_schedule::{DIGEST_JOB, DigestJob};
pub use mail::{MAIL_JOB, NotificationMailJob, prepare_mail, record_mail};
pub use plan::plan_deliveries;
pub use push::{PUSH_JOB, push_notifications};

use platform::Services;
use platform::api::ApiRouter;

pub fn routes() -> ApiRouter<Services> {
    settings_routes::routes()
}
