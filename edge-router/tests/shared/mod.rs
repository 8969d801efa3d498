//! Shared by the edge's tests and its benchmarks (`bench`), so that both use the same inputs:
//! routes, certificates, hand-written frames, and misbehaving clients. Both include this folder as
//! a module. It uses no `unwrap`, because benchmarks must not.

pub mod authority;
pub mod frames;
pub mod routes;
pub mod slow;
pub mod verifier;
