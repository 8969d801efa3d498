//! Signing in with a password: one answer for whatever is wrong, and limits that count before the
//! password is looked at. [`outcome`] is what every way of signing in ends with.

mod outcome;
mod routes;
mod rules;
mod store;

pub(super) use outcome::{LoggedIn, Shown, finish};
pub use routes::routes;
