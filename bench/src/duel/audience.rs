//! Ten thousand event streams at our edge, next to normal clients (security design, A-23): latency
//! of those clients, memory per stream, and delivery time of an event. The role behind the edge is
//! a separate process that sends keep-alives like the product.

use super::client::{Clients, Hand};
use super::entrants::{Entrant, Kind, Process, quiet};
use super::figures::memory_kib;
use super::honest;
use crate::edge_table::host;
use crate::load::percentiles;
use anyhow::{Context, Result, ensure};
use http_body_util::BodyExt;
use hyper::body::Incoming;
use std::io::BufRead;
use std::path::Path;
use std::time::{Duration, Instant};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};
use tokio::sync::watch;
use tokio::task::JoinSet;

const CONNECTIONS: usize = 80;
const STREAMS: usize = 125;
/// Number of events sent to all streams.
const EVENTS: usize = 5;
/// Duration of each latency measurement: without streams (before and after), and with them; long
/// enough for one keep-alive of every stream.
const IDLE: Duration = Duration::from_secs(6);
const KEPT: Duration = Duration::from_secs(18);
/// Keep-alive interval of an idle stream.
const PING_EVERY: Duration = Duration::from_secs(15);
const PATIENCE: Duration = Duration::from_secs(60);

const ANSWER: &[u8] = b"HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\nok\n";
const EVENTS_BEGIN: &[u8] = b"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\
                              Transfer-Encoding: chunked\r\n\r\n";

/// Result.
#[derive(Debug)]
pub struct Audience {
    pub streams: usize,
    pub idle_p99: Duration,
    pub kept_p99: Duration,
    /// Memory of the edge per stream.
    pub stream_kib: f64,
    /// Time from an event until half and all of the streams have received it; the slowest of the
    /// events.
    pub heard: (Duration, Duration),
}

/// Runs the measurement with our edge.
pub async fn look(folder: &Path, clients: &Clients) -> Result<Audience> {
    let port = super::port().await?;
    let mut command = tokio::process::Command::new(std::env::current_exe()?);
    let mut role = quiet(command.arg("edge-duel-live").arg(port.to_string()), folder)?;
    let started = Entrant::start(Kind::Guildhall, folder, super::TENANTS, port, clients).await?;
    let (edge, pause) = (started.0, || tokio::time::sleep(IDLE));
    let (mut idle, ()) = honest::during(edge.port, clients, pause()).await?;
    let before = memory_kib(edge.pid()?)?;
    let (told, mut hears) = unbounded_channel();
    let audience = open(edge.port, clients, &told).await?;
    let streams = audience.len();
    all_hear(&mut hears, streams).await?;
    let grown = memory_kib(edge.pid()?)?.saturating_sub(before);
    let (mut kept, ()) = honest::during(edge.port, clients, tokio::time::sleep(KEPT)).await?;
    let mut heard = (Duration::ZERO, Duration::ZERO);
    for _ in 0..EVENTS {
        let (half, last) = tell(&mut role, &mut hears, streams).await?;
        heard = (heard.0.max(half), heard.1.max(last));
    }
    drop(audience);
    idle.extend(honest::during(edge.port, clients, pause()).await?.0);
    Ok(Audience {
        streams,
        idle_p99: percentiles(&mut idle).1,
        kept_p99: percentiles(&mut kept).1,
        stream_kib: grown as f64 / streams as f64,
        heard,
    })
}

/// Opens all streams; each reports the events it receives. Dropping the result closes them.
async fn open(
    port: u16,
    clients: &Clients,
    told: &UnboundedSender<Instant>,
) -> Result<JoinSet<()>> {
    let mut audience = JoinSet::new();
    for number in 0..CONNECTIONS {
        let name = host(number);
        let sender = clients.open(Hand::Two, port, &name).await?;
        for _ in 0..STREAMS {
            audience.spawn(hear(sender.listen(&name).await?, told.clone()));
        }
    }
    Ok(audience)
}

async fn hear(mut events: Incoming, told: UnboundedSender<Instant>) {
    while let Some(Ok(frame)) = events.frame().await {
        let is_event = frame.data_ref().is_some_and(|data| data.starts_with(b"data: "));
        if is_event && told.send(Instant::now()).is_err() {
            return;
        }
    }
}

/// Waits until all streams have received the next event; returns the times.
async fn all_hear(hears: &mut UnboundedReceiver<Instant>, streams: usize) -> Result<Vec<Instant>> {
    let mut moments = Vec::with_capacity(streams);
    while moments.len() < streams {
        let heard = tokio::time::timeout(PATIENCE, hears.recv()).await;
        let heard = heard.with_context(|| format!("only {} heard it", moments.len()))?;
        moments.push(heard.context("nobody listens")?);
    }
    Ok(moments)
}

/// Sends an event to all streams; returns the times until half and all have received it.
async fn tell(
    role: &mut Process,
    hears: &mut UnboundedReceiver<Instant>,
    streams: usize,
) -> Result<(Duration, Duration)> {
    ensure!(hears.is_empty(), "somebody heard more than there was");
    let begun = Instant::now();
    role.tell("next").await?;
    let mut moments = all_hear(hears, streams).await?;
    moments.sort_unstable();
    let after = |moment: Option<&Instant>| moment.map_or(Duration::ZERO, |one| *one - begun);
    Ok((after(moments.get(streams / 2)), after(moments.last())))
}

/// Runs the role's process: responds at once, and keeps every requested stream open. A line on its
/// input is an event for all streams.
pub async fn serve_live(port: &str) -> Result<()> {
    let listener = TcpListener::bind(format!("127.0.0.1:{port}")).await.context("listen")?;
    let news = watch::Sender::new(0_usize);
    let told = news.clone();
    std::thread::spawn(move || {
        let lines = std::io::stdin().lock().lines();
        lines.map_while(Result::ok).for_each(|_| told.send_modify(|number| *number += 1));
        // The parent process holds the input open.
        std::process::exit(0);
    });
    loop {
        let (socket, _) = listener.accept().await?;
        let news = news.subscribe();
        tokio::spawn(async move { drop(converse(socket, news).await) });
    }
}

async fn converse(mut socket: TcpStream, news: watch::Receiver<usize>) -> Result<()> {
    socket.set_nodelay(true)?;
    let mut head = Vec::new();
    loop {
        while !head.ends_with(b"\r\n\r\n") {
            ensure!(socket.read_buf(&mut head).await? > 0, "it has ended");
        }
        if head.starts_with(b"GET /api/live ") {
            return keep(socket, news).await;
        }
        head.clear();
        socket.write_all(ANSWER).await?;
    }
}

async fn keep(mut socket: TcpStream, mut news: watch::Receiver<usize>) -> Result<()> {
    let number = *news.borrow_and_update();
    socket.write_all(&[EVENTS_BEGIN, &chunk(&format!("data: {number}\n\n"))].concat()).await?;
    loop {
        let said = tokio::select! {
            changed = news.changed() => {
                changed?;
                format!("data: {}\n\n", *news.borrow_and_update())
            }
            () = tokio::time::sleep(PING_EVERY) => ": ping\n\n".to_owned(),
        };
        socket.write_all(&chunk(&said)).await?;
    }
}

fn chunk(text: &str) -> Vec<u8> {
    format!("{:x}\r\n{text}\r\n", text.len()).into_bytes()
}
