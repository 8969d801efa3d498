//! Requests as the roles receive them, and their responses.

use crate::kit::{ASHCOMBE, MAIN, World, get_request, in_process, key, over_http, table};
use axum::body::Body;
use edge_router::Upstream;
use http::Request;
use serde_json::{Value, json};
use std::time::Duration;

fn line<'v>(told: &'v Value, name: &str) -> Option<&'v str> {
    let lines = told["headers"].as_array().unwrap().iter();
    let mut found = lines.filter(|line| line[0] == name);
    let first = found.next().map(|line| line[1].as_str().unwrap());
    assert!(found.next().is_none(), "{name} arrived twice");
    first
}

#[tokio::test]
async fn every_path_reaches_its_role() {
    let world = World::open();
    for (path, owner) in [
        ("/api/me", "runtime"),
        ("/api/openapi.json", "runtime"),
        ("/media/a.webp", "runtime"),
        ("/dev/mail.json", "runtime"),
        ("/.well-known/guildhall-jwks.json", "runtime"),
        ("/api/transfer/targets", "control"),
        ("/api/control/tenants?x=1", "control"),
        ("/transfer/start?i=1", "control"),
        ("/transfer/authorize?aud=a", "control"),
    ] {
        for host in [MAIN, ASHCOMBE] {
            let told = world.get(host, path).await.json();
            assert_eq!(
                (told["upstream"].as_str(), told["uri"].as_str()),
                (Some(owner), Some(path))
            );
        }
    }
}

#[tokio::test]
async fn internal_feed_is_not_reachable_from_outside() {
    let world = World::open();
    for path in ["/internal/routes?after=0", "/internal", "/internal/", "/internals"] {
        assert_eq!(world.get(MAIN, path).await.status, 404, "{path}");
    }
    for path in ["/api/../internal/routes", "/api/%2e%2e/internal/routes", "/api/..%2finternal"] {
        assert_eq!(world.get(MAIN, path).await.status, 400, "{path}");
    }
}

#[tokio::test]
async fn replaces_client_supplied_context_headers() {
    for runtime in [in_process("runtime"), over_http("runtime").await] {
        let world = World::with(table(1), runtime, in_process("control"), |_| {});
        let request = get_request(ASHCOMBE, "/api/me")
            .header("x-guildhall-ctx", "forged")
            .header("x_guildhall_ctx", "forged")
            .header("X-Guildhall", "1")
            .header("x-forwarded-for", "1.2.3.4")
            .header("x-forwarded-host", "evil.example")
            .header("forwarded", "for=1.2.3.4;host=evil.example")
            .header("x-real-ip", "1.2.3.4")
            .header("x-request-id", "mine")
            .header("connection", "keep-alive, x-first")
            .header("connection", "x-second")
            .header("x-first", "1")
            .header("x-second", "1")
            .header("upgrade", "websocket")
            .header("cookie", "csst=v1.a")
            .body(Body::empty())
            .unwrap();
        let reply = world.send(request).await;
        let told = reply.json();
        let sealed = line(&told, "x-guildhall-ctx").unwrap();
        let issued = wire::Context::clone(&open_now(sealed));
        assert_eq!(issued.client_ip.to_string(), "198.51.100.7");
        assert_eq!(issued.host, ASHCOMBE);
        assert_eq!(line(&told, "host"), Some(ASHCOMBE));
        assert_eq!(line(&told, "x-guildhall"), Some("1"));
        assert_eq!(line(&told, "cookie"), Some("csst=v1.a"));
        assert_eq!(line(&told, "x-request-id"), Some(issued.request_id.as_str()));
        assert_eq!(reply.header("x-request-id"), issued.request_id);
        for gone in [
            "x_guildhall_ctx",
            "x-forwarded-for",
            "x-forwarded-host",
            "forwarded",
            "x-real-ip",
            "x-first",
            "x-second",
            "upgrade",
            "connection",
        ] {
            assert_eq!(line(&told, gone), None, "{gone}");
        }
    }
}

fn open_now(sealed: &str) -> wire::Context {
    let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap();
    key().open(sealed, i64::try_from(now.as_secs()).unwrap()).unwrap()
}

#[tokio::test]
async fn accepts_the_client_address_from_a_trusted_proxy() {
    let trust = |config: &mut edge_router::EdgeConfig| {
        config.trusted_proxies = vec![std::net::IpAddr::from([198, 51, 100, 7]).into()];
    };
    let world = World::with(table(1), in_process("runtime"), in_process("control"), trust);
    let request = get_request(MAIN, "/api/me")
        .header("x-forwarded-for", "1.2.3.4, 203.0.113.5")
        .body(Body::empty())
        .unwrap();
    let told = world.send(request).await.json();
    let context = open_now(line(&told, "x-guildhall-ctx").unwrap());
    assert_eq!(context.client_ip.to_string(), "203.0.113.5");
}

#[tokio::test]
async fn forwards_bodies_unchanged() {
    for runtime in [in_process("runtime"), over_http("runtime").await] {
        let world = World::with(table(1), runtime, in_process("control"), |_| {});
        let body = json!({ "caption": "Ünïcode & <b>" }).to_string();
        let request = Request::post("/api/communities/1/threads?x=1")
            .header("host", MAIN)
            .header("content-type", "application/json")
            .header("content-length", body.len())
            .body(Body::from(body.clone()))
            .unwrap();
        let told = world.send(request).await.json();
        assert_eq!(told["body"], body);
        assert_eq!(told["method"], "POST");
        assert_eq!(told["uri"], "/api/communities/1/threads?x=1");
    }
}

