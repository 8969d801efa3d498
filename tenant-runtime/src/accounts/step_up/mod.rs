//! Step-up authentication, before actions for which a session is not enough: changes of password,
//! second factor and address, other sessions, staff grants (security.md section 4.3, "Step-up").
//!
//! A rule calls [`platform::proof::require_fresh`]. A page that gets `proof-required` asks for a
//! credential and retries.

mod error;
mod routes;
mod rules;
mod store;

pub use routes::routes;
