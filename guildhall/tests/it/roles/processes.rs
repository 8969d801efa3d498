//! The program as processes: start and shutdown.

use crate::kit::{Browser, Process, TestApp, free_address, listening, until_open, until_served};
use std::time::Duration;

#[tokio::test]
async fn up_stops_on_a_signal_and_keeps_its_data() {
    let app = TestApp::open().await;
    app.member("ada").await;
    app.portal("Oak House", "oak").await;
    app.stop().await;

    let address = free_address();
    let mut first = Process::start("up", &app, &listening(address));
    assert_eq!(first.greeting(), "Guildhall: http://localhost:8080\n");
    until_served(address).await;
    let ada = Browser::connected_to(address);
    app.sign_in(&ada, "localhost", "ada").await;
    let mut stream = ada.live().await;
    stream.until("hello").await;
    let (status, took) = first.terminate().await;
    assert_eq!(status.code(), Some(0));
    assert!(took < Duration::from_secs(7), "{took:?}");
    stream.remaining_types().await;

    let address = free_address();
    let mut second = Process::start("up", &app, &listening(address));
    second.greeting();
    until_served(address).await;
    let later = ada.reconnected(address);
    assert_eq!(later.get("/api/me").await.expect(200).body["email"], "ada@people.example");
    assert_eq!(later.on("oak").get("/").await.status, 200);
    assert_eq!(second.terminate().await.0.code(), Some(0));
}

#[tokio::test]
async fn every_separate_role_stops_on_a_signal() {
    let app = TestApp::open().await;
    app.member("ada").await;
    let [runtime_at, control_at, internal_at, edge_at] = [(); 4].map(|()| free_address());
    let mut control = listening(control_at);
    control.push(("server.internal_listen", internal_at.to_string()));
    let mut edge = listening(edge_at);
    edge.push(("server.runtime_url", format!("http://{runtime_at}")));
    edge.push(("server.control_url", format!("http://{control_at}")));
    edge.push(("server.feed_url", format!("http://{internal_at}")));
    let control = Process::start("control-plane", &app, &control);
    let runtime = Process::start("runtime", &app, &listening(runtime_at));
    let worker = Process::start("worker", &app, &listening(free_address()));
    let edge = Process::start("edge", &app, &edge);
    for address in [runtime_at, control_at, internal_at] {
        until_open(address).await;
    }
    until_served(edge_at).await;
    let ada = Browser::connected_to(edge_at);
    app.sign_in(&ada, "localhost", "ada").await;
    let mut stream = ada.live().await;
    stream.until("hello").await;

    // During a long poll of the edge and an open stream of a browser.
    for (name, role) in
        [("runtime", runtime), ("control plane", control), ("worker", worker), ("edge", edge)]
    {
        let (status, took) = role.terminate().await;
        assert_eq!(status.code(), Some(0), "{name}");
        assert!(took < Duration::from_secs(7), "{name} took {took:?}");
    }
    stream.remaining_types().await;
}
