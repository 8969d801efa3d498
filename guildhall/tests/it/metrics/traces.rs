//! Traces of the program as separate processes, with a collector of our own.

use super::collector::{Collector, ReceivedSpan};
use super::page::MetricsPage;
use crate::kit::{
    Browser, PASSWORD, Process, TestApp, WAIT_TIMEOUT, email, free_address, listening, until_open,
    until_served,
};
use axum::body::Body;
use http::Method;
use serde_json::json;
use std::net::SocketAddr;
use std::time::{Duration, Instant};

/// `traceparent` of a trace that is recorded.
const PARENT: &str = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";
const PARENT_TRACE: [u8; 16] = 0x4bf9_2f35_77b3_4da6_a3ce_929d_0e0e_4736_u128.to_be_bytes();
const PARENT_SPAN: [u8; 8] = 0x00f0_67aa_0ba9_02b7_u64.to_be_bytes();

/// The roles as processes, which send their traces to one endpoint.
struct Fleet {
    edge_at: SocketAddr,
    edge_admin: SocketAddr,
    processes: Vec<Process>,
}

impl Fleet {
    async fn start(app: &TestApp, endpoint: &str, ratio: &str, proxies: &str) -> Self {
        let [runtime_at, control_at, internal_at, edge_at, edge_admin] =
            [(); 5].map(|()| free_address());
        let traced = |mut settings: Vec<(&'static str, String)>| {
            settings.push(("telemetry.otlp_endpoint", endpoint.to_owned()));
            settings.push((
                "telemetry.otlp_headers",
                "authorization=Bearer for-the-collector".to_owned(),
            ));
            settings.push(("telemetry.trace_sample_ratio", ratio.to_owned()));
            settings
        };
        let mut control = traced(listening(control_at));
        control.push(("server.internal_listen", internal_at.to_string()));
        let mut edge = traced(listening(edge_at));
        edge.push(("server.runtime_url", format!("http://{runtime_at}")));
        edge.push(("server.control_url", format!("http://{control_at}")));
        edge.push(("server.feed_url", format!("http://{internal_at}")));
        edge.push(("server.admin_listen", edge_admin.to_string()));
        edge.push(("server.trusted_proxies", proxies.to_owned()));
        let processes = vec![
            Process::start("edge", app, &edge),
            Process::start("runtime", app, &traced(listening(runtime_at))),
            Process::start("control-plane", app, &control),
            Process::start("worker", app, &traced(listening(free_address()))),
        ];
        for address in [runtime_at, control_at, internal_at] {
            until_open(address).await;
        }
        until_served(edge_at).await;
        Self { edge_at, edge_admin, processes }
    }

    /// Stops all processes, which send their last spans.
    async fn stop(self) {
        for process in self.processes {
            let (status, took) = process.terminate().await;
            assert_eq!(status.code(), Some(0));
            assert!(took < Duration::from_secs(10), "{took:?}");
        }
    }
}

fn children<'s>(spans: &'s [ReceivedSpan], parent: &ReceivedSpan) -> Vec<&'s ReceivedSpan> {
    let is_child =
        |span: &&ReceivedSpan| span.trace_id == parent.trace_id && span.parent_id == parent.span_id;
    spans.iter().filter(is_child).collect()
}

