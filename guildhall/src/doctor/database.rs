//! The database: reachable, undamaged, with the tables of this program.

use super::Finding;
use super::context::Context;
use crate::services;
use platform::config::{Config, address_without_secrets};
use platform::db::{Readiness, check_connection};
use platform::{Clock, Services};
use secrecy::ExposeSecret;

const CHECK: &str = "database";
const SETTING: &str = "database.url";

pub(super) async fn check(context: &Context) -> Vec<Finding> {
    let config = &context.config;
    let address = address_without_secrets(config.database_url().expose_secret());
    let findings = match open(config).await {
        Ok(Some(services)) => {
            let findings = examine(&services).await;
            services.close().await;
            findings
        }
        Ok(None) => {
            let absent = "not available; the next start creates it or replays its log";
            vec![Finding::skipped(CHECK, absent)]
        }
        Err(error) => vec![
            Finding::failed(CHECK, format!("failed to connect: {error:#}"))
                .advise("Start the database, or correct address, user and password."),
        ],
    };
    findings.into_iter().map(|finding| finding.at(SETTING, address.clone())).collect()
}

/// The services on the database alone: without Redis, which has its own check.
pub(super) async fn open(config: &Config) -> anyhow::Result<Option<Services>> {
    check_connection(config.database_url().expose_secret()).await?;
    let mut config = config.clone();
    config.redis.url = None;
    config.database.max_connections = 2;
    services::inspect(config, Clock::system(), services::REDIS_PREFIX).await
}

async fn examine(services: &Services) -> Vec<Finding> {
    let (found, advice) = match services.readiness().await {
        Readiness::Ready => return schema(services).await,
        Readiness::StorageFull => ("the disk is full", "Free space; the server then recovers."),
        Readiness::Unavailable => ("does not answer", "Look at the log of the database."),
        Readiness::Damaged => ("is damaged", "Restore the last backup."),
    };
    vec![Finding::failed(CHECK, found).advise(advice)]
}

async fn schema(services: &Services) -> Vec<Finding> {
    match services.pending_migrations().await {
        Ok(pending) if pending.is_empty() => vec![Finding::ok(CHECK, "answers, with all tables")],
        Ok(pending) => {
            let text = format!("{} migrations have not run", pending.len());
            vec![
                Finding::ok(CHECK, "answers"),
                Finding::failed(CHECK, text).advise("Run `guildhall migrate`."),
            ]
        }
        Err(error) => {
            let text = format!("failed to read the list of migrations: {error}");
            vec![Finding::failed(CHECK, text).advise("Check the rights of the database role.")]
        }
    }
}
