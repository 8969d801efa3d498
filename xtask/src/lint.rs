//! Rust's linter, and how it is had for next to nothing where everything is compiled anyway.
//!
//! `cargo clippy` checks every crate, those we depend on too, in a build of its own. `make test` names
//! `scripts/lint-once.sh` as the [`WRAPPER`] instead: then the crates of this workspace are linted while they
//! are compiled for the tests, each once, and only what was found is left to be read.

use std::path::Path;
use std::process::{Command, Stdio};

use anyhow::{Context, Result};
use serde_json::Value;

use crate::process::{say, succeeds};

/// Names the program that cargo compiles the crates of this workspace with.
const WRAPPER: &str = "RUSTC_WORKSPACE_WRAPPER";
/// The one of them that lints.
const LINTING: &str = "lint-once.sh";

/// Whether every crate and target compiles without a warning. `command` makes one of words.
pub fn is_clean(command: impl Fn(&[&str]) -> Command) -> Result<bool> {
    let wrapper = std::env::var_os(WRAPPER);
    if !wrapper.is_some_and(|wrapper| Path::new(&wrapper).ends_with(LINTING)) {
        let words =
            ["cargo", "clippy", "--workspace", "--all-targets", "--quiet", "--", "-D", "warnings"];
        return succeeds(&mut command(&words));
    }
    // Of what is compiled already cargo says once more what was found.
    let words =
        ["cargo", "build", "--workspace", "--all-targets", "--quiet", "--message-format=json"];
    let output = command(&words).stderr(Stdio::inherit()).output().context("start cargo")?;
    let found = findings(&String::from_utf8_lossy(&output.stdout));
    for finding in &found {
        say(finding);
    }
    Ok(output.status.success() && found.is_empty())
}

/// What the compiler found fault with, as it words it for people.
fn findings(messages: &str) -> Vec<String> {
    let read = messages.lines().filter_map(|line| serde_json::from_str::<Value>(line).ok());
    let of_compiler = read.filter(|message| message["reason"] == "compiler-message");
    of_compiler
        .filter(|message| matches!(message["message"]["level"].as_str(), Some("warning" | "error")))
        .filter_map(|message| message["message"]["rendered"].as_str().map(str::to_owned))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_warnings_but_not_notes() {
        let messages = r#"{"reason":"compiler-message","message":{"level":"warning","rendered":"unused\n"}}
{"reason":"compiler-message","message":{"level":"note","rendered":"by the way\n"}}
{"reason":"compiler-artifact","target":{"name":"wire"}}
{"reason":"build-finished","success":true}
"#;
        assert_eq!(findings(messages), ["unused\n"]);
    }

    /// The output of clippy on a crate of its own, with the workspace's settings.
    fn lint(code: &str) -> Result<String> {
        use std::io::Write as _;

        let folder = std::env::temp_dir();
        let arguments = ["--edition=2024", "--crate-type=lib", "--emit=metadata", "-Dwarnings"];
        let mut clippy = Command::new("clippy-driver")
            .args(arguments)
            .args(["--crate-name", "example", "--out-dir"])
            .arg(&folder)
            .arg("-")
            .env("CLIPPY_CONF_DIR", concat!(env!("CARGO_MANIFEST_DIR"), "/.."))
            .stdin(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .context("start clippy")?;
        clippy.stdin.take().context("its input is a pipe")?.write_all(code.as_bytes())?;
        Ok(String::from_utf8_lossy(&clippy.wait_with_output()?.stderr).into_owned())
    }

    #[test]
    fn clippy_denies_the_wall_clock_and_the_environment() -> Result<()> {
        for (call, reason) in [
            ("std::time::SystemTime::now()", "platform::Clock"),
            ("std::env::var(\"HOME\")", "platform::config"),
            ("std::env::vars()", "platform::config"),
        ] {
            let found = lint(&format!("pub fn f() {{ drop({call}); }}\n"))?;
            assert!(found.contains("use of a disallowed method"), "{call}: {found}");
            assert!(found.contains(reason), "{call}: {found}");
        }
        assert_eq!(lint("pub fn f() -> std::time::Instant { std::time::Instant::now() }\n")?, "");
        Ok(())
    }
}
