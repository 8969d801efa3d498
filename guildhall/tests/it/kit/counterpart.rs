//! External services that an instance talks to, each a separate process from `e2e/counterparts`.

use std::path::Path;
use std::process::{Command, Stdio};

/// A service that reads commands from standard input and answers on standard output.
pub fn counterpart(script: &str) -> Command {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
    let own = root.join("node_modules/.bin");
    let path = std::env::var_os("PATH").unwrap_or_default();
    let path = std::env::join_paths(std::iter::once(own).chain(std::env::split_paths(&path)));
    let mut command = Command::new("node");
    command
        .arg(root.join("e2e/counterparts").join(script))
        .env("PATH", path.unwrap())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::inherit());
    command
}
