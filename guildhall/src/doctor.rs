//! `guildhall doctor`: prints the effective settings with secrets hidden, and checks the services
//! they refer to. Creates no folder, key or table.

use crate::{keys, services};
use anyhow::Result;
use chrono::{DateTime, Utc};
use control_plane::{certificates, domains};
use platform::config::{Config, Sources};
use platform::data_folder;
use platform::db::Readiness;
use platform::{Clock, Services};
use std::collections::BTreeMap;
use std::io::Write;

/// Writes the settings and findings; returns whether everything is healthy.
///
/// # Errors
/// The settings cannot be read, or `out` cannot be written.
pub async fn examine(sources: &Sources, out: &mut impl Write) -> Result<bool> {
    let read = Config::read(sources)?;
    writeln!(out, "{}", read.render_hidden())?;
    let config = match Config::load(sources) {
        Ok(config) => config,
        Err(faults) => {
            writeln!(out, "settings: {faults}")?;
            return Ok(false);
        }
    };
    writeln!(out, "settings: good")?;
    for deprecation in config.deprecations() {
        writeln!(out, "warning: {deprecation}")?;
    }
    let mut well = true;
    for (name, folder) in
        [("web-main", &config.server.web_main_dir), ("web-brand", &config.server.web_brand_dir)]
    {
        let built = folder.join("index.html").is_file();
        well &= built;
        writeln!(
            out,
            "{name}: {}",
            if built { "built" } else { "not built: run `npm run build`" }
        )?;
    }
    if config.is_embedded() {
        let problems = data_folder::problems(&config).await;
        for problem in &problems {
            writeln!(out, "data folder: {problem}")?;
        }
        if !problems.is_empty() {
            return Ok(false);
        }
        for path in data_folder::exposed(&config) {
            let path = path.display();
            writeln!(
                out,
                "data folder: {path} can be read by other users; the next start fixes that"
            )?;
        }
    }
    match services::inspect(config, Clock::system(), services::REDIS_PREFIX).await {
        Ok(Some(services)) => well &= database(&services, out).await?,
        Ok(None) => {
            writeln!(out, "database: not available; the next start creates it or replays its log")?
        }
        Err(error) => {
            well = false;
            writeln!(out, "services: {error:#}")?;
        }
    }
    Ok(well)
}

/// Checks that the database is reachable and has this program's tables; then its content.
async fn database(services: &Services, out: &mut impl Write) -> Result<bool> {
    let readiness = services.readiness().await;
    let found = match readiness {
        Readiness::Ready => "answers",
        Readiness::StorageFull => "the disk is full",
        Readiness::Unavailable => "does not answer",
        Readiness::Damaged => "is damaged",
    };
    writeln!(out, "database: {found}")?;
    if readiness != Readiness::Ready {
        return Ok(false);
    }
    let pending = services.pending_migrations().await?;
    if !pending.is_empty() {
        let count = pending.len();
        writeln!(out, "database: {count} migrations have not run; run `guildhall migrate`")?;
        return Ok(false);
    }
    let keys = keys::examine(services, out).await?;
    Ok(certified(services, out).await? && keys)
}

/// Reports certificates and domains; returns whether none needs attention.
async fn certified(services: &Services, out: &mut impl Write) -> Result<bool> {
    let scope = services.system("read the certificate statistics");
    let domains = domains::counts(&scope).await?;
    writeln!(out, "domains: {}", counted(&domains))?;
    if !services.config().certificates.is_on() {
        writeln!(out, "certificates: no issuer is configured")?;
        return Ok(true);
    }
    let standing = certificates::figures(&scope).await?;
    writeln!(out, "certificates: {}", counted(&standing.by_state))?;
    let moment = |moment: Option<DateTime<Utc>>| {
        moment.map_or("none".to_owned(), |at| at.format("%Y-%m-%d %H:%M UTC").to_string())
    };
    writeln!(out, "certificates: earliest expiry {}", moment(standing.soonest_end))?;
    writeln!(out, "certificates: next renewal {}", moment(standing.next_renewal))?;
    for left in &standing.orders_left {
        let next = left.next_at.map(|at| format!(", the next {}", moment(Some(at))));
        let (issuer, now, next) = (&left.issuer, left.now, next.unwrap_or_default());
        writeln!(out, "certificates: {issuer} accepts {now} orders now{next}")?;
    }
    let failed = standing.by_state.get("failed").copied().unwrap_or(0);
    let ended = standing.soonest_end.is_some_and(|end| end <= scope.now());
    Ok(failed == 0 && !ended)
}

fn counted(by_state: &BTreeMap<&'static str, u64>) -> String {
    let parts = by_state.iter().map(|(state, count)| format!("{count} {state}"));
    parts.collect::<Vec<_>>().join(", ")
}
