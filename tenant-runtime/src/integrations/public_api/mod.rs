//! The public API, version 1: programs read with a token of the network or of one affiliation.
//!
//! It exists on the main site only, ignores cookies, and each token has its own rate limit. `caller`
//! admits a request; the lists are in the features that own the data.

mod caller;
mod error;
mod lists;
mod routes;

pub(super) use routes::routes;
