//! Attempts to deliver events: retries, failures, repetitions, and many workers.

use super::World;
use crate::kit::{Answer, TestApp, WebhookReceiver};
use chrono::{DateTime, Duration, Utc};
use guildhall::app::build_worker;
use serde_json::{Value, json};

const REQUESTS: [&str; 1] = ["request.created"];
/// Time between the attempts.
const DELAYS: [Duration; 7] = [
    Duration::seconds(5),
    Duration::minutes(5),
    Duration::minutes(30),
    Duration::hours(2),
    Duration::hours(5),
    Duration::hours(10),
    Duration::hours(14),
];

/// A webhook of Oak and an event for it. Returns the id of the webhook.
async fn with_event(world: &World, receiver: &WebhookReceiver) -> String {
    let id = world.oak_webhook(&receiver.url("/"), &REQUESTS).await.id();
    world.request_to_join(&world.bob).await;
    id
}

async fn only_delivery(world: &World, webhook: &str) -> Value {
    let mut all = world.deliveries(webhook).await;
    assert_eq!(all.len(), 1, "{all:?}");
    all.remove(0)
}

/// Signs Ada in again, after the clock was moved.
async fn sign_in_again(world: &World) {
    world.app.sign_in(&world.ada, "localhost", "ada").await;
}

#[tokio::test]
async fn a_failed_delivery_is_retried_with_the_same_id_until_it_succeeds() {
    let receiver = WebhookReceiver::open().await;
    let world = World::open_with(&receiver).await;
    receiver.answer_next(&[Answer::Status(500), Answer::Status(404), Answer::Status(503)]);
    let hook = with_event(&world, &receiver).await;
    world.app.work().await;
    let waiting = only_delivery(&world, &hook).await;
    let expected = (json!("pending"), json!(1), json!(500), json!("status"));
    let fields = |row: &Value| {
        let field = |name: &str| row[name].clone();
        (field("status"), field("attempts"), field("statusCode"), field("error"))
    };
    assert_eq!(fields(&waiting), expected);
    let next: DateTime<Utc> = waiting["nextAttempt"].as_str().unwrap().parse().unwrap();
    assert!(next > world.app.clock.now() && next <= world.app.clock.now() + DELAYS[0]);
    world.app.work().await;
    assert_eq!(receiver.messages().len(), 1, "not before its time");
    for delay in &DELAYS[..3] {
        world.app.clock.advance_by(*delay);
        world.app.work().await;
    }
    let done = only_delivery(&world, &hook).await;
    assert_eq!(fields(&done), (json!("delivered"), json!(4), json!(204), Value::Null));
    assert_eq!(done["nextAttempt"], Value::Null);
    let messages = receiver.messages();
    assert_eq!(messages.len(), 4);
    assert!(messages.iter().all(|one| one.id == messages[0].id && one.text == messages[0].text));
    assert!(messages.windows(2).all(|pair| pair[0].timestamp < pair[1].timestamp));
    world.app.clock.advance_by(Duration::hours(20));
    world.app.work().await;
    assert_eq!(receiver.messages().len(), 4);
}

#[tokio::test]
async fn eight_failures_end_a_delivery_and_a_person_may_repeat_it() {
    let receiver = WebhookReceiver::open().await;
    let world = World::open_with(&receiver).await;
    receiver.answer_always(Answer::Status(500));
    let hook = with_event(&world, &receiver).await;
    world.app.work().await;
    for delay in DELAYS {
        world.app.clock.advance_by(delay);
        world.app.work().await;
    }
    assert_eq!(receiver.messages().len(), 8);
    sign_in_again(&world).await;
    let failed = only_delivery(&world, &hook).await;
    assert_eq!((&failed["status"], &failed["attempts"]), (&json!("failed"), &json!(8)));
    world.app.clock.advance_by(Duration::hours(20));
    world.app.work().await;
    assert_eq!(receiver.messages().len(), 8, "no attempt follows");

    sign_in_again(&world).await;
    let id = failed["id"].as_str().unwrap();
    let retry = world.oak_path(&format!("/webhooks/{hook}/deliveries/{id}/retry"));
    let again = world.ada.post(&retry, json!({})).await.expect(200).body;
    assert_eq!((&again["status"], &again["attempts"]), (&json!("pending"), &json!(0)));
    world.app.work().await;
    // The waiting second attempt is replaced by the ones of the repetition.
    receiver.answer_always(Answer::Status(200));
    world.ada.post(&retry, json!({})).await.expect(200);
    world.app.clock.advance_by(Duration::minutes(10));
    world.app.work().await;
    assert_eq!(receiver.messages().len(), 10);
    assert_eq!(only_delivery(&world, &hook).await["status"], "delivered");
    let missing = world.oak_path(&format!("/webhooks/{hook}/deliveries/{hook}/retry"));
    assert_eq!(world.ada.post(&missing, json!({})).await.status, 404);
}

