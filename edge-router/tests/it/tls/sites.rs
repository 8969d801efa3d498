//! Hosts that a connection may be used for.

use super::kit::{Authority, Client, connect, text};
use crate::kit::{ASHCOMBE, HTWU, MAIN, PAUSED, Serving, World, in_process};
use std::sync::Arc;
use std::time::{SystemTime, UNIX_EPOCH};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use wire::routes::PortalState;

async fn client(authority: &Authority, serving: &Serving, alpn: &str, name: &str) -> Client {
    Client::over(connect(serving, &authority.client(&[alpn]), name).await.unwrap()).await
}

#[tokio::test]
async fn every_site_is_served_over_http1_and_http2() {
    let authority = Authority::new();
    let world = authority.world(&[&["*.portals.example", MAIN], &["htwu.example", HTWU]]);
    let serving = world.serve_tls().await;
    for alpn in ["h2", "http/1.1"] {
        for (host, path, status) in [
            (MAIN, "/api/me", 200),
            (ASHCOMBE, "/", 200),
            (HTWU, "/api/boot", 200),
            ("htwu.example", "/a?b=c", 308),
            (PAUSED, "/", 503),
        ] {
            let mut client = client(&authority, &serving, alpn, host).await;
            assert_eq!(client.status(host, path).await, status, "{host} over {alpn}");
        }
    }
}

#[tokio::test]
async fn request_for_another_owners_host_gets_421_and_ends_the_connection() {
    let authority = Authority::new();
    // One certificate covers all; that alone does not allow sharing a connection.
    let names = ["*.portals.example", MAIN, "htwu.example", HTWU];
    let world = authority.world(&[&names]);
    let serving = world.serve_tls().await;
    for alpn in ["h2", "http/1.1"] {
        for host in [MAIN, HTWU, PAUSED, "nobody.example"] {
            let mut client = client(&authority, &serving, alpn, ASHCOMBE).await;
            assert_eq!(client.status(ASHCOMBE, "/api/boot").await, 200);
            let refused = client.get(host, "/").await.unwrap();
            assert_eq!(refused.status(), 421, "{host} over {alpn}");
            let page = text(refused).await;
            assert!(!page.contains("htwu") && !page.contains("main build"), "{page}");
            client.ended().await;
        }
    }
}

#[tokio::test]
async fn names_of_one_owner_share_a_connection_only_under_one_certificate() {
    let authority = Authority::new();
    let world = authority.world(&[&["htwu.example", HTWU], &["*.portals.example"]]);
    let serving = world.serve_tls().await;
    for alpn in ["h2", "http/1.1"] {
        let mut client = client(&authority, &serving, alpn, HTWU).await;
        assert_eq!(client.status("htwu.example", "/").await, 308, "{alpn}");
        assert_eq!(client.status(HTWU, "/api/boot").await, 200);
        let other = client.status("htwu.portals.example", "/").await;
        assert_eq!(other, 421, "the same tenant under another certificate");
        client.ended().await;
    }
}

#[tokio::test]
async fn case_port_and_trailing_dot_are_ignored() {
    let authority = Authority::new();
    let serving = authority.world(&[&[MAIN]]).serve_tls().await;
    let mut client = client(&authority, &serving, "http/1.1", MAIN).await;
    for host in ["GUILDHALL.example", "guildhall.example:443", "guildhall.example."] {
        assert_eq!(client.status(host, "/api/boot").await, 200, "{host}");
    }
}

