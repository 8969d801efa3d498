//! WebSockets through the edge, over HTTP/1.1 and HTTP/2.

use crate::kit::{MAIN, PATIENCE, Serving, World, across, in_process};
use crate::tls::kit::{Authority, connect};
use axum::Router;
use axum::body::Body;
use axum::routing::any;
use bytes::Bytes;
use edge_router::{EdgeConfig, Upstream};
use h2::ext::Protocol;
use http::{Request, Response};
use hyper_util::rt::TokioIo;
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt};

pub const GOING_AWAY: [u8; 4] = [0x88, 2, 0x03, 0xe9];

/// Accepts the upgrade and echoes all bytes.
pub async fn echo(mut request: Request<Body>) -> Response<Body> {
    assert_eq!(request.headers()["sec-websocket-version"], "13");
    let key = request.headers()["sec-websocket-key"].clone();
    assert!(request.headers().contains_key("x-guildhall-ctx"));
    tokio::spawn(async move {
        let upgraded = hyper::upgrade::on(&mut request).await.unwrap();
        let (mut reading, mut writing) = tokio::io::split(TokioIo::new(upgraded));
        let _ = tokio::io::copy(&mut reading, &mut writing).await;
        let _ = writing.shutdown().await;
    });
    Response::builder()
        .status(101)
        .header("connection", "upgrade")
        .header("upgrade", "websocket")
        .header("sec-websocket-accept", key)
        .body(Body::empty())
        .unwrap()
}

fn upstream() -> Router {
    let refusing = || std::future::ready((http::StatusCode::FORBIDDEN, "not you"));
    Router::new().route("/api/socket", any(echo)).route("/api/refusing", any(refusing))
}

/// The same upstream in process and across a network.
async fn upstreams() -> [Upstream; 2] {
    [Upstream::InProcess(upstream()), across(upstream()).await]
}

fn world(authority: &Authority, runtime: Upstream, idle: Duration) -> World {
    let adjust = |config: &mut EdgeConfig| {
        config.limits.stream_idle_timeout = idle;
        config.drain.finish = PATIENCE;
    };
    World::with(authority.table(1, &[&[MAIN]]), runtime, in_process("control"), adjust)
}

pub trait Stream: AsyncRead + AsyncWrite + Unpin + Send {}
impl<S: AsyncRead + AsyncWrite + Unpin + Send> Stream for S {}

/// Status of an attempt, and the open stream if it succeeded.
pub async fn open(
    authority: &Authority,
    serving: &Serving,
    alpn: &str,
    path: &str,
) -> (u16, Option<Box<dyn Stream>>) {
    let mut stream = connect(serving, &authority.client(&[alpn]), MAIN).await.unwrap();
    if alpn == "h2" {
        return open_over_http2(stream, path).await;
    }
    let wish = format!(
        "GET {path} HTTP/1.1\r\nHost: {MAIN}\r\nConnection: keep-alive, Upgrade\r\n\
         Upgrade: WebSocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: a2V5\r\n\r\n"
    );
    stream.write_all(wish.as_bytes()).await.unwrap();
    let mut head = Vec::new();
    while !head.ends_with(b"\r\n\r\n") {
        head.push(stream.read_u8().await.unwrap());
    }
    let head = String::from_utf8(head).unwrap().to_lowercase();
    let status: u16 = head[9..12].parse().unwrap();
    if status == 101 {
        for line in ["connection: upgrade", "upgrade: websocket", "sec-websocket-accept: a2v5"] {
            assert!(head.contains(line), "{line} in {head}");
        }
    }
    (status, (status == 101).then(|| Box::new(stream) as Box<dyn Stream>))
}

async fn open_over_http2(
    stream: tokio_rustls::client::TlsStream<tokio::net::TcpStream>,
    path: &str,
) -> (u16, Option<Box<dyn Stream>>) {
    let (mut client, connection) = h2::client::handshake(stream).await.unwrap();
    tokio::spawn(connection);
    while !client.is_extended_connect_protocol_enabled() {
        client = client.ready().await.unwrap();
        tokio::task::yield_now().await;
    }
    let mut request = Request::connect(format!("https://{MAIN}{path}")).body(()).unwrap();
    request.headers_mut().insert("sec-websocket-version", "13".parse().unwrap());
    request.extensions_mut().insert(Protocol::from_static("websocket"));
    let (answer, mut sending) = client.send_request(request, false).unwrap();
    let answer = answer.await.unwrap();
    let status = answer.status().as_u16();
    assert!(!answer.headers().contains_key("sec-websocket-accept"));
    if status != 200 {
        return (status, None);
    }
    // Joins both halves of the HTTP/2 stream into one duplex stream.
    let (near, far) = tokio::io::duplex(4_096);
    let (mut reading, mut writing) = tokio::io::split(far);
    let mut body = answer.into_body();
    tokio::spawn(async move {
        while let Some(Ok(data)) = body.data().await {
            let _ = body.flow_control().release_capacity(data.len());
            if writing.write_all(&data).await.is_err() {
                return;
            }
        }
        let _ = writing.shutdown().await;
    });
    tokio::spawn(async move {
        let _kept = client;
        let mut buffer = [0; 1_024];
        while let Ok(read @ 1..) = reading.read(&mut buffer).await {
            let data = Bytes::copy_from_slice(&buffer[..read]);
            if sending.send_data(data, false).is_err() {
                return;
            }
        }
        let _ = sending.send_data(Bytes::new(), true);
    });
    (status, Some(Box::new(near)))
}

