//! Sign-in with a password: the same response for every failure, and limits that count before the
//! password is checked. [`outcome`] is shared by all ways to sign in.

mod outcome;
mod routes;
mod rules;
mod store;

pub(super) use outcome::{FirstFactor, SignInResult, finish_sign_in};
pub use routes::routes;
