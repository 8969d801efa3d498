//! The platform from outside: each part doing its work, on files, on PostgreSQL and on Redis.
#![expect(
    clippy::disallowed_methods,
    reason = "tests look at the product from outside: they have no scope"
)]
#![expect(clippy::unwrap_used, reason = "a test that cannot set up its world has failed")]

mod api;
mod blob;
mod bus;
mod config;
mod failed_transactions;
mod jobs;
mod limiter;
mod mail;
mod mails;
#[path = "../servers/settings.rs"]
mod settings;
mod telemetry;
mod transactions;
mod world;
