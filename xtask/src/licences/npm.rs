//! npm packages: from package-lock.json.

use super::package::{Checksum, Ecosystem, Package};
use anyhow::{Context, Result};
use data_encoding::{BASE64, HEXLOWER};
use serde_json::Value;
use std::fs;
use std::path::PathBuf;

const REGISTRY: &str = "https://registry.npmjs.org/";
/// Build tools of which code is copied into the web apps: the style reset, and the module loader.
const COPIED_BY_BUILD: [&str; 2] = ["tailwindcss", "vite"];

/// Every package of the lock file.
pub fn packages() -> Result<Vec<Package>> {
    read(&fs::read_to_string("package-lock.json").context("read package-lock.json")?)
}

fn read(lock: &str) -> Result<Vec<Package>> {
    let lock: Value = serde_json::from_str(lock).context("parse package-lock.json")?;
    let entries = lock["packages"].as_object().context("the lock file lists no packages")?;
    let mut packages = Vec::new();
    for (path, entry) in entries {
        // Other paths are this repository's own packages, and links to them.
        let Some((_, name)) = path.rsplit_once("node_modules/") else { continue };
        if entry["link"] == true {
            continue;
        }
        let is = |flag: &str| entry[flag] == true;
        let only_builds = is("dev") || is("devOptional") || is("optional") || is("peer");
        // An entry without an address comes from the registry that npm is configured with.
        let elsewhere =
            entry["resolved"].as_str().is_some_and(|address| !address.starts_with(REGISTRY));
        packages.push(Package {
            ecosystem: Ecosystem::Npm,
            name: name.to_owned(),
            version: entry["version"].as_str().unwrap_or_default().to_owned(),
            licence: entry["license"].as_str().map(str::to_owned),
            folder: Some(PathBuf::from(path)),
            checksum: entry["integrity"].as_str().and_then(checksum),
            from_registry: !elsewhere,
            delivered: !only_builds || COPIED_BY_BUILD.contains(&name),
            authors: Vec::new(),
            dependencies: Vec::new(),
        });
    }
    Ok(packages)
}

/// Reads an integrity such as `sha512-…`.
fn checksum(integrity: &str) -> Option<Checksum> {
    let bytes = BASE64.decode(integrity.strip_prefix("sha512-")?.as_bytes()).ok()?;
    Some(Checksum { algorithm: "SHA-512", hex: HEXLOWER.encode(&bytes) })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn build_tools_are_not_delivered_unless_their_code_is_copied() -> Result<()> {
        let lock = r#"{ "packages": {
            "": { "name": "guildhall-web" },
            "web-kit": { "name": "@guildhall/web-kit" },
            "node_modules/@guildhall/web-kit": { "resolved": "web-kit", "link": true },
            "node_modules/@radix-ui/core": { "version": "1.0.0", "license": "MIT",
                "resolved": "https://registry.npmjs.org/x.tgz", "integrity": "sha512-q80=" },
            "node_modules/tailwindcss": { "version": "4.0.0", "license": "MIT", "dev": true },
            "node_modules/a/node_modules/vitest": { "version": "5.0.0", "dev": true,
                "resolved": "https://elsewhere.example/x.tgz" }
        }}"#;
        let packages = read(lock)?;
        let mut found: Vec<_> = packages
            .iter()
            .map(|package| (package.name.as_str(), package.delivered, package.from_registry))
            .collect();
        found.sort_unstable();
        let expected =
            [("@radix-ui/core", true, true), ("tailwindcss", true, true), ("vitest", false, false)];
        assert_eq!(found, expected);
        let first = packages.iter().find(|package| package.name == "@radix-ui/core");
        let sum = first.and_then(|package| package.checksum.as_ref());
        assert_eq!(sum.map(|sum| sum.hex.as_str()), Some("abcd"));
        Ok(())
    }
}
