//! Two thousand connections that hold their places and do nothing with them, beside clients that only
//! want an answer (edge design, section 6 L). The edge has the limits that it has anywhere. Who attacks
//! is a process of its own: what attacking costs must not be taken for what it does to the edge.

use super::client::{Clients, Hand};
use super::entrants::{Entrant, SINK};
use crate::edge_table::host;
use crate::load::percentiles;
use anyhow::{Context, Result, ensure};
use std::path::Path;
use std::process::Stdio;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::task::JoinSet;

/// Connections of each kind.
const EACH: usize = 500;
/// Between one that begins and the next: what waits to be accepted is the system's.
const APART: Duration = Duration::from_millis(2);
/// Between two drops of one that drips.
const DRIP: Duration = Duration::from_secs(1);
/// When everybody has to be gone, and when that is not waited for any longer.
pub const GONE_MAX: Duration = Duration::from_secs(30);
const PATIENCE: Duration = Duration::from_secs(60);
/// Honest clients, and between two requests of one.
const HONEST: usize = 8;
const PACE: Duration = Duration::from_millis(20);
/// Without an attack, before it and again behind it.
const IDLE: Duration = Duration::from_secs(6);

/// How a connection is slow.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A line of the head at a time.
    Head,
    /// A byte of the body at a time.
    Body,
    /// No room for the answer.
    Window,
    /// Not a word, not even of TLS.
    Silence,
}

const KINDS: [Kind; 4] = [Kind::Head, Kind::Body, Kind::Window, Kind::Silence];

/// What was found.
#[derive(Debug)]
pub struct Slow {
    pub connections: usize,
    pub idle_p99: Duration,
    pub attacked_p99: Duration,
    /// When the first and the last of a kind was gone.
    pub gone: Vec<(Kind, Duration, Duration)>,
}

impl Kind {
    pub const fn name(self) -> &'static str {
        match self {
            Self::Head => "a line of a head each second",
            Self::Body => "a byte of a body each second",
            Self::Window => "no room for the answer (HTTP/2)",
            Self::Silence => "not a byte of TLS",
        }
    }

    fn first(self, name: &str) -> Vec<u8> {
        let word = |text: String| text.into_bytes();
        match self {
            Self::Head => word(format!("GET /api/bench HTTP/1.1\r\nHost: {name}\r\n")),
            Self::Body => word(format!(
                "POST {SINK} HTTP/1.1\r\nHost: {name}\r\nContent-Length: 9999\r\n\r\n"
            )),
            // The preface, a first window of nothing, and one request.
            Self::Window => {
                let settings = b"\0\0\x06\x04\0\0\0\0\0\0\x04\0\0\0\0".as_slice();
                let fields = super::reset::request_fields(name);
                let length = u8::try_from(fields.len()).unwrap_or(u8::MAX);
                let headers = [0, 0, length, 1, 5, 0, 0, 0, 1];
                [super::reset::PREFACE, settings, &headers, &fields].concat()
            }
            Self::Silence => Vec::new(),
        }
    }

    const fn more(self) -> &'static [u8] {
        match self {
            Self::Head => b"x-a: b\r\n",
            Self::Body => b"a",
            Self::Window | Self::Silence => b"",
        }
    }
}

/// What honest clients of an entrant wait for while it is attacked, and while it is not.
pub async fn look(entrant: &Entrant, folder: &Path, clients: &Clients) -> Result<Slow> {
    let (port, pause) = (entrant.port, || tokio::time::sleep(IDLE));
    let (mut idle, ()) = honest_during(port, clients, pause()).await?;
    let attackers = tokio::process::Command::new(std::env::current_exe()?)
        .arg("edge-duel-slow")
        .arg(folder)
        .arg(port.to_string())
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .kill_on_drop(true)
        .spawn()?;
    let (mut attacked, said) = honest_during(port, clients, attackers.wait_with_output()).await?;
    idle.extend(honest_during(port, clients, pause()).await?.0);
    let said = String::from_utf8(said?.stdout)?;
    let mut gone = Vec::new();
    for (kind, line) in KINDS.into_iter().zip(said.lines()) {
        let (first, last) = line.split_once(' ').context("two moments")?;
        let moment = |ms: &str| anyhow::Ok(Duration::from_millis(ms.parse()?));
        gone.push((kind, moment(first)?, moment(last)?));
    }
    ensure!(gone.len() == KINDS.len(), "the attack failed");
    Ok(Slow {
        connections: EACH * KINDS.len(),
        idle_p99: percentiles(&mut idle).1,
        attacked_p99: percentiles(&mut attacked).1,
        gone,
    })
}

/// How long honest clients wait for each answer while something else goes on.
async fn honest_during<T>(
    port: u16,
    clients: &Clients,
    other: impl Future<Output = T>,
) -> Result<(Vec<Duration>, T)> {
    let stop = Arc::new(AtomicBool::new(false));
    let mut all: JoinSet<Result<Vec<Duration>>> = JoinSet::new();
    for number in 0..HONEST {
        let (name, stop) = (host(number), stop.clone());
        let sender = clients.open(Hand::One, port, &name).await?;
        all.spawn(async move {
            let mut times = Vec::new();
            while !stop.load(Ordering::Relaxed) {
                let begun = Instant::now();
                sender.ask(&name).await?;
                times.push(begun.elapsed());
                tokio::time::sleep(PACE).await;
            }
            Ok(times)
        });
    }
    let done = other.await;
    stop.store(true, Ordering::Relaxed);
    let mut times = Vec::new();
    while let Some(one) = all.join_next().await {
        times.extend(one??);
    }
    Ok((times, done))
}

/// What the attackers' process does: a line for each kind, with the milliseconds after which the first
/// and the last of it was gone.
pub async fn attack(folder: &Path, port: &str) -> Result<String> {
    let (clients, port) = (Clients::new(folder)?, port.parse()?);
    let mut all = JoinSet::new();
    for (number, kind) in (0..EACH).flat_map(|_| KINDS).enumerate() {
        let (clients, name) = (clients.clone(), host(number % super::TENANTS));
        all.spawn(async move {
            tokio::time::sleep(APART * u32::try_from(number)?).await;
            anyhow::Ok((kind, hold(kind, port, &name, &clients).await?))
        });
    }
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

/// How long the edge puts up with one.
async fn hold(kind: Kind, port: u16, name: &str, clients: &Clients) -> Result<Duration> {
    if kind == Kind::Silence {
        let begun = Instant::now();
        let mut stream = TcpStream::connect(("127.0.0.1", port)).await?;
        drop(tokio::time::timeout(PATIENCE, stream.read(&mut [0; 64])).await?);
        return Ok(begun.elapsed());
    }
    let hand = if kind == Kind::Window { Hand::Two } else { Hand::One };
    let (mut reading, mut writing) = tokio::io::split(clients.shake(hand, port, name).await?);
    let begun = Instant::now();
    let dripping = async {
        let first = kind.first(name);
        let mut next = first.as_slice();
        while !next.is_empty() && writing.write_all(next).await.is_ok() {
            if writing.flush().await.is_err() {
                break;
            }
            next = kind.more();
            tokio::time::sleep(DRIP).await;
        }
        std::future::pending::<()>().await;
    };
    let ending = async {
        let mut buffer = [0; 1_024];
        while matches!(reading.read(&mut buffer).await, Ok(1..)) {}
    };
    tokio::select! {
        () = dripping => {}
        ended = tokio::time::timeout(PATIENCE, ending) => ended?,
    }
    Ok(begun.elapsed())
}
