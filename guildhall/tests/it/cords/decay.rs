//! Decay on read, and the weekly job.

use super::{Pair, count_activity, send_message, strength, total, vouch};
use crate::kit::{Browser, TestApp};
use chrono::Duration;
use futures::future::join_all;
use serde_json::json;
use tenant_runtime::cords;

impl Pair {
    /// Lets time pass. Sessions end meanwhile, so both sign in again.
    async fn wait(&self, time: Duration) {
        self.app().clock.advance_by(time);
        self.app().sign_in(self.ada(), "localhost", "ada").await;
        self.app().sign_in(&self.bob, "localhost", "bob").await;
    }

    async fn count_rows(&self, condition: &str) -> i64 {
        let sql = format!("SELECT COUNT(*) AS n FROM cords WHERE {condition}");
        self.app().count(&sql, vec![]).await
    }
}

/// Runs the weekly decay, when it is due.
async fn decay_weekly(app: &TestApp) {
    cords::schedule(app.services()).await.unwrap();
    app.clock.advance_by(Duration::days(7));
    app.work().await;
}

#[tokio::test]
async fn strength_halves_in_the_half_life_of_its_strand() {
    let pair = Pair::open().await;
    pair.send_message().await;
    vouch(pair.ada(), &pair.bob_id).await.expect(201);
    pair.count().await;
    pair.wait(Duration::days(30)).await;
    let cord = pair.cord().await;
    assert_eq!(strength(&cord, "interaction"), 2.5);
    assert_eq!(strength(&cord, "trust"), 5.3, "6 · 2^(-30/180)");
    assert_eq!(strength(&cord, "association"), 3.0, "never decays");
    pair.wait(Duration::days(50)).await;
    assert_eq!(strength(&pair.cord().await, "interaction"), 0.0, "below 1");
}

#[tokio::test]
async fn weekly_decay_persists_the_same_strength_and_runs_once_a_week() {
    let pair = Pair::open().await;
    pair.send_message().await;
    pair.count().await;
    decay_weekly(pair.app()).await;
    pair.wait(Duration::zero()).await;
    let after = pair.cord().await;
    assert_eq!(strength(&after, "interaction"), 4.3, "5 · 2^(-7/30)");
    let applied = "last_decay_applied > created_at";
    assert_eq!(pair.count_rows(applied).await, 1);
    let runs = "SELECT COUNT(*) AS n FROM jobs WHERE kind = 'decay-cords' AND state = 'ready'";
    assert_eq!(pair.app().count(runs, vec![]).await, 1, "the next week");
    for _ in 0..3 {
        cords::schedule(pair.app().services()).await.unwrap();
    }
    assert_eq!(pair.app().count(runs, vec![]).await, 1);
}

#[tokio::test]
async fn weekly_decay_deletes_cords_below_one() {
    let pair = Pair::open().await;
    pair.app().sql("DELETE FROM cords", vec![]).await;
    let post = pair.hall.write_post(pair.ada(), "Which cable?").await.expect(201).id();
    pair.bob.post(&format!("/api/posts/{post}/like"), json!({})).await.expect(200);
    pair.count().await;
    assert_eq!(total(&pair.cord().await), 0.9, "3 · 2/7");
    assert_eq!(pair.count_rows("TRUE").await, 1);
    decay_weekly(pair.app()).await;
    assert_eq!(pair.count_rows("TRUE").await, 0);
}

#[tokio::test]
async fn weeks_with_activity_of_both_strengthen_the_temporal_strand() {
    let pair = Pair::open().await;
    for week in 0..3 {
        send_message(pair.ada(), &pair.bob_id, &format!("Week {week}")).await.expect(201);
        send_message(&pair.bob, &pair.ada_id, &format!("Week {week}")).await.expect(201);
        pair.count().await;
        decay_weekly(pair.app()).await;
        pair.wait(Duration::zero()).await;
    }
    let together = strength(&pair.cord().await, "temporal");
    assert!((2.5..3.0).contains(&together), "{together}");
    // Bob alone.
    send_message(&pair.bob, &pair.ada_id, "Are you there?").await.expect(201);
    pair.count().await;
    decay_weekly(pair.app()).await;
    pair.wait(Duration::zero()).await;
    assert!(strength(&pair.cord().await, "temporal") < together);
}

#[tokio::test]
async fn concurrent_weekly_decays_apply_to_each_cord_once() {
    let app = TestApp::open_for_many().await;
    let pair = Pair::open_in(app).await;
    let others: Vec<Browser> = {
        let mut others = Vec::new();
        for name in ["cleo", "dan", "eve"] {
            others.push(pair.hall.member(name).await);
        }
        others
    };
    for other in &others {
        send_message(other, &pair.ada_id, "Hello").await.expect(201);
        send_message(pair.ada(), &pair.app().id_of(other).await, "Hello").await.expect(201);
    }
    count_activity(pair.app()).await;
    let number = pair.count_rows("TRUE").await;
    let second = pair.app().second_instance().await;
    pair.app().clock.advance_by(Duration::days(7));
    // Two jobs, as if a worker had been frozen and its job was taken over.
    for name in ["one", "two"] {
        let sql = "INSERT INTO jobs (id, kind, payload, dedupe_key, state, run_at, attempts, \
            max_attempts, created_at) VALUES ($1, 'decay-cords', $2, $3, 'ready', $4, 0, 20, $4)";
        let now = pair.app().clock.now();
        let values = vec![
            uuid::Uuid::now_v7().into(),
            json!({ "week": now }).into(),
            name.into(),
            now.into(),
        ];
        pair.app().sql(sql, values).await;
    }
    join_all([pair.app(), &second].map(TestApp::work)).await;
    assert_eq!(pair.count_rows("last_decay_applied > created_at").await, number);
    let temporal = "CAST(threads AS TEXT) LIKE '%\"sameWeek\": 1}%' \
        OR CAST(threads AS TEXT) LIKE '%\"sameWeek\":1}%'";
    assert_eq!(pair.count_rows(temporal).await, number, "all have joined or written this week");
}
