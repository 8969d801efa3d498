//! Services of a process, from its configuration.

use crate::keys;
use anyhow::{Context, Result, ensure};
use platform::blob::Blob;
use platform::bus::Bus;
use platform::config::Config;
use platform::db::{DbSettings, SchemaFault};
use platform::limiter::{LimitTime, Limiter, LimiterSettings};
use platform::mail::Mailer;
use platform::private_files::create_private_dir;
use platform::services::ServiceParts;
use platform::tokens::Keys;
use platform::{Clock, Database, Services};
use secrecy::ExposeSecret;
use std::sync::Arc;
use std::time::Duration;
use tenant_runtime::legal;

/// Redis prefix that separates instances; each test has its own.
pub const REDIS_PREFIX: &str = "guildhall";

/// Opens the database, migrates it, creates the other services, and ensures that there are legal
/// documents. For `up`; every other command uses [`open_current`] or [`join_network`].
///
/// # Errors
/// The first service that is not available, described for the operator.
pub async fn open(config: Config, clock: Clock, redis_prefix: &str) -> Result<Services> {
    create_data_dir(&config)?;
    let database = open_database(&config).await?;
    if let Some(fault) = database.schema_fault().await? {
        if let SchemaFault::Older { .. } = fault {
            ensure!(
                database.may_change_schema().await?,
                "{fault} with the owner's address (database.owner_url): the role in database.url may \
                 not change the schema"
            );
        }
        database.migrate().await?;
    }
    serve_with(config, clock, database, redis_prefix).await
}

/// Opens the services of a role on a database that must have the schema of this program, and ensures
/// that there are legal documents.
///
/// # Errors
/// As [`open`], and if the schema is older or contracted.
pub async fn open_current(
    config: Config,
    clock: Clock,
    database: Database,
    redis_prefix: &str,
) -> Result<Services> {
    require_schema(&database).await?;
    create_data_dir(&config)?;
    serve_with(config, clock, database, redis_prefix).await
}

/// Opens the services of a command, which may run next to the process that serves the data.
///
/// # Errors
/// As [`open_current`].
pub async fn join_network(
    config: Config,
    clock: Clock,
    database: Database,
    redis_prefix: &str,
) -> Result<Services> {
    require_schema(&database).await?;
    let blob = Blob::open(&config).context("failed to open the blob store")?;
    let services = assemble_services(config, clock, database, blob, redis_prefix).await?;
    keys::check(&services, &services.config().security).await?;
    Ok(services)
}

/// Opens the services of `migrate`, which uses neither Redis nor the mail server.
///
/// # Errors
/// The blob store's address is invalid.
pub fn open_for_migration(config: Config, clock: Clock, database: Database) -> Result<Services> {
    let blob = Blob::open(&config).context("failed to open the blob store")?;
    let keys = Keys::from_config(&config.security);
    let mailer = Mailer::to_catcher(&config.mail.from, clock.clone());
    let mailer = mailer.context("mail.from is not valid")?;
    let limiter = Limiter::in_database(limiter_settings(&config, &clock, &keys), database.clone());
    let (bus, config) = (Bus::in_process(), Arc::new(config));
    Ok(Services::new(ServiceParts { config, clock, database, bus, limiter, blob, mailer, keys }))
}

/// Connects to the database without a look at its schema.
///
/// # Errors
/// It cannot be reached.
pub async fn open_database(config: &Config) -> Result<Database> {
    Ok(Database::open(&database_settings(config)).await?)
}

async fn require_schema(database: &Database) -> Result<()> {
    match database.schema_fault().await? {
        Some(fault) => Err(fault.into()),
        None => Ok(()),
    }
}

fn create_data_dir(config: &Config) -> Result<()> {
    create_private_dir(&config.data_dir)
        .with_context(|| format!("failed to create the data folder {}", config.data_dir.display()))
}

async fn serve_with(
    config: Config,
    clock: Clock,
    database: Database,
    redis_prefix: &str,
) -> Result<Services> {
    let blob = Blob::open(&config).context("failed to open the blob store")?;
    let services = assemble_services(config, clock, database, blob, redis_prefix).await?;
    keys::check(&services, &services.config().security).await?;
    legal::insert_initial_documents(&services)
        .await
        .context("failed to store the legal documents")?;
    Ok(services)
}

/// Like [`open`], read-only: writes neither files nor tables. `None` if there is no database yet,
/// or it was not closed cleanly and not opened since.
///
/// # Errors
/// As [`open`].
pub async fn open_read_only(
    config: Config,
    clock: Clock,
    redis_prefix: &str,
) -> Result<Option<Services>> {
    let Some(database) = Database::open_read_only(&database_settings(&config)).await? else {
        return Ok(None);
    };
    let blob = Blob::open_existing(&config).context("failed to open the blob store")?;
    assemble_services(config, clock, database, blob, redis_prefix).await.map(Some)
}

/// Address and pool size of the configured database.
pub(crate) fn database_settings(config: &Config) -> DbSettings {
    DbSettings {
        url: config.database_url().expose_secret().to_owned(),
        max_connections: config.database.max_connections,
    }
}

async fn assemble_services(
    config: Config,
    clock: Clock,
    database: Database,
    blob: Blob,
    redis_prefix: &str,
) -> Result<Services> {
    let config = Arc::new(config);
    let keys = Keys::from_config(&config.security);
    let (bus, limiter) = shared_parts(&config, &clock, &database, redis_prefix, &keys).await?;
    let mailer = build_mailer(&config, &clock)?;
    Ok(Services::new(ServiceParts { config, clock, database, bus, limiter, blob, mailer, keys }))
}

/// Services shared by processes: through Redis if configured, otherwise in this process and its
/// database.
async fn shared_parts(
    config: &Config,
    clock: &Clock,
    database: &Database,
    prefix: &str,
    keys: &Keys,
) -> Result<(Bus, Limiter)> {
    let settings = limiter_settings(config, clock, keys);
    let Some(url) = &config.redis.url else {
        return Ok((Bus::in_process(), Limiter::in_database(settings, database.clone())));
    };
    let url = url.expose_secret();
    let bus = Bus::redis(url, prefix).await.context("failed to use Redis for the bus")?;
    let limiter = Limiter::in_redis(settings, url, prefix, Some(database.clone()))
        .context("failed to use Redis for rate limits")?;
    Ok((bus, limiter))
}

fn limiter_settings(config: &Config, clock: &Clock, keys: &Keys) -> LimiterSettings {
    LimiterSettings {
        secrets: keys.limits.clone(),
        google_sign_ins_per_day: config.limits.google_sign_ins_per_day,
        replicas: config.limits.replicas,
        redis_timeout: Duration::from_millis(config.limits.redis_timeout_ms),
        time: LimitTime::Clock(clock.clone()),
    }
}

fn build_mailer(config: &Config, clock: &Clock) -> Result<Mailer> {
    let from = &config.mail.from;
    match &config.mail.smtp_url {
        Some(url) => {
            let ca = config.mail.smtp_ca_file.as_ref().map(std::fs::read).transpose();
            let ca = ca.context("failed to read mail.smtp_ca_file")?;
            Mailer::to_smtp_server(url.expose_secret(), from, ca.as_deref())
                .context("mail.smtp_url or mail.smtp_ca_file is not valid")
        }
        None => Mailer::to_catcher(from, clock.clone()).context("mail.from is not valid"),
    }
}
