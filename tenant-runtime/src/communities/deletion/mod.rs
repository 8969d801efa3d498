//! Deletion of a community (C-062 to C-069, gaps G-009, G-087, G-108). An admin requests it. It
//! happens at once if they are the only member, and after seven days otherwise; until then any
//! admin may cancel it. A community whose last member deletes their account is deleted too.
//!
//! Read `rules` (request and cancel), then `job` (warning and deletion) and `stages` (deletes
//! the rows in chunks). The community is invisible from the moment its deletion begins, however
//! long the deletion takes.

mod error;
mod job;
mod routes;
mod rows;
mod rules;
mod stages;
mod store;

pub use job::{CommunityDeletionJob, JOB_KIND, carry_out, sweep};
pub(super) use routes::routes;
pub(super) use rules::delete_without_members;
