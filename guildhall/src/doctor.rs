//! `guildhall doctor`: the settings in force, secrets hidden, and whether what they point at answers.

use crate::services;
use anyhow::Result;
use chrono::{DateTime, Utc};
use control_plane::{certificates, domains};
use platform::config::{Config, Sources};
use platform::db::Readiness;
use platform::{Clock, Services};
use std::collections::BTreeMap;
use std::io::Write;

/// Writes the settings and the findings; whether all is well.
///
/// # Errors
/// When the settings cannot be read at all, or `out` cannot be written to.
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
    match services::open(config, Clock::system(), services::REDIS_PREFIX).await {
        Ok(services) => {
            let readiness = services.readiness().await;
            well &= readiness == Readiness::Ready;
            let found = match readiness {
                Readiness::Ready => "answers",
                Readiness::StorageFull => "the disk is full",
                Readiness::Unavailable => "does not answer",
            };
            writeln!(out, "database: {found}")?;
            if readiness == Readiness::Ready {
                well &= certified(&services, out).await?;
            }
        }
        Err(error) => {
            well = false;
            writeln!(out, "parts: {error:#}")?;
        }
    }
    Ok(well)
}

/// How certificates and domains stand; whether none needs somebody.
async fn certified(services: &Services, out: &mut impl Write) -> Result<bool> {
    let scope = services.system("look how certificates stand");
    let domains = domains::counts(&scope).await?;
    writeln!(out, "domains: {}", counted(&domains))?;
    if !services.config().certificates.is_on() {
        writeln!(out, "certificates: no issuer is configured")?;
        return Ok(true);
    }
    let standing = certificates::standing(&scope).await?;
    writeln!(out, "certificates: {}", counted(&standing.by_state))?;
    let moment = |moment: Option<DateTime<Utc>>| {
        moment.map_or("none".to_owned(), |at| at.format("%Y-%m-%d %H:%M UTC").to_string())
    };
    writeln!(out, "certificates: the first ends {}", moment(standing.soonest_end))?;
    writeln!(out, "certificates: the next renewal is due {}", moment(standing.next_renewal))?;
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