async fn read(stream: &mut Box<dyn Stream>, length: usize) -> Vec<u8> {
    let mut bytes = vec![0; length];
    let reading = stream.read_exact(&mut bytes);
    tokio::time::timeout(PATIENCE, reading).await.unwrap().unwrap();
    bytes
}

pub async fn rest(stream: &mut Box<dyn Stream>) -> Vec<u8> {
    let mut bytes = Vec::new();
    let _ = tokio::time::timeout(PATIENCE, stream.read_to_end(&mut bytes)).await.unwrap();
    bytes
}

#[tokio::test]
async fn websocket_works_over_http1_and_http2() {
    let authority = Authority::new();
    for runtime in upstreams().await {
        let serving = world(&authority, runtime, PATIENCE).serve_tls().await;
        for (alpn, opened) in [("http/1.1", 101), ("h2", 200)] {
            let (status, stream) = open(&authority, &serving, alpn, "/api/socket").await;
            assert_eq!(status, opened);
            let mut stream = stream.unwrap();
            for message in [&[0x82, 2, 1, 2][..], &[0x82, 0]] {
                stream.write_all(message).await.unwrap();
                assert_eq!(read(&mut stream, message.len()).await, message, "{alpn}");
            }
            stream.shutdown().await.unwrap();
            assert_eq!(rest(&mut stream).await, b"", "{alpn}");
            let refused = open(&authority, &serving, alpn, "/api/refusing").await;
            assert_eq!(refused.0, 403, "{alpn}");
            let page = open(&authority, &serving, alpn, "/communities").await;
            assert!(page.1.is_none(), "{alpn}: a page is no socket");
        }
    }
}

#[tokio::test]
async fn shutdown_sends_a_close_frame_between_frames_and_waits_for_the_reply() {
    let authority = Authority::new();
    for runtime in upstreams().await {
        for alpn in ["http/1.1", "h2"] {
            let world = world(&authority, runtime.clone(), PATIENCE);
            let serving = world.serve_tls().await;
            let mut quiet = open(&authority, &serving, alpn, "/api/socket").await.1.unwrap();
            let mut busy = open(&authority, &serving, alpn, "/api/socket").await.1.unwrap();
            // Half of a frame with four bytes.
            busy.write_all(&[0x82, 4, 1, 2]).await.unwrap();
            assert_eq!(read(&mut busy, 4).await, [0x82, 4, 1, 2]);
            serving.shutdown.cancel();
            assert_eq!(read(&mut quiet, 4).await, GOING_AWAY, "{alpn}");
            busy.write_all(&[3, 4]).await.unwrap();
            assert_eq!(read(&mut busy, 6).await, [&[3, 4][..], &GOING_AWAY].concat(), "{alpn}");
            for mut stream in [quiet, busy] {
                stream.write_all(&[0x88, 0x80, 0, 0, 0, 0]).await.unwrap();
                stream.shutdown().await.unwrap();
                assert_eq!(rest(&mut stream).await, b"", "nothing after a close frame");
            }
            let drained = tokio::time::timeout(PATIENCE, serving.done).await.unwrap().unwrap();
            assert_eq!(drained.aborted, 0, "{alpn}");
        }
    }
}

#[tokio::test]
async fn closes_an_idle_websocket() {
    let authority = Authority::new();
    let [runtime, _] = upstreams().await;
    let serving = world(&authority, runtime, Duration::from_millis(200)).serve_tls().await;
    for alpn in ["http/1.1", "h2"] {
        let mut stream = open(&authority, &serving, alpn, "/api/socket").await.1.unwrap();
        assert_eq!(rest(&mut stream).await, b"", "{alpn}");
    }
}
