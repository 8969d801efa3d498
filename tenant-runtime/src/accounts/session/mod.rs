//! Sessions as used by clients: opened with an idToken, checked, ended (A-130 to A-143, G-001).

mod routes;
mod rules;

pub use routes::routes;
