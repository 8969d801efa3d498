//! One tenant's flood does not delay other tenants. Uses sockets on both sides, and an upstream
//! that responds on command.

use crate::kit::{ASHCOMBE, HTWU, MAIN, PATIENCE, Serving, World, across, table};
use axum::Router;
use axum::extract::State;
use axum::routing::{get, post};
use edge_router::{ConcurrencyLimits, Upstream};
use http::HeaderMap;
use std::sync::{Arc, Mutex};
use std::time::Duration;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::sync::Semaphore;
use tokio::task::JoinSet;

/// An upstream that holds requests until released, and records which ones reached it.
#[derive(Clone)]
struct Slow {
    answers: Arc<Semaphore>,
    reached: Arc<Mutex<Vec<String>>>,
}

impl Slow {
    fn new() -> Self {
        Self { answers: Arc::new(Semaphore::new(0)), reached: Arc::default() }
    }

    async fn upstream(&self) -> Upstream {
        let role = Router::new()
            .route("/api/held", get(Self::hold))
            .route("/api/prompt", get(|| std::future::ready("prompt")))
            .route("/api/read", post(|body: String| std::future::ready(body)))
            .with_state(self.clone());
        across(role).await
    }

    async fn hold(State(slow): State<Self>, headers: HeaderMap) -> &'static str {
        let host = headers["host"].to_str().unwrap().to_owned();
        slow.reached.lock().unwrap().push(host);
        slow.answers.acquire().await.unwrap().forget();
        "held"
    }

    fn reached(&self) -> Vec<String> {
        self.reached.lock().unwrap().clone()
    }

    async fn serve(&self, room: ConcurrencyLimits) -> (World, Serving) {
        let runtime = self.upstream().await;
        let control = self.upstream().await;
        let world = World::with(table(1), runtime, control, |config| {
            config.limits.concurrency = room;
            config.limits.response_timeout = 3 * PATIENCE;
        });
        let serving = world.serve().await;
        (world, serving)
    }
}

fn room(requests: usize, per_tenant: usize, waiting: usize) -> ConcurrencyLimits {
    ConcurrencyLimits { requests, per_tenant, queue_max: waiting, queue_timeout: 2 * PATIENCE }
}

/// Complete response to one request over its own connection.
async fn ask(serving: &Serving, host: &str, path: &str) -> String {
    let mut stream = TcpStream::connect(serving.address).await.unwrap();
    let request = format!("GET {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n");
    stream.write_all(request.as_bytes()).await.unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).await.unwrap();
    answer
}

/// Starts `times` concurrent requests.
fn flood(
    serving: &Arc<Serving>,
    host: &'static str,
    path: &'static str,
    times: usize,
) -> JoinSet<String> {
    let mut asked = JoinSet::new();
    for _ in 0..times {
        let serving = Arc::clone(serving);
        asked.spawn(async move { ask(&serving, host, path).await });
    }
    asked
}

/// The next `times` responses.
async fn answers(asked: &mut JoinSet<String>, times: usize) -> Vec<String> {
    let mut all = Vec::new();
    for _ in 0..times {
        let next = tokio::time::timeout(PATIENCE, asked.join_next()).await.unwrap();
        all.push(next.unwrap().unwrap());
    }
    all
}

async fn until(holds: impl Fn() -> bool) {
    let waiting = async {
        while !holds() {
            tokio::task::yield_now().await;
        }
    };
    tokio::time::timeout(PATIENCE, waiting).await.unwrap();
}

#[tokio::test]
async fn tenant_flood_fills_only_its_own_queue() {
    let slow = Slow::new();
    let (_world, serving) = slow.serve(room(6, 4, 3)).await;
    let serving = Arc::new(serving);
    let mut flooding = flood(&serving, ASHCOMBE, "/api/held", 40);
    // Four run and three wait; the others get 503.
    for refused in answers(&mut flooding, 33).await {
        assert!(refused.starts_with("HTTP/1.1 429 "), "{refused}");
        assert!(
            refused.contains("retry-after: 5") && refused.contains("\"portal-busy\""),
            "{refused}"
        );
    }
    until(|| slow.reached().len() == 4).await;
    for host in [HTWU, MAIN].repeat(10) {
        let answer = ask(&serving, host, "/api/prompt").await;
        assert!(answer.starts_with("HTTP/1.1 200 "), "{host}: {answer}");
    }
    assert!(flooding.try_join_next().is_none(), "the flood is still queued");
    assert_eq!(slow.reached(), [ASHCOMBE; 4]);
    slow.answers.add_permits(7);
    for answer in answers(&mut flooding, 7).await {
        assert!(answer.starts_with("HTTP/1.1 200 ") && answer.ends_with("held"), "{answer}");
    }
    assert_eq!(slow.reached(), [ASHCOMBE; 7]);
    assert!(ask(&serving, ASHCOMBE, "/api/prompt").await.starts_with("HTTP/1.1 200 "));
}

