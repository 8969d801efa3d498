//! Rows measured alternately: a few seconds for each proxy, repeatedly, so that other load on the
//! machine affects all equally.

use super::client::{Clients, Hand, Sender};
use super::entrants::Entrant;
use super::figures::{median, processor};
use crate::edge_table::host;
use crate::load::percentiles;
use anyhow::Result;
use std::time::{Duration, Instant};
use tokio::task::JoinSet;

const ROUNDS: usize = 5;
const ROUND: Duration = Duration::from_millis(1_500);
/// Number of tenants used by the connections of a round.
const SPREAD: usize = 64;
const OPEN_PER_SECOND: u32 = 1_000;

/// A measured quantity.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum What {
    One,
    Two,
    Handshake,
    PostQuantumHandshake,
    OpenLoop,
}

pub const ALL: [What; 5] =
    [What::One, What::Two, What::Handshake, What::PostQuantumHandshake, What::OpenLoop];

impl What {
    /// Name for choosing rows.
    pub const fn word(self) -> &'static str {
        match self {
            Self::One => "http1",
            Self::Two => "http2",
            Self::Handshake => "handshake",
            Self::PostQuantumHandshake => "post-quantum",
            Self::OpenLoop => "open-loop",
        }
    }

    pub const fn name(self) -> &'static str {
        match self {
            Self::One => "HTTP/1.1 keep-alive, 64 connections",
            Self::Two => "HTTP/2, 16 connections × 8 streams",
            Self::Handshake => "full TLS 1.3 handshake, X25519",
            Self::PostQuantumHandshake => "full TLS 1.3 handshake, X25519MLKEM768",
            Self::OpenLoop => "open loop, 1,000 requests a second",
        }
    }
}

/// Result of one proxy in one row: medians over the rounds, and the range of the processor time.
#[derive(Clone, Debug)]
pub struct Figure {
    pub cpu_us: f64,
    pub cpu_ends_us: (f64, f64),
    pub per_second: f64,
    pub p50_ms: f64,
    pub p99_ms: f64,
}

/// A row: the proxies in order; `None` for one that cannot take part.
#[derive(Debug)]
pub struct DuelRow {
    pub what: What,
    pub figures: Vec<Option<Figure>>,
}

struct RoundFigures {
    made: usize,
    cpu: Duration,
    took: Duration,
    p50: Duration,
    p99: Duration,
}

/// Measures these rows.
pub async fn measure(
    these: &[What],
    entrants: &[Entrant],
    clients: &Clients,
) -> Result<Vec<DuelRow>> {
    let mut rows = Vec::new();
    for what in these.iter().copied() {
        let mut rounds: Vec<Vec<RoundFigures>> = entrants.iter().map(|_| Vec::new()).collect();
        for number in 0..ROUNDS {
            // The proxies take turns at being first.
            for at in 0..entrants.len() {
                let at = (at + number) % entrants.len();
                let (Some(entrant), Some(own)) = (entrants.get(at), rounds.get_mut(at)) else {
                    continue;
                };
                if what != What::PostQuantumHandshake || entrant.kind.is_post_quantum() {
                    own.push(round(what, entrant, clients).await?);
                }
            }
        }
        rows.push(DuelRow { what, figures: rounds.iter().map(|rounds| figure(rounds)).collect() });
    }
    Ok(rows)
}

fn figure(rounds: &[RoundFigures]) -> Option<Figure> {
    let of = |value: &dyn Fn(&RoundFigures) -> f64| median(rounds.iter().map(value).collect());
    let ms = |time: Duration| time.as_secs_f64() * 1e3;
    let cpu = |round: &RoundFigures| round.cpu.as_secs_f64() * 1e6 / round.made.max(1) as f64;
    let ends = rounds
        .iter()
        .map(cpu)
        .fold((f64::MAX, 0.0), |(low, high), one| (f64::min(low, one), f64::max(high, one)));
    (!rounds.is_empty()).then(|| Figure {
        cpu_us: of(&cpu),
        cpu_ends_us: ends,
        per_second: of(&|round| round.made as f64 / round.took.as_secs_f64()),
        p50_ms: of(&|round| ms(round.p50)),
        p99_ms: of(&|round| ms(round.p99)),
    })
}

