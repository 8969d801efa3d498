//! `guildhall doctor`: the settings in force, secrets hidden, and whether what they point at answers.

use crate::services;
use anyhow::Result;
use platform::Clock;
use platform::config::{Config, Sources};
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
            let ready = services.is_ready().await;
            well &= ready;
            writeln!(out, "database: {}", if ready { "answers" } else { "does not answer" })?;
        }
        Err(error) => {
            well = false;
            writeln!(out, "parts: {error:#}")?;
        }
    }
    Ok(well)
}
