//! Recovery of an account whose password is lost: a mailed link allows setting a new password once
//! (A-123 to A-125, G-015, G-059, G-069).
//!
//! A request does the same work for any address: it enqueues a job, and only the worker checks
//! whether the account exists. Setting a new password does not sign in and skips no second factor.

mod error;
mod job;
mod link_owner;
mod operator;
mod routes;
mod rules;

pub use job::{RECOVERY_JOB, mail_recovery_link};
pub use operator::{RecoveryLinkError, issue_recovery_link};
pub use routes::routes;
pub(super) use rules::required_token;
pub use rules::{LINK_LIFE_MINUTES as RECOVERY_LINK_MINUTES, require_reset};
