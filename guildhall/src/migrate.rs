//! `guildhall migrate`: applies pending migrations, grants the application's role on PostgreSQL
//! exactly the rights it needs, and publishes the hashed files of the web builds.

use crate::services;
use anyhow::{Context, Result};
use platform::config::Config;
use platform::db::DbSettings;
use platform::{Clock, Database};
use secrecy::ExposeSecret;
use std::io::Write;
use tenant_runtime::web_assets::{self, Publication};
use url::Url;

/// Migrates as the owner of the tables: with `database.owner_url`, or `database.url` if it is not
/// set. Prints the grants. Then publishes the web files, so that they exist before the first edge
/// of this release starts.
///
/// # Errors
/// A migration, a grant or the publication failed, or `out` cannot be written.
pub async fn run(config: &Config, out: &mut impl Write) -> Result<()> {
    let url = config.database_url();
    let owner = config.database.owner_url.as_ref();
    let settings = DbSettings {
        url: owner.unwrap_or(&url).expose_secret().to_owned(),
        max_connections: config.database.max_connections,
    };
    let database = Database::open(&settings).await?;
    database.migrate().await?;
    writeln!(out, "the tables are up to date")?;
    if owner.is_some() {
        let role = role_of(url.expose_secret())?;
        for statement in database.grant_to(&role).await? {
            writeln!(out, "{statement};")?;
        }
    }
    publish_web_files(config, database, out).await
}

async fn publish_web_files(
    config: &Config,
    database: Database,
    out: &mut impl Write,
) -> Result<()> {
    let services = services::open_for_migration(config.clone(), Clock::system_clock(), database)?;
    let published = web_assets::publish(&services).await;
    services.close().await;
    let published = published.context(
        "the tables are up to date, but the files of the web builds could not be published; old \
         tabs would miss theirs after the upgrade. Run this command again",
    )?;
    match published {
        Publication::NoBuild => writeln!(out, "there are no web builds whose files to publish")?,
        Publication::Current => writeln!(out, "the web files are published already")?,
        Publication::Restored => writeln!(out, "the web files are current again")?,
        Publication::Repaired { objects } => {
            writeln!(out, "{objects} web files were missing in the object store and are published again")?;
        }
        Publication::Published { files } => writeln!(out, "{files} web files were published")?,
    }
    Ok(())
}

/// Role of a database address.
fn role_of(url: &str) -> Result<String> {
    let url = Url::parse(url).context("database.url is not valid")?;
    let name = percent_encoding::percent_decode_str(url.username()).decode_utf8();
    Ok(name.context("database.url contains no valid role")?.into_owned())
}
