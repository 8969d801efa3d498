//! Putting a member to rest in one community, and waking them (C-070, C-071, gaps G-061, G-076, G-078).
//!
//! That somebody at rest cannot write is decided where they write: `access::reach_to_write`.

mod error;
mod routes;
mod rules;
mod store;

pub(super) use routes::routes;
