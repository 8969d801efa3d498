//! Deletion of the user's account: request, waiting period, deletion.

mod job;
mod routes;
mod rules;

pub use job::{AccountDeletionJob, JOB_KIND, carry_out};
pub use routes::routes;
