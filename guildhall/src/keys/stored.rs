//! Stored values that the token key encrypts, in all tables.

use anyhow::Result;
use control_plane::certificates;
use platform::sealed_column::{CountByKey, SealedValues};
use platform::{Scope, System};
use tenant_runtime::accounts::second_factor;
use tenant_runtime::integration_records::webhook_rows;
use tenant_runtime::{mail_feedback, push};

/// Number of values in one column, by key.
pub struct ColumnCount {
    /// Name of the values.
    pub name: &'static str,
    /// Number of values by vault key.
    pub by_key: CountByKey,
}

/// All encrypted columns.
pub fn columns() -> Vec<Box<dyn SealedValues>> {
    let mut columns = second_factor::sealed_columns();
    columns.extend(certificates::sealed_columns());
    columns.extend(platform::push::sealed_columns());
    columns.extend(push::sealed_columns());
    columns.extend(mail_feedback::sealed_columns());
    columns.extend(webhook_rows::sealed_columns());
    columns
}

/// Counts all values.
///
/// # Errors
/// Database errors.
pub async fn count(scope: &Scope<System>) -> Result<Vec<ColumnCount>> {
    let mut counts = Vec::new();
    for column in columns() {
        let by_key = column.count_by_key(scope).await?;
        counts.push(ColumnCount { name: column.name(), by_key });
    }
    Ok(counts)
}

/// Names and numbers of the values that a vault key encrypts.
pub fn needing(counts: &[ColumnCount], vault_key: Option<&str>) -> Vec<(&'static str, u64)> {
    let of_key = |count: &ColumnCount| {
        let values = *count.by_key.get(vault_key?)?;
        (values > 0).then_some((count.name, values))
    };
    counts.iter().filter_map(of_key).collect()
}

/// Text of such numbers.
pub fn describe(needed: &[(&'static str, u64)]) -> String {
    let parts: Vec<_> = needed.iter().map(|(name, values)| format!("{values} {name}")).collect();
    parts.join(", ")
}
