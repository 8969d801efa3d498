//! The house rules that neither rustfmt, clippy nor the web linter knows.
//!
//! Each rule is a function from the source files to the places where it is broken, so it can be
//! tested on a few lines. CONTRIBUTING.md says why each one is there.

mod api_names;
mod commits;
mod dependencies;
mod docs;
mod endpoints;
pub mod import_rules;
mod language;
mod rust;
mod sizes;
mod translations;
mod unfinished;

use anyhow::{Context, Result};

use crate::outcome::Check;
use crate::process::{files, say};

/// A file under version control.
#[derive(Debug)]
pub struct Source {
    pub path: String,
    pub text: String,
}

impl Source {
    pub fn is_rust(&self) -> bool {
        self.path.ends_with(".rs")
    }

    pub fn is_web(&self) -> bool {
        self.path.ends_with(".ts") || self.path.ends_with(".tsx")
    }

    /// Written by a program, so no rule about writing applies.
    pub fn is_generated(&self) -> bool {
        self.path.ends_with(".d.ts") || self.path.starts_with("docs/")
    }

    pub fn is_test(&self) -> bool {
        let path = self.path.as_str();
        path.split('/').any(|part| matches!(part, "tests" | "e2e" | "benches" | "test"))
            || path.ends_with("/tests.rs")
            || path.contains(".test.ts")
    }

    /// The lines with their numbers; of a Rust file those before its inline tests.
    fn code(&self) -> impl Iterator<Item = (usize, &str)> {
        let rust = self.is_rust();
        self.text
            .lines()
            .enumerate()
            .take_while(move |(_, line)| !(rust && line.starts_with("#[cfg(test)]")))
            .map(|(index, line)| (index + 1, line))
    }

    /// Where a path that is written in this file leads to, seen from the root.
    fn beside(&self, path: &str) -> String {
        let mut parts: Vec<&str> = self.path.split('/').collect();
        parts.pop();
        for part in path.split('/') {
            match part {
                "." => {}
                ".." => drop(parts.pop()),
                other => parts.push(other),
            }
        }
        parts.join("/")
    }

    pub fn at(&self, line: usize, what: &str) -> String {
        format!("{}:{line}: {what}", self.path)
    }
}

/// The files that the rules read.
pub fn sources() -> Result<Vec<Source>> {
    let mut sources = Vec::new();
    for path in files()? {
        if ["rs", "ts", "tsx", "css", "toml", "md"]
            .iter()
            .any(|end| path.ends_with(&format!(".{end}")))
        {
            let text = std::fs::read_to_string(&path).with_context(|| format!("read {path}"))?;
            sources.push(Source { path, text });
        }
    }
    Ok(sources)
}

/// Prints the measures of language, each with all its places.
pub fn print_language() -> Result<()> {
    let measures = language::Language::new(&language::read_data()?)?.measure(&sources()?);
    for place in measures.iter().flat_map(language::Measure::places) {
        say(&format!("{place}\n"));
    }
    for measure in &measures {
        say(&format!("{}\n", measure.summary()));
    }
    Ok(())
}

pub fn check() -> Result<Vec<Check>> {
    let sources = sources()?;
    let data = language::read_data()?;
    Ok(vec![
        Check::new("no file is too long", sizes::check(&sources)),
        Check::new("nothing is left unfinished or skipped", unfinished::check(&sources)),
        Check::new("cookies are read by our own reader alone", rust::no_cookie_jar(&sources)),
        Check::new("cookies are for one host", rust::no_cookie_domain(&sources)),
        Check::new("tables are private to their feature", rust::private_tables(&sources)),
        Check::new("rules know no HTTP", rust::pure_rules(&sources)),
        Check::new("the web packages keep their walls", import_rules::packages(&sources)),
        Check::new("web features meet at their public files", import_rules::features(&sources)),
        Check::new("crates use what they depend on", dependencies::unused(&sources)),
        Check::new("operations and schemas of the API have plain names", api_names::check()),
        Check::new("every endpoint has its refusals listed", endpoints::check(&sources)),
        Check::new("texts for people are translated", translations::check(&sources)),
        Check::new("ARCHITECTURE.md names every folder", docs::folders(&sources)),
        Check::new("links between documents lead somewhere", docs::links(&sources)),
        Check::new("comments and type names use plain words", language::check(&sources, &data)?),
        Check::new("commit subjects are imperative and short", commits::check(&data)?),
    ])
}

#[cfg(test)]
pub fn source(path: &str, text: &str) -> Source {
    Source { path: path.to_owned(), text: text.to_owned() }
}
