//! One run of the suites: the mark it is known by, where its reports lie, where its tests keep their files.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result};

use crate::outcome::Count;
use crate::process::{self, MARK, succeeds};

/// What a run may keep in memory at most, with its servers.
const MEMORY_GIB: u32 = 6;

/// One run: this program, where its reports lie, the mark that everything started in it carries, and where
/// what is tested keeps its files, if that is in memory.
pub struct Session {
    pub program: PathBuf,
    pub mark: String,
    reports: PathBuf,
    memory: Option<PathBuf>,
}

impl Session {
    pub fn begin() -> Result<Self> {
        let begun = std::time::UNIX_EPOCH.elapsed()?.as_millis();
        let mark = format!("{}-{begun:?}", std::process::id());
        let reports = std::path::absolute(process::target())?.join("test-reports");
        fs::create_dir_all(&reports).context("make the folder for reports")?;
        let memory = memory(&mark)?;
        // Asked before anything is built: cargo may put the same program anew in this one's place.
        let program = std::env::current_exe().context("find this program")?;
        Ok(Self { program, mark, reports, memory })
    }

    /// Leaves nothing in memory; the reports stay.
    pub fn end(&self) -> Result<()> {
        let Some(memory) = &self.memory else { return Ok(()) };
        fs::remove_dir_all(memory).context("remove what the tests kept in memory")
    }

    pub fn command(&self, words: &[&str]) -> Command {
        let mut command = process::command(words);
        command.env(MARK, &self.mark);
        command
    }

    /// A command whose databases, uploads and browsers keep their files in memory where there is room: each
    /// of them waits for the disk at every write that must not be lost.
    pub fn in_memory(&self, words: &[&str]) -> Command {
        let mut command = self.command(words);
        command.envs(self.memory.iter().map(|memory| ("TMPDIR", memory)));
        command
    }

    /// A check that is one program's exit code.
    pub fn check(&self, words: &[&str]) -> Result<Count> {
        Ok(Count::of_one(succeeds(&mut self.command(words))?))
    }

    /// Where a runner is to leave its report; an older one must not be taken for it.
    pub fn report(&self, name: &str) -> Result<PathBuf> {
        let path = self.reports.join(name);
        if path.exists() {
            fs::remove_file(&path).context("remove the last run's report")?;
        }
        Ok(path)
    }
}

/// A folder in memory, where the machine has several GiB for it.
fn memory(mark: &str) -> Result<Option<PathBuf>> {
    let shared = Path::new("/dev/shm");
    let room = Command::new("df").args(["--output=avail", "-BG"]).arg(shared).output();
    let room = room.map(|printed| String::from_utf8_lossy(&printed.stdout).into_owned());
    let room = room.ok().and_then(|printed| {
        printed.lines().last()?.trim().trim_end_matches('G').parse::<u32>().ok()
    });
    if room.is_none_or(|room| room < MEMORY_GIB) {
        return Ok(None);
    }
    let folder = shared.join(format!("guildhall-tests-{mark}"));
    fs::create_dir(&folder).context("make a folder in memory")?;
    Ok(Some(folder))
}
