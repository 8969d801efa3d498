//! What of the whole instance only PostgreSQL and Redis can show. A test target of its own, so that the
//! run on SQLite does not count what it cannot prove.
#![expect(
    clippy::disallowed_methods,
    reason = "tests look at the product from outside: they have no scope"
)]
#![expect(
    clippy::unwrap_used,
    clippy::expect_used,
    reason = "a test that cannot go on says where and stops"
)]
#![expect(
    dead_code,
    unused_imports,
    reason = "the kit is made for the larger target beside this one"
)]

#[path = "../it/faults/disk.rs"]
mod disk;
#[path = "../it/hall.rs"]
mod hall;
#[path = "../it/kit/mod.rs"]
mod kit;
#[path = "../it/ledger.rs"]
mod ledger;
#[path = "../certificates/pebble.rs"]
mod pebble;
#[path = "../certificates/stand_in.rs"]
mod stand_in;
#[path = "../it/throng.rs"]
mod throng;
#[path = "../certificates/world.rs"]
mod world;

mod entrance;
mod halting;
mod passage;
mod private_postgres;
mod wire_cutter;
mod workers;

mod database_roles;
mod directory;
mod endings;
mod killed;
mod limits;
mod members;
mod outage_answers;
mod outages;
mod plans;
mod renewals;
mod sayings;
mod standstill;
