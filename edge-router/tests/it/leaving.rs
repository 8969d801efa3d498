//! Graceful shutdown of the edge: requests finish, streams end, no new connections are accepted.

use crate::kit::{MAIN, PATIENCE, Serving, World, in_process, table};
use edge_router::EdgeConfig;
use std::time::Duration;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

async fn ask(serving: &Serving, path: &str) -> TcpStream {
    let mut stream = TcpStream::connect(serving.address).await.unwrap();
    let request = format!("GET {path} HTTP/1.1\r\nHost: {MAIN}\r\n\r\n");
    stream.write_all(request.as_bytes()).await.unwrap();
    stream
}

/// Reads until `wanted` was seen, or to the end if it is `None`.
async fn read(stream: &mut TcpStream, wanted: Option<&str>) -> String {
    let mut seen = String::new();
    let reading = async {
        let mut buffer = [0; 4096];
        loop {
            let read = stream.read(&mut buffer).await.unwrap();
            seen.push_str(std::str::from_utf8(&buffer[..read]).unwrap());
            if read == 0 || wanted.is_some_and(|wanted| seen.contains(wanted)) {
                break;
            }
        }
    };
    tokio::time::timeout(PATIENCE, reading).await.unwrap();
    seen
}

fn leaving_within(finish: Duration, notice: Duration) -> World {
    let adjust = |config: &mut EdgeConfig| {
        config.drain.finish = finish;
        config.drain.notice_delay = notice;
    };
    World::with(table(1), in_process("runtime"), in_process("control"), adjust)
}

#[tokio::test]
async fn shutdown_finishes_requests_and_ends_streams() {
    let world = leaving_within(PATIENCE, Duration::ZERO);
    let serving = world.serve().await;
    let mut live = ask(&serving, "/api/live").await;
    read(&mut live, Some("data: first")).await;
    let mut idle = ask(&serving, "/healthz").await;
    read(&mut idle, Some("ok\n")).await;
    let mut slow = ask(&serving, "/api/slow").await;
    // Long enough for the request to start, shorter than its duration.
    tokio::time::sleep(Duration::from_millis(200)).await;

    serving.shutdown.cancel();
    let (ended, finished, closed) =
        tokio::join!(read(&mut live, None), read(&mut slow, None), read(&mut idle, None));
    assert!(ended.ends_with("0\r\n\r\n"), "the stream ended as if it were complete: {ended:?}");
    assert!(finished.contains("done after all"), "{finished}");
    assert_eq!(closed, "");
    let drained = tokio::time::timeout(PATIENCE, serving.done).await.unwrap().unwrap();
    assert_eq!(drained.aborted, 0);
    assert!(TcpStream::connect(serving.address).await.is_err(), "no new connection is accepted");
}

#[tokio::test]
async fn shutdown_aborts_and_counts_late_connections() {
    let world = leaving_within(Duration::from_millis(200), Duration::ZERO);
    let serving = world.serve().await;
    let mut stuck = ask(&serving, "/api/silence").await;
    tokio::time::sleep(Duration::from_millis(200)).await;
    serving.shutdown.cancel();
    let drained = tokio::time::timeout(PATIENCE, serving.done).await.unwrap().unwrap();
    assert_eq!(drained.aborted, 1);
    assert_eq!(read(&mut stuck, None).await, "");
}

#[tokio::test]
async fn edge_serves_but_is_not_ready_before_draining() {
    let world = leaving_within(PATIENCE, Duration::from_secs(1));
    let serving = world.serve().await;
    assert_eq!(world.get(MAIN, "/readyz").await.status, 200);
    serving.shutdown.cancel();
    tokio::time::sleep(Duration::from_millis(200)).await;
    assert_eq!(world.get(MAIN, "/readyz").await.status, 503);
    let mut late = ask(&serving, "/api/boot").await;
    let answer = read(&mut late, None).await;
    assert!(answer.starts_with("HTTP/1.1 200 OK") && answer.contains("connection: close"));
    assert_eq!(serving.done.await.unwrap().aborted, 0);
}
