//! The first staff account of an installation (G-092). As long as there is none, the operator's own
//! process prints a link; its holder creates the account without an invite code.
//!
//! `link` creates the link, `rules` redeems it. Only one link is valid: once, for a day, and only
//! while there is no staff account. The token is in the fragment of the address, which browsers do
//! not send to servers.

mod error;
mod link;
mod routes;
mod rules;
mod store;

pub use error::SetupError;
pub use link::{SetupLink, has_staff, issue_setup_link, revoke_setup_link};
pub(super) use routes::routes;
