//! Replacing runtimes behind a host name while members use them: real processes, and names from a
//! hosts file of the edge's own.

use super::member_load::MemberLoad;
use crate::kit::{
    Browser, Process, TestApp, WAIT_TIMEOUT, free_address, listening, until_open, until_served,
};
use serde_json::json;
use std::net::{Ipv4Addr, SocketAddr};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

/// Time within which a new instance receives requests.
const USED_WITHIN: Duration = Duration::from_secs(5);

/// A hosts file that only the edge sees.
struct HostsFile(PathBuf);

impl HostsFile {
    fn create(folder: &Path, addresses: &[SocketAddr]) -> Self {
        let hosts = Self(folder.join("hosts"));
        hosts.write(addresses);
        hosts
    }

    /// Rewrites the file in place, because the mount refers to this inode.
    fn write(&self, addresses: &[SocketAddr]) {
        let lines = addresses.iter().map(|address| format!("{} runtimes.test\n", address.ip()));
        std::fs::write(&self.0, lines.collect::<String>()).unwrap();
    }

    /// A command in a mount namespace in which this file is `/etc/hosts`.
    fn command(&self) -> Command {
        let mut command = Command::new("unshare");
        if !rustix::process::geteuid().is_root() {
            command.args(["--user", "--map-root-user"]);
        }
        command.args(["--mount", "sh", "-c", "mount --bind \"$0\" /etc/hosts && exec \"$@\""]);
        command.arg(&self.0);
        command
    }
}

/// Address with the same port as `address`, unique to this test process as well.
fn find_neighbour(address: SocketAddr) -> SocketAddr {
    let SocketAddr::V4(v4) = address else { panic!("loopback addresses are IPv4") };
    let [_, _, middle, low] = v4.ip().octets();
    (Ipv4Addr::new(127, 0, middle, low), address.port()).into()
}

/// A runtime process with an admin listener.
struct Runtime {
    process: Process,
    admin: Browser,
}

impl Runtime {
    async fn start(app: &TestApp, address: SocketAddr) -> Self {
        let admin = free_address();
        let mut settings = listening(address);
        settings.push(("server.admin_listen", admin.to_string()));
        settings.push(("server.shutdown_delay_s", "3".to_owned()));
        let own = app.folder().join(format!("data-at-{}", address.ip()));
        settings.push(("data_dir", own.display().to_string()));
        let process = Process::start("runtime", app, &settings);
        until_open(address).await;
        Self { process, admin: Browser::connected_to(admin) }
    }

    /// Waits until the probe answers `status`; returns its body.
    async fn until_ready(&self, status: u16) -> serde_json::Value {
        let probing = async {
            loop {
                let reply = self.admin.get("/readyz").await;
                if reply.status == status {
                    return reply.body;
                }
                tokio::time::sleep(Duration::from_millis(20)).await;
            }
        };
        tokio::time::timeout(WAIT_TIMEOUT, probing).await.expect("the probe answers")
    }
}

/// Returns whether a connection to `address` is open: only the edge opens any.
fn is_connected_to(address: SocketAddr) -> bool {
    let SocketAddr::V4(v4) = address else { panic!("loopback addresses are IPv4") };
    // proc(5): address bytes in host order, state 01 is ESTABLISHED.
    let ip = u32::from_ne_bytes(v4.ip().octets());
    let remote = format!("{ip:08X}:{:04X}", address.port());
    let table = std::fs::read_to_string("/proc/net/tcp").unwrap();
    table.lines().any(|line| {
        let fields: Vec<_> = line.split_whitespace().collect();
        fields.get(2) == Some(&remote.as_str()) && fields.get(3) == Some(&"01")
    })
}

/// An edge that finds its runtimes by name.
fn start_edge(
    app: &TestApp,
    address: SocketAddr,
    hosts: &HostsFile,
    upstreams: &[(&str, String)],
) -> Process {
    let mut command = hosts.command();
    command.arg(env!("CARGO_BIN_EXE_guildhall")).arg("edge");
    let own = app.folder().join("data-of-edge");
    let own = ("data_dir".to_owned(), own.display().to_string());
    let settings = listening(address).into_iter().chain(upstreams.iter().cloned());
    let settings = settings.map(|(name, value)| (name.to_owned(), value));
    for (name, value) in app.settings().into_iter().chain([own]).chain(settings) {
        command.arg("--set").arg(format!("{name}={value}"));
    }
    Process::spawn(&mut command)
}

#[tokio::test]
#[expect(clippy::print_stdout, reason = "the figure of a run by hand")]
async fn replacing_a_runtime_under_load_fails_no_request() {
    let app = TestApp::open().await;
    let first_at = free_address();
    let second_at = find_neighbour(first_at);
    let [control_at, internal_at, edge_at] = [(); 3].map(|()| free_address());
    let mut control = listening(control_at);
    control.push(("server.internal_listen", internal_at.to_string()));
    let _control = Process::start("control-plane", &app, &control);
    until_open(internal_at).await;
    let first = Runtime::start(&app, first_at).await;
    let hosts = HostsFile::create(app.folder(), &[first_at]);
    let upstreams = [
        ("server.runtime_url", format!("http://runtimes.test:{}", first_at.port())),
        ("server.control_url", format!("http://{control_at}")),
        ("server.feed_url", format!("http://{internal_at}")),
    ];
    let _edge = start_edge(&app, edge_at, &hosts, &upstreams);
    until_served(edge_at).await;
    let load = MemberLoad::start(&app, edge_at).await;
    load.until_answered(100).await;

    let second = Runtime::start(&app, second_at).await;
    let ready = second.until_ready(200).await;
    assert_eq!(ready, json!({ "ready": true, "missing": [] }));
    let added = Instant::now();
    hosts.write(&[first_at, second_at]);
    let used = async {
        while !is_connected_to(second_at) {
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    };
    tokio::time::timeout(USED_WITHIN, used).await.expect("the new runtime receives requests");
    println!("the new runtime received requests after {:?}", added.elapsed());
    load.until_answered(100).await;

    let leaving = tokio::spawn(first.process.terminate());
    let probing = async {
        while first.admin.get("/readyz").await.status == 200 {
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
        first.admin.get("/readyz").await.body
    };
    let missing = tokio::time::timeout(WAIT_TIMEOUT, probing).await.expect("it becomes unready");
    let stopping =
        json!({ "ready": false, "missing": [{ "part": "process", "reason": "stopping" }] });
    assert_eq!(missing, stopping);
    hosts.write(&[second_at]);
    let (status, took) = leaving.await.unwrap();
    assert_eq!(status.code(), Some(0));
    assert!(took > Duration::from_secs(3), "it serves during its shutdown delay: {took:?}");
    load.until_answered(200).await;
    load.finish().await;
}