#[tokio::test]
async fn response_has_security_headers_and_no_internal_ones() {
    for runtime in [in_process("runtime"), over_http("runtime").await] {
        let world = World::with(table(1), runtime, in_process("control"), |_| {});
        let plain = world.get(MAIN, "/api/me").await;
        assert_eq!(plain.header("cache-control"), "no-store");
        assert!(plain.header("content-security-policy").starts_with("default-src 'none'"));
        assert_eq!(plain.header("strict-transport-security"), "max-age=31536000");

        let rude = world.get(MAIN, "/api/rude").await;
        assert_eq!(rude.text(), "rude");
        assert_eq!(rude.header("x-private"), "");
        assert_eq!(rude.header("x-guildhall-ctx"), "");
        assert_eq!(rude.header("x-content-type-options"), "nosniff");
        assert_eq!(rude.header("content-security-policy"), "sandbox; default-src 'none'");
        assert_eq!(rude.header("cache-control"), "public, max-age=60");
    }
}

#[tokio::test]
async fn lost_upstream_gives_a_neutral_error() {
    // Bound but not listening: connections are refused, and no other process gets the port.
    let nowhere = tokio::net::TcpSocket::new_v4().unwrap();
    nowhere.bind("127.0.0.1:0".parse().unwrap()).unwrap();
    let gone =
        Upstream::http_upstream(&format!("http://{}", nowhere.local_addr().unwrap())).unwrap();
    let patience = |config: &mut edge_router::EdgeConfig| {
        config.limits.response_timeout = Duration::from_millis(200);
    };
    let world = World::with(table(1), in_process("runtime"), gone, patience);
    let away = world.get(MAIN, "/api/transfer/targets").await;
    assert_eq!((away.status.as_u16(), away.header("retry-after")), (503, "5"));
    assert_eq!(away.json()["code"], "service-unavailable");
    let broken = world.get(MAIN, "/api/panic").await;
    assert_eq!(
        (broken.status.as_u16(), broken.json()["code"].as_str()),
        (502, Some("bad-gateway"))
    );
    assert_eq!((broken.header("retry-after"), &broken.json()["retryAfter"]), ("5", &json!(5)));
    let silent = world.get(MAIN, "/api/silence").await;
    assert_eq!((silent.status.as_u16(), silent.header("retry-after")), (504, "5"));
    assert_eq!(silent.json()["title"], "Gateway Timeout");
    assert!(!silent.text().contains("127.0.0.1") && !away.text().contains("127.0.0.1"));
}

#[tokio::test]
async fn unavailable_transfer_shows_an_error_page() {
    let nowhere = tokio::net::TcpSocket::new_v4().unwrap();
    nowhere.bind("127.0.0.1:0".parse().unwrap()).unwrap();
    let gone =
        Upstream::http_upstream(&format!("http://{}", nowhere.local_addr().unwrap())).unwrap();
    let world = World::with(table(1), in_process("runtime"), gone, |_| {});
    for (path, host, brand) in [
        ("/transfer/start?i=1", ASHCOMBE, "ashcombe"),
        ("/transfer/authorize?aud=a", MAIN, "guildhall"),
    ] {
        let page = world.get(host, path).await;
        assert_eq!((page.status.as_u16(), page.header("retry-after")), (503, "5"), "{path}");
        assert_eq!(page.header("content-type"), "text/html; charset=utf-8");
        assert_eq!(page.header("referrer-policy"), "no-referrer");
        let html = page.text();
        assert!(html.contains(&format!("data-brand=\"{brand}\"")), "{html}");
        assert!(html.contains("The service is not available at the moment"), "{html}");
        assert!(html.contains("<a href=\"\">Try again</a>"), "{html}");
        // A script gets a problem document instead of a page.
        let script = Request::get(path).header("host", host).header("accept", "*/*");
        let told = world.send(script.body(Body::empty()).unwrap()).await;
        assert_eq!(told.json()["code"], "service-unavailable");
    }
    let call = world.get(MAIN, "/api/transfer/targets").await;
    assert_eq!(call.json()["code"], "service-unavailable");
}

#[tokio::test]
async fn steady_upload_may_exceed_the_response_timeout() {
    let patience = |config: &mut edge_router::EdgeConfig| {
        config.limits.response_timeout = Duration::from_millis(400);
        config.limits.body.idle = Duration::from_millis(400);
    };
    let world = World::with(table(1), in_process("runtime"), in_process("control"), patience);
    let upload = |pause: Duration| {
        let parts = futures::stream::unfold(0, move |sent| async move {
            tokio::time::sleep(pause).await;
            (sent < 5).then(|| (Ok::<_, std::io::Error>("part "), sent + 1))
        });
        Request::post("/api/x").header("host", MAIN).body(Body::from_stream(parts)).unwrap()
    };
    let steady = world.send(upload(Duration::from_millis(150))).await;
    assert_eq!(steady.json()["body"], "part part part part part ");
    let stalled = world.send(upload(Duration::from_secs(5))).await;
    assert_eq!(
        (stalled.status.as_u16(), stalled.json()["code"].as_str()),
        (408, Some("body-too-slow"))
    );
}
