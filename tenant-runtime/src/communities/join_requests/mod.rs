//! Join requests: sent by eligible users and answered by an admin in one transaction (C-041 to
//! C-046, gaps G-074, G-076).
//!
//! A request to a public community is approved automatically. Moderators of the community see its
//! requests; each user sees and withdraws their own.

mod error;
mod routes;
mod rows;
mod rules;
mod store;
mod view;

pub(super) use routes::routes;
pub(super) use rules::{mark_answered, request_membership};
pub(super) use store::pending_requests;
pub use view::JoinRequestView;

platform::id!(
    /// Id of a join request.
    JoinRequestId
);
