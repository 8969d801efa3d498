//! The program as processes of their own, on the data of an instance.

use super::{Browser, PATIENCE, TestApp};
use std::io::{BufRead, BufReader};
use std::net::{Ipv4Addr, SocketAddr};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::atomic::{AtomicU16, Ordering};
use std::time::{Duration, Instant};

/// A role as a process; killed when the test ends before it does.
pub struct Process(Child);

impl Process {
    pub fn start(role: &str, app: &TestApp, settings: &[(&str, String)]) -> Self {
        let mut program = Command::new(env!("CARGO_BIN_EXE_guildhall"));
        program.arg(role).stdout(Stdio::piped());
        for (name, value) in app.settings() {
            program.arg("--set").arg(format!("{name}={value}"));
        }
        if role != "up" {
            // One process at a time uses the data folder of an embedded instance.
            let own = app.folder.path().join(format!("data-of-{role}"));
            program.arg("--set").arg(format!("data_dir={}", own.display()));
        }
        for (name, value) in settings {
            program.arg("--set").arg(format!("{name}={value}"));
        }
        Self(program.spawn().unwrap())
    }

    /// Starts a program that the test has set up itself.
    pub fn spawn(program: &mut Command) -> Self {
        Self(program.stdout(Stdio::piped()).spawn().unwrap())
    }

    /// Ends it as a power cut would.
    pub fn kill(mut self) {
        self.0.kill().unwrap();
        self.0.wait().unwrap();
    }

    /// Waits for the line that says it listens.
    pub fn greeting(&mut self) -> String {
        let mut line = String::new();
        BufReader::new(self.0.stdout.take().unwrap()).read_line(&mut line).unwrap();
        line
    }

    /// Its number.
    pub fn id(&self) -> u32 {
        self.0.id()
    }

    /// Asks it to leave, as an operator's machine would; how it left, and after how long.
    pub async fn terminate(mut self) -> (ExitStatus, Duration) {
        let begun = Instant::now();
        let id = self.id().to_string();
        assert!(Command::new("kill").args(["-TERM", &id]).status().unwrap().success());
        let leaving = async {
            loop {
                if let Some(status) = self.0.try_wait().unwrap() {
                    return status;
                }
                tokio::time::sleep(Duration::from_millis(20)).await;
            }
        };
        let status = tokio::time::timeout(PATIENCE, leaving).await.expect("the process leaves");
        (status, begun.elapsed())
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        // It may have left already.
        drop(self.0.kill());
        drop(self.0.wait());
    }
}

/// An address of this machine that nothing listens on, nor will before the caller's process does: every
/// test's own process has one of the loopback network's addresses to itself, where nobody else is given
/// a port by chance, and gives out the ports there one after the other.
pub fn free_address() -> SocketAddr {
    static GIVEN: AtomicU16 = AtomicU16::new(20_000);
    // Process numbers have 22 bits at most (proc(5), pid_max); the first address is everybody's.
    let [_, high, middle, low] = (std::process::id() + 0x0001_0000).to_be_bytes();
    let address = Ipv4Addr::new(127, high, middle, low);
    (address, GIVEN.fetch_add(1, Ordering::Relaxed)).into()
}

/// Waits until something listens at the address.
pub async fn until_open(address: SocketAddr) {
    let opening = async {
        while tokio::net::TcpStream::connect(address).await.is_err() {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    };
    tokio::time::timeout(PATIENCE, opening).await.expect("the process listens");
}

/// Waits until an edge at the address serves the main host.
pub async fn until_served(address: SocketAddr) {
    until_open(address).await;
    let serving = async {
        while Browser::over(address).get("/").await.status != 200 {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    };
    tokio::time::timeout(PATIENCE, serving).await.expect("the process serves");
}

/// Settings of a process that listens on `address` only.
pub fn listening(address: SocketAddr) -> Vec<(&'static str, String)> {
    vec![
        ("server.listen", address.to_string()),
        ("server.admin_listen", "127.0.0.1:0".to_owned()),
        ("server.internal_listen", "127.0.0.1:0".to_owned()),
        ("server.drain_timeout_s", "5".to_owned()),
        ("edge.drain_delay_s", "0".to_owned()),
    ]
}
