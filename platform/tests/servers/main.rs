//! Tests that need real servers. A separate test target, so that the SQLite run does not count
//! them; in the run with servers a missing one is a failure.
#![expect(
    clippy::disallowed_methods,
    reason = "tests use the product from outside and have no scope"
)]
#![expect(clippy::unwrap_used, clippy::expect_used, reason = "a test whose setup fails has failed")]

mod migrations;
mod settings;

use bytes::Bytes;
use platform::Clock;
use platform::bus::{Bus, BusMessage, BusReceiver};
use platform::limiter::{LimitKey, LimitTime, LimitedAction, Limiter, LimiterSettings};
use proptest::prelude::*;
use proptest::test_runner::{Config, TestRunner};
use settings::{limits, server};
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::Duration;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio_util::sync::CancellationToken;

const REDIS: &str = "GUILDHALL_TEST_REDIS";
const PATIENCE: Duration = Duration::from_secs(20);

#[derive(Debug, Clone)]
enum Step {
    Hit(usize, u8),
    Check(usize, u8),
    Clear(usize, u8),
    Refund(usize, u8),
    Wait(i64),
}

fn steps() -> impl Strategy<Value = Vec<Step>> {
    let actions = 0..LimitedAction::ALL.len();
    let waits = prop_oneof![
        0..2_000_i64,
        0..120_000_i64,
        0..3_600_000_i64,
        0..100_000_000_i64,
        Just(1_800_000),
    ];
    let step = prop_oneof![
        6 => (actions.clone(), 0..2_u8).prop_map(|(action, key)| Step::Hit(action, key)),
        2 => (actions.clone(), 0..2_u8).prop_map(|(action, key)| Step::Check(action, key)),
        1 => (actions.clone(), 0..2_u8).prop_map(|(action, key)| Step::Clear(action, key)),
        2 => (actions, 0..2_u8).prop_map(|(action, key)| Step::Refund(action, key)),
        4 => waits.prop_map(Step::Wait),
    ];
    // Few actions in one run, so that counters reach their limits.
    prop::collection::vec(step, 1..150).prop_flat_map(|steps| {
        (0..LimitedAction::ALL.len(), Just(steps)).prop_map(|(base, mut steps)| {
            for step in &mut steps {
                if let Step::Hit(action, _)
                | Step::Check(action, _)
                | Step::Clear(action, _)
                | Step::Refund(action, _) = step
                {
                    *action = (base + *action % 2) % LimitedAction::ALL.len();
                }
            }
            steps
        })
    })
}

/// A unique prefix for each test.
fn own_prefix() -> String {
    format!("test-{}:", uuid::Uuid::now_v7().simple())
}

/// Settings with which a slow machine does not time out on Redis.
fn patient(clock: &Clock) -> LimiterSettings {
    LimiterSettings { redis_timeout: Duration::from_secs(10), ..limits(clock) }
}

#[test]
fn redis_and_memory_stores_agree() {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    let url = server(REDIS);
    let mut runner = TestRunner::new(Config { cases: 80, ..Config::default() });
    let outcome = runner.run(&steps(), |steps| {
        runtime.block_on(async {
            let now = Arc::new(AtomicI64::new(1_800_000_000_000));
            let time = LimitTime::Manual(now.clone());
            let settings = LimiterSettings { time, ..patient(&Clock::system_clock()) };
            let memory = Limiter::in_memory(settings.clone());
            let redis = Limiter::in_redis(settings, &url, &own_prefix(), None).unwrap();
            for step in steps {
                let key = |key: u8| LimitKey::user(key);
                let all = LimitedAction::ALL;
                match step {
                    Step::Wait(ms) => drop(now.fetch_add(ms, Ordering::Relaxed)),
                    Step::Clear(action, of) => {
                        memory.clear(all[action], &key(of)).await;
                        redis.clear(all[action], &key(of)).await;
                    }
                    Step::Refund(action, of) => {
                        memory.refund_attempt(all[action], &key(of)).await;
                        redis.refund_attempt(all[action], &key(of)).await;
                    }
                    Step::Hit(action, of) => prop_assert_eq!(
                        memory.count_attempt(all[action], &key(of)).await,
                        redis.count_attempt(all[action], &key(of)).await
                    ),
                    Step::Check(action, of) => prop_assert_eq!(
                        memory.check(all[action], &key(of)).await,
                        redis.check(all[action], &key(of)).await
                    ),
                }
            }
            Ok(())
        })
    });
    outcome.unwrap();
}

