//! Tables for people and JSON for programs.

use anyhow::Result;
use serde::Serialize;
use serde_json::Value;
use std::io::Write;

/// Writes a value as indented JSON.
pub fn write_json(out: &mut impl Write, value: &impl Serialize) -> Result<()> {
    writeln!(out, "{}", serde_json::to_string_pretty(value)?)?;
    Ok(())
}

/// Writes aligned columns below their names; nothing is cut off.
pub fn write_table<const N: usize>(
    out: &mut impl Write,
    head: [&str; N],
    rows: &[[String; N]],
) -> Result<()> {
    let head = head.map(str::to_owned);
    let widths: [usize; N] = std::array::from_fn(|column| {
        let cells = std::iter::once(&head).chain(rows);
        cells.map(|row| row[column].chars().count()).max().unwrap_or(0)
    });
    for row in std::iter::once(&head).chain(rows) {
        let cells = row.iter().zip(widths).map(|(cell, width)| format!("{cell:width$}"));
        writeln!(out, "{}", cells.collect::<Vec<_>>().join("  ").trim_end())?;
    }
    Ok(())
}

/// Writes the fields of an object, one a line.
pub fn write_fields(out: &mut impl Write, value: &Value) -> Result<()> {
    let Some(fields) = value.as_object() else { return write_json(out, value) };
    let width = fields.keys().map(String::len).max().unwrap_or(0);
    for (name, value) in fields {
        let text = match value {
            Value::Null => "–".to_owned(),
            Value::String(text) => text.clone(),
            Value::Array(items) if items.is_empty() => "–".to_owned(),
            other => other.to_string(),
        };
        writeln!(out, "{name:width$}  {text}")?;
    }
    Ok(())
}
