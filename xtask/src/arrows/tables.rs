//! Which feature owns each table, and which refer to the tables of others.

use std::collections::{BTreeMap, BTreeSet};

use anyhow::{Context, Result};
use regex::Regex;

use super::code::{Code, line_of};
use super::imports::module;
use super::ratchet::Violations;
use crate::tidy::Source;

const OWNERS: &str = "xtask/boundaries/tables.txt";
const CRATES: &[&str] =
    &["tenant-runtime", "control-plane", "edge-router", "platform", "guildhall"];

/// Each table with the feature that owns it, as `crate/module`. A feature whose tables several
/// servers read has a part of its own in platform, which is a second owner.
#[derive(Debug)]
pub struct Owners(BTreeMap<String, Vec<String>>);

impl Owners {
    pub fn read() -> Result<Self> {
        let text = std::fs::read_to_string(OWNERS).with_context(|| format!("read {OWNERS}"))?;
        Ok(Self::parse(&text))
    }

    fn parse(text: &str) -> Self {
        let lines = text.lines().filter(|line| !line.starts_with('#'));
        let pairs = lines.filter_map(|line| line.split_once(' '));
        let owners = |names: &str| names.split_whitespace().map(str::to_owned).collect();
        Self(pairs.map(|(table, names)| (table.to_owned(), owners(names))).collect())
    }

    /// Tables without an owner, and owners or tables that do not exist.
    pub fn findings(&self, sources: &[Source]) -> Result<Vec<String>> {
        let created = created(sources)?;
        let features: BTreeSet<String> = sources.iter().filter_map(feature).collect();
        let mut findings = Vec::new();
        for table in created.iter().filter(|table| !self.0.contains_key(*table)) {
            findings.push(format!("table `{table}` has no owner in {OWNERS}"));
        }
        for (table, owners) in &self.0 {
            if !created.contains(table) {
                findings.push(format!("{OWNERS}: no migration creates `{table}`"));
            }
            for owner in owners.iter().filter(|owner| !features.contains(*owner)) {
                findings.push(format!("{OWNERS}: `{owner}`, owner of `{table}`, does not exist"));
            }
            if let [_, second, rest @ ..] = owners.as_slice()
                && (!second.starts_with("platform/") || !rest.is_empty())
            {
                findings.push(format!("{OWNERS}: `{table}` may have a second owner in platform"));
            }
        }
        Ok(findings)
    }

    /// References to tables of other features.
    pub fn violations(&self, sources: &[Source]) -> Result<Violations> {
        let references = References::new(self.0.keys())?;
        let mut violations = Violations::new();
        for source in sources {
            let Some(feature) = feature(source) else { continue };
            for (line, table) in references.find(&source.text) {
                if self.0.get(&table).is_none_or(|owners| owners.contains(&feature)) {
                    continue;
                }
                let violation =
                    violations.entry(format!("table {feature} -> {table}")).or_default();
                violation.count += 1;
                violation.places.push(source.at(line, &format!("refers to `{table}`")));
            }
        }
        Ok(violations)
    }
}

/// The feature that a product file belongs to.
fn feature(source: &Source) -> Option<String> {
    if !source.is_rust() || source.is_test() {
        return None;
    }
    let krate = CRATES.iter().find(|krate| source.path.starts_with(&format!("{krate}/src/")))?;
    Some(format!("{krate}/{}", module(krate, &source.path)?))
}

