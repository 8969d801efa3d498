//! A foreign host name in every possible place of a request (security design, A-01): it appears in
//! no response, no redirect target and no request to an upstream.

use super::wire::exchange;
use crate::kit::{ASHCOMBE, MAIN, World};

const FOREIGN: [&str; 14] = [
    "evil.example",
    "evil.example:443",
    "evil.guildhall.example",
    "guildhall.example.evil.example",
    "guildhall.example@evil.example",
    "guildhall.example:443@evil.example",
    "evil.example#guildhall.example",
    "evil.example/guildhall.example",
    "evil.example?guildhall.example",
    "guildhall.example, evil.example",
    "guildhall.example evil.example",
    "guildhall.example\tevil.example",
    "guildhall.example:evil",
    "xn--vil-9la.evil.example",
];

/// A spelling of a host, and the only origin that its responses may contain.
const OURS: [(&str, &str); 5] = [
    (MAIN, "https://guildhall.example"),
    ("GUILDHALL.example", "https://guildhall.example"),
    ("guildhall.example.:443", "https://guildhall.example"),
    ("www.guildhall.example", "https://guildhall.example"),
    (ASHCOMBE, "https://ashcombe.portals.example"),
];

const CLAIMS: [&str; 8] = [
    "X-Forwarded-Host: evil.example",
    "X-Forwarded-Host: guildhall.example\r\nX-Forwarded-Host: evil.example",
    "X_Forwarded_Host: evil.example",
    "X.Forwarded.Host: evil.example",
    "X-Forwarded-Server: evil.example\r\nX-Forwarded-Proto: evil",
    "Forwarded: for=evil;host=evil.example;proto=https",
    "X-Guildhall-Ctx: evil",
    "Connection: host, x-evil\r\nX-Evil: evil.example",
];

const PATHS: [&str; 4] = ["/", "/login?next=x", "/api/me", "/api/boot"];

#[tokio::test]
async fn foreign_host_is_rejected_everywhere_and_never_echoed() {
    let world = World::open();
    let (plain, redirects) = (world.serve().await, world.serve_redirects().await);
    for serving in [&plain, &redirects] {
        for host in FOREIGN {
            for path in ["/", "/api/me"] {
                for head in [
                    format!("GET {path} HTTP/1.1\r\nHost: {host}\r\n"),
                    format!("GET {path} HTTP/1.1\r\nHost: {MAIN}\r\nHost: {host}\r\n"),
                    format!("GET http://{host}{path} HTTP/1.1\r\nHost: {MAIN}\r\n"),
                ] {
                    let sent = format!("{head}Connection: close\r\n\r\n");
                    let answer = exchange(serving, &sent).await;
                    let status = answer.get(9..12).unwrap_or_default();
                    assert!(["400", "421", "404"].contains(&status), "{head:?}: {answer}");
                    assert!(!answer.contains("evil"), "{head:?}: {answer}");
                }
            }
        }
    }
}

#[tokio::test]
async fn forged_host_headers_never_appear_in_responses_or_redirects() {
    let world = World::open();
    let (plain, redirects) = (world.serve().await, world.serve_redirects().await);
    for (serving, leads) in [(&plain, false), (&redirects, true)] {
        for (host, origin) in OURS {
            for claim in CLAIMS {
                for path in PATHS {
                    let sent = format!(
                        "GET {path} HTTP/1.1\r\nHost: {host}\r\n{claim}\r\nConnection: close\r\n\r\n"
                    );
                    let answer = exchange(serving, &sent).await;
                    assert!(!answer.contains("evil"), "{sent:?}: {answer}");
                    let location = answer.lines().find_map(|line| line.strip_prefix("location: "));
                    let led = leads || host.starts_with("www.");
                    assert_eq!(location.is_some(), led, "{sent:?}: {answer}");
                    if let Some(location) = location {
                        assert_eq!(location, format!("{origin}{path}"), "{sent:?}");
                    }
                }
            }
        }
    }
}
