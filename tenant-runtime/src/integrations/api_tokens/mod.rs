//! Tokens of the public API: created once, stored as a hash, limited in time and scope.
//!
//! Read `rules`, then `authenticate`, which `public_api` calls for each request.

mod authenticate;
mod error;
mod routes;
mod rules;
mod store;
mod view;

pub(super) use authenticate::{ActiveToken, authenticate, record_use};
pub(super) use routes::routes;
pub(super) use store::sweep;
