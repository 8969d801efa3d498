//! Sessions of an account: list them, end one, end all others.

mod error;
mod routes;
mod rules;

pub use routes::routes;
pub use rules::{SessionExpiry, open_sessions_sql};
