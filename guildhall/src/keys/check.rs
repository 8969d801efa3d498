//! Comparison of the configured keys with those that the database was used with.

use super::stored;
use anyhow::{Context, Result, bail};
use platform::Services;
use platform::config::{KeyName, SecurityConfig};
use platform::key_records::{self, ConfiguredKey, KeyRecord, KeyRecordError};

/// Refuses the keys of another database, and a ring without a key that stored values need. Records
/// the keys at the first start, and added ones later.
///
/// # Errors
/// The reason of the refusal, with advice; database errors.
pub async fn check(services: &Services, security: &SecurityConfig) -> Result<()> {
    let mut scope = services.system("compare the keys with the recorded ones");
    let records = key_records::recorded(&scope).await?;
    key_records::compare(security, &records)?;
    let removed = removed(security, &records);
    if !removed.is_empty() {
        let stored = stored::count(&scope).await?;
        for (_, record) in &removed {
            let needed = stored::needing(&stored, record.vault_key.as_deref());
            if !needed.is_empty() {
                bail!(
                    "security.{} does not contain the key {} any more, but stored values are encrypted \
                     with it: {}. Nothing was changed. Add the key again as the last line, run \
                     `guildhall keys rotate`, and remove it afterwards (docs/operations/keys.md)",
                    record.name,
                    record.fingerprint,
                    stored::describe(&needed)
                );
            }
        }
    }
    key_records::check_and_record(&mut scope, security).await?;
    for (name, record) in removed {
        key_records::delete(&mut scope, name, &record.fingerprint).await?;
    }
    Ok(())
}

/// Records that this process serves with these keys.
///
/// # Errors
/// Database errors.
pub async fn record_loaded(services: &Services, security: &SecurityConfig) -> Result<()> {
    let mut scope = services.system("record the keys in use");
    let recorded = key_records::record_loaded(&mut scope, security).await;
    recorded.context("failed to record the keys in use")
}

/// Comparison of the configured keys with those that the database records.
#[derive(Debug, Clone)]
pub struct KeyReport {
    /// Sentence for the operator.
    pub message: String,
    /// True if a start with these keys is refused.
    pub is_refused: bool,
    /// Older keys that are still configured.
    pub older: usize,
}

/// Compares the configured keys with the recorded ones, for `doctor`. Only reads.
///
/// # Errors
/// Database errors.
pub async fn report(services: &Services) -> Result<KeyReport> {
    let scope = services.system("compare the keys with the recorded ones");
    let security = &services.config().security;
    let records = key_records::recorded(&scope).await?;
    let (message, is_refused) = match key_records::compare(security, &records) {
        Ok(()) if records.is_empty() => {
            ("not recorded yet; the next start records them".to_owned(), false)
        }
        Ok(()) => ("belong to this database".to_owned(), false),
        Err(KeyRecordError::Db(error)) => return Err(error.into()),
        Err(refused) => (refused.to_string(), true),
    };
    let older = key_records::configured(security).iter().filter(|key| !key.is_first).count();
    Ok(KeyReport { message, is_refused, older })
}

/// Recorded keys that are not configured any more.
fn removed(security: &SecurityConfig, records: &[KeyRecord]) -> Vec<(KeyName, KeyRecord)> {
    let configured = key_records::configured(security);
    let name_of =
        |record: &KeyRecord| KeyName::ALL.into_iter().find(|name| name.field_name() == record.name);
    let is_configured = |record: &KeyRecord| {
        let same = |key: &ConfiguredKey| {
            key.name.field_name() == record.name && key.fingerprint == record.fingerprint
        };
        configured.iter().any(same)
    };
    let removed = records.iter().filter(|record| !is_configured(record));
    removed.filter_map(|record| Some((name_of(record)?, record.clone()))).collect()
}
