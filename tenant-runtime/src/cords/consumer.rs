//! Counts published activity: a queue that is flushed at 10 items or after 5 s, and drained at
//! shutdown (C-111, G-086).
//!
//! The queue is the event log itself: a flush reads the events after the stored position, changes
//! the cords and moves the position in one transaction. A killed process therefore loses nothing and
//! counts nothing twice. Each event also leaves its key, so that a repeated one changes nothing.

use super::pair::Pair;
use super::rows::{group_join, settings as settings_row};
use super::strength::CordEvent;
use super::{joins, settings, store};
use crate::accounts;
use crate::cord_activity::{
    ActivityKind, ActivityPayload, CORD_ACTIVITY, JoinedGroup, PairActivity,
};
use crate::sql::placeholders;
use chrono::{DateTime, Datelike, Duration, DurationRound, Utc};
use platform::events::{ConsumedEvent, Consumer};
use platform::heartbeat::Heartbeat;
use platform::{Services, System, Tx, UserId};
use sea_orm::ActiveValue::Set;
use sea_orm::{DbErr, FromQueryResult, Value};
use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::time::Duration as StdDuration;
use tokio::time::Instant;
use tokio_util::sync::CancellationToken;

/// Position of the cords in the event log. Its lock is held by all that create cords.
pub(super) const CONSUMER: Consumer = Consumer { name: "cords", kind: CORD_ACTIVITY };
/// Waiting activities that cause a flush (`cord.queue_items`).
const QUEUE_ITEMS: u64 = 10;
/// Longest time that an activity waits (`cord.queue_interval`).
const QUEUE_INTERVAL: StdDuration = StdDuration::from_secs(5);
/// Name of the loop that counts activities, for readiness.
pub const COUNT_LOOP: &str = "cord-count";
/// Maximum time between two successful rounds or batches. An event that fails each time stops the
/// count of all later ones, which only the log would tell.
const ROUND_MAX: StdDuration = StdDuration::from_secs(2 * 60);
/// Interval at which new activities are looked for.
const LOOK_EVERY: StdDuration = StdDuration::from_millis(500);
/// Maximum activities per transaction (`cord.batch_updates`).
pub(super) const BATCH: u64 = 450;
/// Imported activities added at once.
const IMPORT_CHUNK: usize = 450;
/// Time for which the key of an event is kept; the event log keeps events for a day.
const EVENT_KEY_KEPT: Duration = Duration::days(3);
/// Time for which a repeated activity on the same object does not count.
const OBJECT_KEY_KEPT: Duration = Duration::days(180);

/// Activities that wait for a flush.
#[derive(Debug, Default)]
struct FlushQueue {
    count: u64,
    oldest: Option<Instant>,
}

impl FlushQueue {
    fn add(&mut self, count: u64, now: Instant) {
        self.count += count;
        if count > 0 {
            self.oldest.get_or_insert(now);
        }
    }

    fn is_due(&self, now: Instant) -> bool {
        let has_waited = self.oldest.is_some_and(|oldest| now - oldest >= QUEUE_INTERVAL);
        self.count >= QUEUE_ITEMS || has_waited
    }
}

/// Counts activities until `stop`, then those that still wait.
pub async fn run(services: &Services, stop: CancellationToken) {
    let heartbeat = services.heartbeats().start(COUNT_LOOP, ROUND_MAX);
    let mut queue = FlushQueue::default();
    let mut looked_until = None;
    while !stop.is_cancelled() {
        match look_and_flush(services, &heartbeat, &mut queue, &mut looked_until).await {
            Ok(()) => heartbeat.beat(),
            Err(error) => {
                tracing::warn!(cause = %error, "failed to count activity for cords; will retry");
            }
        }
        stop.run_until_cancelled(tokio::time::sleep(LOOK_EVERY)).await;
    }
    match drain(services).await {
        Ok(count) => tracing::debug!("counted {count} waiting activities at shutdown"),
        Err(error) => {
            tracing::warn!(cause = %error, "failed to count waiting activity; the next start does");
        }
    }
}

async fn look_and_flush(
    services: &Services,
    heartbeat: &Heartbeat,
    queue: &mut FlushQueue,
    looked_until: &mut Option<i64>,
) -> Result<(), DbErr> {
    let after = match *looked_until {
        Some(after) => after,
        None => CONSUMER.position(services).await?,
    };
    let found = CONSUMER.look(services, after).await?;
    *looked_until = Some(found.until);
    queue.add(found.count, Instant::now());
    if queue.is_due(Instant::now()) {
        drain_in_batches(services, || heartbeat.beat()).await?;
        *queue = FlushQueue::default();
    }
    Ok(())
}

/// Counts all waiting activities; returns their number.
///
/// # Errors
/// Database errors; nothing of the failed batch is counted.
pub async fn drain(services: &Services) -> Result<u64, DbErr> {
    drain_in_batches(services, || ()).await
}

