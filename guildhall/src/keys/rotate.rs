//! `guildhall keys rotate`: new keys in the key files of an embedded instance, and encryption of all
//! stored values with the first token key, in chunks, while the instance runs.

use super::list::is_of;
use super::{check, stored};
use anyhow::{Context, Result, bail, ensure};
use platform::Services;
use platform::config::{KeyName, SecurityConfig, new_key, replace_key_file};
use platform::key_records::{self, ConfiguredKey};
use std::io::Write;
use std::path::PathBuf;
use std::time::{Duration, Instant};

/// Maximum wait for the running process to load the new keys.
const LOAD_TIMEOUT: Duration = Duration::from_secs(30);
const LOAD_POLL: Duration = Duration::from_millis(200);
/// Maximum number of passes over all tables: a pass finds the values that processes have stored with
/// an older key since the previous one.
const PASSES_MAX: usize = 5;

/// Rotates the keys. An interrupted rotation is continued, without further new keys.
///
/// # Errors
/// No running process has loaded the first token key; I/O and database errors.
pub async fn rotate(services: &Services, is_alone: bool, out: &mut impl Write) -> Result<()> {
    let present = services.config().security.reload_keys()?;
    let security =
        if create_keys(services, &present, out)? { present.reload_keys()? } else { present };
    if is_alone && services.config().is_embedded() {
        check(services, &security).await?;
        check::record_loaded(services, &security).await?;
    } else {
        wait_until_loaded(services, &security).await?;
    }
    services.keys().replace(&security);
    reseal(services, out).await?;
    report_older(services, &security, out).await
}

/// Creates a new first key in each key file of an embedded instance. False if a rotation is under
/// way already.
fn create_keys(
    services: &Services,
    security: &SecurityConfig,
    out: &mut impl Write,
) -> Result<bool> {
    let files = own_files(services, security);
    if files.is_empty() {
        writeln!(out, "the keys come from settings: encrypting with the first one")?;
        return Ok(false);
    }
    if KeyName::ALL.into_iter().any(|name| security.ring(name).iter().count() > 1) {
        writeln!(out, "a rotation is under way: continuing it without new keys")?;
        return Ok(false);
    }
    for (name, path) in files {
        let new = new_key();
        let ring = security.ring(name);
        let keys: Vec<&str> = std::iter::once(new.as_str()).chain(ring.iter().copied()).collect();
        replace_key_file(&path, &keys)
            .with_context(|| format!("failed to write {}", path.display()))?;
        writeln!(out, "{}: new first key in {}", name.field_name(), path.display())?;
    }
    Ok(true)
}

/// Key files in the key folder of an embedded instance, which this program may change.
pub fn own_files(services: &Services, security: &SecurityConfig) -> Vec<(KeyName, PathBuf)> {
    let config = services.config();
    let own = |name: KeyName| {
        let path = security.key_file(name)?;
        let is_own = config.is_embedded() && path == config.keys_dir().join(name.file_name());
        is_own.then(|| (name, path.to_owned()))
    };
    KeyName::ALL.into_iter().filter_map(own).collect()
}

/// Waits until a serving process uses the first token key: values encrypted with a key that it does
/// not have would be unreadable to it.
async fn wait_until_loaded(services: &Services, security: &SecurityConfig) -> Result<()> {
    let scope = services.system("wait for the running process to load the keys");
    let configured = key_records::configured(security);
    let is_token = |key: &&ConfiguredKey| key.name == KeyName::Token && key.is_first;
    let Some(first) = configured.iter().find(is_token) else { bail!("there is no token key") };
    let begun = Instant::now();
    loop {
        let records = key_records::recorded(&scope).await?;
        if records.iter().any(|record| is_of(first, record) && record.loaded_at.is_some()) {
            return Ok(());
        }
        ensure!(
            begun.elapsed() < LOAD_TIMEOUT,
            "no running process uses the token key {} as its first key yet, so nothing was encrypted \
             with it. Restart the processes with the changed keys, or see in their log why they refuse \
             them; then run `guildhall keys rotate` again",
            first.fingerprint
        );
        tokio::time::sleep(LOAD_POLL).await;
    }
}

/// Encrypts all stored values with the first key.
async fn reseal(services: &Services, out: &mut impl Write) -> Result<()> {
    let mut scope = services.system("encrypt stored values with the first key");
    for _ in 0..PASSES_MAX {
        let mut total = 0;
        for column in stored::columns() {
            let (mut after, mut resealed, mut unreadable) = (None, 0, 0);
            loop {
                let chunk = column.reseal_chunk(&mut scope, after).await?;
                resealed += chunk.resealed;
                unreadable += chunk.unreadable;
                after = chunk.last;
                if after.is_none() {
                    break;
                }
            }
            if resealed > 0 || unreadable > 0 {
                let name = column.name();
                writeln!(out, "{name}: {resealed} encrypted again, {unreadable} not readable")?;
            }
            total += resealed;
        }
        if total == 0 {
            break;
        }
    }
    Ok(())
}

/// Prints what still needs the older keys, and the next step.
async fn report_older(
    services: &Services,
    security: &SecurityConfig,
    out: &mut impl Write,
) -> Result<()> {
    let scope = services.system("count the values of older keys");
    let counts = stored::count(&scope).await?;
    for key in key_records::configured(security).iter().filter(|key| !key.is_first) {
        let needed = stored::needing(&counts, key.vault_key.as_deref());
        let needed =
            if needed.is_empty() { "nothing".to_owned() } else { stored::describe(&needed) };
        writeln!(out, "{}: {needed} is encrypted with {}", key.name.field_name(), key.fingerprint)?;
    }
    writeln!(out, "after a day, remove the older keys: guildhall keys prune")?;
    Ok(())
}
