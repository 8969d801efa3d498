//! The platform from outside: each part doing its work, on files, on PostgreSQL and on Redis.
#![expect(
    clippy::unwrap_used,
    clippy::expect_used,
    reason = "a test that cannot set up its world has failed"
)]

mod blob;
mod bus;
mod config;
mod jobs;
mod limiter;
mod mail;
mod on_servers;
mod telemetry;
mod world;