fn by_name<'s>(spans: &'s [ReceivedSpan], service: &str, name: &str) -> Vec<&'s ReceivedSpan> {
    spans.iter().filter(|span| span.service == service && span.name == name).collect()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn request_through_the_edge_to_sql_is_one_trace_without_personal_data() {
    let app = TestApp::open().await;
    app.member("ada").await;
    let collector = Collector::start().await;
    let fleet = Fleet::start(&app, &collector.endpoint, "1", "").await;
    let ada = Browser::connected_to(fleet.edge_at);
    app.sign_in(&ada, "localhost", "ada").await;
    ada.patch("/api/me?secret=in-the-query", json!({ "location": "Harbour" })).await.expect(200);
    let token = ada.cookie("localhost", "csst").unwrap();
    // All spans arrive, because a process sends the rest before it exits.
    fleet.stop().await;
    let spans = collector.spans();

    let [server] = by_name(&spans, "guildhall-runtime", "PATCH /api/me")[..] else {
        panic!("{spans:#?}")
    };
    let edges = by_name(&spans, "guildhall-edge", "PATCH /api/{*path}");
    let [edge] = edges[..] else { panic!("{edges:#?}") };
    assert_eq!(edge.parent_id, Vec::<u8>::new(), "the edge begins the trace");
    assert_eq!((&server.trace_id, &server.parent_id), (&edge.trace_id, &edge.span_id));
    assert_eq!(edge.attributes["guildhall.site"], "main");
    assert_eq!(server.attributes["http.route"], "/api/me");
    let statements = children(&spans, server);
    let names: Vec<_> = statements.iter().map(|span| span.name.as_str()).collect();
    assert!(names.contains(&"UPDATE users"), "{names:?}");
    assert!(names.len() >= 2, "the session is read as well: {names:?}");
    for (service, kind) in [("guildhall-worker", "job "), ("guildhall-runtime", "relay events")] {
        let mut roots =
            spans.iter().filter(|span| span.service == service && span.name.starts_with(kind));
        let root = roots.find(|root| !children(&spans, root).is_empty());
        assert!(root.is_some_and(|root| root.parent_id.is_empty()), "{service} {kind}");
    }

    let text = format!("{spans:?}");
    for secret in
        [email("ada").as_str(), PASSWORD, &token, "in-the-query", "Harbour", "for-the-collector"]
    {
        assert!(!text.contains(secret), "a span contains {secret}");
    }
    assert!(collector.authorizations().iter().all(|value| value == "Bearer for-the-collector"));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn only_a_trusted_proxy_can_have_a_request_recorded() {
    let app = TestApp::open().await;
    let collector = Collector::start().await;
    for (proxies, is_recorded) in [("", false), ("127.0.0.0/8", true)] {
        let fleet = Fleet::start(&app, &collector.endpoint, "0", proxies).await;
        let browser = Browser::connected_to(fleet.edge_at);
        let at = browser.main();
        let request = at.request(Method::GET, "/api/me").header("traceparent", PARENT);
        at.send(request.body(Body::empty()).unwrap()).await.expect(401);
        fleet.stop().await;
        let spans = collector.spans();
        assert_eq!(!spans.is_empty(), is_recorded, "{proxies:?}: {spans:#?}");
        assert!(spans.iter().all(|span| span.trace_id == PARENT_TRACE), "{spans:#?}");
    }
    let spans = collector.spans();
    let [edge] = by_name(&spans, "guildhall-edge", "GET /api/{*path}")[..] else {
        panic!("{spans:#?}")
    };
    assert_eq!(edge.parent_id, PARENT_SPAN);
    assert_eq!(children(&spans, edge).len(), 1, "the runtime continues the trace: {spans:#?}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn missing_collector_delays_no_request_and_no_shutdown() {
    let app = TestApp::open().await;
    app.member("ada").await;
    // Nothing listens there.
    let endpoint = format!("http://{}", free_address());
    let fleet = Fleet::start(&app, &endpoint, "1", "").await;
    let ada = Browser::connected_to(fleet.edge_at);
    app.sign_in(&ada, "localhost", "ada").await;
    let begun = Instant::now();
    for _ in 0..20 {
        ada.get("/api/me").await.expect(200);
    }
    assert!(begun.elapsed() < Duration::from_secs(10), "{:?}", begun.elapsed());
    let admin = Browser::connected_to(fleet.edge_admin);
    let failing = async {
        loop {
            let page = admin.get("/metrics").await.expect(200);
            let page = MetricsPage::parse(&page.text);
            if page.total("guildhall_trace_exports_total") > 0.0 {
                return;
            }
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    };
    tokio::time::timeout(WAIT_TIMEOUT, failing).await.expect("the failed export is counted");
    fleet.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn all_roles_in_one_process_are_one_trace() {
    let app = TestApp::open().await;
    app.member("ada").await;
    app.stop().await;
    let collector = Collector::start().await;
    let address = free_address();
    let mut settings = listening(address);
    settings.push(("telemetry.otlp_endpoint", collector.endpoint.clone()));
    settings.push(("telemetry.trace_sample_ratio", "1".to_owned()));
    let mut process = Process::start("up", &app, &settings);
    process.greeting();
    until_served(address).await;
    let ada = Browser::connected_to(address);
    app.sign_in(&ada, "localhost", "ada").await;
    ada.get("/api/me").await.expect(200);
    // A running process sends its spans as well.
    let server = collector.span(|span| span.name == "GET /api/me").await;
    let edge = collector.span(|span| span.span_id == server.parent_id).await;
    assert_eq!((edge.name.as_str(), &edge.trace_id), ("GET /api/{*path}", &server.trace_id));
    let (status, _) = process.terminate().await;
    assert_eq!(status.code(), Some(0));
    assert!(!children(&collector.spans(), &server).is_empty());
}
