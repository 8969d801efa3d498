//! Third-party packages: licence policy, NOTICE and software bill of materials.
//!
//! Read [`package`] (one model for Cargo, npm and Debian), [`cargo`], [`npm`] and [`debian`] (where
//! packages are read from), [`policy`] (the checks against deny.toml), [`notice`] and [`sbom`] (the
//! files that are delivered). cargo-deny checks more but takes minutes to install; `make deny` runs it.

mod cargo;
mod debian;
mod notice;
mod npm;
mod package;
mod policy;
mod sbom;

use crate::outcome::Check;
use anyhow::{Context, Result, bail};
use package::Package;
use std::fs;
use std::path::Path;

pub const HELP: &str = "\
  licences        check the licences and sources of all packages against deny.toml
  licences notice FILE
                  write the licence texts of everything that is delivered
  licences sbom FILE --created TIME [--debian FOLDER]
                  write the software bill of materials (CycloneDX), with the packages of a root folder
";

/// Checks every package that a build downloads, delivered or not.
pub fn check() -> Result<Vec<Check>> {
    let policy = policy::Policy::read(&fs::read_to_string("deny.toml").context("read deny.toml")?)?;
    let (crates, npm) = (cargo::packages()?, npm::packages()?);
    Ok(vec![
        Check::new("crates have an allowed licence", policy.disallowed(&crates)),
        Check::new("npm packages have an allowed licence", policy.disallowed(&npm)),
        Check::new("packages come from their registry, with a checksum", {
            let all: Vec<Package> = crates.iter().chain(&npm).cloned().collect();
            policy::unverified(&all)
        }),
        Check::new("no banned crate is used", policy.banned(&crates)),
    ])
}

/// `cargo xtask licences …` with arguments.
pub fn run(arguments: &[String]) -> Result<()> {
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let text = match words.as_slice() {
        ["notice", _] => notice::text(&delivered(None)?)?,
        ["sbom", _, "--created", created] => sbom::text(&delivered(None)?, created)?,
        ["sbom", _, "--created", created, "--debian", folder] => {
            sbom::text(&delivered(Some(Path::new(folder)))?, created)?
        }
        _ => bail!("cargo xtask\n{HELP}"),
    };
    let file = words.get(1).context("a file name")?;
    fs::write(file, text).with_context(|| format!("write {file}"))
}

/// Packages that an installation contains, in a stable order.
fn delivered(root: Option<&Path>) -> Result<Vec<Package>> {
    let mut packages = cargo::packages()?;
    packages.extend(npm::packages()?);
    packages.retain(|package| package.delivered);
    if let Some(root) = root {
        packages.extend(debian::packages(root)?);
    }
    packages.sort_by(|one, other| one.order().cmp(&other.order()));
    Ok(packages)
}
