//! The program in separate processes, on the data of an instance.

use super::{Browser, TestApp, WAIT_TIMEOUT};
use std::io::{BufRead, BufReader};
use std::net::{Ipv4Addr, SocketAddr};
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::atomic::{AtomicU16, Ordering};
use std::time::{Duration, Instant};

/// A process of a role, killed on drop.
pub struct Process(Child);

impl Process {
    pub fn start(role: &str, app: &TestApp, settings: &[(&str, String)]) -> Self {
        Self::start_program(env!("CARGO_BIN_EXE_guildhall").as_ref(), role, app, settings)
    }

    /// Like [`Self::start`], with the program of another release.
    pub fn start_program(
        program: &Path,
        role: &str,
        app: &TestApp,
        settings: &[(&str, String)],
    ) -> Self {
        let mut program = Command::new(program);
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

    /// Starts a command that the test has configured.
    pub fn spawn(program: &mut Command) -> Self {
        Self(program.stdout(Stdio::piped()).spawn().unwrap())
    }

    /// Kills it, like a power failure.
    pub fn kill(mut self) {
        self.0.kill().unwrap();
        self.0.wait().unwrap();
    }

    /// Waits for the first line of output, which says that it listens.
    pub fn greeting(&mut self) -> String {
        let mut line = String::new();
        BufReader::new(self.0.stdout.take().unwrap()).read_line(&mut line).unwrap();
        line
    }

    /// Process id.
    pub fn id(&self) -> u32 {
        self.0.id()
    }

    /// Sends SIGTERM. Returns the exit status and the time until the exit.
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
        let status = tokio::time::timeout(WAIT_TIMEOUT, leaving).await.expect("the process leaves");
        (status, begun.elapsed())
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        // It may have exited already.
        drop(self.0.kill());
        drop(self.0.wait());
    }
}

/// A free loopback address. Each test process has its own address in 127.0.0.0/8 and hands out its ports in
/// order, so that no other process can take them.
pub fn free_address() -> SocketAddr {
    static GIVEN: AtomicU16 = AtomicU16::new(20_000);
    // Process ids have at most 22 bits (proc(5), pid_max); 127.0.0.0/16 is left to others.
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
    tokio::time::timeout(WAIT_TIMEOUT, opening).await.expect("the process listens");
}

/// Waits until an edge at the address serves the main host.
pub async fn until_served(address: SocketAddr) {
    until_open(address).await;
    let serving = async {
        while Browser::connected_to(address).get("/").await.status != 200 {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    };
    tokio::time::timeout(WAIT_TIMEOUT, serving).await.expect("the process serves");
}

/// Settings of a process that listens on `address` only.
pub fn listening(address: SocketAddr) -> Vec<(&'static str, String)> {
    vec![
        ("server.listen", address.to_string()),
        ("server.admin_listen", "127.0.0.1:0".to_owned()),
        ("server.internal_listen", "127.0.0.1:0".to_owned()),
        ("server.drain_timeout_s", "5".to_owned()),
        ("server.shutdown_delay_s", "0".to_owned()),
    ]
}
