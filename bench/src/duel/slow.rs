//! Two thousand slow connections next to normal clients (edge design, section 6 L), with the edge's
//! default limits. The attacker is a separate process, so that its own cost is not attributed to
//! the edge.

use super::client::{Clients, Hand, PATH};
use super::entrants::{Entrant, SINK};
use super::honest;
use crate::edge_table::host;
use crate::load::percentiles;
use crate::say;
use crate::shared::slow::{KINDS, Kind};
use anyhow::{Context, Result, ensure};
use std::path::Path;
use std::process::Stdio;
use std::time::{Duration, Instant};
use tokio::io::{AsyncBufReadExt, BufReader};
use tokio::net::TcpStream;
use tokio::sync::mpsc;
use tokio::task::JoinSet;

/// Connections of each kind.
const EACH: usize = 500;
/// Interval between two connections, because the kernel's backlog is limited.
const APART: Duration = Duration::from_millis(2);
/// Interval between two bytes of a slow sender.
const DRIP: Duration = Duration::from_secs(1);
/// Time by which all connections must be closed, and after which the measurement stops waiting.
pub const GONE_MAX: Duration = Duration::from_secs(30);
const PATIENCE: Duration = Duration::from_secs(60);
/// Duration of the measurement without an attack, before and after it.
const IDLE: Duration = Duration::from_secs(6);

/// Line with which the attacker reports that all connections are open.
const ALL_COME: &str = "all have come";

/// Result.
#[derive(Debug)]
pub struct Slow {
    pub connections: usize,
    pub idle_p99: Duration,
    /// While the connections are opened, which costs handshakes on the same cores.
    pub coming_p99: Duration,
    /// While all connections are open, until the last is closed.
    pub attacked_p99: Duration,
    /// Time at which the first and the last connection of each kind was closed.
    pub gone: Vec<(Kind, Duration, Duration)>,
}

/// Description of a kind.
pub const fn words(kind: Kind) -> &'static str {
    match kind {
        Kind::Head => "a line of a head each second",
        Kind::Body => "a byte of a body each second",
        Kind::Window => "no room for the answer (HTTP/2)",
        Kind::Silence => "not a byte of TLS",
    }
}

/// Measures the latency of normal clients with and without an attack.
pub async fn look(entrant: &Entrant, folder: &Path, clients: &Clients) -> Result<Slow> {
    let (port, pause) = (entrant.port, || tokio::time::sleep(IDLE));
    let (mut idle, ()) = honest::during(port, clients, pause()).await?;
    let mut attackers = tokio::process::Command::new(std::env::current_exe()?)
        .arg("edge-duel-slow")
        .arg(folder)
        .arg(port.to_string())
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .kill_on_drop(true)
        .spawn()?;
    let mut said = BufReader::new(attackers.stdout.take().context("what they say")?).lines();
    let (mut coming, come) = honest::during(port, clients, said.next_line()).await?;
    ensure!(come?.as_deref() == Some(ALL_COME), "the attack failed to begin");
    let rest = async {
        let mut lines = Vec::new();
        while let Some(line) = said.next_line().await? {
            lines.push(line);
        }
        anyhow::Ok(lines)
    };
    let (mut attacked, said) = honest::during(port, clients, rest).await?;
    idle.extend(honest::during(port, clients, pause()).await?.0);
    let mut gone = Vec::new();
    for (kind, line) in KINDS.into_iter().zip(said?) {
        let (first, last) = line.split_once(' ').context("two moments")?;
        let moment = |ms: &str| anyhow::Ok(Duration::from_millis(ms.parse()?));
        gone.push((kind, moment(first)?, moment(last)?));
    }
    ensure!(gone.len() == KINDS.len(), "the attack failed");
    Ok(Slow {
        connections: EACH * KINDS.len(),
        idle_p99: percentiles(&mut idle).1,
        coming_p99: percentiles(&mut coming).1,
        attacked_p99: percentiles(&mut attacked).1,
        gone,
    })
}

/// Runs the attacker's process. It reports when all connections are open, and finally one line per
/// kind with the milliseconds until the first and the last were closed.
pub async fn attack(folder: &Path, port: &str) -> Result<String> {
    let (clients, port) = (Clients::new(folder)?, port.parse()?);
    let (mut all, (coming, mut come)) = (JoinSet::new(), mpsc::channel(1));
    for (number, kind) in (0..EACH).flat_map(|_| KINDS).enumerate() {
        let (clients, name) = (clients.clone(), host(number % super::TENANTS));
        let coming = coming.clone();
        all.spawn(async move {
            tokio::time::sleep(APART * u32::try_from(number)?).await;
            anyhow::Ok((kind, hold(kind, port, &name, &clients, coming).await?))
        });
    }
    drop(coming);
    // The channel closes when all connections are open.
    while come.recv().await == Some(()) {}
    say(&format!("{ALL_COME}\n"));
    let mut gone = Vec::new();
    while let Some(one) = all.join_next().await {
        gone.push(one??);
    }
    let of = |kind| gone.iter().filter(move |one| one.0 == kind).map(|one| one.1.as_millis());
    let line = |kind| {
        let (first, last) = (of(kind).min().unwrap_or(0), of(kind).max().unwrap_or(0));
        format!("{first} {last}\n")
    };
    Ok(KINDS.map(line).concat())
}

/// Time until the edge closes one connection; drops `coming` once it is connected.
async fn hold(
    kind: Kind,
    port: u16,
    name: &str,
    clients: &Clients,
    coming: mpsc::Sender<()>,
) -> Result<Duration> {
    if kind == Kind::Silence {
        let (begun, stream) = (Instant::now(), TcpStream::connect(("127.0.0.1", port)).await?);
        drop(coming);
        tokio::time::timeout(PATIENCE, kind.hold(stream, (name, PATH), DRIP)).await?;
        return Ok(begun.elapsed());
    }
    let hand = if kind == Kind::Window { Hand::Two } else { Hand::One };
    let path = if kind == Kind::Body { SINK } else { PATH };
    let stream = clients.shake(hand, port, name).await?;
    drop(coming);
    let begun = Instant::now();
    tokio::time::timeout(PATIENCE, kind.hold(stream, (name, path), DRIP)).await?;
    Ok(begun.elapsed())
}
