//! Commands of podman. crun does not start containers on hybrid cgroups, so runc does.

use anyhow::{Context, Result, ensure};
use rustix::process::{Resource, getrlimit};
use std::process::Stdio;
use tokio::process::Command;

const OPTIONS: [&str; 6] =
    ["--cgroup-manager", "cgroupfs", "--runtime", "runc", "--log-level", "error"];
const OPEN_FILES_MAX: u64 = 65_536;
const PROCESSES_MAX: u64 = 4_096;

/// Runs a command of podman; returns its output.
pub async fn podman<S: AsRef<str>>(words: &[S]) -> Result<String> {
    let words: Vec<&str> = words.iter().map(AsRef::as_ref).collect();
    let mut command = Command::new("podman");
    command.args(OPTIONS).args(&words).stdin(Stdio::null()).kill_on_drop(true);
    let done = command.output().await.context("start podman")?;
    let error = String::from_utf8_lossy(&done.stderr);
    ensure!(done.status.success(), "podman {}: {error}", words.first().unwrap_or(&""));
    Ok(String::from_utf8_lossy(&done.stdout).trim().to_owned())
}

/// Limits that a container may have without the right to raise its parent's.
pub fn limits() -> [String; 4] {
    let capped = |resource, most: u64| {
        let limit = getrlimit(resource).maximum.unwrap_or(most).min(most);
        format!("{limit}:{limit}")
    };
    let files = capped(Resource::Nofile, OPEN_FILES_MAX);
    let processes = capped(Resource::Nproc, PROCESSES_MAX);
    ["--ulimit".into(), format!("nofile={files}"), "--ulimit".into(), format!("nproc={processes}")]
}
