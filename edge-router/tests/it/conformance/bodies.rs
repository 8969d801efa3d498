//! Malformed bodies, and bodies that arrive too slowly.

use super::wire::{exchange, recorded};
use crate::kit::{MAIN, World, in_process, table};
use edge_router::EdgeConfig;
use std::time::{Duration, Instant};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use wire::bodies;

#[tokio::test]
async fn invalid_chunk_size_is_a_client_error() {
    let (apart, record) = recorded(|_| {}).await;
    for world in [apart, World::open()] {
        let serving = world.serve().await;
        for size in ["5 x", "-5", "0x5", "zz", "fffffffffffffffff", ""] {
            let answer = exchange(
                &serving,
                &format!(
                    "POST /api/x HTTP/1.1\r\nHost: {MAIN}\r\nTransfer-Encoding: chunked\r\n\r\n\
                     {size}\r\nhello\r\n0\r\n\r\n"
                ),
            )
            .await;
            assert!(answer.starts_with("HTTP/1.1 400 "), "{size:?}: {answer}");
        }
    }
    assert_eq!(record.lines(), [""; 0]);
}

#[tokio::test]
async fn forwards_bodies_of_every_method_and_length_form() {
    let (world, record) = recorded(|_| {}).await;
    let serving = world.serve().await;
    for method in ["GET", "HEAD", "DELETE", "OPTIONS", "POST"] {
        for (length, content) in [
            ("Transfer-Encoding: chunked", "3\r\nhel\r\n2\r\nlo\r\n0\r\n\r\n"),
            ("Content-Length: 5", "hello"),
        ] {
            let asked = format!(
                "{method} /api/x HTTP/1.1\r\nHost: {MAIN}\r\nConnection: close\r\n{length}\r\n\r\n{content}"
            );
            let answer = exchange(&serving, &asked).await;
            assert!(answer.starts_with("HTTP/1.1 200 "), "{method}, {length}: {answer}");
            let came = record.take();
            assert_eq!(came, [format!("{method} /api/x \"hello\"")], "{method}, {length}");
        }
        let asked =
            format!("{method} /api/x HTTP/1.1\r\nHost: {MAIN}\r\nConnection: close\r\n\r\n");
        exchange(&serving, &asked).await;
        assert_eq!(record.take(), [format!("{method} /api/x \"\"")], "{method} without content");
    }
}

/// Sends a body of 1,000 bytes in chunks of `piece` bytes until it is complete or a response
/// arrives.
async fn upload(world: &World, piece: usize, pause: Duration) -> String {
    let serving = world.serve().await;
    let (mut reading, mut writing) =
        TcpStream::connect(serving.address).await.unwrap().into_split();
    let head = format!("POST /api/x HTTP/1.1\r\nHost: {MAIN}\r\nContent-Length: 1000\r\n\r\n");
    writing.write_all(head.as_bytes()).await.unwrap();
    let sending = async {
        for _ in 0..1_000 / piece {
            tokio::time::sleep(pause).await;
            if writing.write_all(&vec![b'a'; piece]).await.is_err() {
                break;
            }
        }
        std::future::pending::<()>().await;
    };
    let mut answer = vec![0; 4_096];
    let read = tokio::select! {
        read = reading.read(&mut answer) => read.unwrap(),
        () = sending => 0,
    };
    String::from_utf8_lossy(&answer[..read]).into_owned()
}

#[tokio::test]
async fn stalled_body_is_a_client_error_and_uploads_have_their_own_limit() {
    let pace = |config: &mut EdgeConfig| {
        config.limits.body.idle = Duration::from_millis(300);
        config.limits.upload.idle = Duration::from_secs(600);
        config.limits.upload.grace = Duration::from_millis(300);
        config.limits.upload.bytes_per_s = 1 << 30;
    };
    let runtime = crate::kit::over_http("runtime").await;
    for runtime in [in_process("runtime"), runtime] {
        let world = World::with(table(1), runtime, in_process("control"), pace);
        let serving = world.serve().await;
        for path in ["/api/x", "/api/me/picture"] {
            let mut stream = TcpStream::connect(serving.address).await.unwrap();
            let head =
                format!("POST {path} HTTP/1.1\r\nHost: {MAIN}\r\nContent-Length: 200000\r\n\r\n");
            stream.write_all(head.as_bytes()).await.unwrap();
            stream.write_all(&vec![b'a'; 100_000]).await.unwrap();
            let mut answer = Vec::new();
            let read = stream.read_to_end(&mut answer);
            let _ = tokio::time::timeout(crate::kit::PATIENCE, read).await.unwrap();
            let answer = String::from_utf8_lossy(&answer);
            assert!(answer.starts_with("HTTP/1.1 408 "), "{path}: {answer}");
            assert!(answer.contains("application/problem+json"), "{path}: {answer}");
            assert!(answer.contains("\"code\":\"body-too-slow\""), "{path}: {answer}");
            assert!(answer.contains("connection: close"), "{path}: {answer}");
        }
    }
}

