//! The first staff account of an installation (G-092). While there is none, the operator's own process
//! prints a link; its holder creates the account, without an invite code.
//!
//! `link` makes the link, `rules` redeems it. One link works at a time, once, for a day, and only as
//! long as there is no staff account. The token stands in the address's fragment, which no server sees.

mod error;
mod link;
mod routes;
mod rules;
mod store;

pub use error::SetupError;
pub use link::{SetupLink, has_staff, issue, revoke};
pub(super) use routes::routes;
