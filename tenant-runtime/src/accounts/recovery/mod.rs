//! Recovering an account whose password is lost: a link is mailed, and whoever opens it chooses a new
//! password, once (A-123 to A-125, G-015, G-059, G-069).
//!
//! Asking is the same work whoever is asked for: a job is left, and only the worker looks whether
//! there is such an account. A new password signs nobody in and skips no second factor.

mod error;
mod job;
mod link_owner;
mod routes;
mod rules;

pub use job::{RECOVERY_JOB, mail_recovery_link};
pub use routes::routes;
pub use rules::require_reset;
pub(super) use rules::required_token;
