//! `guildhall migrate`: applies pending migrations, and on PostgreSQL grants the application's role
//! exactly the rights it needs.

use anyhow::{Context, Result};
use platform::Database;
use platform::config::Config;
use platform::db::DbSettings;
use secrecy::ExposeSecret;
use std::io::Write;
use url::Url;

/// Migrates as the owner of the tables: with `database.owner_url`, or `database.url` if it is not
/// set. Prints the grants.
///
/// # Errors
/// A migration or a grant failed, or `out` cannot be written.
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
    Ok(())
}

/// Role of a database address.
fn role_of(url: &str) -> Result<String> {
    let url = Url::parse(url).context("database.url is not valid")?;
    let name = percent_encoding::percent_decode_str(url.username()).decode_utf8();
    Ok(name.context("database.url contains no valid role")?.into_owned())
}
