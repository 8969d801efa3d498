//! Joining: a form and an invite code become an account, or nothing at all (G-008).

mod registered;
mod routes;
mod rules;
mod store;

pub use routes::routes;
pub(super) use store::insert_credential;
