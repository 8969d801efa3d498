//! Sign-up: creates an account from a form and an invite code, in one transaction (G-008).

mod registered;
mod routes;
mod rules;
mod store;

pub use routes::routes;
pub(super) use store::insert_credential;
