//! Showing again who one is, before something that a borrowed browser must not be enough for: the
//! password, the second factor, the address, other sessions, what staff grant (security.md section
//! 4.3, "Step-up").
//!
//! A rule calls [`platform::proof::require_fresh`]; a page that is refused with `proof-required` asks for
//! the proof and tries again.

mod error;
mod routes;
mod rules;
mod store;

pub use routes::routes;