/// Tables that migrations create, by a literal name or by a constant of the same file.
fn created(sources: &[Source]) -> Result<BTreeSet<String>> {
    let literal =
        Regex::new(r#"(?:\btable\(\s*"|CREATE (?:VIRTUAL )?TABLE (?:IF NOT EXISTS )?)([a-z_]+)"#)?;
    let constant = Regex::new(r#"(?m)^const ([A-Z_]+): &str = "([a-z_]+)";$"#)?;
    let mut tables = BTreeSet::new();
    for file in sources.iter().filter(|source| source.path.starts_with("migrations/src/m")) {
        let text = file.text.as_str();
        let literals = literal.captures_iter(text).filter_map(|found| found.get(1));
        tables.extend(literals.map(|name| name.as_str().to_owned()));
        for found in constant.captures_iter(text) {
            let (Some(constant), Some(name)) = (found.get(1), found.get(2)) else { continue };
            let constant = constant.as_str();
            let is_created = text.contains(&format!("table({constant},"));
            let is_renamed = text.contains(&format!("{{{constant}}} RENAME TO"));
            if is_created && !is_renamed {
                tables.insert(name.as_str().to_owned());
            }
        }
    }
    Ok(tables)
}

/// Finds table names in SQL texts, entities and query builders.
struct References {
    sql: Regex,
    literal: Regex,
    builder: Regex,
}

impl References {
    fn new<'t>(tables: impl Iterator<Item = &'t String>) -> Result<Self> {
        let mut names: Vec<&str> = tables.map(String::as_str).collect();
        // The longest first: `users` must not hide `users_more`.
        names.sort_by_key(|name| std::cmp::Reverse(name.len()));
        let names = names.join("|");
        Ok(Self {
            // A line of a literal may end in a backslash.
            sql: Regex::new(&format!(
                r#"\b(?:FROM|JOIN|INTO|UPDATE|TABLE)(?:\s|\\)+(?:ONLY\s+)?"?({names})\b"#
            ))?,
            literal: Regex::new(&format!(r#""({names})(?: [a-z]{{1,2}}(?: [^"]*)?)?""#))?,
            builder: Regex::new(r"(?:table_name = |Alias::new\()$")?,
        })
    }

    fn find(&self, text: &str) -> Vec<(usize, String)> {
        let code = Code::new(text);
        let mut found = BTreeSet::new();
        for table in self.sql.captures_iter(&code.strings).filter_map(|hit| hit.get(1)) {
            found.insert((table.start(), table.as_str()));
        }
        for hit in self.literal.captures_iter(&code.strings) {
            let (Some(all), Some(table)) = (hit.get(0), hit.get(1)) else { continue };
            // A literal of one plain word may be something else.
            let is_plain = all.len() == table.len() + 2 && !table.as_str().contains('_');
            let before = code.code.get(..all.start()).unwrap_or_default();
            if !is_plain || self.builder.is_match(before) {
                found.insert((table.start(), table.as_str()));
            }
        }
        found.into_iter().map(|(at, table)| (line_of(text, at), table.to_owned())).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tidy::source;

    const LIST: &str = "# owners\nusers tenant-runtime/accounts\npost_likes tenant-runtime/posts\n";

    fn keys(text: &str) -> Result<Vec<(String, usize)>> {
        let found =
            Owners::parse(LIST).violations(&[source("tenant-runtime/src/feed/a.rs", text)])?;
        Ok(found.into_iter().map(|(key, violation)| (key, violation.count)).collect())
    }

    #[test]
    fn counts_references_to_tables_of_other_features() -> Result<()> {
        let text = "const A: &str = \"SELECT 1 FROM users u JOIN \\\n    post_likes l\";\n\
                    #[sea_orm(table_name = \"users\")]\nlet b = \"users u LEFT JOIN x\";\n";
        let expected = [
            ("table tenant-runtime/feed -> post_likes".to_owned(), 1),
            ("table tenant-runtime/feed -> users".to_owned(), 3),
        ];
        assert_eq!(keys(text)?, expected);
        Ok(())
    }

    #[test]
    fn ignores_comments_tests_plain_words_and_longer_names() -> Result<()> {
        let text = "// FROM users\nlet a = (\"users\", \"FROM users_more\", \"from users\");\n\
                    #[cfg(test)]\nmod tests { const B: &str = \"FROM users\"; }\n";
        assert!(keys(text)?.is_empty());
        Ok(())
    }

    #[test]
    fn accepts_the_owner() -> Result<()> {
        let own =
            source("tenant-runtime/src/accounts/rows/a.rs", "let a = \"DELETE FROM users\";\n");
        assert!(Owners::parse(LIST).violations(&[own])?.is_empty());
        Ok(())
    }

    #[test]
    fn reports_a_table_without_owner_and_an_owner_that_does_not_exist() -> Result<()> {
        let migration = "table(\n    \"users\", vec![])\nm.run(\"CREATE TABLE spans (x)\")\n\
                         const STEPS: &str = \"steps\";\ntable(STEPS, columns)\n\
                         const COPY: &str = \"copy\";\ntable(COPY, columns)\n\"ALTER TABLE {COPY} RENAME TO x\"\n";
        let sources = [
            source("migrations/src/m0001_a.rs", migration),
            source("tenant-runtime/src/accounts/mod.rs", ""),
        ];
        assert_eq!(
            Owners::parse(LIST).findings(&sources)?,
            [
                "table `spans` has no owner in xtask/boundaries/tables.txt",
                "table `steps` has no owner in xtask/boundaries/tables.txt",
                "xtask/boundaries/tables.txt: no migration creates `post_likes`",
                "xtask/boundaries/tables.txt: `tenant-runtime/posts`, owner of `post_likes`, does not exist",
            ]
        );
        Ok(())
    }
}
