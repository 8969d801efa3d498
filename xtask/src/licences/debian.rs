//! Debian packages of an image: the control files that scripts/image.sh stores in its root folder,
//! in the form that scanners know from distroless images.

use super::package::{Ecosystem, Package};
use anyhow::{Context, Result};
use std::fs;
use std::path::Path;

const CONTROL_FILES: &str = "var/lib/dpkg/status.d";

pub fn packages(root: &Path) -> Result<Vec<Package>> {
    let folder = root.join(CONTROL_FILES);
    let entries = fs::read_dir(&folder).with_context(|| format!("read {}", folder.display()))?;
    let mut packages = Vec::new();
    for entry in entries {
        let path = entry?.path();
        if path.extension().is_none_or(|end| end != "md5sums") {
            let control = fs::read_to_string(&path)?;
            packages.push(package(&control).with_context(|| format!("read {}", path.display()))?);
        }
    }
    Ok(packages)
}

fn package(control: &str) -> Result<Package> {
    let field = |name: &str| {
        let value = control.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(": "));
        value.map(str::to_owned).with_context(|| format!("no field {name}"))
    };
    Ok(Package {
        ecosystem: Ecosystem::Debian,
        name: field("Package")?,
        version: field("Version")?,
        // Debian names licences per file, in /usr/share/doc/PACKAGE/copyright.
        licence: None,
        folder: None,
        checksum: None,
        from_registry: true,
        delivered: true,
        authors: Vec::new(),
        dependencies: Vec::new(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn control_file_gives_name_and_version() -> Result<()> {
        let read = package("Package: libc6\nSource: glibc\nVersion: 2.36-9+deb12u14\n")?;
        assert_eq!(read.label(), "libc6 2.36-9+deb12u14");
        assert!(package("Package: libc6\n").is_err());
        Ok(())
    }
}
