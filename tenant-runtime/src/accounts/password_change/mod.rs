//! Password change by a signed-in user: checks the current password, ends the other sessions unless
//! the user keeps them, and sends a notice (A-126 to A-129, G-039).

mod error;
mod routes;
mod rules;

pub use routes::routes;