#[tokio::test]
async fn aborts_a_slow_body_and_accepts_a_steady_one() {
    let pace = |config: &mut EdgeConfig| {
        config.limits.body.bytes_per_s = 400;
        config.limits.body.grace = Duration::from_millis(500);
    };
    let world = || World::with(table(1), in_process("runtime"), in_process("control"), pace);
    let begun = Instant::now();
    let dripping = upload(&world(), 1, Duration::from_millis(50)).await;
    assert!(dripping.starts_with("HTTP/1.1 408 "), "{dripping}");
    assert!(dripping.contains("connection: close") && begun.elapsed() < Duration::from_secs(8));
    // Longer than the grace period, at a sufficient speed.
    let flowing = upload(&world(), 100, Duration::from_millis(80)).await;
    assert!(flowing.starts_with("HTTP/1.1 200 "), "{flowing}");
}

/// Request headers of oversized bodies, with the expected problem code.
const TOO_LARGE: [(&str, usize, &str); 5] = [
    ("/api/x", bodies::JSON_BYTES_MAX, "body-too-large"),
    ("/api/securityAlert", bodies::ALERT_BYTES_MAX, "body-too-large"),
    ("/api/me/picture", bodies::PICTURE_BYTES_MAX, "picture-too-large"),
    ("/api/communities/x/files", bodies::FILE_FORM_BYTES_MAX, "file-too-large"),
    ("/api/control/tenants/x/brand/logo", bodies::PICTURE_BYTES_MAX, "picture-too-large"),
];

#[tokio::test]
async fn rejects_an_oversized_content_length_without_forwarding() {
    let (world, record) = recorded(|_| {}).await;
    let serving = world.serve().await;
    for (path, bytes_max, code) in TOO_LARGE {
        let length = bytes_max + 1;
        let head = format!("POST {path} HTTP/1.1\r\nHost: {MAIN}\r\nContent-Length: {length}\r\n");
        for expects in ["", "Expect: 100-continue\r\n"] {
            let answer = exchange(&serving, &format!("{head}{expects}\r\n")).await;
            assert!(answer.starts_with("HTTP/1.1 413 "), "{path}: {answer}");
            assert!(answer.contains(&format!("\"code\":\"{code}\"")), "{path}: {answer}");
            assert!(answer.contains("application/problem+json"), "{path}: {answer}");
            assert!(answer.contains("connection: close"), "{path}: {answer}");
        }
    }
    assert_eq!(record.lines(), [""; 0]);
}

#[tokio::test]
async fn aborts_a_chunked_body_over_the_size_limit() {
    let (apart, record) = recorded(|_| {}).await;
    for world in [apart, World::open()] {
        let serving = world.serve().await;
        let (size, piece) = (8 * 1024, "a".repeat(8 * 1024));
        let head = format!(
            "POST /api/securityAlert HTTP/1.1\r\nHost: {MAIN}\r\nTransfer-Encoding: chunked\r\n\r\n"
        );
        let chunk = format!("{size:x}\r\n{piece}\r\n");
        let whole = format!("{head}{chunk}{chunk}0\r\n\r\n");
        let answer = exchange(&serving, &whole).await;
        assert!(answer.starts_with("HTTP/1.1 200 "), "as large as it may be: {answer}");
        let answer = exchange(&serving, &format!("{head}{chunk}{chunk}1\r\na\r\n")).await;
        assert!(answer.starts_with("HTTP/1.1 413 "), "{answer}");
        assert!(answer.contains("\"code\":\"body-too-large\""), "{answer}");
        assert!(answer.contains("connection: close"), "{answer}");
    }
    assert_eq!(record.lines().len(), 1, "only the complete one was forwarded");
}