async fn round(what: What, entrant: &Entrant, clients: &Clients) -> Result<RoundFigures> {
    let pid = entrant.pid()?;
    let mut work: JoinSet<Result<Vec<Duration>>> = JoinSet::new();
    let port = entrant.port;
    let (mut cpu, mut begun) = (Duration::ZERO, Instant::now());
    let mut from_here = || (cpu, begun) = (processor(pid), Instant::now());
    match what {
        What::One => {
            let open = open_all(clients, Hand::One, port, 64).await?;
            from_here();
            for (sender, name) in open {
                work.spawn(repeat(move || {
                    let (sender, name) = (sender.clone(), name.clone());
                    async move { sender.ask(&name).await }
                }));
            }
        }
        What::Two => {
            let open = open_all(clients, Hand::Two, port, 16).await?;
            from_here();
            for (sender, name) in open.iter().cycle().take(16 * 8) {
                let (sender, name) = (sender.clone(), name.clone());
                work.spawn(repeat(move || {
                    let (sender, name) = (sender.clone(), name.clone());
                    async move { sender.ask(&name).await }
                }));
            }
        }
        What::Handshake | What::PostQuantumHandshake => {
            from_here();
            let hand = if what == What::Handshake { Hand::One } else { Hand::PostQuantum };
            let shaking = clients.shaking(hand).clone();
            work.spawn(async move { shaking.for_a_while(port, super::TENANTS, ROUND).await });
        }
        What::OpenLoop => {
            let open = open_all(clients, Hand::Two, port, SPREAD).await?;
            from_here();
            let apart = Duration::from_secs(1) / OPEN_PER_SECOND;
            for (number, (sender, name)) in (0..).zip(open) {
                let (first, step) = (begun + apart * number, apart * u32::try_from(SPREAD)?);
                work.spawn(paced(sender, name, first, step, begun + ROUND));
            }
        }
    }
    let mut times = Vec::new();
    while let Some(done) = work.join_next().await {
        times.extend(done??);
    }
    let (cpu, took) = (processor(pid) - cpu, begun.elapsed());
    let made = times.len();
    let (p50, p99) = percentiles(&mut times);
    Ok(RoundFigures { made, cpu, took, p50, p99 })
}

/// Opens connections, spread over the tenants of the round.
async fn open_all(
    clients: &Clients,
    hand: Hand,
    port: u16,
    count: usize,
) -> Result<Vec<(Sender, String)>> {
    let mut open = Vec::new();
    for number in 0..count {
        let name = host(number % SPREAD);
        open.push((clients.open(hand, port, &name).await?, name));
    }
    Ok(open)
}

async fn repeat<F, Fut>(once: F) -> Result<Vec<Duration>>
where
    F: Fn() -> Fut,
    Fut: Future<Output = Result<()>>,
{
    let (begun, mut times) = (Instant::now(), Vec::new());
    while begun.elapsed() < ROUND {
        let one = Instant::now();
        once().await?;
        times.push(one.elapsed());
    }
    Ok(times)
}

/// Sends requests at fixed times even if earlier ones are unanswered, and measures from those
/// times.
async fn paced(
    sender: Sender,
    name: String,
    first: Instant,
    step: Duration,
    until: Instant,
) -> Result<Vec<Duration>> {
    let (mut asked, mut at) = (JoinSet::new(), first);
    while at < until {
        tokio::time::sleep_until(at.into()).await;
        let (sender, name) = (sender.clone(), name.clone());
        asked.spawn(async move { sender.ask(&name).await.map(|()| at.elapsed()) });
        at += step;
    }
    asked.join_all().await.into_iter().collect()
}
