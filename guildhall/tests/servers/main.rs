//! Tests of the whole instance that need PostgreSQL and Redis. A separate target, so that the run
//! on SQLite does not count them.
#![expect(
    clippy::disallowed_methods,
    reason = "tests use the product from outside and have no scope"
)]
#![expect(clippy::unwrap_used, clippy::expect_used, reason = "a test stops at the first failure")]
#![expect(
    dead_code,
    unused_imports,
    reason = "the shared kit is written for the larger test target"
)]

#[path = "../it/community_fixture.rs"]
mod community_fixture;
#[path = "../it/faults/disk.rs"]
mod disk;
#[path = "../it/operations/drill.rs"]
mod drill;
#[path = "../it/kit/mod.rs"]
mod kit;
#[path = "../it/ledger.rs"]
mod ledger;
#[path = "../it/load_fixture.rs"]
mod load_fixture;
#[path = "../certificates/pebble.rs"]
mod pebble;
#[path = "../certificates/stand_in.rs"]
mod stand_in;
#[path = "../certificates/world.rs"]
mod world;

mod database_address;
mod entrance;
mod halting;
mod passage;
mod private_postgres;
mod wire_cutter;
mod workers;

mod database_roles;
mod directory;
mod endings;
mod failover;
mod killed;
mod killed_worker;
mod limits;
mod members;
mod outage_answers;
mod outages;
mod plans;
mod point_in_time;
mod renewals;
mod sayings;
mod slow_connections;
mod standstill;
