//! The generated files that are kept in git, written from the code and compared with it.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result};

use crate::chart_values;
use crate::outcome::Check;
use crate::process::{command, output, say, succeeds, target};

const OPENAPI: &str = "docs/openapi.json";
const TYPES: &str = "web-kit/src/api/schema.d.ts";
/// Pages that the program prints, with the command that prints them.
const PAGES: [(&str, &[&str]); 2] = [
    ("docs/operations/commands.md", &["commands"]),
    ("docs/operations/configuration.md", &["config", "reference"]),
];

/// Writes them all.
pub fn write() -> Result<()> {
    // As the tests build it: cargo would compile the packages anew for guildhall alone.
    let words = ["cargo", "build", "--quiet", "--workspace", "--bins", "--tests"];
    anyhow::ensure!(succeeds(&mut command(&words))?, "guildhall does not build");
    fs::create_dir_all("docs").context("make docs/")?;
    fs::write(OPENAPI, openapi()?).context("write the OpenAPI document")?;
    types()?;
    fs::write(chart_values::README, chart_values::readme()?).context("write the chart's README")?;
    fs::create_dir_all("docs/operations").context("make docs/operations/")?;
    for (path, words) in PAGES {
        fs::write(path, printed(words)?).with_context(|| format!("write {path}"))?;
    }
    let pages = PAGES.map(|(path, _)| path).join(", ");
    say(&format!("wrote {OPENAPI}, {TYPES}, {}, {pages}\n", chart_values::README));
    Ok(())
}

/// Whether the kept files are what the code would write. The working tree is left as it was.
pub fn drift() -> Result<Vec<Check>> {
    let document = stale(OPENAPI, &openapi()?);
    let values = stale(chart_values::README, &chart_values::readme()?);
    let kept = fs::read_to_string(TYPES).unwrap_or_default();
    types()?;
    let fresh = fs::read_to_string(TYPES).unwrap_or_default();
    let client = if fresh == kept { Vec::new() } else { vec![advice(TYPES)] };
    if fresh != kept {
        fs::write(TYPES, kept).context("put the types back as they were")?;
    }
    let mut pages = Vec::new();
    for (path, words) in PAGES {
        pages.extend(stale(path, &printed(words)?));
    }
    Ok(vec![
        Check::new("the chart's README has the values of the chart", values),
        Check::new("the reference pages are the program's", pages),
        Check::new("the OpenAPI document is the code's", document),
        Check::new("the web client's types are the document's", client),
    ])
}

fn stale(path: &str, fresh: &str) -> Vec<String> {
    let kept = fs::read_to_string(path).unwrap_or_default();
    if kept == fresh { Vec::new() } else { vec![advice(path)] }
}

fn advice(path: &str) -> String {
    format!("{path} is out of date: run `make gen` and commit it")
}

fn openapi() -> Result<String> {
    printed(&["openapi"])
}

/// Output of the program.
fn printed(words: &[&str]) -> Result<String> {
    let binary = target().join("debug/guildhall");
    let binary = std::path::absolute(Path::new(&binary))?.to_string_lossy().into_owned();
    let mut text = output(&mut command(&[&[binary.as_str()], words].concat()))?;
    if !text.ends_with('\n') {
        text.push('\n');
    }
    Ok(text)
}

fn types() -> Result<()> {
    anyhow::ensure!(
        succeeds(&mut command(&["npm", "run", "--silent", "gen"]))?,
        "the web client's types could not be made"
    );
    Ok(())
}
