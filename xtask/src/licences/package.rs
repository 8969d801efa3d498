//! A third-party package, independent of its ecosystem.

use std::path::PathBuf;

/// Registry that a package comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Ecosystem {
    Cargo,
    Npm,
    Debian,
}

/// Checksum of a package's archive.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Checksum {
    /// Name in CycloneDX, such as `SHA-256`.
    pub algorithm: &'static str,
    pub hex: String,
}

/// A third-party package.
#[derive(Clone, Debug)]
pub struct Package {
    pub ecosystem: Ecosystem,
    pub name: String,
    pub version: String,
    /// SPDX expression, if it declares one.
    pub licence: Option<String>,
    /// Unpacked sources, with its licence files.
    pub folder: Option<PathBuf>,
    pub checksum: Option<Checksum>,
    pub from_registry: bool,
    /// Part of the delivered program or web apps, not only of their build or tests.
    pub delivered: bool,
    pub authors: Vec<String>,
    /// Package URLs of its direct dependencies.
    pub dependencies: Vec<String>,
}

impl Package {
    /// Package URL (purl), which identifies it in vulnerability databases.
    pub fn url(&self) -> String {
        package_url(self.ecosystem, &self.name, &self.version)
    }

    pub fn order(&self) -> (Ecosystem, &str, &str) {
        (self.ecosystem, &self.name, &self.version)
    }

    pub fn label(&self) -> String {
        format!("{} {}", self.name, self.version)
    }
}

pub fn package_url(ecosystem: Ecosystem, name: &str, version: &str) -> String {
    let kind = match ecosystem {
        Ecosystem::Cargo => "cargo",
        Ecosystem::Npm => "npm",
        Ecosystem::Debian => "deb/debian",
    };
    let encode = |text: &str| text.replace('@', "%40").replace('+', "%2B").replace('~', "%7E");
    format!("pkg:{kind}/{}@{}", encode(name), encode(version))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn package_urls_escape_scopes_and_versions() {
        let npm = package_url(Ecosystem::Npm, "@tanstack/react-query", "5.1.0");
        assert_eq!(npm, "pkg:npm/%40tanstack/react-query@5.1.0");
        let debian = package_url(Ecosystem::Debian, "libc6", "2.36-9+deb12u14");
        assert_eq!(debian, "pkg:deb/debian/libc6@2.36-9%2Bdeb12u14");
    }
}
