//! Verification of email addresses: a link is mailed, and opening it consumes it.

mod job;
mod routes;
mod rules;
mod store;

pub use job::{VERIFICATION_JOB, mail_verification_link};
pub use routes::routes;
pub(super) use rules::{mail_link, mail_link_for};
