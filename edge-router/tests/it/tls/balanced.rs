//! TLS behind a balancer that forwards it unopened.

use super::kit::Authority;
use crate::kit::{MAIN, PATIENCE, Serving, World, in_process, key};
use axum::body::Body;
use edge_router::{Budget, EdgeConfig};
use http::{Request, Response, StatusCode};
use http_body_util::BodyExt;
use hyper::body::Incoming;
use hyper_util::rt::TokioIo;
use rustls::pki_types::ServerName;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::{Duration, SystemTime, UNIX_EPOCH};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio_rustls::TlsConnector;

const TRUSTED: &str = "127.0.0.1/32";

fn world(authority: &Authority, trusted: &str) -> World {
    world_with(authority, trusted, |config| {
        config.limits.client_hello_timeout = Duration::from_millis(300);
        config.limits.connections_per_network = 1;
    })
}

fn world_with(authority: &Authority, trusted: &str, narrow: impl FnOnce(&mut EdgeConfig)) -> World {
    let trusted = trusted.parse().unwrap();
    let adjust = |config: &mut EdgeConfig| {
        config.trusted_proxies = vec![trusted];
        config.proxy_protocol = true;
        narrow(config);
    };
    let routes = authority.table(1, &[&[MAIN]]);
    World::with(routes, in_process("runtime"), in_process("control"), adjust)
}

fn header(client: &str) -> Vec<u8> {
    let client: SocketAddr = client.parse().unwrap();
    let edge: SocketAddr =
        if client.is_ipv4() { "192.0.2.1:443" } else { "[2001:db8::1]:443" }.parse().unwrap();
    let protocol = ppp::v2::Protocol::Stream;
    ppp::v2::Builder::with_addresses(0x21, protocol, (client, edge)).build().unwrap()
}

/// Response to a request after `first` bytes and a handshake.
async fn ask(
    authority: &Authority,
    serving: &Serving,
    first: &[u8],
) -> std::io::Result<(Response<Incoming>, TcpKept)> {
    let mut socket = TcpStream::connect(serving.address).await?;
    socket.write_all(first).await?;
    let name = ServerName::try_from(MAIN).unwrap();
    let connector = TlsConnector::from(Arc::new(authority.client(&["http/1.1"])));
    let stream = connector.connect(name, socket).await?;
    let (mut sender, connection) =
        hyper::client::conn::http1::handshake(TokioIo::new(stream)).await.unwrap();
    tokio::spawn(connection);
    let request = Request::get("/api/me").header("host", MAIN).body(Body::empty()).unwrap();
    Ok((sender.send_request(request).await.unwrap(), sender))
}

/// Client address that the runtime receives.
async fn client_told(
    authority: &Authority,
    serving: &Serving,
    first: &[u8],
) -> std::io::Result<(String, TcpKept)> {
    let (answer, sender) = ask(authority, serving, first).await?;
    let body = answer.into_body().collect().await.unwrap().to_bytes();
    let told: serde_json::Value = serde_json::from_slice(&body).unwrap();
    let lines = told["headers"].as_array().unwrap();
    let sealed = lines.iter().find(|line| line[0] == "x-guildhall-ctx").unwrap();
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap().as_secs();
    let context = key().open(sealed[1].as_str().unwrap(), i64::try_from(now).unwrap()).unwrap();
    Ok((context.client_ip.to_string(), sender))
}

type TcpKept = hyper::client::conn::http1::SendRequest<Body>;

#[tokio::test]
async fn proxy_protocol_client_is_the_one_that_counts() {
    let authority = Authority::new();
    let world = world(&authority, TRUSTED);
    let serving = world.serve_tls().await;
    let told = client_told(&authority, &serving, &header("203.0.113.9:4321")).await;
    let (client, kept) = told.unwrap();
    assert_eq!(client, "203.0.113.9");
    let again = client_told(&authority, &serving, &header("203.0.113.9:4322")).await;
    assert!(again.is_err(), "its network has used its budget");
    let other = client_told(&authority, &serving, &header("[2001:db8::9]:1")).await.unwrap();
    assert_eq!(other.0, "2001:db8::9");
    drop(kept);
}

#[tokio::test]
async fn rejects_a_trusted_proxy_without_a_version_2_header() {
    let authority = Authority::new();
    let serving = world(&authority, TRUSTED).serve_tls().await;
    for first in [&b""[..], b"PROXY TCP4 203.0.113.9 192.0.2.1 4321 443\r\n"] {
        assert!(client_told(&authority, &serving, first).await.is_err());
    }
    let mut silent = TcpStream::connect(serving.address).await.unwrap();
    let mut rest = Vec::new();
    let closed = tokio::time::timeout(PATIENCE, silent.read_to_end(&mut rest)).await;
    assert_eq!(closed.unwrap().unwrap(), 0, "the header timed out");
}

#[tokio::test]
async fn rejects_a_proxy_header_from_other_peers() {
    let authority = Authority::new();
    let serving = world(&authority, "192.0.2.0/24").serve_tls().await;
    assert!(client_told(&authority, &serving, &header("203.0.113.9:4321")).await.is_err());
    let told = async {
        loop {
            if let Ok(told) = client_told(&authority, &serving, b"").await {
                return told.0;
            }
            tokio::task::yield_now().await;
        }
    };
    assert_eq!(tokio::time::timeout(PATIENCE, told).await.unwrap(), "127.0.0.1");
}

#[tokio::test]
async fn rate_limits_clients_behind_a_balancer_separately() {
    let authority = Authority::new();
    let narrow = |config: &mut EdgeConfig| {
        config.limits.network.requests = Budget::new(3, 1);
    };
    let serving = world_with(&authority, TRUSTED, narrow).serve_tls().await;
    let status = async |first: &[u8]| ask(&authority, &serving, first).await.unwrap().0.status();
    // Each request over its own connection, as a flood arrives through a balancer.
    let flood = async {
        let mut port = 0;
        loop {
            port += 1;
            let from = header(&format!("203.0.113.9:{port}"));
            let answer = ask(&authority, &serving, &from).await.unwrap().0;
            if answer.status() == StatusCode::TOO_MANY_REQUESTS {
                return (port, answer.headers()["retry-after"].clone());
            }
        }
    };
    let (asked, retry_after) = tokio::time::timeout(PATIENCE, flood).await.unwrap();
    assert!(asked > 3, "{asked}");
    assert_eq!(retry_after, "5");
    for last in 10..40 {
        let other = header(&format!("203.0.113.{last}:4321"));
        assert_eq!(status(&other).await, StatusCode::OK, "{last}: the others have their own");
    }
    // A balancer that speaks for itself, as in its health checks.
    let local = [b"\r\n\r\n\0\r\nQUIT\n".as_slice(), &[0x20, 0, 0, 0]].concat();
    for _ in 0..9 {
        assert_eq!(status(&local).await, StatusCode::OK);
    }
}
