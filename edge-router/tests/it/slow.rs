//! Two thousand connections that occupy slots without making progress (edge design, test L), next
//! to normal clients. The latency of those depends on the machine and is measured separately
//! (`bench edge-duel slow`).

use crate::kit::{MAIN, PATIENCE, World, in_process, table};
use crate::shared::slow::{KINDS, Kind};
use edge_router::EdgeConfig;
use std::net::SocketAddr;
use std::time::{Duration, Instant};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio_util::sync::CancellationToken;

const EACH: usize = 500;
const HONEST: usize = 8;
/// Configured timeout of every kind of slow client.
const CONFIGURED: Duration = Duration::from_secs(2);
/// Tolerance for a busy machine.
const SLACK: Duration = Duration::from_secs(10);
const DRIP: Duration = Duration::from_millis(150);

/// Time until the edge closed the connection.
async fn attack(at: SocketAddr, kind: Kind) -> Duration {
    let begun = Instant::now();
    let stream = TcpStream::connect(at).await.unwrap();
    let held = tokio::time::timeout(2 * PATIENCE, kind.hold(stream, (MAIN, "/api/x"), DRIP)).await;
    assert!(held.is_ok(), "{kind:?} holds on");
    begun.elapsed()
}

/// Sends requests until cancelled; returns the number of responses.
async fn honest(at: SocketAddr, stop: CancellationToken) -> usize {
    let mut stream = TcpStream::connect(at).await.unwrap();
    let request = format!("GET /api/x HTTP/1.1\r\nHost: {MAIN}\r\n\r\n");
    let (mut answers, mut buffer) = (0, vec![0; 8_192]);
    while !stop.is_cancelled() {
        stream.write_all(request.as_bytes()).await.unwrap();
        let read = tokio::time::timeout(PATIENCE, stream.read(&mut buffer)).await.unwrap().unwrap();
        assert!(buffer[..read].starts_with(b"HTTP/1.1 200 "), "a normal client got no response");
        answers += 1;
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    answers
}

/// Number of responses to normal clients while `other` runs; none of them may be refused.
async fn answers_during<T>(at: SocketAddr, other: impl Future<Output = T>) -> (usize, T) {
    let stop = CancellationToken::new();
    let clients: Vec<_> = (0..HONEST).map(|_| tokio::spawn(honest(at, stop.clone()))).collect();
    let done = other.await;
    stop.cancel();
    let mut answers = 0;
    for client in clients {
        answers += client.await.unwrap();
    }
    (answers, done)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn slow_clients_time_out_and_normal_clients_are_served() {
    let hasty = |config: &mut EdgeConfig| {
        let limits = &mut config.limits;
        (limits.header_read_timeout, limits.client_hello_timeout) = (CONFIGURED, CONFIGURED);
        (limits.write_timeout, limits.body.grace) = (CONFIGURED, CONFIGURED);
        limits.lingering_close_timeout = CONFIGURED;
        limits.connections_per_network = 4 * EACH + 100;
    };
    let world = World::with(table(1), in_process("runtime"), in_process("control"), hasty);
    let (plain, tls) = (world.serve().await, world.serve_tls().await);
    let attacking = async {
        let attacks = KINDS.map(|kind| {
            let at = if matches!(kind, Kind::Silence) { tls.address } else { plain.address };
            // No faster than connections are accepted, because the kernel's backlog is limited.
            let paced = move |number: usize| async move {
                tokio::time::sleep(Duration::from_millis(2) * number as u32).await;
                attack(at, kind).await
            };
            let all = (0..EACH).map(|number| tokio::spawn(paced(number)));
            (kind, all.collect::<Vec<_>>())
        });
        let mut longest = Vec::new();
        for (kind, all) in attacks {
            let ended = futures::future::join_all(all).await;
            let ended: Vec<_> = ended.into_iter().map(Result::unwrap).collect();
            let (first, last) = (*ended.iter().min().unwrap(), *ended.iter().max().unwrap());
            assert!(
                first >= CONFIGURED / 2,
                "{kind:?}: not at once, it might be honest: {first:?}"
            );
            longest.push((kind, last));
        }
        longest
    };
    let (answers, longest) = answers_during(plain.address, attacking).await;
    for (kind, took) in &longest {
        assert!(*took <= CONFIGURED + SLACK, "{kind:?} held on for {took:?}");
    }
    assert!(answers >= HONEST, "normal clients got {answers} responses");
}
