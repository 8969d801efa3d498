//! A part as a process: its log and its end.

use super::place::Place;
use anyhow::{Context, Result};
use rustix::process::{Pid, Signal, kill_process};
use std::fs::OpenOptions;
use std::process::{ExitStatus, Stdio};
use std::time::Duration;
use tokio::process::{Child, Command};
use tokio::sync::{mpsc, watch};

/// A part of the fleet that is not running.
#[derive(Clone, Debug)]
pub struct Part {
    pub name: &'static str,
    pub program: String,
    pub arguments: Vec<String>,
    pub environment: Vec<(&'static str, String)>,
    pub ready: super::ready::Ready,
    /// Signal that stops it.
    pub end: Signal,
    /// Maximum time for it to stop.
    pub patience: Duration,
}

/// A running part. Dropping it stops the process.
pub struct RunningPart {
    pub pid: u32,
    signals: mpsc::UnboundedSender<Signal>,
    ended: watch::Receiver<Option<ExitStatus>>,
}

impl Part {
    /// Starts it, appending to its log.
    pub fn start(&self, place: &Place) -> Result<RunningPart> {
        let path = place.log(self.name);
        let log = OpenOptions::new().create(true).append(true).open(&path);
        let log = log.with_context(|| format!("open {}", path.display()))?;
        // If the supervisor is killed, the kernel ends its parts.
        let mut command = Command::new("setpriv");
        command.args(["--pdeathsig", "TERM"]).arg(&self.program).args(&self.arguments);
        for (name, _) in std::env::vars_os() {
            // Removes settings of another instance.
            if name.to_string_lossy().starts_with("GUILDHALL_") && name != crate::process::MARK {
                command.env_remove(name);
            }
        }
        command.envs(self.environment.iter().map(|(name, value)| (*name, value)));
        command.stdin(Stdio::null()).stdout(log.try_clone()?).stderr(log);
        // The supervisor handles Ctrl-C and stops the parts in order.
        command.process_group(0).kill_on_drop(true);
        let child = command.spawn().with_context(|| format!("start {}", self.name))?;
        RunningPart::watch(child)
    }
}

impl RunningPart {
    fn watch(mut child: Child) -> Result<Self> {
        let pid = child.id().context("a new process has an id")?;
        let (signals, mut asked) = mpsc::unbounded_channel();
        let (end, ended) = watch::channel(None);
        tokio::spawn(async move {
            loop {
                tokio::select! {
                    status = child.wait() => {
                        end.send_replace(status.ok());
                        return;
                    }
                    signal = asked.recv() => {
                        let Some(signal) = signal else { return };
                        // Valid only until the process is waited for; then its id may be reused.
                        let pid = child.id().and_then(|id| Pid::from_raw(id.cast_signed()));
                        if let Some(pid) = pid {
                            let _ = kill_process(pid, signal);
                        }
                    }
                }
            }
        });
        Ok(Self { pid, signals, ended })
    }

    pub fn signal(&self, signal: Signal) {
        // The receiver is closed after the process has ended.
        let _ = self.signals.send(signal);
    }

    /// Exit status, if it has ended.
    pub fn status(&self) -> Option<ExitStatus> {
        *self.ended.borrow()
    }

    /// Waits for its end.
    pub async fn ended(&mut self) {
        drop(self.ended.wait_for(Option::is_some).await);
    }
}

/// Last lines of a part's log, for display.
pub fn last_words(place: &Place, part: &str) -> String {
    const LINES: usize = 15;
    let text = std::fs::read(place.log(part)).unwrap_or_default();
    let text = String::from_utf8_lossy(&text);
    let lines: Vec<&str> = text.lines().collect();
    let last = lines.iter().skip(lines.len().saturating_sub(LINES));
    last.map(|line| format!("    {line}\n")).collect()
}
