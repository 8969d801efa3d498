//! The plain HTTP listener next to TLS.

use super::kit::Authority;
use crate::kit::{ASHCOMBE, HTWU, MAIN, PATIENCE, PAUSED, Serving, World, in_process, table};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use wire::{ChallengeAnswer, ChallengeKind};

async fn ask(serving: &Serving, method: &str, host: &str, path: &str) -> String {
    let mut stream = TcpStream::connect(serving.address).await.unwrap();
    let request = format!("{method} {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n");
    stream.write_all(request.as_bytes()).await.unwrap();
    let mut answer = String::new();
    tokio::time::timeout(PATIENCE, stream.read_to_string(&mut answer)).await.unwrap().unwrap();
    answer
}

fn location(answer: &str) -> &str {
    answer.lines().find_map(|line| line.strip_prefix("location: ")).unwrap_or("-")
}

#[tokio::test]
async fn known_host_redirects_to_its_https_origin() {
    let serving = Authority::new().world(&[&[MAIN]]).serve_redirects().await;
    for (host, path, to) in [
        (MAIN, "/a/b?c=d%2F", "https://guildhall.example/a/b?c=d%2F"),
        ("GUILDHALL.example:80", "/", "https://guildhall.example/"),
        ("www.guildhall.example", "/x", "https://guildhall.example/x"),
        (ASHCOMBE, "/api/me", "https://ashcombe.portals.example/api/me"),
        (HTWU, "/", "https://www.htwu.example/"),
        ("htwu.example", "//evil.example", "https://www.htwu.example//evil.example"),
        ("htwu.portals.example", "/", "https://htwu.portals.example/"),
        (PAUSED, "/", "https://paused.portals.example/"),
    ] {
        for method in ["GET", "POST"] {
            let answer = ask(&serving, method, host, path).await;
            assert!(answer.starts_with("HTTP/1.1 308 "), "{answer}");
            assert_eq!(location(&answer), to);
            assert!(!answer.to_lowercase().contains("strict-transport-security"), "{answer}");
        }
    }
}

#[tokio::test]
async fn unknown_host_gets_no_redirect_and_is_not_echoed() {
    let serving = Authority::new().world(&[&[MAIN]]).serve_redirects().await;
    for (host, status) in
        [("evil.example", 421), ("nobody.portals.example", 421), ("a@b", 400), ("127.0.0.1", 421)]
    {
        let answer = ask(&serving, "GET", host, "/path").await;
        assert!(answer.starts_with(&format!("HTTP/1.1 {status} ")), "{host}: {answer}");
        assert!(!answer.contains(host) && location(&answer) == "-", "{answer}");
    }
}

#[tokio::test]
async fn plain_listener_answers_challenges_and_health_checks() {
    let mut routes = table(1);
    routes.challenges = vec![ChallengeAnswer {
        host: ASHCOMBE.to_owned(),
        kind: ChallengeKind::Http01,
        token: "t".to_owned(),
        key_authorization: "t.thumbprint".to_owned(),
    }];
    let world = World::with(routes, in_process("runtime"), in_process("control"), |_| {});
    let serving = world.serve_redirects().await;
    let path = "/.well-known/acme-challenge/t";
    assert!(ask(&serving, "GET", ASHCOMBE, path).await.ends_with("\r\n\r\nt.thumbprint"));
    assert!(ask(&serving, "GET", MAIN, path).await.starts_with("HTTP/1.1 404 "));
    assert!(ask(&serving, "GET", "10.0.0.1", "/healthz").await.ends_with("\r\n\r\nok\n"));
    assert!(ask(&serving, "GET", "10.0.0.1", "/readyz").await.ends_with("\r\n\r\nready\n"));
}
