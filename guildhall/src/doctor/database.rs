//! The database: reachable, undamaged, with the tables of this program.

use super::Finding;
use super::context::Context;
use crate::{keys, services};
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
    services::open_read_only(config, Clock::system_clock(), services::REDIS_PREFIX).await
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
    match services.schema_fault().await {
        Ok(None) => {
            let mut findings = vec![Finding::ok(CHECK, "answers, with all tables")];
            findings.extend(key_records(services).await);
            findings
        }
        Ok(Some(fault)) => vec![
            Finding::ok(CHECK, "answers"),
            Finding::failed(CHECK, fault.to_string()).advise("See docs/operations/upgrades.md."),
        ],
        Err(error) => {
            let text = format!("failed to read the list of migrations: {error}");
            vec![Finding::failed(CHECK, text).advise("Check the rights of the database role.")]
        }
    }
}

/// Compares the keys with those that the database records.
async fn key_records(services: &Services) -> Vec<Finding> {
    const KEYS: &str = "keys";
    let report = match keys::report(services).await {
        Ok(report) => report,
        Err(error) => {
            return vec![Finding::failed(KEYS, format!("failed to read the key records: {error}"))];
        }
    };
    let compared = if report.is_refused {
        let advice = "Restore the folder `keys` from the backup of this database.";
        Finding::failed(KEYS, report.message).advise(advice)
    } else {
        Finding::ok(KEYS, report.message)
    };
    let older = (report.older > 0).then(|| {
        let text = format!("{} older keys are still configured", report.older);
        Finding::warning(KEYS, text)
            .advise("`guildhall keys prune` removes them when no data needs them.")
    });
    std::iter::once(compared).chain(older).collect()
}
