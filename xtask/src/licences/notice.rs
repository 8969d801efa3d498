//! NOTICE: every delivered package with its licence, and each licence text once.

use super::package::Package;
use anyhow::{Context, Result, bail};
use spdx::{Expression, ParseMode};
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::path::Path;

/// Beginnings of the names of files with licence texts.
const FILES: [&str; 6] = ["license", "licence", "copying", "notice", "unlicense", "copyright"];
/// Bundled C sources have their licence some folders further down.
const DEPTH_MAX: usize = 4;
/// Folders that are not part of what is compiled.
const SKIPPED: [&str; 6] = ["tests", "test", "benches", "examples", "node_modules", "target"];

pub fn text(packages: &[Package]) -> Result<String> {
    let mut texts: BTreeMap<String, Vec<String>> = BTreeMap::new();
    let mut notice = String::from(
        "Guildhall is licensed under the Apache License 2.0 (LICENSE). It contains the third-party \
         software listed here.\n\n",
    );
    for package in packages {
        let licence = package.licence.as_deref().unwrap_or("see its licence text");
        writeln!(notice, "{}: {licence}", package.label())?;
        for text in texts_of(package)? {
            texts.entry(text).or_default().push(package.label());
        }
    }
    // The most common texts come first; equal ones stay in alphabetical order.
    let mut texts: Vec<_> = texts.into_iter().collect();
    texts.sort_by_key(|(_, users)| std::cmp::Reverse(users.len()));
    for (text, users) in texts {
        let line = "-".repeat(80);
        write!(notice, "\n{line}\nUsed by: {}\n{line}\n\n{text}\n", users.join(", "))?;
    }
    Ok(notice)
}

/// Licence texts of a package: its own files, or the standard texts if it has none.
fn texts_of(package: &Package) -> Result<Vec<String>> {
    let folder = package.folder.as_deref().context("a package has its sources")?;
    if !folder.is_dir() {
        bail!("{} is not there; run scripts/install.sh", folder.display());
    }
    let mut texts = Vec::new();
    collect(folder, 0, &mut texts)?;
    if texts.is_empty() {
        texts = standard_texts(package)?;
    }
    texts.sort();
    texts.dedup();
    Ok(texts)
}

fn collect(folder: &Path, depth: usize, texts: &mut Vec<String>) -> Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let name = entry.file_name().to_string_lossy().to_lowercase();
        let kind = entry.file_type()?;
        if kind.is_dir() && depth < DEPTH_MAX && !SKIPPED.contains(&name.as_str()) {
            collect(&entry.path(), depth + 1, texts)?;
        } else if kind.is_file() && has_licence_name(&name) {
            let bytes = fs::read(entry.path())?;
            texts.push(normalise(&String::from_utf8_lossy(&bytes)));
        }
    }
    Ok(())
}

fn has_licence_name(name: &str) -> bool {
    const CODE: [&str; 9] = [".rs", ".c", ".h", ".js", ".ts", ".tsx", ".py", ".go", ".json"];
    FILES.iter().any(|start| name.starts_with(start)) && !CODE.iter().any(|end| name.ends_with(end))
}

/// Equal texts differ only in line ends and trailing spaces between packages.
fn normalise(text: &str) -> String {
    let lines: Vec<&str> = text.lines().map(str::trim_end).collect();
    lines.join("\n").trim_matches('\n').to_owned()
}

fn standard_texts(package: &Package) -> Result<Vec<String>> {
    let licence = package.licence.as_deref().unwrap_or_default();
    let expression = Expression::parse_mode(licence, ParseMode::LAX)
        .with_context(|| format!("{} has neither a licence text nor a name", package.label()))?;
    let ids = expression.requirements().filter_map(|wanted| wanted.req.license.id());
    let holders = package.authors.join(", ");
    Ok(ids.map(|id| normalise(&format!("Authors: {holders}\n\n{}", id.text()))).collect())
}

#[cfg(test)]
mod tests {
    use super::super::package::Ecosystem;
    use super::*;

    fn package(name: &str, folder: &Path) -> Package {
        Package {
            ecosystem: Ecosystem::Cargo,
            name: name.to_owned(),
            version: "1.0.0".to_owned(),
            licence: Some("MIT".to_owned()),
            folder: Some(folder.to_owned()),
            checksum: None,
            from_registry: true,
            delivered: true,
            authors: vec!["Ada".to_owned()],
            dependencies: Vec::new(),
        }
    }

    #[test]
    fn equal_texts_are_printed_once_and_a_missing_one_is_the_standard_text() -> Result<()> {
        let root = std::env::temp_dir().join(format!("guildhall-notice-{}", std::process::id()));
        let (one, two, bare) = (root.join("one/src"), root.join("two"), root.join("bare"));
        for folder in [&one, &two, &bare] {
            fs::create_dir_all(folder)?;
        }
        fs::write(root.join("one/LICENSE-MIT"), "Shared text \r\nof two\r\n")?;
        fs::write(one.join("license.rs"), "fn code() {}")?;
        fs::write(two.join("COPYING"), "Shared text\nof two")?;
        let made = text(&[
            package("one", &root.join("one")),
            package("two", &two),
            package("bare", &bare),
        ]);
        fs::remove_dir_all(&root)?;
        let made = made?;
        assert_eq!(made.matches("Shared text\nof two").count(), 1);
        assert!(made.contains("Used by: one 1.0.0, two 1.0.0\n"));
        assert!(made.contains("Authors: Ada") && made.contains("Permission is hereby granted"));
        assert!(!made.contains("fn code"));
        Ok(())
    }
}
