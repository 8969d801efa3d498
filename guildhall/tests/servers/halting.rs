//! Processes at the kernel level: suspended at any point, and identified by their connections.

use crate::kit::{Process, WAIT_TIMEOUT};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::net::{Ipv4Addr, SocketAddr};
use std::process::Command;
use std::time::Duration;

/// Suspends a process, like a stalled machine.
pub async fn freeze(process: &Process) {
    signal(process, "-STOP");
    let stopping = async {
        while !stands_still(process) {
            tokio::time::sleep(Duration::from_millis(1)).await;
        }
    };
    tokio::time::timeout(WAIT_TIMEOUT, stopping).await.expect("the process is suspended");
}

/// Resumes it.
pub fn thaw(process: &Process) {
    signal(process, "-CONT");
}

fn signal(process: &Process, signal: &str) {
    let id = process.id().to_string();
    assert!(Command::new("kill").args([signal, &id]).status().unwrap().success());
}

/// Returns whether all of its threads are stopped (proc_pid_stat(5)).
fn stands_still(process: &Process) -> bool {
    let threads = fs::read_dir(format!("/proc/{}/task", process.id())).unwrap();
    let mut stats = threads.map(|thread| fs::read_to_string(thread.unwrap().path().join("stat")));
    stats.all(|stat| stat.is_ok_and(|stat| stat.rsplit_once(") ").unwrap().1.starts_with('T')))
}

/// Local ends of its connections to `server`.
pub fn connections_to(server: SocketAddr, process: &Process) -> BTreeSet<SocketAddr> {
    let all = connections_by_inode();
    let files = fs::read_dir(format!("/proc/{}/fd", process.id())).unwrap();
    let targets = files.filter_map(|file| fs::read_link(file.ok()?.path()).ok());
    // Connections to different servers may share a local end.
    let ends = targets.filter_map(|target| all.get(target.to_str()?));
    ends.filter(|[_, other]| *other == server).map(|[own, _]| *own).collect()
}

/// Both ends of this machine's IPv4 connections, by inode (proc_pid_net(5): addresses are
/// little-endian hexadecimal).
fn connections_by_inode() -> BTreeMap<String, [SocketAddr; 2]> {
    let table = fs::read_to_string("/proc/net/tcp").unwrap();
    let end = |text: &str| {
        let (address, port) = text.split_once(':').unwrap();
        let address = Ipv4Addr::from(u32::from_str_radix(address, 16).unwrap().to_le_bytes());
        SocketAddr::from((address, u16::from_str_radix(port, 16).unwrap()))
    };
    let connection = |line: &str| {
        let fields: Vec<&str> = line.split_whitespace().collect();
        (format!("socket:[{}]", fields[9]), [end(fields[1]), end(fields[2])])
    };
    table.lines().skip(1).map(connection).collect()
}