#[tokio::test]
async fn redirects_timeouts_and_closed_ports_are_failures() {
    let receiver = WebhookReceiver::open().await;
    let world = World::open_with(&receiver).await;
    receiver.answer_next(&[Answer::Redirect, Answer::Nothing]);
    let hook = with_event(&world, &receiver).await;
    world.app.work().await;
    let refused = only_delivery(&world, &hook).await;
    assert_eq!((&refused["error"], &refused["statusCode"]), (&json!("redirect"), &json!(307)));
    assert_eq!(receiver.messages().len(), 1, "the target is not called");
    world.app.clock.advance_by(DELAYS[0]);
    // The receiver accepts the message and does not answer for five seconds.
    world.app.work().await;
    let late = only_delivery(&world, &hook).await;
    assert_eq!((&late["error"], &late["statusCode"]), (&json!("timeout"), &Value::Null));
    assert!(late["durationMs"].as_i64().unwrap() >= 4_900, "{late}");

    let closed = json!({ "url": "https://localhost:1/" });
    world.ada.patch(&world.oak_path(&format!("/webhooks/{hook}")), closed).await.expect(200);
    world.app.clock.advance_by(DELAYS[1]);
    world.app.work().await;
    assert_eq!(only_delivery(&world, &hook).await["error"], "connection");
}

#[tokio::test]
async fn a_certificate_of_an_unknown_authority_is_a_failure() {
    let receiver = WebhookReceiver::open().await;
    let app = TestApp::open_with(&[("webhooks.allow_local", "true")]).await;
    let world = World::open_in(app).await;
    let hook = with_event(&world, &receiver).await;
    world.app.work().await;
    assert_eq!(only_delivery(&world, &hook).await["error"], "connection");
    assert_eq!(receiver.messages().len(), 0);
}

#[tokio::test]
async fn a_name_that_leads_to_a_private_address_is_refused() {
    let receiver = WebhookReceiver::open().await;
    let settings = receiver.settings();
    // As in production: only the authority of the receiver is known.
    let app = TestApp::open_with(&[(settings[1].0, settings[1].1.as_str())]).await;
    let world = World::open_in(app).await;
    let hook = with_event(&world, &receiver).await;
    world.app.work().await;
    assert_eq!(only_delivery(&world, &hook).await["error"], "private-address");
    assert_eq!(receiver.messages().len(), 0);
    // An address that was stored while private ones were allowed.
    let url = receiver.url("/").replace("localhost", "127.0.0.1");
    world.app.sql("UPDATE webhooks SET url = $1", vec![url.into()]).await;
    world.app.clock.advance_by(DELAYS[0]);
    world.app.work().await;
    let refused = only_delivery(&world, &hook).await;
    assert_eq!((&refused["error"], &refused["attempts"]), (&json!("private-address"), &json!(2)));
    assert_eq!(receiver.messages().len(), 0);
}

#[tokio::test]
async fn five_days_of_failures_turn_a_webhook_off_with_a_notice() {
    let receiver = WebhookReceiver::open().await;
    let world = World::open_with(&receiver).await;
    receiver.answer_always(Answer::Status(500));
    let hook = with_event(&world, &receiver).await;
    let reviewer = world.app.member("carl").await;
    world.app.work().await;
    for _ in 0..9 {
        world.app.clock.advance_by(Duration::hours(13));
        world.app.work().await;
    }
    let active = "SELECT COUNT(*) AS n FROM webhooks WHERE is_active";
    assert_eq!(world.app.count(active, vec![]).await, 1, "117 hours");
    let test = world.oak_path(&format!("/webhooks/{hook}/test"));
    world.app.clock.advance_by(Duration::hours(4));
    sign_in_again(&world).await;
    world.ada.post(&test, json!({})).await.expect(200);
    world.app.work().await;
    let listed = world.ada.get(&world.oak_path("/webhooks")).await.expect(200);
    let row = &listed.items()[0];
    assert_eq!((&row["isActive"], &row["disabledReason"]), (&json!(false), &json!("failures")));
    let notices = world.ada.get("/api/notifications").await.expect(200).text;
    let title = "The webhook to localhost was turned off: all deliveries failed for 5 days";
    assert!(notices.contains(title), "{notices}");
    let others = reviewer.get("/api/notifications").await.text;
    assert!(!others.contains(title), "only the owner and admins are notified");
    let audited = "SELECT COUNT(*) AS n FROM audit_log WHERE action = 'webhook.disable' \
        AND actor_id IS NULL";
    assert_eq!(world.app.count(audited, vec![]).await, 1);

    receiver.answer_always(Answer::Status(200));
    let this = world.oak_path(&format!("/webhooks/{hook}"));
    let on = world.ada.patch(&this, json!({ "isActive": true })).await.expect(200).body;
    assert_eq!((&on["isActive"], &on["disabledReason"]), (&json!(true), &Value::Null));
    world.ada.post(&test, json!({})).await.expect(200);
    world.app.work().await;
    let listed = world.ada.get(&world.oak_path("/webhooks")).await.expect(200);
    assert_eq!(listed.items()[0]["lastDelivery"]["status"], "delivered");
}

