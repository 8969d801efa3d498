//! Boundaries: which crate may use which, which feature owns each table, and import cycles between modules.
//!
//! Crates are checked against [`ARROWS`]. Tables and cycles are a ratchet: today's violations stand in one committed
//! list ([`ratchet`]), and a new one fails.

mod code;
mod cycles;
mod imports;
mod ratchet;
mod tables;

use std::collections::BTreeSet;

use anyhow::{Context, Result};
use serde_json::Value;

use crate::outcome::Check;
use crate::process::{command, output};
use crate::tidy::{self, Source};

/// A crate and those of the house that it may use itself.
const ARROWS: &[(&str, &[&str])] = &[
    ("wire", &[]),
    ("migrations", &[]),
    ("platform", &["wire", "migrations"]),
    ("edge-router", &["wire"]),
    ("control-plane", &["platform", "wire"]),
    ("tenant-runtime", &["platform", "wire"]),
    (
        "guildhall",
        &["wire", "migrations", "platform", "edge-router", "control-plane", "tenant-runtime"],
    ),
    ("xtask", &[]),
    ("bench", &["wire", "platform", "edge-router"]),
];

/// What the edge must not reach, directly or through another crate.
const DATABASES: &[&str] = &[
    "sea-orm",
    "sea-query",
    "sqlx",
    "sqlx-core",
    "sqlx-postgres",
    "sqlx-sqlite",
    "libsqlite3-sys",
    "redis",
];

/// One provider of cryptography in the binary, and it is not one of these.
const BANNED: &[&str] = &["ring", "openssl-sys", "native-tls"];

pub fn check() -> Result<Vec<Check>> {
    let metadata = output(&mut command(&[
        "cargo",
        "metadata",
        "--format-version=1",
        "--no-deps",
        "--locked",
    ]))?;
    let metadata: Value = serde_json::from_str(&metadata).context("read cargo's metadata")?;
    let tree = output(&mut command(&[
        "cargo",
        "tree",
        "--package=edge-router",
        "--edges=normal",
        "--prefix=none",
        "--format={p}",
    ]))?;
    let mut banned = Vec::new();
    for name in BANNED {
        banned.extend(who_reaches(name)?);
    }
    let sources = tidy::sources()?;
    let owners = tables::Owners::read()?;
    Ok(vec![
        Check::new("crates use only those below them", against_the_arrows(&metadata)),
        Check::new("the edge reaches no database", databases(&tree)),
        Check::new("one provider of cryptography, no OpenSSL", banned),
        Check::new("every table has an owner", owners.findings(&sources)?),
        Check::new(
            "no new import cycle, no new reference to another feature's table",
            ratchet::check(&violations(&owners, &sources)?)?,
        ),
    ])
}

/// Deletes repaired violations from the committed list.
pub fn shrink() -> Result<()> {
    ratchet::shrink(&violations(&tables::Owners::read()?, &tidy::sources()?)?)
}

fn violations(owners: &tables::Owners, sources: &[Source]) -> Result<ratchet::Violations> {
    let mut violations = owners.violations(sources)?;
    violations.extend(imports::cycles(sources)?);
    Ok(violations)
}

fn against_the_arrows(metadata: &Value) -> Vec<String> {
    let packages = metadata["packages"].as_array().map_or(&[][..], Vec::as_slice);
    let house: BTreeSet<&str> =
        packages.iter().filter_map(|package| package["name"].as_str()).collect();
    let mut findings = Vec::new();
    for package in packages {
        let name = package["name"].as_str().unwrap_or_default();
        let Some((_, allowed)) = ARROWS.iter().find(|(known, _)| *known == name) else {
            findings.push(format!("{name} has no place in the house plan (xtask/src/arrows.rs)"));
            continue;
        };
        for dependency in package["dependencies"].as_array().into_iter().flatten() {
            let used = dependency["name"].as_str().unwrap_or_default();
            // Tests may reach further: a crate's own test kit is behind a feature of itself.
            let for_tests = dependency["kind"].as_str() == Some("dev");
            if house.contains(used) && used != name && !for_tests && !allowed.contains(&used) {
                findings.push(format!("{name} must not use {used}"));
            }
        }
    }
    findings
}

fn databases(tree: &str) -> Vec<String> {
    let reached: BTreeSet<&str> = tree.lines().filter_map(|line| line.split(' ').next()).collect();
    let found = DATABASES.iter().filter(|name| reached.contains(*name));
    found.map(|name| format!("edge-router reaches {name}")).collect()
}

/// Cargo fails when no crate of that name is locked at all, and prints nothing when none uses it.
fn who_reaches(name: &str) -> Result<Vec<String>> {
    let tree = command(&["cargo", "tree", "--workspace", "--prefix=none", "--depth=1", "-i", name])
        .output()
        .context("start cargo tree")?;
    let printed = String::from_utf8_lossy(&tree.stdout);
    let users: Vec<&str> = printed.lines().skip(1).filter(|line| !line.is_empty()).collect();
    if printed.trim().is_empty() {
        return Ok(Vec::new());
    }
    Ok(vec![format!("{name} is used by {}", users.join(", "))])
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn reports_a_crate_that_imports_a_higher_layer() {
        let metadata = json!({"packages": [
            {"name": "wire", "dependencies": [{"name": "platform", "kind": null}]},
            {"name": "platform", "dependencies": [{"name": "wire", "kind": null}, {"name": "serde", "kind": null}]},
            {"name": "guest", "dependencies": []},
        ]});
        let findings = against_the_arrows(&metadata);
        assert_eq!(findings.len(), 2);
        assert_eq!(findings.first().map(String::as_str), Some("wire must not use platform"));
    }

    #[test]
    fn reports_a_database_dependency_of_the_edge() {
        assert_eq!(databases("edge-router v0.1.0 (/x)\nhyper v1.0.0\n"), Vec::<String>::new());
        assert_eq!(databases("edge-router v0.1.0\nsqlx-core v0.9.0\n").len(), 1);
    }
}
