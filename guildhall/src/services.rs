//! A process's parts, from its configuration.

use anyhow::{Context, Result};
use platform::blob::Blob;
use platform::bus::Bus;
use platform::config::{Config, KeyName};
use platform::db::DbSettings;
use platform::limiter::{LimitTime, Limiter, LimiterSettings};
use platform::mail::Mailer;
use platform::services::Parts;
use platform::tokens::Keys;
use platform::{Clock, Database, Services};
use secrecy::ExposeSecret;
use std::sync::Arc;
use std::time::Duration;
use tenant_runtime::legal;

/// What several instances in one Redis keep apart by; tests give each of theirs its own.
pub const REDIS_PREFIX: &str = "guildhall";

/// Opens the database, brings its tables up to date, puts the other parts together and sees that
/// there are legal documents.
///
/// # Errors
/// The first part that cannot be had, in words for the operator.
pub async fn open(config: Config, clock: Clock, redis_prefix: &str) -> Result<Services> {
    let config = Arc::new(config);
    std::fs::create_dir_all(&config.data_dir)
        .with_context(|| format!("the data folder {} cannot be made", config.data_dir.display()))?;
    let settings = DbSettings {
        url: config.database_url().expose_secret().to_owned(),
        max_connections: config.database.max_connections,
    };
    let database = Database::open(&settings).await?;
    database.migrate().await?;
    let (bus, limiter) = shared_parts(&config, &clock, &database, redis_prefix).await?;
    let mailer = mailer(&config, &clock)?;
    let keys = Keys::derive(
        config.security.text(KeyName::Context).as_bytes(),
        config.security.text(KeyName::Token).as_bytes(),
    );
    let blob = Blob::open(&config).context("the blob store cannot be opened")?;
    let parts = Parts { config, clock, database, bus, limiter, blob, mailer, keys };
    let services = Services::new(parts);
    legal::seed(&services).await.context("the legal documents cannot be written")?;
    Ok(services)
}

/// The parts that processes share: through Redis where there is one, in this process and its
/// database otherwise.
async fn shared_parts(
    config: &Config,
    clock: &Clock,
    database: &Database,
    prefix: &str,
) -> Result<(Bus, Limiter)> {
    let settings = LimiterSettings {
        secret: config.security.derive(KeyName::Token, "limits"),
        google_sign_ins_per_day: config.limits.google_sign_ins_per_day,
        replicas: config.limits.replicas,
        patience: Duration::from_millis(config.limits.redis_patience_ms),
        time: LimitTime::Clock(clock.clone()),
    };
    let Some(url) = &config.redis.url else {
        return Ok((Bus::in_process(), Limiter::sql(settings, database.clone())));
    };
    let url = url.expose_secret();
    let bus = Bus::redis(url, prefix).await.context("Redis cannot be used for the bus")?;
    let limiter = Limiter::redis(settings, url, prefix, Some(database.clone()))
        .context("Redis cannot be used for limits")?;
    Ok((bus, limiter))
}

fn mailer(config: &Config, clock: &Clock) -> Result<Mailer> {
    let from = &config.mail.from;
    match &config.mail.smtp_url {
        Some(url) => {
            let ca = config.mail.smtp_ca_file.as_ref().map(std::fs::read).transpose();
            let ca = ca.context("mail.smtp_ca_file cannot be read")?;
            Mailer::smtp(url.expose_secret(), from, ca.as_deref())
                .context("mail.smtp_url or mail.smtp_ca_file cannot be used")
        }
        None => Mailer::catcher(from, clock.clone()).context("mail.from cannot be used"),
    }
}