#[tokio::test]
async fn the_log_has_pages_and_keeps_thirty_days() {
    let receiver = WebhookReceiver::open().await;
    let world = World::open_with(&receiver).await;
    let hook = world.oak_webhook(&receiver.url("/"), &REQUESTS).await.id();
    let test = world.oak_path(&format!("/webhooks/{hook}/test"));
    for _ in 0..27 {
        world.app.clock.advance_by(Duration::seconds(10));
        world.ada.post(&test, json!({})).await.expect(200);
    }
    world.app.work().await;
    let path = world.oak_path(&format!("/webhooks/{hook}/deliveries"));
    let first = world.ada.get(&path).await.expect(200);
    assert_eq!(first.items().len(), 25);
    let cursor = first.body["nextCursor"].as_str().unwrap();
    let rest = world.ada.get(&format!("{path}?cursor={cursor}")).await.expect(200);
    assert_eq!((rest.items().len(), &rest.body["nextCursor"]), (2, &Value::Null));
    assert!(rest.items().iter().all(|row| row["isTest"] == true && !first.items().contains(row)));
    let rows = "SELECT COUNT(*) AS n FROM webhook_deliveries";
    for (days, left) in [(29, 27), (1, 0)] {
        world.app.clock.advance_by(Duration::days(days));
        platform::retention::schedule_sweep(world.app.services()).await.unwrap();
        world.app.clock.advance_by(Duration::hours(1));
        world.app.work().await;
        assert_eq!(world.app.count(rows, vec![]).await, left, "after {days} more days");
    }
}

#[tokio::test]
async fn several_workers_deliver_each_event_once_and_two_at_a_time() {
    let receiver = WebhookReceiver::open().await;
    let settings = receiver.settings();
    let mut settings: Vec<_> =
        settings.iter().map(|(name, value)| (*name, value.as_str())).collect();
    settings.push(crate::kit::FOR_MANY);
    let world = World::open_in(TestApp::open_with(&settings).await).await;
    let hook = world.oak_webhook(&receiver.url("/"), &REQUESTS).await.id();
    let test = world.oak_path(&format!("/webhooks/{hook}/test"));
    for _ in 0..18 {
        world.app.clock.advance_by(Duration::seconds(5));
        world.ada.post(&test, json!({})).await.expect(200);
    }
    let stop = tokio_util::sync::CancellationToken::new();
    let workers: Vec<_> = (0..2)
        .map(|_| {
            let (worker, stop) = (build_worker(world.app.services()), stop.clone());
            tokio::spawn(async move { worker.run(stop).await })
        })
        .collect();
    let open = "SELECT COUNT(*) AS n FROM webhook_deliveries WHERE status <> 'delivered'";
    let done = async {
        while world.app.count(open, vec![]).await > 0 {
            tokio::time::sleep(std::time::Duration::from_millis(20)).await;
        }
    };
    tokio::time::timeout(crate::kit::WAIT_TIMEOUT, done).await.expect("all are delivered");
    stop.cancel();
    for worker in workers {
        worker.await.unwrap();
    }
    let mut ids: Vec<String> = receiver.messages().into_iter().map(|one| one.id).collect();
    assert_eq!(ids.len(), 18);
    ids.sort();
    ids.dedup();
    assert_eq!(ids.len(), 18, "each once");
    assert!(receiver.most_at_once() <= 4, "two for each worker: {}", receiver.most_at_once());
    let once = "SELECT COUNT(*) AS n FROM webhook_deliveries WHERE attempts = 1";
    assert_eq!(world.app.count(once, vec![]).await, 18);
}