async fn drain_in_batches(services: &Services, on_batch: impl Fn()) -> Result<u64, DbErr> {
    let mut count = 0;
    loop {
        let flushed = flush(services).await?;
        on_batch();
        count += flushed;
        if flushed < BATCH {
            return Ok(count);
        }
    }
}

/// Counts one batch; returns the number of its events.
async fn flush(services: &Services) -> Result<u64, DbErr> {
    let mut system = services.system("count activity for cords");
    let tx = system.begin().await?;
    let events = CONSUMER.lock_batch(&tx, BATCH).await?;
    let Some(last) = events.last().map(|event| event.seq) else { return Ok(0) };
    count_events(&tx, &events).await?;
    CONSUMER.advance(&tx, last).await?;
    tx.commit().await?;
    Ok(u64::try_from(events.len()).unwrap_or(u64::MAX))
}

/// An activity between two people, with its time.
#[derive(Debug, Clone, Copy)]
pub(super) struct TimedActivity {
    pub activity: PairActivity,
    pub at: DateTime<Utc>,
}

async fn count_events(tx: &Tx<'_, System>, events: &[ConsumedEvent]) -> Result<(), DbErr> {
    let mut keyed: BTreeMap<String, (ActivityPayload, DateTime<Utc>)> = BTreeMap::new();
    for event in events {
        match serde_json::from_value::<ActivityPayload>(event.payload.clone()) {
            // The first of two with one key counts.
            Ok(payload) => {
                keyed.entry(key_of(event, &payload)).or_insert((payload, event.created_at));
            }
            // An event of a newer version: it would otherwise block all others.
            Err(error) => tracing::error!(%error, "skipped an unreadable activity event"),
        }
    }
    let new = remember_keys(tx, &keyed).await?;
    let mut activities = Vec::new();
    for (payload, at) in new.iter().filter_map(|key| keyed.get(key)) {
        match *payload {
            ActivityPayload::Pair(activity) => {
                activities.push(TimedActivity { activity, at: *at });
            }
            ActivityPayload::Join { group, user } => start_join(tx, group, user, *at).await?,
        }
    }
    add(tx, &activities).await
}

/// Activity to import, with its time.
#[derive(Debug, Clone, Copy)]
pub struct ImportedActivity {
    pub payload: ActivityPayload,
    pub at: DateTime<Utc>,
}

/// Counts activity of another source, such as the demo network, in the order of its times.
///
/// # Errors
/// Database errors.
pub async fn import_activity(
    tx: &Tx<'_, System>,
    mut imported: Vec<ImportedActivity>,
) -> Result<(), DbErr> {
    CONSUMER.lock(tx).await?;
    imported.sort_by_key(|one| one.at);
    let mut activities = Vec::new();
    for ImportedActivity { payload, at } in imported {
        match payload {
            ActivityPayload::Pair(activity) => activities.push(TimedActivity { activity, at }),
            ActivityPayload::Join { group, user } => start_join(tx, group, user, at).await?,
        }
    }
    for chunk in activities.chunks(IMPORT_CHUNK) {
        add(tx, chunk).await?;
    }
    Ok(())
}

/// Key under which an event counts once: its id, or the actor and object of the activity.
fn key_of(event: &ConsumedEvent, payload: &ActivityPayload) -> String {
    match payload {
        ActivityPayload::Pair(PairActivity { kind, from, object: Some(object), .. }) => {
            format!("{kind:?}:{from}:{}", object.simple())
        }
        _ => event.id.to_string(),
    }
}

/// Stores the keys; returns those that are new.
async fn remember_keys(
    tx: &Tx<'_, System>,
    keyed: &BTreeMap<String, (ActivityPayload, DateTime<Utc>)>,
) -> Result<Vec<String>, DbErr> {
    #[derive(FromQueryResult)]
    struct KeyRow {
        activity_key: String,
    }
    if keyed.is_empty() {
        return Ok(Vec::new());
    }
    let mut values: Vec<Value> = Vec::new();
    let rows: Vec<String> = keyed
        .iter()
        .map(|(key, (payload, _))| {
            let is_object =
                matches!(payload, ActivityPayload::Pair(PairActivity { object: Some(_), .. }));
            let kept = if is_object { OBJECT_KEY_KEPT } else { EVENT_KEY_KEPT };
            let first = values.len() + 1;
            values.extend([key.clone().into(), (tx.now() + kept).into()]);
            format!("({})", placeholders(first, 2))
        })
        .collect();
    let sql = format!(
        "INSERT INTO cord_counted_activities (activity_key, expires_at) VALUES {} \
         ON CONFLICT (activity_key) DO NOTHING RETURNING activity_key",
        rows.join(", ")
    );
    let new = tx.raw(&sql, values).all::<KeyRow>().await?;
    Ok(new.into_iter().map(|row| row.activity_key).collect())
}

