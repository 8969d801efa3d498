//! What an instance meets in the world, each as a process of its own under `e2e/counterparts`.

use std::path::Path;
use std::process::{Command, Stdio};

/// A counterpart that is told things by its standard input and answers on its standard output.
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
