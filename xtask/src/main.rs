//! The project's own tasks: everything in the Makefile that has logic in it.
//!
//! `cargo xtask help` lists them.
#![expect(clippy::disallowed_methods, reason = "a tool has no scope and no settings file")]

mod arrows;
mod chart_values;
mod cluster;
mod fleet;
mod licences;
mod lint;
mod outcome;
mod process;
mod produce;
mod session;
mod suites;
mod summary;
mod tidy;

use std::process::ExitCode;

use anyhow::{Context, Result, bail};

const HELP: &str = "\
cargo xtask TASK

  test [SUITE…]   run every suite, or only those named, and end on one line of counts
  test --list     name the suites, in their order
  tidy            the house rules that no other linter knows
  language        measures of plain language, with every place
  arrows          which crate may use which, who owns each table, and import cycles
  arrows shrink   delete repaired violations from xtask/boundaries/violations.txt
  gen             write docs/openapi.json, the web client's types, the chart's table of values and the
                  reference pages
";

fn main() -> ExitCode {
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            process::say(&format!("{error:#}\n"));
            ExitCode::FAILURE
        }
    }
}

fn run() -> Result<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let root = process::root()?;
    std::env::set_current_dir(&root).context("go to the root of the repository")?;

    match arguments.split_first() {
        None => process::say(&format!("{HELP}{}{}{}", licences::HELP, fleet::HELP, cluster::HELP)),
        Some((task, rest)) => match task.as_str() {
            "help" | "--help" => {
                process::say(&format!("{HELP}{}{}{}", licences::HELP, fleet::HELP, cluster::HELP))
            }
            "test" => suites::test(rest)?,
            "tidy" => report(tidy::check()?)?,
            "language" => tidy::print_language()?,
            "arrows" if rest == ["shrink"] => arrows::shrink()?,
            "arrows" => report(arrows::check()?)?,
            "gen" => produce::write()?,
            "fleet" => fleet::run(rest)?,
            "cluster" => cluster::run(rest)?,
            "licences" if rest.is_empty() => report(licences::check()?)?,
            "licences" => licences::run(rest)?,
            other => bail!("there is no task `{other}`\n\n{HELP}"),
        },
    }
    Ok(())
}

/// Prints each check and fails if one of them found something.
fn report(checks: Vec<outcome::Check>) -> Result<()> {
    let failed = checks.iter().filter(|check| !check.findings.is_empty()).count();
    for check in checks {
        check.print();
    }
    if failed > 0 {
        bail!("{failed} house rules are broken");
    }
    Ok(())
}