#[tokio::test]
async fn two_processes_share_a_limit_through_redis() {
    let (url, prefix, clock) = (server(REDIS), own_prefix(), Clock::system_clock());
    let one = Limiter::in_redis(patient(&clock), &url, &prefix, None).unwrap();
    let other = Limiter::in_redis(patient(&clock), &url, &prefix, None).unwrap();
    let key = LimitKey::user("ada");
    for _ in 0..2 {
        assert!(one.count_attempt(LimitedAction::CreateCommunity, &key).await.allowed);
    }
    assert!(!other.count_attempt(LimitedAction::CreateCommunity, &key).await.allowed);
    // Advancing a test clock affects the counters.
    clock.advance_by(chrono::TimeDelta::hours(1));
    assert!(other.count_attempt(LimitedAction::CreateCommunity, &key).await.allowed);
}

#[tokio::test]
async fn limits_fall_back_to_memory_without_redis() {
    let wire = Wire::to_redis().await;
    let limiter =
        Limiter::in_redis(patient(&Clock::system_clock()), &wire.url(), &own_prefix(), None)
            .unwrap();
    let key = LimitKey::user("ada");
    assert!(limiter.count_attempt(LimitedAction::CreatePost, &key).await.allowed);
    wire.cut();
    for _ in 0..5 {
        assert!(limiter.count_attempt(LimitedAction::CreatePost, &key).await.allowed);
    }
    assert!(!limiter.count_attempt(LimitedAction::CreatePost, &key).await.allowed);
}

#[tokio::test]
async fn bus_connects_processes_and_reports_a_gap() {
    let prefix = own_prefix();
    let wire = Wire::to_redis().await;
    let near = Bus::redis(&server(REDIS), &prefix).await.unwrap();
    let far = Bus::redis(&wire.url(), &prefix).await.unwrap();
    let (mut at_near, mut at_far) = (near.subscribe("jobs").await, far.subscribe("jobs").await);

    near.publish("jobs", Bytes::from_static(b"one")).await;
    far.publish("jobs", Bytes::from_static(b"two")).await;
    near.publish("other", Bytes::from_static(b"three")).await;
    let (one, two) = (payload(b"one"), payload(b"two"));
    let heard = [next(&mut at_near).await, next(&mut at_near).await];
    assert!(heard.contains(&one) && heard.contains(&two));
    let heard = [next(&mut at_far).await, next(&mut at_far).await];
    assert!(heard.contains(&one) && heard.contains(&two));

    wire.cut();
    near.publish("jobs", Bytes::from_static(b"lost")).await;
    far.publish("jobs", Bytes::from_static(b"own")).await;
    assert_eq!(next(&mut at_far).await, payload(b"own"), "this process still receives it");
    wire.mend();
    loop {
        if next(&mut at_far).await == BusMessage::Lagged {
            break;
        }
    }
    near.publish("jobs", Bytes::from_static(b"again")).await;
    while next(&mut at_far).await != payload(b"again") {}
    // Messages sent into the cut connection are lost, and the other processes are notified.
    while next(&mut at_near).await != BusMessage::Lagged {}
}

fn payload(bytes: &'static [u8]) -> BusMessage {
    BusMessage::Payload(Bytes::from_static(bytes))
}

async fn next(receiver: &mut BusReceiver) -> BusMessage {
    tokio::time::timeout(PATIENCE, receiver.receive_message())
        .await
        .expect("no bus message arrived")
}

/// A connection to Redis that can be cut: existing connections break, and new ones are refused.
struct Wire {
    port: u16,
    state: Arc<std::sync::Mutex<CancellationToken>>,
}

impl Wire {
    async fn to_redis() -> Self {
        let target = url::Url::parse(&server(REDIS)).unwrap();
        let target = format!("{}:{}", target.host_str().unwrap(), target.port().unwrap());
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let port = listener.local_addr().unwrap().port();
        let state = Arc::new(std::sync::Mutex::new(CancellationToken::new()));
        let shared = state.clone();
        tokio::spawn(async move {
            while let Ok((client, _)) = listener.accept().await {
                let cut = shared.lock().unwrap().clone();
                let target = target.clone();
                tokio::spawn(cut.run_until_cancelled_owned(carry(client, target)));
            }
        });
        Self { port, state }
    }

    fn url(&self) -> String {
        format!("redis://127.0.0.1:{}", self.port)
    }

    fn cut(&self) {
        self.state.lock().unwrap().cancel();
    }

    fn mend(&self) {
        *self.state.lock().unwrap() = CancellationToken::new();
    }
}

async fn carry(client: TcpStream, target: String) {
    let server = TcpStream::connect(target).await.unwrap();
    let (mut from_client, mut to_client) = client.into_split();
    let (mut from_server, mut to_server) = server.into_split();
    tokio::join!(copy(&mut from_client, &mut to_server), copy(&mut from_server, &mut to_client));
}

async fn copy(from: &mut (impl AsyncReadExt + Unpin), to: &mut (impl AsyncWriteExt + Unpin)) {
    let mut buffer = [0; 4096];
    while let Ok(count @ 1..) = from.read(&mut buffer).await {
        if to.write_all(&buffer[..count]).await.is_err() {
            return;
        }
    }
}
