//! Tests of the platform through its public interface, on files, PostgreSQL and Redis.
#![expect(
    clippy::disallowed_methods,
    reason = "tests use the product from outside and have no scope"
)]
#![expect(clippy::unwrap_used, reason = "a test whose setup fails has failed")]

mod api;
mod blob;
mod bus;
mod config;
mod failed_transactions;
mod jobs;
mod limiter;
mod mail;
mod mails;
mod migration_rules;
#[path = "../servers/settings.rs"]
mod settings;
mod telemetry;
mod transactions;
mod world;
