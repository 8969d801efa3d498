//! Reference of all settings, as Markdown: generated from the doc comments of the settings and from
//! the defaults, so that it cannot differ from the program.

use super::{Config, DnsUpdateConfig, IssuerConfig};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::fmt::Write;

/// Files that define settings. The reference is read from their text, as `rustfmt` writes it.
const SOURCES: [&str; 8] = [
    include_str!("mod.rs"),
    include_str!("sections.rs"),
    include_str!("edge.rs"),
    include_str!("cords.rs"),
    include_str!("certificates.rs"),
    include_str!("native_apps.rs"),
    include_str!("push.rs"),
    include_str!("webhooks.rs"),
];
const HEAD: &str = "\
# Configuration

This page is generated: `guildhall config reference` prints it, and `make gen` writes it.

Each setting comes, in increasing precedence, from its default, from the TOML file that `--config` or
`GUILDHALL_CONFIG` names, from the environment, and from `--set NAME=VALUE`. In the environment,
`server.listen` is `GUILDHALL_SERVER__LISTEN`. A secret can be read from the file that its setting with
`_file` names. Lists are separated by spaces or commas outside the TOML file. Unknown settings are refused, and
`guildhall doctor` prints the effective configuration without secrets.
";

/// A definition in the source text.
#[derive(Debug, Default)]
struct Definition {
    doc: String,
    fields: Vec<Field>,
    /// Every field may be omitted.
    has_defaults: bool,
    /// Names of an enum's values.
    variants: Vec<String>,
}

impl Definition {
    /// Returns whether a field must be set if its section is.
    fn requires(&self, field: &Field) -> bool {
        !self.has_defaults && !field.has_default && !field.ty.starts_with("Option")
    }
}

#[derive(Debug)]
struct Field {
    name: String,
    ty: String,
    doc: String,
    /// The field may be omitted even if its section has no defaults.
    has_default: bool,
}

/// The reference of all settings, as Markdown.
#[must_use]
pub fn reference() -> String {
    let definitions: BTreeMap<String, Definition> = SOURCES.into_iter().flat_map(parse).collect();
    let defaults = serde_json::to_value(Config::default()).unwrap_or_default();
    let mut out = HEAD.to_owned();
    section(&definitions, "Config", "", Some(&defaults), &mut out);
    out
}

/// Writes the fields of a section, then its subsections.
fn section(
    definitions: &BTreeMap<String, Definition>,
    name: &str,
    path: &str,
    defaults: Option<&Value>,
    out: &mut String,
) {
    let Some(definition) = definitions.get(name) else { return };
    let title = if path.is_empty() { "Top level" } else { path };
    // Writing to a string cannot fail.
    let _ = write!(out, "\n## {title}\n\n{}\n\n", definition.doc);
    let nested = |field: &Field| {
        definitions.get(plain_type(&field.ty)).is_some_and(|found| !found.fields.is_empty())
    };
    let _ = writeln!(out, "| setting | type | default | meaning |\n|---|---|---|---|");
    for field in &definition.fields {
        let path = joined(path, &field.name);
        let ty = type_name(definitions, &field.ty);
        let default = defaults.and_then(|defaults| defaults.get(&field.name));
        let default = match default {
            _ if nested(field) && !is_list(&field.ty) => "see below".to_owned(),
            Some(Value::Null) | None if definition.requires(field) => "required".to_owned(),
            Some(Value::Null) | None => "not set".to_owned(),
            Some(value) => format!("`{value}`"),
        };
        let doc = field.doc.replace('|', "\\|");
        let _ = writeln!(out, "| `{path}` | {ty} | {default} | {doc} |");
    }
    for field in definition.fields.iter().filter(|field| nested(field)) {
        let ty = plain_type(&field.ty);
        let suffix = if is_list(&field.ty) { "[]" } else { "" };
        let path = format!("{}{suffix}", joined(path, &field.name));
        let own = defaults.and_then(|defaults| defaults.get(&field.name));
        let sample = sample(ty);
        section(definitions, ty, &path, sample.as_ref().or(own), out);
    }
}

/// Defaults of sections that are not part of the default configuration.
fn sample(ty: &str) -> Option<Value> {
    match ty {
        "IssuerConfig" => {
            let issuer = json!({ "name": "", "directory": "" });
            let issuer = serde_json::from_value::<IssuerConfig>(issuer).ok()?;
            without(serde_json::to_value(issuer).ok()?, &["name", "directory"])
        }
        "DnsUpdateConfig" => {
            let update = json!({ "server": "127.0.0.1:53", "zone": "", "key_name": "" });
            let update = serde_json::from_value::<DnsUpdateConfig>(update).ok()?;
            without(serde_json::to_value(update).ok()?, &["server", "zone", "key_name"])
        }
        _ => None,
    }
}

