//! A separate edge with TLS, as a process.

use crate::kit::{Process, TestApp, free_address, listening, until_open};
use reqwest::{Client, redirect};
use serde_json::Value;
use std::time::Duration;

#[tokio::test]
async fn edge_serves_tls_and_redirects_plain_http() {
    let app = TestApp::open().await;
    let [control_at, internal_at] = [(); 2].map(|()| free_address());
    let origin = ("server.main_origin", "https://localhost".to_owned());
    let mut control = listening(control_at);
    control.extend([("server.internal_listen", internal_at.to_string()), origin.clone()]);
    let _control = Process::start("control-plane", &app, &control);
    until_open(internal_at).await;
    // The ports chosen by the control plane are in use by this time.
    let [edge_at, tls_at, plain_at, admin_at] = [(); 4].map(|()| free_address());
    let mut edge = listening(edge_at);
    edge.extend([
        ("server.runtime_url", format!("http://{control_at}")),
        ("server.control_url", format!("http://{control_at}")),
        ("server.feed_url", format!("http://{internal_at}")),
        ("server.tls_listen", tls_at.to_string()),
        ("server.plain_listen", plain_at.to_string()),
        ("server.admin_listen", admin_at.to_string()),
        origin,
    ]);
    let edge = Process::start("edge", &app, &edge);
    until_open(tls_at).await;

    // No certificate was issued for the host yet, and the edge's placeholder is not trusted.
    let client = Client::builder()
        .resolve("localhost", tls_at)
        .danger_accept_invalid_certs(true)
        .redirect(redirect::Policy::none())
        .build()
        .unwrap();
    let address = format!("https://localhost:{}/api/boot", tls_at.port());
    let first = async {
        loop {
            // The name is unknown until the table has arrived.
            match client.get(&address).send().await {
                Ok(answer) => return answer,
                Err(_) => tokio::time::sleep(Duration::from_millis(20)).await,
            }
        }
    };
    let answer = tokio::time::timeout(Duration::from_secs(20), first).await.unwrap();
    assert_eq!(answer.status(), 503);
    assert_eq!(answer.json::<Value>().await.unwrap()["code"], "setting-up");

    let plain = Client::builder().resolve("localhost", plain_at);
    let plain = plain.redirect(redirect::Policy::none()).build().unwrap();
    let address = format!("http://localhost:{}/a?b=c", plain_at.port());
    let led = plain.get(address).send().await.unwrap();
    assert_eq!(led.status(), 308);
    assert_eq!(led.headers()["location"], "https://localhost/a?b=c");
    let figures = plain.get(format!("http://{admin_at}/metrics")).send().await.unwrap();
    let figures = figures.text().await.unwrap();
    for figure in [
        "guildhall_edge_handshakes_total{outcome=\"not_ready\"} ",
        "guildhall_edge_certificates 0",
        "guildhall_edge_certificate_soonest_end_seconds 0",
        "guildhall_edge_routes_version ",
    ] {
        assert!(figures.contains(figure), "{figure} in {figures}");
    }
    let closed = tokio::net::TcpStream::connect(edge_at).await;
    assert!(closed.is_err(), "no other port is open");
    assert_eq!(edge.terminate().await.0.code(), Some(0));
}
