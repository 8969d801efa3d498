//! The setup checklist on the staff overview (G-092): the steps that take a new installation to its
//! first member, with their state as the database has it.
//!
//! `rules` decides when a step is done and which may be skipped, `test_email` sends a test email through
//! the worker, which knows the mail server, and records its outcome.

mod error;
mod routes;
mod rows;
mod rules;
mod step;
mod store;
mod test_email;

pub(super) use routes::routes;
pub use rules::finish_all;
pub use test_email::{TEST_EMAIL_JOB, send as send_test_email};