#[tokio::test]
async fn full_role_serves_tenants_round_robin() {
    let slow = Slow::new();
    let (_world, serving) = slow.serve(room(2, 2, 12)).await;
    let serving = Arc::new(serving);
    // One more than the queue holds: its refusal proves that all the others are queued.
    let mut flooding = flood(&serving, ASHCOMBE, "/api/held", 15);
    assert!(answers(&mut flooding, 1).await[0].starts_with("HTTP/1.1 429 "));
    until(|| slow.reached().len() == 2).await;
    let mut others = flood(&serving, HTWU, "/api/held", 13);
    assert!(answers(&mut others, 1).await[0].starts_with("HTTP/1.1 429 "));
    for round in 1..=12 {
        slow.answers.add_permits(2);
        until(|| slow.reached().len() == 2 + 2 * round).await;
        let theirs = slow.reached().iter().filter(|host| *host == HTWU).count();
        assert!(theirs.abs_diff(round) <= 1, "after {round} rounds: {:?}", slow.reached());
    }
    slow.answers.add_permits(2);
    for answer in answers(&mut flooding, 14).await.into_iter().chain(answers(&mut others, 12).await)
    {
        assert!(answer.starts_with("HTTP/1.1 200 "), "{answer}");
    }
}

#[tokio::test]
async fn slow_body_holds_no_permit() {
    let slow = Slow::new();
    let (_world, serving) = slow.serve(room(1, 1, 1)).await;
    for (length, parts) in [
        ("Content-Length: 10", ["12345", "67890"]),
        ("Transfer-Encoding: chunked", ["5\r\n12345\r\n", "5\r\n67890\r\n0\r\n\r\n"]),
    ] {
        let mut stream = TcpStream::connect(serving.address).await.unwrap();
        let head = format!(
            "POST /api/read HTTP/1.1\r\nHost: {ASHCOMBE}\r\nConnection: close\r\n{length}\r\n\r\n"
        );
        stream.write_all(format!("{head}{}", parts[0]).as_bytes()).await.unwrap();
        for _ in 0..3 {
            let meanwhile = tokio::time::timeout(PATIENCE, ask(&serving, ASHCOMBE, "/api/prompt"));
            let answer = meanwhile.await.unwrap();
            assert!(answer.starts_with("HTTP/1.1 200 "), "{answer}");
        }
        stream.write_all(parts[1].as_bytes()).await.unwrap();
        let mut answer = String::new();
        let read = stream.read_to_string(&mut answer);
        tokio::time::timeout(PATIENCE, read).await.unwrap().unwrap();
        assert!(answer.starts_with("HTTP/1.1 200 ") && answer.contains("1234567890"), "{answer}");
    }
}

#[tokio::test]
async fn queue_timeout_returns_503_with_retry_after() {
    let slow = Slow::new();
    let hasty = ConcurrencyLimits { queue_timeout: Duration::from_millis(50), ..room(1, 1, 1) };
    let (_world, serving) = slow.serve(hasty).await;
    let serving = Arc::new(serving);
    let mut held = flood(&serving, ASHCOMBE, "/api/held", 1);
    until(|| slow.reached().len() == 1).await;
    let late = ask(&serving, HTWU, "/api/prompt").await;
    assert!(late.starts_with("HTTP/1.1 503 ") && late.contains("retry-after: 5"), "{late}");
    slow.answers.add_permits(1);
    assert!(answers(&mut held, 1).await[0].starts_with("HTTP/1.1 200 "));
    assert!(ask(&serving, HTWU, "/api/prompt").await.starts_with("HTTP/1.1 200 "));
}
