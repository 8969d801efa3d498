//! `guildhall keys prune`: removes the older keys of the rings.

use super::list::is_of;
use super::rotate::own_files;
use super::{check, stored};
use anyhow::{Context, Result, ensure};
use chrono::Duration;
use platform::Services;
use platform::config::{SecurityConfig, replace_key_file};
use platform::key_records::{self, ConfiguredKey, KeyRecord};
use std::io::Write;

/// Longest time for which a rate limit counts under an older key, and a started sign-in uses it.
const IN_USE: Duration = Duration::hours(24);

/// Removes the older keys from the key files of an embedded instance; prints those that can be
/// removed from settings.
///
/// # Errors
/// A stored value still needs an older key, or the rotation is too recent; I/O and database errors.
pub async fn prune(services: &Services, now: bool, out: &mut impl Write) -> Result<()> {
    let security = services.config().security.reload_keys()?;
    let configured = key_records::configured(&security);
    let older: Vec<_> = configured.iter().filter(|key| !key.is_first).collect();
    if older.is_empty() {
        writeln!(out, "there are no older keys")?;
        return Ok(());
    }
    let scope = services.system("check which older keys are still needed");
    refuse_needed(&stored::count(&scope).await?, &older)?;
    let records = key_records::recorded(&scope).await?;
    for first in configured.iter().filter(|key| key.is_first && has_older(key, &older)) {
        let record = records.iter().find(|record| is_of(first, record));
        refuse_recent(services, first, record, now)?;
    }
    let pruned = remove(services, &security, &older, out)?;
    if pruned {
        let security = security.reload_keys()?;
        check(services, &security).await?;
    }
    Ok(())
}

fn refuse_needed(counts: &[stored::ColumnCount], older: &[&ConfiguredKey]) -> Result<()> {
    for key in older {
        let needed = stored::needing(counts, key.vault_key.as_deref());
        ensure!(
            needed.is_empty(),
            "stored values are still encrypted with the {} {}: {}. Run `guildhall keys rotate` first",
            key.name.field_name(),
            key.fingerprint,
            stored::describe(&needed)
        );
    }
    Ok(())
}

fn has_older(first: &ConfiguredKey, older: &[&ConfiguredKey]) -> bool {
    older.iter().any(|key| key.name == first.name)
}

fn refuse_recent(
    services: &Services,
    first: &ConfiguredKey,
    record: Option<&KeyRecord>,
    now: bool,
) -> Result<()> {
    let field = first.name.field_name();
    let loaded = record.filter(|record| record.loaded_at.is_some());
    let Some(record) = loaded else {
        anyhow::bail!(
            "no running process uses the {field} {} as its first key yet; restart the processes first",
            first.fingerprint
        )
    };
    let is_settled = services.clock().now() - record.created_at >= IN_USE;
    ensure!(
        now || is_settled,
        "the {field} {} is in use for less than a day: rate limits and open sign-ins still use the \
         older key. Repeat this tomorrow, or add --now to reset them",
        first.fingerprint
    );
    Ok(())
}

/// Rewrites the key files with the first keys only. Returns whether a file was changed.
fn remove(
    services: &Services,
    security: &SecurityConfig,
    older: &[&ConfiguredKey],
    out: &mut impl Write,
) -> Result<bool> {
    let own = own_files(services, security);
    for (name, path) in &own {
        replace_key_file(path, &[security.text(*name)])
            .with_context(|| format!("failed to write {}", path.display()))?;
    }
    for key in older {
        let (field, fingerprint) = (key.name.field_name(), &key.fingerprint);
        if own.iter().any(|(name, _)| *name == key.name) {
            writeln!(out, "{field}: {fingerprint} removed")?;
        } else {
            writeln!(
                out,
                "{field}: {fingerprint} is not needed any more; remove it from the settings"
            )?;
        }
    }
    Ok(!own.is_empty())
}
