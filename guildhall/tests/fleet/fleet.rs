//! The fleet, started by the program behind `make up-production-like`.

use crate::WAIT_TIMEOUT;
use crate::browser::Browser;
use serde_json::Value;
use std::io::{BufRead, BufReader};
use std::net::{Ipv4Addr, TcpListener};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::time::Duration;
use tempfile::TempDir;

/// Number of ports of the servers, two of them for the edge.
const PORTS: u16 = 42;
/// Index of the mail catcher's web port, as in `xtask`.
const MAIL_PAGE: u16 = 12;

/// A fleet in its own folder. Dropping it stops the fleet.
pub struct Fleet {
    folder: TempDir,
    first: u16,
    child: Option<Child>,
}

impl Fleet {
    pub fn start() -> Self {
        // One provider per process; a second installation has no effect.
        drop(rustls::crypto::aws_lc_rs::default_provider().install_default());
        let folder = tempfile::Builder::new().prefix("guildhall-fleet").tempdir().unwrap();
        let mut fleet = Self { folder, first: free_ports(), child: None };
        fleet.up();
        fleet
    }

    /// Starts it in its folder.
    pub fn up(&mut self) {
        let mut child = self.command("up").stdout(Stdio::piped()).spawn().unwrap();
        let lines = BufReader::new(child.stdout.take().unwrap()).lines();
        let mut said = String::new();
        let mut is_ready = false;
        for line in lines.map_while(Result::ok) {
            said += &format!("{line}\n");
            is_ready = line.contains("ready after");
            if is_ready {
                break;
            }
        }
        self.child = Some(child);
        assert!(is_ready, "{said}");
    }

    fn command(&self, words: &str) -> Command {
        // The test suite sets the program's path; otherwise it is next to ours.
        let beside = PathBuf::from(env!("CARGO_BIN_EXE_guildhall")).with_file_name("xtask");
        let program = std::env::var_os("GUILDHALL_XTASK").map_or(beside, PathBuf::from);
        let mut command = Command::new(program);
        command.arg("fleet").args(words.split(' ')).arg("--data-dir").arg(self.folder.path());
        for (flag, port) in [("https", 0), ("http", 1), ("private", 2)] {
            let flag =
                if flag == "private" { "--private-ports" } else { &format!("--{flag}-port") };
            command.arg(flag).arg((self.first + port).to_string());
        }
        command
    }

    /// Sends a command to the running fleet, which must succeed.
    pub fn tell(&self, words: &str) {
        let told = self.command(words).output().unwrap();
        let said = String::from_utf8_lossy(&told.stdout).into_owned();
        let done = ["has ended", " runs", "ended"].iter().any(|end| said.trim().ends_with(end));
        assert!(told.status.success() && done, "{words}: {said}");
    }

    /// Runs the TLS scan; returns its output.
    pub fn scan(&self) -> String {
        let judged = self.command("scan").output().unwrap();
        let said = String::from_utf8_lossy(&judged.stdout).into_owned();
        let faults = String::from_utf8_lossy(&judged.stderr);
        assert!(judged.status.success(), "{said}{faults}");
        said
    }

    /// Stops it, and checks that no process is left.
    pub fn stop(&mut self) {
        self.end();
        for port in self.first..self.first + PORTS {
            let free = TcpListener::bind((Ipv4Addr::LOCALHOST, port));
            assert!(free.is_ok(), "port {port} is still taken");
        }
    }

    fn end(&mut self) {
        let Some(mut child) = self.child.take() else { return };
        drop(self.command("down").output());
        assert_eq!(child.wait().unwrap().code(), Some(0));
    }

    /// A browser that trusts its authority.
    pub fn browser(&self) -> Browser {
        let root = std::fs::read(self.folder.path().join("pebble-root.pem")).unwrap();
        Browser::new(self.first, &root)
    }

    /// Database address of the running processes.
    pub fn application_url(&self) -> String {
        let config = std::fs::read_to_string(self.folder.path().join("guildhall.toml")).unwrap();
        let (_, rest) = config.split_once("[database]\nurl = \"").unwrap();
        rest.split_once('"').unwrap().0.to_owned()
    }

    /// The newest email to a recipient, once the catcher has it.
    pub async fn mail_to(&self, whom: &str) -> Value {
        let page = format!("http://127.0.0.1:{}/email", self.first + 2 + MAIL_PAGE);
        let looking = async {
            loop {
                let all: Vec<Value> = reqwest::get(&page).await.unwrap().json().await.unwrap();
                let mine = |mail: &Value| mail["to"][0]["address"] == whom;
                if let Some(mail) = all.into_iter().rev().find(mine) {
                    return mail;
                }
                tokio::time::sleep(Duration::from_millis(50)).await;
            }
        };
        tokio::time::timeout(WAIT_TIMEOUT, looking).await.expect("the email arrives")
    }
}

impl Drop for Fleet {
    fn drop(&mut self) {
        if let Some(mut child) = self.child.take() {
            drop(self.command("down").output());
            drop(child.wait());
        }
    }
}

/// Finds a range of free consecutive ports below the ephemeral ones.
fn free_ports() -> u16 {
    let start = u16::try_from(std::process::id() % 200).unwrap() * PORTS + 19_000;
    let tries = (0..100).map(|n| 19_000 + (start - 19_000 + n * PORTS) % 8_400);
    let is_free = |first: &u16| {
        (*first..first + PORTS).all(|port| TcpListener::bind((Ipv4Addr::LOCALHOST, port)).is_ok())
    };
    tries.into_iter().find(is_free).expect("enough ports in a row")
}
