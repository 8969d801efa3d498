//! Starting other programs, and talking to the terminal.

use std::io::{BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread::JoinHandle;

use anyhow::{Context, Result, bail};

/// Every program that a run starts carries this, so that none can be left behind unseen.
pub const MARK: &str = "GUILDHALL_TEST_RUN";

pub fn say(text: &str) {
    let mut out = std::io::stdout().lock();
    // A closed terminal is no reason to stop a run halfway.
    drop(out.write_all(text.as_bytes()).and_then(|()| out.flush()));
}

/// The root of the clone that the task was called in. Not where it was compiled: clones may share
/// what cargo builds.
pub fn root() -> Result<PathBuf> {
    let printed = output(&mut command(&["git", "rev-parse", "--show-toplevel"]))?;
    Ok(PathBuf::from(printed.trim()))
}

/// Where cargo puts what it builds.
pub fn target() -> PathBuf {
    std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| PathBuf::from("target"), PathBuf::from)
}

/// A command made of a program and its arguments, without the variables that `cargo run` set for
/// this task alone: they would make cargo build things again.
pub fn command(words: &[&str]) -> Command {
    let (program, arguments) = words.split_first().unwrap_or((&"true", &[]));
    let mut command = Command::new(program);
    command.args(arguments);
    for (name, _) in std::env::vars_os() {
        let name = name.to_string_lossy();
        if name.starts_with("CARGO_PKG_") || name.starts_with("CARGO_MANIFEST_") {
            command.env_remove(name.as_ref());
        }
    }
    command
}

/// Runs a command with the terminal as its own; true when it succeeded.
pub fn succeeds(command: &mut Command) -> Result<bool> {
    let status = command.status().with_context(|| format!("start {:?}", command.get_program()))?;
    Ok(status.success())
}

/// What a command printed, if it succeeded.
pub fn output(command: &mut Command) -> Result<String> {
    let output = command
        .stderr(Stdio::inherit())
        .output()
        .with_context(|| format!("start {:?}", command.get_program()))?;
    if !output.status.success() {
        bail!("{:?} failed: {}", command.get_program(), output.status);
    }
    String::from_utf8(output.stdout).context("its output is text")
}

/// Runs a command, shows what it prints as it prints it, and returns that too.
pub fn watched(command: &mut Command) -> Result<(bool, String)> {
    let mut child = command
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .with_context(|| format!("start {:?}", command.get_program()))?;
    let readers = [child.stdout.take().map(copy), child.stderr.take().map(copy)];
    let mut printed = String::new();
    for reader in readers.into_iter().flatten() {
        printed.push_str(&reader.join().unwrap_or_default());
    }
    Ok((child.wait()?.success(), printed))
}

/// Runs a command, and shows what it printed once it has ended: another has the terminal until then.
pub fn told_at_the_end(command: &mut Command) -> Result<(bool, String)> {
    let output = command.output().with_context(|| format!("start {:?}", command.get_program()))?;
    let printed = [output.stdout, output.stderr].concat();
    let printed = String::from_utf8_lossy(&printed).into_owned();
    say(&printed);
    Ok((output.status.success(), printed))
}

fn copy(source: impl Read + Send + 'static) -> JoinHandle<String> {
    std::thread::spawn(move || {
        let mut kept = String::new();
        for line in BufReader::new(source).split(b'\n').map_while(Result::ok) {
            let line = String::from_utf8_lossy(&line);
            say(&format!("{line}\n"));
            kept.push_str(&line);
            kept.push('\n');
        }
        kept
    })
}

/// The files under version control or about to be, with `/` between folders.
pub fn files() -> Result<Vec<String>> {
    let listed =
        output(&mut command(&["git", "ls-files", "-co", "--exclude-standard", "--deduplicate"]))?;
    Ok(listed.lines().filter(|path| Path::new(path).is_file()).map(str::to_owned).collect())
}

/// Programs still running that this run started, as `pid name`.
pub fn left_behind(mark: &str) -> Result<Vec<String>> {
    let wanted = format!("{MARK}={mark}");
    let own = std::process::id().to_string();
    let mut found = Vec::new();
    for entry in std::fs::read_dir("/proc").context("read /proc")?.flatten() {
        let pid = entry.file_name().to_string_lossy().into_owned();
        if pid == own || !pid.bytes().all(|byte| byte.is_ascii_digit()) {
            continue;
        }
        // A process that ended in between, or that is another user's, is not ours.
        let Ok(environment) = std::fs::read(entry.path().join("environ")) else { continue };
        if environment.split(|byte| *byte == 0).any(|item| item == wanted.as_bytes()) {
            let name = std::fs::read_to_string(entry.path().join("comm")).unwrap_or_default();
            found.push(format!("{pid} {}", name.trim()));
        }
    }
    Ok(found)
}
