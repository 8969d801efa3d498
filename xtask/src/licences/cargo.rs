//! Crates: from `cargo metadata` and the checksums in Cargo.lock.

use super::package::{Checksum, Ecosystem, Package, package_url};
use crate::process::{command, output};
use anyhow::{Context, Result};
use serde_json::Value;
use std::collections::{BTreeSet, HashMap};
use std::fs;
use std::path::Path;

const REGISTRY: &str = "registry+https://github.com/rust-lang/crates.io-index";
const TARGET: &str = "x86_64-unknown-linux-gnu";

/// Name and version.
type Key = (String, String);

/// Every crate that a build or test on Linux uses.
pub fn packages() -> Result<Vec<Package>> {
    let words = ["cargo", "metadata", "--format-version", "1", "--locked", "--filter-platform"];
    let words = [words.as_slice(), &[TARGET]].concat();
    let metadata: Value = serde_json::from_str(&output(&mut command(&words))?)?;
    let used = tree(&["--workspace", "--edges", "normal,build,dev"])?;
    let delivered = tree(&["--package", "guildhall", "--edges", "normal,no-proc-macro"])?;
    let lock = fs::read_to_string("Cargo.lock").context("read Cargo.lock")?;
    read(&metadata, &lock, &used, &delivered)
}

/// Crates of a dependency tree. Metadata alone also lists optional crates that no feature enables.
fn tree(selection: &[&str]) -> Result<BTreeSet<Key>> {
    let words = ["cargo", "tree", "--locked", "--target", TARGET, "--prefix", "none"];
    let words = [words.as_slice(), selection].concat();
    Ok(output(&mut command(&words))?.lines().filter_map(tree_line).collect())
}

/// Parses a line such as `serde v1.0.228 (*)`.
fn tree_line(line: &str) -> Option<Key> {
    let mut words = line.split(' ');
    let name = words.next()?;
    Some((name.to_owned(), words.next()?.strip_prefix('v')?.to_owned()))
}

fn read(
    metadata: &Value,
    lock: &str,
    used: &BTreeSet<Key>,
    delivered: &BTreeSet<Key>,
) -> Result<Vec<Package>> {
    let checksums = checksums(lock)?;
    let listed = list(&metadata["packages"]);
    let by_id: HashMap<&str, Key> =
        listed.iter().map(|package| (text(&package["id"]), key(package))).collect();
    let nodes: HashMap<&str, &Value> =
        list(&metadata["resolve"]["nodes"]).iter().map(|node| (text(&node["id"]), node)).collect();
    let mut packages = Vec::new();
    for package in listed.iter().filter(|package| !package["source"].is_null()) {
        let key = key(package);
        if !used.contains(&key) {
            continue;
        }
        let node = nodes.get(text(&package["id"]));
        let dependencies = node.map(|node| normal(node)).unwrap_or_default();
        let url = |id: &str| {
            let (name, version) = by_id.get(id)?;
            Some(package_url(Ecosystem::Cargo, name, version))
        };
        let authors = list(&package["authors"]).iter().map(|name| text(name).to_owned());
        packages.push(Package {
            ecosystem: Ecosystem::Cargo,
            licence: package["license"].as_str().map(str::to_owned),
            folder: Path::new(text(&package["manifest_path"])).parent().map(Path::to_owned),
            checksum: checksums
                .get(&key)
                .map(|hex| Checksum { algorithm: "SHA-256", hex: hex.clone() }),
            from_registry: package["source"] == REGISTRY,
            delivered: delivered.contains(&key),
            authors: authors.collect(),
            dependencies: dependencies.into_iter().filter_map(url).collect(),
            name: key.0,
            version: key.1,
        });
    }
    Ok(packages)
}

fn key(package: &Value) -> Key {
    (text(&package["name"]).to_owned(), text(&package["version"]).to_owned())
}

/// Ids of a node's normal dependencies: not those of builds and tests.
fn normal(node: &Value) -> Vec<&str> {
    let is_normal = |dependency: &&Value| {
        list(&dependency["dep_kinds"]).iter().any(|kind| kind["kind"].is_null())
    };
    let normal = list(&node["deps"]).iter().filter(is_normal);
    normal.map(|dependency| text(&dependency["pkg"])).collect()
}

fn checksums(lock: &str) -> Result<HashMap<Key, String>> {
    let lock: toml::Table = lock.parse().context("parse Cargo.lock")?;
    let packages = lock.get("package").and_then(toml::Value::as_array).context("no packages")?;
    let entry = |package: &toml::Value| {
        let field = |name| package.get(name).and_then(toml::Value::as_str).map(str::to_owned);
        Some(((field("name")?, field("version")?), field("checksum")?))
    };
    Ok(packages.iter().filter_map(entry).collect())
}

fn list(value: &Value) -> &[Value] {
    value.as_array().map(Vec::as_slice).unwrap_or_default()
}

fn text(value: &Value) -> &str {
    value.as_str().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn package(name: &str, source: Option<&str>) -> Value {
        json!({
            "id": format!("{name}#1"), "name": name, "version": "1.0.0", "license": "MIT",
            "source": source, "manifest_path": format!("/src/{name}/Cargo.toml"), "authors": [],
        })
    }

    #[test]
    fn lists_used_crates_and_marks_delivered_ones() -> Result<()> {
        let to = |name: &str, kind: Option<&str>| json!({ "pkg": format!("{name}#1"), "dep_kinds": [{ "kind": kind }] });
        let metadata = json!({
            "packages": [
                package("guildhall", None), package("served", Some(REGISTRY)),
                package("deep", Some(REGISTRY)), package("tested", Some("git+https://elsewhere")),
                package("not-enabled", Some(REGISTRY)),
            ],
            "resolve": { "nodes": [
                { "id": "served#1", "deps": [to("deep", None), to("tested", Some("dev"))] },
            ]},
        });
        let lock = "[[package]]\nname = \"served\"\nversion = \"1.0.0\"\nchecksum = \"ab\"\n";
        let set = |tree: &str| tree.lines().filter_map(tree_line).collect();
        let used = set("guildhall v1.0.0 (/src)\nserved v1.0.0\ndeep v1.0.0 (*)\ntested v1.0.0");
        let packages = read(&metadata, lock, &used, &set("served v1.0.0\ndeep v1.0.0"))?;
        let found: Vec<_> = packages
            .iter()
            .map(|package| (package.name.as_str(), package.delivered, package.from_registry))
            .collect();
        assert_eq!(found, [("served", true, true), ("deep", true, true), ("tested", false, false)]);
        assert_eq!(packages[0].dependencies, ["pkg:cargo/deep@1.0.0"]);
        assert_eq!(packages[0].checksum.as_ref().map(|sum| sum.hex.as_str()), Some("ab"));
        Ok(())
    }
}
