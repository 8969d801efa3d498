//! The private calendar feed of a person on one site: a secret address that calendar programs read
//! without a session. The token is stored as a hash and appears in no log.

mod error;
mod routes;
mod rows;
mod rules;

pub(super) use routes::routes;