/// Records a joined group and enqueues the job that counts its members. A group that the person had
/// joined before does not count again.
async fn start_join(
    tx: &Tx<'_, System>,
    group: JoinedGroup,
    user: UserId,
    at: DateTime<Utc>,
) -> Result<(), DbErr> {
    use group_join::Column::{GroupId, GroupKind, UserId as User};
    if existing(tx, &[user]).await?.is_empty() {
        return Ok(());
    }
    let (kind, id) = joins::stored(group);
    let row = group_join::ActiveModel {
        group_kind: Set(kind.to_owned()),
        group_id: Set(id),
        user_id: Set(user),
        joined_at: Set(at),
        after_id: Set(None),
        members: Set(0),
        done: Set(false),
    };
    let table = tx.global_table::<group_join::Entity>();
    if table.insert_unless_there(row, &[GroupKind, GroupId, User]).await? {
        tx.enqueue(joins::job(group, user)?).await?;
    }
    Ok(())
}

async fn existing(tx: &Tx<'_, System>, users: &[UserId]) -> Result<HashSet<UserId>, DbErr> {
    accounts::existing_accounts(tx, users).await
}

/// Adds activities of people who exist and have not turned cords off, and records that the actors
/// were active this week. The caller holds the lock of the consumer.
pub(super) async fn add(tx: &Tx<'_, System>, activities: &[TimedActivity]) -> Result<(), DbErr> {
    if activities.is_empty() {
        return Ok(());
    }
    let people: BTreeSet<UserId> =
        activities.iter().flat_map(|one| [one.activity.from, one.activity.to]).collect();
    let people: Vec<UserId> = people.into_iter().collect();
    let existing = existing(tx, &people).await?;
    let settings = settings::settings_of(tx, &people).await?;
    let counts = |user: UserId, at| {
        let settings: Option<&settings_row::Model> = settings.get(&user);
        existing.contains(&user) && settings::counts_at(settings, at)
    };
    let mut by_pair: BTreeMap<Pair, Vec<CordEvent>> = BTreeMap::new();
    let mut active: BTreeSet<(UserId, DateTime<Utc>)> = BTreeSet::new();
    for TimedActivity { activity, at } in activities {
        if counts(activity.from, *at) {
            active.insert((activity.from, week_of(*at)));
        }
        if !counts(activity.from, *at) || !counts(activity.to, *at) {
            continue;
        }
        let Some(pair) = Pair::new(activity.from, activity.to) else { continue };
        let actor = pair.position_of(activity.from);
        by_pair.entry(pair).or_default().push(CordEvent { kind: activity.kind, actor, at: *at });
    }
    mark_active(tx, active).await?;
    store::add_activities(tx, &by_pair).await
}

async fn mark_active(
    tx: &Tx<'_, System>,
    active: BTreeSet<(UserId, DateTime<Utc>)>,
) -> Result<(), DbErr> {
    if active.is_empty() {
        return Ok(());
    }
    let rows: Vec<String> =
        (0..active.len()).map(|row| format!("({})", placeholders(row * 2 + 1, 2))).collect();
    let sql = format!(
        "INSERT INTO cord_active_weeks (user_id, week) VALUES {} ON CONFLICT DO NOTHING",
        rows.join(", ")
    );
    let values = active.into_iter().flat_map(|(user, week)| [user.into(), week.into()]).collect();
    tx.execute(&sql, values).await.map(drop)
}

/// The Monday on which the week of this time began, in UTC.
pub(super) fn week_of(time: DateTime<Utc>) -> DateTime<Utc> {
    let day = time.duration_trunc(Duration::days(1)).unwrap_or(time);
    day - Duration::days(i64::from(day.weekday().num_days_from_monday()))
}

/// Deletes keys that are no longer needed. Called hourly.
///
/// # Errors
/// Database errors.
pub(super) async fn delete_expired_keys(tx: &Tx<'_, System>) -> Result<(), DbErr> {
    const SQL: &str = "DELETE FROM cord_counted_activities WHERE expires_at < $1";
    tx.execute(SQL, vec![tx.now().into()]).await.map(drop)
}

/// The activities of a join: one with each existing member.
pub(super) fn join_activities(
    kind: ActivityKind,
    (user, at): (UserId, DateTime<Utc>),
    members: &[UserId],
) -> Vec<TimedActivity> {
    let with = |member: &UserId| PairActivity::new(kind, user, *member);
    members.iter().map(with).map(|activity| TimedActivity { activity, at }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn queue_is_due_at_ten_items_or_after_five_seconds() {
        let start = Instant::now();
        let mut queue = FlushQueue::default();
        assert!(!queue.is_due(start + StdDuration::from_secs(60)), "nothing waits");
        queue.add(1, start);
        queue.add(8, start + StdDuration::from_secs(4));
        assert!(!queue.is_due(start + StdDuration::from_secs(4)));
        assert!(queue.is_due(start + StdDuration::from_secs(5)));
        queue.add(1, start + StdDuration::from_secs(4));
        assert!(queue.is_due(start + StdDuration::from_secs(4)));
    }
}
