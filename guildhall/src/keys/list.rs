//! `guildhall keys list`.

use super::{push, stored};
use anyhow::Result;
use platform::Services;
use platform::key_records::{self, ConfiguredKey, KeyRecord};
use std::io::Write;

/// Prints one line for each key, and the values that it encrypts.
///
/// # Errors
/// Database errors, or `out` cannot be written.
pub async fn list(services: &Services, out: &mut impl Write) -> Result<()> {
    let scope = services.system("list the keys");
    let records = key_records::recorded(&scope).await?;
    let counts = stored::count(&scope).await?;
    let security = services.config().security.reload_keys()?;
    for key in key_records::configured(&security) {
        let record = records.iter().find(|record| is_of(&key, record));
        let since = record.map_or_else(
            || "not recorded yet".to_owned(),
            |record| {
                let days = (scope.now() - record.created_at).num_days();
                format!("since {} ({days} days)", record.created_at.format("%Y-%m-%d %H:%M UTC"))
            },
        );
        let purpose = if key.is_first { "signs and encrypts" } else { "verifies and decrypts" };
        writeln!(out, "{:<12} {}  {purpose:<22} {since}", key.name.field_name(), key.fingerprint)?;
        let needed = stored::needing(&counts, key.vault_key.as_deref());
        if !needed.is_empty() {
            writeln!(out, "{:<12} encrypts {}", "", stored::describe(&needed))?;
        }
    }
    push::list(&scope, out).await
}

/// Returns whether a record is of this key.
pub fn is_of(key: &ConfiguredKey, record: &KeyRecord) -> bool {
    record.name == key.name.field_name() && record.fingerprint == key.fingerprint
}
