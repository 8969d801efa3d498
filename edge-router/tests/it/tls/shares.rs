//! TLS rate limits of one network, and health checks without a server name.

use super::kit::{Authority, connect, credulous};
use crate::kit::{MAIN, PATIENCE, Serving, World, in_process};
use edge_router::{Budget, EdgeConfig};
use http::StatusCode;
use std::net::IpAddr;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

fn world(authority: &Authority, adjust: impl FnOnce(&mut EdgeConfig)) -> World {
    let routes = authority.table(1, &[&[MAIN]]);
    World::with(routes, in_process("runtime"), in_process("control"), adjust)
}

/// All responses on one connection to `name`, after a handshake for that name.
async fn ask(serving: &Serving, authority: &Authority, name: &str) -> std::io::Result<String> {
    let mut stream = connect(serving, &authority.client(&["http/1.1"]), name).await?;
    let request = format!("GET /api/boot HTTP/1.1\r\nHost: {name}\r\nConnection: close\r\n\r\n");
    stream.write_all(request.as_bytes()).await?;
    let mut answer = String::new();
    tokio::time::timeout(PATIENCE, stream.read_to_string(&mut answer)).await.unwrap()?;
    Ok(answer)
}

#[tokio::test]
async fn handshake_limit_applies_per_network() {
    let authority = Authority::new();
    let narrow = |config: &mut EdgeConfig| config.limits.network.handshakes = Budget::new(3, 1);
    let serving = world(&authority, narrow).serve_tls().await;
    let mut begun = 0;
    for _ in 0..8 {
        begun += usize::from(ask(&serving, &authority, MAIN).await.is_ok());
    }
    assert!((3..8).contains(&begun), "{begun}");
    let again = async {
        while ask(&serving, &authority, MAIN).await.is_err() {
            tokio::task::yield_now().await;
        }
    };
    tokio::time::timeout(PATIENCE, again).await.unwrap();
}

#[tokio::test]
async fn handshake_limit_does_not_apply_to_a_trusted_proxy() {
    let authority = Authority::new();
    let trusting = |config: &mut EdgeConfig| {
        config.limits.network.handshakes = Budget::new(1, 1);
        config.trusted_proxies = vec![IpAddr::from([127, 0, 0, 1]).into()];
    };
    let serving = world(&authority, trusting).serve_tls().await;
    for _ in 0..5 {
        assert!(ask(&serving, &authority, MAIN).await.is_ok());
    }
}

#[tokio::test]
async fn network_over_the_unknown_name_limit_gets_no_alert() {
    let authority = Authority::new();
    let narrow = |config: &mut EdgeConfig| config.limits.network.unknown_names = Budget::new(3, 1);
    let serving = world(&authority, narrow).serve_tls().await;
    let mut told = 0;
    for number in 0..12 {
        let name = format!("n{number}.evil.example");
        let refused = connect(&serving, &authority.client(&["h2"]), &name).await.unwrap_err();
        told += usize::from(refused.to_string().contains("UnrecognisedName"));
    }
    assert!((3..12).contains(&told), "{told}");
    assert!(ask(&serving, &authority, MAIN).await.unwrap().starts_with("HTTP/1.1 200 "));
}

#[tokio::test]
async fn unknown_host_limit_also_applies_to_plain_http() {
    let authority = Authority::new();
    let narrow = |config: &mut EdgeConfig| config.limits.network.unknown_names = Budget::new(3, 1);
    let world = world(&authority, narrow);
    for _ in 0..3 {
        assert_eq!(world.get("evil.example", "/").await.status, 421);
    }
    let limited = world.get("other.example", "/").await;
    assert_eq!(limited.status, StatusCode::TOO_MANY_REQUESTS);
    assert_eq!(limited.header("retry-after"), "10");
    assert_eq!(limited.json()["code"], "too-many-unknown-hosts");
    assert_eq!(world.get(MAIN, "/api/boot").await.status, 200);
    let serving = world.serve_redirects().await;
    let mut stream = TcpStream::connect(serving.address).await.unwrap();
    for _ in 0..5 {
        let _ = stream.write_all(b"GET / HTTP/1.1\r\nHost: evil.example\r\n\r\n").await;
    }
    let mut answer = String::new();
    let _ = tokio::time::timeout(PATIENCE, stream.read_to_string(&mut answer)).await.unwrap();
    assert!(answer.contains("HTTP/1.1 429 ") && answer.contains("connection: close"), "{answer}");
}

#[tokio::test]
async fn only_health_check_networks_may_omit_the_server_name() {
    let authority = Authority::new();
    let mut nameless = credulous(&["http/1.1"]);
    nameless.enable_sni = false;
    for (from, is_answered) in [([127, 0, 0, 1], true), ([192, 0, 2, 1], false)] {
        let checked = |config: &mut EdgeConfig| {
            config.health_checks = vec![IpAddr::from(from).into()];
        };
        let serving = world(&authority, checked).serve_tls().await;
        for (host, path, status) in
            [("10.0.0.1", "/readyz", 200), ("10.0.0.1", "/healthz", 200), (MAIN, "/api/boot", 421)]
        {
            let stream = connect(&serving, &nameless, MAIN).await;
            assert_eq!(stream.is_ok(), is_answered, "{from:?}");
            let Ok(mut stream) = stream else { continue };
            let request = format!("GET {path} HTTP/1.1\r\nHost: {host}\r\n\r\n");
            stream.write_all(request.as_bytes()).await.unwrap();
            let mut answer = String::new();
            let read = stream.read_to_string(&mut answer);
            tokio::time::timeout(PATIENCE, read).await.unwrap().unwrap();
            assert!(answer.starts_with(&format!("HTTP/1.1 {status} ")), "{path}: {answer}");
            assert!(answer.contains("connection: close"), "{path}: {answer}");
        }
    }
}
