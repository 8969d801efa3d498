//! Invitations to affiliations (F-066 to F-074): sent by an affiliation's creator, by staff, or by
//! an invite code. The newest pending one is shown to the invited user; only they see how they
//! answered it.
//!
//! `answer` is the side of the invited user; `send`, `bulk` and `sent` are the other one. `standing` of the requests
//! reads who was invited.

mod address_list;
mod answer;
mod bulk;
mod error;
mod pending;
mod routes;
mod rows;
mod send;
mod sent;
mod sent_routes;
mod view;

pub(super) use pending::accept_all;
pub use pending::{PendingInvitation, pending_invitation_sql};
pub(super) use routes::routes;
pub use send::invite_by_code;

platform::id!(
    /// Id of an invitation to an affiliation.
    InvitationId
);
