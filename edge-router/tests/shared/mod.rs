//! What the edge's tests and its measurements (`bench`) both need, so that both are about the same thing:
//! routes, certificates for them, frames written by hand, and clients that nobody wants. Either includes
//! this folder as a module of its own; without `unwrap`, since measurements go without it.

pub mod authority;
pub mod frames;
pub mod routes;
pub mod slow;
pub mod verifier;
