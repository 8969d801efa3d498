//! Signing in with a password: one answer for whatever is wrong, and limits that count before the
//! password is looked at.

mod routes;
mod rules;
mod store;

pub use routes::routes;