/// The value without placeholders of required fields.
fn without(mut value: Value, required: &[&str]) -> Option<Value> {
    for name in required {
        value[*name] = Value::Null;
    }
    Some(value)
}

fn joined(path: &str, name: &str) -> String {
    if path.is_empty() { name.to_owned() } else { format!("{path}.{name}") }
}

fn is_list(ty: &str) -> bool {
    ty.contains("Vec<")
}

/// The type without `Option` and `Vec`.
fn plain_type(ty: &str) -> &str {
    ["Option<", "Vec<"].into_iter().fold(ty, |ty, outer| {
        ty.strip_prefix(outer).and_then(|inner| inner.strip_suffix('>')).unwrap_or(ty)
    })
}

/// Name of a type for people.
fn type_name(definitions: &BTreeMap<String, Definition>, ty: &str) -> String {
    let plain = plain_type(ty);
    let name = match plain {
        "bool" => "`true` or `false`",
        "u16" | "u32" | "u64" | "usize" | "i64" | "f64" => "number",
        "String" => "text",
        "SecretString" => "secret",
        "PathBuf" => "path",
        "SocketAddr" => "address with port",
        "IpAddr" => "address",
        "DateTime<Utc>" => "time",
        _ => match definitions.get(plain) {
            Some(found) if !found.variants.is_empty() => {
                let values = found.variants.iter().map(|name| format!("`{name}`"));
                return values.collect::<Vec<_>>().join(" or ");
            }
            _ => "section",
        },
    };
    if is_list(ty) { format!("list of {name}") } else { name.to_owned() }
}

/// Structs and enums of a source file, with the doc comments of their fields.
fn parse(source: &'static str) -> Vec<(String, Definition)> {
    let mut found: Vec<(String, Definition)> = Vec::new();
    let (mut doc, mut has_default, mut is_skipped, mut is_enum) =
        (String::new(), false, false, None);
    for line in source.lines() {
        let text = line.trim();
        if let Some(words) = text.strip_prefix("///") {
            let separator = if doc.is_empty() { "" } else { " " };
            doc = format!("{doc}{separator}{}", words.trim());
        } else if text.starts_with("#[") {
            has_default |= text.contains("default");
            is_skipped |= text.contains("serde(skip)");
        } else if let Some((name, is_list)) = opened(line) {
            let doc = std::mem::take(&mut doc);
            let has_defaults = has_default;
            found.push((name, Definition { doc, has_defaults, ..Definition::default() }));
            is_enum = Some(is_list);
            has_default = false;
        } else {
            if line == "}" {
                is_enum = None;
            }
            if let (Some(is_enum), Some((_, definition))) = (is_enum, found.last_mut()) {
                let field = text.strip_prefix("pub ").and_then(|text| text.strip_suffix(','));
                if let Some((name, ty)) = field.and_then(|text| text.split_once(": ")) {
                    if !is_skipped {
                        let (name, ty) = (name.to_owned(), ty.to_owned());
                        let doc = doc.clone();
                        definition.fields.push(Field { name, ty, doc, has_default });
                    }
                } else if let Some(name) = text.strip_suffix(',').filter(|_| is_enum) {
                    definition.variants.push(name.to_lowercase());
                }
            }
            (has_default, is_skipped) = (false, false);
            doc.clear();
        }
    }
    found
}

/// Name of the struct or enum that the line opens, and whether it is an enum.
fn opened(line: &str) -> Option<(String, bool)> {
    let rest = line.strip_prefix("pub ")?.strip_suffix(" {")?;
    let (kind, name) = rest.split_once(' ')?;
    match kind {
        "struct" => Some((name.to_owned(), false)),
        "enum" => Some((name.to_owned(), true)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_setting_has_a_type_and_a_description() {
        let text = reference();
        let rows: Vec<&str> = text.lines().filter(|line| line.starts_with("| `")).collect();
        assert!(rows.len() > 100, "{}", rows.len());
        for row in rows {
            let cells: Vec<&str> = row.split(" | ").collect();
            assert_eq!(cells.len(), 4, "{row}");
            assert!(cells[3].len() > 5, "no description: {row}");
            assert!(cells[1] != "section" || cells[2] == "see below", "unknown type: {row}");
        }
    }

    #[test]
    fn names_defaults_values_and_required_settings() {
        let text = reference();
        for row in [
            "| `server.listen` | address with port | `\"127.0.0.1:8080\"` | Address on which",
            "| `telemetry.log_format` | `json` or `pretty` | `\"pretty\"` |",
            "| `certificates.issuers[].directory` | text | required |",
            "| `certificates.dns_update.zone` | text | required |",
            "| `certificates.issuers[].limits.orders_per_second` | number | `5` |",
            "| `database.url` | secret | not set |",
        ] {
            assert!(text.contains(row), "{row}");
        }
    }
}
