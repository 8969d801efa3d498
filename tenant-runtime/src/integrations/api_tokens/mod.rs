//! Tokens of the public API: created once, stored as a hash, limited in time and scope.
//!
//! Read `rules`, then `authenticate`, which `public_api` calls for each request.

mod authenticate;
mod error;
mod routes;
mod rows;
mod rules;
mod scope;
mod store;
mod view;

pub(super) use authenticate::{ActiveToken, authenticate, record_use};
pub(super) use routes::routes;
pub(super) use scope::TokenScope;
pub(super) use store::{delete_of, sweep};

platform::id!(
    /// Id of a token of the public API.
    ApiTokenId
);
