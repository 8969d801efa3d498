//! Where an account is signed in: a list of its sessions, and ending one or all others.

mod error;
mod routes;
mod rules;

pub use routes::routes;
pub use rules::{Ends, open_gathered};
