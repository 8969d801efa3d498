//! Random activity and time: 10,000 activities between ten people in two groups of five. The second
//! group repeats the activities of the first, published in another order within each flush.

use super::{cord, total};
use crate::kit::{Browser, TestApp, number_from_env, uuid_of};
use chrono::{DateTime, Duration, Utc};
use rand::rngs::StdRng;
use rand::seq::SliceRandom;
use rand::{RngExt, SeedableRng};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use tenant_runtime::cords;
use uuid::Uuid;

/// People of a group.
const GROUP: usize = 5;
const FLUSHES: usize = 100;
const ACTIVITIES_PER_FLUSH: usize = 100;
const KINDS: [&str; 12] = [
    "directMessage",
    "reply",
    "articleComment",
    "like",
    "vouch",
    "introduction",
    "communityJoin",
    "affiliationJoin",
    "professionalJoin",
    "sameWeek",
    "mutualReply",
    "helpfulMark",
];

/// An activity between two people of a group.
#[derive(Clone)]
struct Activity {
    kind: &'static str,
    from: usize,
    to: usize,
    at: DateTime<Utc>,
}

struct History {
    app: TestApp,
    first: Browser,
    /// Both groups.
    people: Vec<Uuid>,
    dice: StdRng,
}

impl History {
    async fn open(seed: u64) -> Self {
        let app = TestApp::open().await;
        let mut people = Vec::new();
        let mut first = None;
        for number in 0..2 * GROUP {
            let browser = app.member(&format!("person{number}")).await;
            people.push(uuid_of(&app.id_of(&browser).await));
            first.get_or_insert(browser);
        }
        Self { app, first: first.unwrap(), people, dice: StdRng::seed_from_u64(seed) }
    }

    /// Random activities in the last hour.
    fn activities(&mut self) -> Vec<Activity> {
        let now = self.app.clock.now();
        let mut activities: Vec<Activity> = Vec::new();
        while activities.len() < ACTIVITIES_PER_FLUSH {
            let (from, to) = (self.dice.random_range(0..GROUP), self.dice.random_range(0..GROUP));
            if from != to {
                let kind = KINDS[self.dice.random_range(0..KINDS.len())];
                let at = now - Duration::seconds(self.dice.random_range(0..3_600));
                activities.push(Activity { kind, from, to, at });
            }
        }
        activities
    }

    /// Publishes the activities for one group, in their order.
    async fn publish(&self, activities: &[Activity], group: usize) {
        let sql = "INSERT INTO events (id, seq, topic, kind, payload, created_at) \
            VALUES ($1, NULL, 'internal', 'cord.activity', $2, $3)";
        let mut system = self.app.services().system("publish the activity of a test");
        let tx = system.begin().await.unwrap();
        for Activity { kind, from, to, at } in activities {
            let person = |number: usize| self.people[number + group * GROUP].simple().to_string();
            let payload =
                json!({ "type": "pair", "kind": kind, "from": person(*from), "to": person(*to) });
            let values = vec![Uuid::now_v7().into(), payload.into(), (*at).into()];
            tx.execute(sql, values).await.unwrap();
        }
        tx.wake_after_commit(platform::events::WAKE_CHANNEL);
        tx.commit().await.unwrap();
    }

    async fn count(&self) {
        self.app.until_delivered().await;
        cords::drain(self.app.services()).await.unwrap();
    }

    /// All cords as stored: strands by the numbers of the two people.
    async fn stored(&self) -> BTreeMap<(usize, usize), (f64, Value)> {
        #[derive(sea_orm::FromQueryResult)]
        struct CordRow {
            user_a: Uuid,
            user_b: Uuid,
            total_strength: f64,
            threads: Value,
        }
        let sql = "SELECT user_a, user_b, total_strength, threads FROM cords";
        let system = self.app.services().system("compare the cords of a test");
        let rows = system.raw(sql, vec![]).all::<CordRow>().await.unwrap();
        let number = |id: Uuid| self.people.iter().position(|one| *one == id).unwrap();
        let row = |row: CordRow| {
            let (one, other) = (number(row.user_a), number(row.user_b));
            ((one.min(other), one.max(other)), (row.total_strength, row.threads))
        };
        rows.into_iter().map(row).collect()
    }

    /// The total of the first person's cord with another, read by the API.
    async fn total_with(&self, other: usize) -> f64 {
        let other = self.people[other].simple().to_string();
        total(&cord(self.first.main(), &other).await.expect(200).body)
    }

    async fn totals(&self) -> Vec<f64> {
        let mut totals = Vec::new();
        for other in 1..GROUP {
            totals.push(self.total_with(other).await);
        }
        totals
    }
}

/// Fails unless `now` is at least `before`, apart from the rounding to one decimal.
fn assert_not_below(now: &[f64], before: &[f64], reason: &str) {
    let is_below = now.iter().zip(before).any(|(now, before)| *now < before - 0.11);
    assert!(!is_below, "{reason}: {now:?} after {before:?}");
}

#[tokio::test]
async fn cords_keep_their_laws_over_random_activity_and_time() {
    let seed = number_from_env("GUILDHALL_CORDS_SEED").unwrap_or(7);
    let mut history = History::open(seed).await;
    for flush in 0..FLUSHES {
        let activities = history.activities();
        let before = history.totals().await;
        let mut shuffled = activities.clone();
        shuffled.shuffle(&mut history.dice);
        history.publish(&activities, 0).await;
        history.publish(&shuffled, 1).await;
        history.count().await;
        assert_not_below(&history.totals().await, &before, "monotone in activity");

        let stored = history.stored().await;
        for ((one, other), (total, threads)) in &stored {
            assert!((0.0..=100.0).contains(total), "{total}");
            if *other < GROUP {
                let copy = &stored[&(one + GROUP, other + GROUP)];
                assert_eq!(threads, &copy.1, "seed {seed}, flush {flush}: another order");
            }
        }
        if flush % 20 == 0 {
            history.app.sql("UPDATE event_consumers SET position = 0", vec![]).await;
            history.count().await;
            assert_eq!(history.stored().await, stored, "replayed events");
        }
        let before = history.totals().await;
        let hours = history.dice.random_range(2..100);
        history.app.clock.advance_by(Duration::hours(hours));
        history.app.sign_in(&history.first, "localhost", "person0").await;
        assert_not_below(&before, &history.totals().await, "monotone in decay");
        if flush % 10 == 9 {
            cords::schedule(history.app.services()).await.unwrap();
            history.app.clock.advance_by(Duration::days(7));
            history.app.sign_in(&history.first, "localhost", "person0").await;
            let before = history.totals().await;
            history.app.work().await;
            // The common weeks of active people are added.
            assert_not_below(&history.totals().await, &before, "weekly decay");
        }
    }
    assert_eq!(FLUSHES * ACTIVITIES_PER_FLUSH, 10_000);
}
