//! The program as processes: how they start, and how they leave.

use crate::kit::{Browser, PATIENCE, TestApp};
use std::io::{BufRead, BufReader};
use std::net::{SocketAddr, TcpListener};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

/// A role as a process; killed when the test ends before it does.
struct Process(Child);

impl Process {
    fn start(role: &str, app: &TestApp, settings: &[(&str, String)]) -> Self {
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
    fn greeting(&mut self) -> String {
        let mut line = String::new();
        BufReader::new(self.0.stdout.take().unwrap()).read_line(&mut line).unwrap();
        line
    }

    /// Asks it to leave, as an operator's machine would; how it left, and after how long.
    async fn terminate(mut self) -> (ExitStatus, Duration) {
        let begun = Instant::now();
        let id = self.0.id().to_string();
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
fn free_address() -> SocketAddr {
    TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap()
}

/// Waits until something listens at the address.
async fn until_open(address: SocketAddr) {
    let opening = async {
        while tokio::net::TcpStream::connect(address).await.is_err() {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    };
    tokio::time::timeout(PATIENCE, opening).await.expect("the process listens");
}

/// Waits until an edge at the address serves the main host.
async fn until_served(address: SocketAddr) {
    until_open(address).await;
    let serving = async {
        while Browser::over(address).get("/").await.status != 200 {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    };
    tokio::time::timeout(PATIENCE, serving).await.expect("the process serves");
}

/// Settings of a process that listens on `address` only.
fn listening(address: SocketAddr) -> Vec<(&'static str, String)> {
    vec![
        ("server.listen", address.to_string()),
        ("server.admin_listen", "127.0.0.1:0".to_owned()),
        ("server.internal_listen", "127.0.0.1:0".to_owned()),
        ("server.drain_seconds", "5".to_owned()),
    ]
}

#[tokio::test]
async fn up_leaves_at_a_signal_and_finds_its_data_again() {
    let app = TestApp::open().await;
    app.member("ada").await;
    app.portal("Oak House", "oak").await;
    app.stop().await;

    let address = free_address();
    let mut first = Process::start("up", &app, &listening(address));
    assert_eq!(first.greeting(), "Guildhall: http://localhost:8080\n");
    until_served(address).await;
    let ada = Browser::over(address);
    app.sign_in(&ada, "localhost", "ada").await;
    let mut stream = ada.live().await;
    stream.until("hello").await;
    let (status, took) = first.terminate().await;
    assert_eq!(status.code(), Some(0));
    assert!(took < Duration::from_secs(7), "{took:?}");
    stream.rest().await;

    let address = free_address();
    let mut second = Process::start("up", &app, &listening(address));
    second.greeting();
    until_served(address).await;
    let later = ada.reconnected(address);
    assert_eq!(later.get("/api/me").await.expect(200).body["email"], "ada@people.example");
    assert_eq!(later.on("oak").get("/").await.status, 200);
    assert_eq!(second.terminate().await.0.code(), Some(0));
}

#[tokio::test]
async fn every_role_of_its_own_leaves_at_a_signal() {
    let app = TestApp::open().await;
    app.member("ada").await;
    let [runtime_at, control_at, internal_at, edge_at] = [(); 4].map(|()| free_address());
    let mut control = listening(control_at);
    control.push(("server.internal_listen", internal_at.to_string()));
    let mut edge = listening(edge_at);
    edge.push(("server.runtime_url", format!("http://{runtime_at}")));
    edge.push(("server.control_url", format!("http://{control_at}")));
    edge.push(("server.feed_url", format!("http://{internal_at}")));
    let control = Process::start("control-plane", &app, &control);
    let runtime = Process::start("runtime", &app, &listening(runtime_at));
    let worker = Process::start("worker", &app, &listening(free_address()));
    let edge = Process::start("edge", &app, &edge);
    for address in [runtime_at, control_at, internal_at] {
        until_open(address).await;
    }
    until_served(edge_at).await;
    let ada = Browser::over(edge_at);
    app.sign_in(&ada, "localhost", "ada").await;
    let mut stream = ada.live().await;
    stream.until("hello").await;

    // The edge is in the middle of a long poll, and a browser of its stream.
    for (name, role) in
        [("runtime", runtime), ("control plane", control), ("worker", worker), ("edge", edge)]
    {
        let (status, took) = role.terminate().await;
        assert_eq!(status.code(), Some(0), "{name}");
        assert!(took < Duration::from_secs(7), "{name} took {took:?}");
    }
    stream.rest().await;
}
