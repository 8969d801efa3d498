//! Policy of deny.toml, applied to Cargo and npm packages.

use super::package::Package;
use anyhow::{Context, Result};
use spdx::{Expression, Licensee, ParseMode};

/// Allowed licences and banned crates.
#[derive(Debug)]
pub struct Policy {
    allowed: Vec<Licensee>,
    banned: Vec<String>,
}

impl Policy {
    pub fn read(deny: &str) -> Result<Self> {
        let deny: toml::Table = deny.parse().context("parse deny.toml")?;
        let array = |section: &str, field: &str| {
            let found = deny.get(section).and_then(|section| section.get(field)?.as_array());
            found.with_context(|| format!("deny.toml has no {section}.{field}"))
        };
        let allowed = array("licenses", "allow")?.iter().map(|name| {
            let name = name.as_str().context("a licence is a text")?;
            Licensee::parse(name).with_context(|| format!("{name} is not an SPDX licence"))
        });
        let banned = array("bans", "deny")?.iter().map(|entry| {
            let name = entry.get("name").and_then(toml::Value::as_str);
            name.map(str::to_owned).context("a ban names a crate")
        });
        Ok(Self {
            allowed: allowed.collect::<Result<_>>()?,
            banned: banned.collect::<Result<_>>()?,
        })
    }

    /// Packages of which no licence alternative is allowed.
    pub fn disallowed(&self, packages: &[Package]) -> Vec<String> {
        let finding = |package: &Package| {
            let Some(licence) = &package.licence else {
                return Some(format!("{} declares no licence", package.label()));
            };
            (!self.allows(licence)).then(|| format!("{}: {licence}", package.label()))
        };
        packages.iter().filter_map(finding).collect()
    }

    fn allows(&self, licence: &str) -> bool {
        // Old manifests separate alternatives with a slash.
        let Ok(expression) = Expression::parse_mode(licence, ParseMode::LAX) else { return false };
        expression.evaluate(|wanted| self.allowed.iter().any(|one| one.satisfies(wanted)))
    }

    pub fn banned(&self, crates: &[Package]) -> Vec<String> {
        let banned = crates.iter().filter(|package| self.banned.contains(&package.name));
        banned.map(Package::label).collect()
    }
}

/// Packages from another source than their registry, or without a checksum in the lock file.
pub fn unverified(packages: &[Package]) -> Vec<String> {
    let unverified =
        packages.iter().filter(|package| !package.from_registry || package.checksum.is_none());
    unverified.map(Package::label).collect()
}

#[cfg(test)]
mod tests {
    use super::super::package::{Checksum, Ecosystem};
    use super::*;

    const DENY: &str = "[licenses]\nallow = [\"MIT\", \"Apache-2.0\"]\n\
                        [bans]\ndeny = [{ name = \"ring\" }]\n";

    fn package(name: &str, licence: Option<&str>) -> Package {
        Package {
            ecosystem: Ecosystem::Cargo,
            name: name.to_owned(),
            version: "1.0.0".to_owned(),
            licence: licence.map(str::to_owned),
            folder: None,
            checksum: Some(Checksum { algorithm: "SHA-256", hex: "00".to_owned() }),
            from_registry: true,
            delivered: true,
            authors: Vec::new(),
            dependencies: Vec::new(),
        }
    }

    #[test]
    fn one_allowed_alternative_is_enough_and_every_conjunct_is_needed() -> Result<()> {
        let policy = Policy::read(DENY)?;
        for allowed in ["MIT", "GPL-3.0-only OR MIT", "MIT/Apache-2.0", "MIT AND Apache-2.0"] {
            assert!(policy.disallowed(&[package("a", Some(allowed))]).is_empty(), "{allowed}");
        }
        for refused in ["GPL-3.0-only", "MIT AND GPL-3.0-only", "no licence at all", ""] {
            assert_eq!(policy.disallowed(&[package("a", Some(refused))]).len(), 1, "{refused}");
        }
        assert_eq!(policy.disallowed(&[package("a", None)]), ["a 1.0.0 declares no licence"]);
        Ok(())
    }

    #[test]
    fn reports_banned_crates_and_foreign_sources() -> Result<()> {
        let policy = Policy::read(DENY)?;
        let ring = package("ring", Some("MIT"));
        assert_eq!(policy.banned(&[ring.clone(), package("a", None)]), ["ring 1.0.0"]);
        assert!(unverified(std::slice::from_ref(&ring)).is_empty());
        let foreign = Package { from_registry: false, ..ring.clone() };
        let unsummed = Package { checksum: None, ..ring };
        assert_eq!(unverified(&[foreign, unsummed]).len(), 2);
        Ok(())
    }

    #[test]
    fn policy_without_a_licence_list_is_refused() {
        assert!(Policy::read("[bans]\ndeny = []\n").is_err());
        assert!(Policy::read("[licenses]\nallow = [\"Unknown\"]\n[bans]\ndeny = []\n").is_err());
    }
}
