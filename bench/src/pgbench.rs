//! Upper bound: the same SQL without the product, with pgbench.

use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::time::Duration;

use anyhow::{Context, Result, bail};
use tokio::process::Command;

use crate::capture::Script;
use crate::load::{Measurement, percentiles};
use crate::postgres::Postgres;

/// Runs a script for a time in whole seconds, with as many clients as the product had callers.
pub async fn run(
    postgres: &Postgres,
    script: &Script,
    clients: usize,
    time: Duration,
) -> Result<Measurement> {
    let folder = tempfile::tempdir().context("make a folder for pgbench")?;
    let file = folder.path().join("script.sql");
    tokio::fs::write(&file, &script.text).await?;
    let mut command = Command::new(program());
    command
        .current_dir(folder.path())
        .args(["-n", "-M", "prepared", "-j", "2", "-l", "-f"])
        .arg(&file)
        .args(["-c", &clients.to_string(), "-T", &time.as_secs().to_string()])
        // Same planning mode as the product.
        .env("PGOPTIONS", "-c plan_cache_mode=force_generic_plan")
        .stdin(Stdio::null());
    for (name, value) in &script.variables {
        command.arg("-D").arg(format!("{name}={value}"));
    }
    let ran = command.arg(&postgres.url).output().await.context("start pgbench")?;
    let said = String::from_utf8_lossy(&ran.stderr).into_owned();
    if !ran.status.success() {
        bail!("pgbench: {said}\n{}", script.text);
    }
    let mut times = transactions(folder.path())?;
    let (p50, p99) = percentiles(&mut times);
    let per_second = times.len() as f64 / time.as_secs_f64();
    Ok(Measurement { per_second, p50, p99, made: times.len() })
}

/// pgbench writes a line for each transaction; the third field is its duration in µs.
fn transactions(folder: &Path) -> Result<Vec<Duration>> {
    let mut times = Vec::new();
    for entry in std::fs::read_dir(folder)?.flatten() {
        if !entry.file_name().to_string_lossy().starts_with("pgbench_log") {
            continue;
        }
        for line in std::fs::read_to_string(entry.path())?.lines() {
            let took = line.split(' ').nth(2).and_then(|word| word.parse().ok());
            times.extend(took.map(Duration::from_micros));
        }
    }
    Ok(times)
}

/// Debian installs it next to the server's programs.
fn program() -> PathBuf {
    let versions = std::fs::read_dir("/usr/lib/postgresql").into_iter().flatten().flatten();
    let found = versions.map(|version| version.path().join("bin/pgbench"));
    found.filter(|path| path.is_file()).max().unwrap_or_else(|| PathBuf::from("pgbench"))
}
