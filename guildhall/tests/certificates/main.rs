//! Certificates, from a real authority (Pebble) for hosts of a real edge, with real name servers: on
//! private ports of this machine. Its own target, since each test starts servers.
#![expect(
    clippy::unwrap_used,
    clippy::expect_used,
    reason = "a test that cannot go on says where and stops"
)]
#![expect(
    dead_code,
    unused_imports,
    reason = "the shared kit is made for the larger target beside this one"
)]

mod authority;
#[path = "../it/kit/mod.rs"]
mod kit;
mod paper;
mod pebble;
mod stand_in;
mod world;

mod domains;
mod fleet;
mod issuing;
mod limits;
mod many;
mod names;
mod preflight;
mod refusals;
mod renewing;
mod resuming;
mod roles;
mod silence;
mod wildcard;
