//! The program as processes of their own, on the data of an instance.

use super::{Browser, PATIENCE, TestApp};
use std::io::{BufRead, BufReader};
use std::net::{SocketAddr, TcpListener};
use std::process::{Child, Command, ExitStatus, Stdio};
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
        for (name, value) in settings {
            program.arg("--set").arg(format!("{name}={value}"));
        }
        Self(program.spawn().unwrap())
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

/// An address of this machine that nothing listens on yet.
pub fn free_address() -> SocketAddr {
    TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap()
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
        ("server.drain_seconds", "5".to_owned()),
        ("edge.notice_seconds", "0".to_owned()),
    ]
}
