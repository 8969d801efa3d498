//! Invitations to belong (F-066 to F-074): what an invite code brings, and what an affiliation's creator or
//! staff send. The newest that waits is shown to whoever was invited; what they make of it is theirs alone.
//!
//! `answering` is their side, `sending` the other; `standing` of the requests reads who was invited.

mod answering;
mod error;
mod pending;
mod routes;
mod rows;
mod sending;
mod view;

pub(super) use pending::accept_all;
pub use pending::{Waiting, pending_gathered};
pub(super) use routes::routes;
pub use sending::invite_by_code;

platform::id!(
    /// An invitation to an affiliation.
    InvitationId
);
