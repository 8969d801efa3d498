//! Timeouts, which stop a member from writing in one community (C-070, C-071, gaps G-061, G-076,
//! G-078).
//!
//! They are enforced on each write, in `access::reach_to_write`.

mod error;
mod routes;
mod rules;
mod store;

pub(super) use routes::routes;
