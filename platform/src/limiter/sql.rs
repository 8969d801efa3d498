//! Rate limit counters in the database, for a single node without Redis: blocks survive a restart
//! (G-021).

use super::key::CounterKey;
use super::policy::Policy;
use super::transition::{
    CounterDecision, CounterOperation, CounterState, FORGOTTEN_AFTER_MS, apply_operation,
};
use crate::db::{Database, Transaction};
use chrono::{DateTime, TimeZone, Utc};
use sea_orm::sea_query::{ExprTrait, OnConflict};
use sea_orm::{ActiveValue::Set, DbErr, EntityTrait, QuerySelect};
use sea_orm::{ColumnTrait, QueryFilter};
use std::sync::atomic::{AtomicI64, Ordering};

/// Interval of the deletion of expired counters.
const SWEEP_EVERY_MS: i64 = 5 * 60 * 1000;

/// Table `rate_limits`.
pub(super) mod row {
    use sea_orm::entity::prelude::*;

    #[derive(Clone, Debug, PartialEq, DeriveEntityModel)]
    #[sea_orm(table_name = "rate_limits")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub key: String,
        pub hits: i64,
        pub fails: i64,
        pub window_start: DateTimeUtc,
        pub blocked_until: Option<DateTimeUtc>,
        pub last_at: DateTimeUtc,
    }

    /// No relation is declared.
    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}

pub(super) struct SqlStore {
    database: Database,
    swept_at: AtomicI64,
}

impl SqlStore {
    pub fn new(database: Database) -> Self {
        Self { database, swept_at: AtomicI64::new(0) }
    }

    pub async fn check(
        &self,
        key: &CounterKey,
        policy: &Policy,
        operation: CounterOperation,
        now: i64,
    ) -> Result<CounterDecision, DbErr> {
        let name = key.as_text();
        if operation == CounterOperation::Check {
            let row = row::Entity::find_by_id(name).one(self.database.conn()).await?;
            return Ok(apply_operation(
                row.map(CounterState::from).unwrap_or_default(),
                policy,
                operation,
                now,
            )
            .1);
        }
        self.sweep(now).await?;
        let tx = self.database.begin().await?;
        let before = lock(&tx, &name).await?;
        let (after, answer) = apply_operation(before, policy, operation, now);
        if after == CounterState::default() {
            row::Entity::delete_by_id(name).exec(&tx).await?;
            tx.commit().await?;
        } else if answer.allowed {
            let row = row::ActiveModel { key: Set(name.clone()), ..after.into() };
            row::Entity::update(row).exec(&tx).await?;
            tx.commit().await?;
        } else {
            // A refusal changes no stored value.
            tx.rollback().await?;
        }
        Ok(answer)
    }

    pub async fn clear(&self, key: &CounterKey) -> Result<(), DbErr> {
        row::Entity::delete_by_id(key.as_text()).exec(self.database.conn()).await.map(|_| ())
    }

    async fn sweep(&self, now: i64) -> Result<(), DbErr> {
        let swept_at = self.swept_at.load(Ordering::Relaxed);
        if now - swept_at < SWEEP_EVERY_MS {
            return Ok(());
        }
        self.swept_at.store(now, Ordering::Relaxed);
        let forgotten = from_millis(now - FORGOTTEN_AFTER_MS);
        let not_blocked =
            row::Column::BlockedUntil.is_null().or(row::Column::BlockedUntil.lt(forgotten));
        let quiet = row::Entity::delete_many().filter(row::Column::LastAt.lt(forgotten));
        quiet.filter(not_blocked).exec(self.database.conn()).await.map(|_| ())
    }
}

/// Reads and locks a counter, creating it if missing, so that two concurrent first attempts share a
/// row.
async fn lock(tx: &Transaction, name: &str) -> Result<CounterState, DbErr> {
    let fresh = row::ActiveModel { key: Set(name.to_owned()), ..CounterState::default().into() };
    let there = OnConflict::column(row::Column::Key).do_nothing().to_owned();
    row::Entity::insert(fresh).on_conflict(there).exec_without_returning(tx).await?;
    let row = row::Entity::find_by_id(name).lock_exclusive().one(tx).await?;
    Ok(row.map(CounterState::from).unwrap_or_default())
}

impl From<row::Model> for CounterState {
    fn from(row: row::Model) -> Self {
        Self {
            hits: u32::try_from(row.hits).unwrap_or(u32::MAX),
            streak: u32::try_from(row.fails).unwrap_or(u32::MAX),
            window_start: row.window_start.timestamp_millis(),
            blocked_until: row.blocked_until.map_or(0, |until| until.timestamp_millis()),
            last: row.last_at.timestamp_millis(),
        }
    }
}

impl From<CounterState> for row::ActiveModel {
    fn from(state: CounterState) -> Self {
        Self {
            hits: Set(state.hits.into()),
            fails: Set(state.streak.into()),
            window_start: Set(from_millis(state.window_start)),
            blocked_until: Set((state.blocked_until != 0).then(|| from_millis(state.blocked_until))),
            last_at: Set(from_millis(state.last)),
            ..Default::default()
        }
    }
}

/// All times are in the range of chrono.
fn from_millis(ms: i64) -> DateTime<Utc> {
    Utc.timestamp_millis_opt(ms).single().unwrap_or_default()
}
