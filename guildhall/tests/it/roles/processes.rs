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
async fn first_start_with_the_demo_stops_soon_on_a_busy_machine() {
    let app = TestApp::open().await;
    let data = app.folder().join("a-first-start");
    let address = free_address();
    let mut program = std::process::Command::new(env!("CARGO_BIN_EXE_guildhall"));
    program.args(["up", "--demo", "--data-dir"]).arg(&data);
    for (name, value) in app.settings() {
        if name.starts_with("server.web_") {
            program.arg("--set").arg(format!("{name}={value}"));
        }
    }
    for (name, value) in listening(address) {
        program.arg("--set").arg(format!("{name}={value}"));
    }
    let mut first = Process::spawn(&mut program);
    first.greeting();
    // The first start counts months of activity, which takes minutes on a busy machine.
    let busy = std::sync::Arc::new(std::sync::atomic::AtomicBool::new(true));
    for _ in 0..4 {
        let busy = std::sync::Arc::clone(&busy);
        let until = std::time::Instant::now() + Duration::from_secs(30);
        std::thread::spawn(move || {
            while busy.load(std::sync::atomic::Ordering::Relaxed)
                && std::time::Instant::now() < until
            {
                std::hint::spin_loop();
            }
        });
    }
    let (status, took) = first.terminate().await;
    busy.store(false, std::sync::atomic::Ordering::Relaxed);
    assert_eq!(status.code(), Some(0));
    assert!(took < Duration::from_secs(7), "{took:?}");

    let url = format!("sqlite://{}", data.join("guildhall.db").display());
    let database = sea_orm::Database::connect(url).await.unwrap();
    let left = "SELECT 1 FROM jobs WHERE state = 'running' OR (state = 'ready' AND attempts > 0)";
    let left = sea_orm::Statement::from_string(sea_orm::DbBackend::Sqlite, left);
    let left = sea_orm::ConnectionTrait::query_one_raw(&database, left).await.unwrap();
    assert!(left.is_none(), "an interrupted job is ready again, and its attempt does not count");
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
