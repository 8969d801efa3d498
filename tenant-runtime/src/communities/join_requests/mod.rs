//! Asking to come in: sent by whoever is eligible, answered by an admin, in one atomic step
//! (C-041 to C-046, gaps G-074, G-076).
//!
//! A public community lets people in at once, so a request there is approved by itself. Requests are
//! seen by those who keep order in the community, and each person sees and withdraws their own.

mod error;
mod routes;
mod rows;
mod rules;
mod store;
mod view;

pub(super) use routes::routes;
pub(super) use rules::{ask, settle};
pub(super) use store::pending;
pub use view::JoinRequestView;

platform::id!(
    /// A request to join a community.
    JoinRequestId
);