#[tokio::test]
async fn suspended_tenant_is_refused_on_an_open_connection() {
    let authority = Authority::new();
    let world = authority.world(&[&["*.portals.example"]]);
    let serving = world.serve_tls().await;
    for (round, alpn) in [(2, "h2"), (4, "http/1.1")] {
        let mut client = client(&authority, &serving, alpn, ASHCOMBE).await;
        assert_eq!(client.status(ASHCOMBE, "/api/me").await, 200);
        let mut routes = authority.table(round, &[&["*.portals.example"]]);
        Arc::make_mut(&mut routes.portals[0]).state = PortalState::Suspended;
        world.table.apply(Arc::new(routes.clone())).unwrap();
        assert_eq!(client.status(ASHCOMBE, "/api/me").await, 503, "{alpn}");
        routes.version += 1;
        Arc::make_mut(&mut routes.portals[0]).state = PortalState::Active;
        world.table.apply(Arc::new(routes)).unwrap();
        assert_eq!(client.status(ASHCOMBE, "/api/me").await, 200);
    }
}

#[tokio::test]
async fn rejects_two_lengths_inside_tls() {
    let authority = Authority::new();
    let serving = authority.world(&[&[MAIN]]).serve_tls().await;
    let mut stream = connect(&serving, &authority.client(&["http/1.1"]), MAIN).await.unwrap();
    let both = format!(
        "POST /api/x HTTP/1.1\r\nHost: {MAIN}\r\nTransfer-Encoding: chunked\r\n\
         Content-Length: 5\r\n\r\n0\r\n\r\n"
    );
    stream.write_all(both.as_bytes()).await.unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).await.unwrap();
    assert!(answer.starts_with("HTTP/1.1 400 ") && answer.contains("ambiguous-length"), "{answer}");
}

#[tokio::test]
async fn hsts_includes_subdomains_only_below_the_portal_domain() {
    let authority = Authority::new();
    let world = authority.world(&[&["*.portals.example"], &["portals.example"], &[HTWU]]);
    let mut routes = authority.table(2, &[&["*.portals.example", "portals.example"], &[HTWU]]);
    routes.main.origin = "https://portals.example".to_owned();
    world.table.apply(Arc::new(routes)).unwrap();
    let serving = world.serve_tls().await;
    for (host, policy) in [
        ("portals.example", "max-age=31536000; includeSubDomains"),
        (ASHCOMBE, "max-age=31536000"),
        (HTWU, "max-age=31536000"),
    ] {
        let mut client = client(&authority, &serving, "h2", host).await;
        let answer = client.get(host, "/api/boot").await.unwrap();
        assert_eq!(answer.headers()["strict-transport-security"], policy, "{host}");
    }
}

#[tokio::test]
async fn new_custom_domain_has_a_short_hsts_lifetime() {
    let authority = Authority::new();
    let names = [MAIN, HTWU, ASHCOMBE, "new.portals.example", "www.new.example", "www.old.example"];
    let world = authority.world(&[&names]);
    let mut routes = authority.table(2, &[&names]);
    let hosts = ["www.new.example"];
    let mut new = crate::kit::portal("new", "https://www.new.example", &hosts);
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap().as_secs() as i64;
    let (almost_a_day, a_day) = (now - 86_300, now - 86_401);
    new.answering_since = [("www.new.example".to_owned(), almost_a_day)].into();
    routes.portals.push(Arc::new(new));
    let mut old = crate::kit::portal("old", "https://www.old.example", &["www.old.example"]);
    old.answering_since = [("www.old.example".to_owned(), a_day)].into();
    routes.portals.push(Arc::new(old));
    // An edge that receives it from the feed, and one that loads it from its disk.
    world.table.apply(Arc::new(routes.clone())).unwrap();
    let restarted =
        World::with(routes.clone(), in_process("runtime"), in_process("control"), |_| {});
    for world in [world, restarted] {
        let serving = world.serve_tls().await;
        for (host, policy) in [
            ("www.new.example", "max-age=300"),
            ("www.old.example", "max-age=31536000"),
            ("new.portals.example", "max-age=31536000"),
            (HTWU, "max-age=31536000"),
            (MAIN, "max-age=31536000"),
        ] {
            let mut client = client(&authority, &serving, "h2", host).await;
            let answer = client.get(host, "/api/boot").await.unwrap();
            assert_eq!(answer.headers()["strict-transport-security"], policy, "{host}");
        }
    }
}
