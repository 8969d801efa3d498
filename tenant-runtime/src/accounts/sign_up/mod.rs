//! Sign-up: creates an account from a form and an invite code, in one transaction (G-008). If the
//! response must not reveal whether the address has an account, [`hidden`] does this in a job.

mod existing_account;
mod hidden;
mod routes;
mod rules;
mod store;

pub use hidden::{SIGN_UP_JOB, complete_hidden_sign_up};
pub use routes::routes;
pub(super) use store::insert_credential;
