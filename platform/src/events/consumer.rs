//! Consumers within the product that count each event of one kind exactly once: the position in the
//! order of events is a row that changes in the transaction of the effect (gap G-086).
//!
//! [`Consumer::look`] finds new events without a lock. [`Consumer::lock_batch`] locks the position,
//! so that of several workers one consumes at a time, and [`Consumer::advance`] moves it.

use super::row::{Column, Entity};
use crate::db::Tx;
use crate::ids::EventId;
use crate::services::Services;
use chrono::{DateTime, Utc};
use sea_orm::{ColumnTrait, Condition, DbBackend, DbErr, FromQueryResult, QueryOrder, QuerySelect};

/// A consumer of the events of one kind. Retention keeps these events until they are consumed.
#[derive(Debug, Clone, Copy)]
pub struct Consumer {
    /// Name of its position; must never change.
    pub name: &'static str,
    /// Event type.
    pub kind: &'static str,
}

/// An event to consume.
#[derive(Debug, Clone)]
pub struct ConsumedEvent {
    /// Event id.
    pub id: EventId,
    /// Number in the order of events.
    pub seq: i64,
    /// Ids and the changed object.
    pub payload: serde_json::Value,
    /// Time of creation.
    pub created_at: DateTime<Utc>,
}

/// New events since the last look.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NewEvents {
    /// Their number.
    pub count: u64,
    /// Position until which the look has read.
    pub until: i64,
}

#[derive(FromQueryResult)]
struct PositionRow {
    position: i64,
}

impl Consumer {
    /// Number of the last consumed event.
    ///
    /// # Errors
    /// Database errors.
    pub async fn position(&self, services: &Services) -> Result<i64, DbErr> {
        const SQL: &str = "SELECT position FROM event_consumers WHERE name = $1";
        let system = services.system("find the position of a consumer");
        let row = system.raw(SQL, vec![self.name.into()]).one::<PositionRow>().await?;
        Ok(row.map_or(0, |row| row.position))
    }

    /// Counts the numbered events of the kind after `after`.
    ///
    /// # Errors
    /// Database errors.
    pub async fn look(&self, services: &Services, after: i64) -> Result<NewEvents, DbErr> {
        let system = services.system("look for events to consume");
        let until = super::hub::newest_number(services).await?;
        let between = Condition::all()
            .add(Column::Seq.gt(after))
            .add(Column::Seq.lte(until))
            .add(Column::Kind.eq(self.kind));
        let count = if until > after {
            system.global::<Entity>().filter(between).count().await?
        } else {
            0
        };
        Ok(NewEvents { count, until: until.max(after) })
    }

    /// Locks the position until the transaction ends, so that nothing else consumes meanwhile.
    ///
    /// # Errors
    /// Database errors.
    pub async fn lock<V>(&self, tx: &Tx<'_, V>) -> Result<i64, DbErr> {
        const ADD: &str = "INSERT INTO event_consumers (name, kind, position, updated_at) \
             VALUES ($1, $2, 0, $3) ON CONFLICT (name) DO NOTHING";
        const READ: &str = "SELECT position FROM event_consumers WHERE name = $1";
        const LOCK: &str = "SELECT position FROM event_consumers WHERE name = $1 FOR UPDATE";
        let sql = if tx.backend() == DbBackend::Postgres { LOCK } else { READ };
        let name = || vec![self.name.into()];
        if let Some(row) = tx.raw(sql, name()).one::<PositionRow>().await? {
            return Ok(row.position);
        }
        let values = vec![self.name.into(), self.kind.into(), tx.now().into()];
        tx.execute(ADD, values).await?;
        let row = tx.raw(sql, name()).one::<PositionRow>().await?;
        Ok(row.map_or(0, |row| row.position))
    }

    /// Locks the position and returns up to `most` events after it, in their order.
    ///
    /// # Errors
    /// Database errors.
    pub async fn lock_batch<V>(
        &self,
        tx: &Tx<'_, V>,
        most: u64,
    ) -> Result<Vec<ConsumedEvent>, DbErr> {
        let position = self.lock(tx).await?;
        let next = Condition::all().add(Column::Seq.gt(position)).add(Column::Kind.eq(self.kind));
        let rows = tx
            .global::<Entity>()
            .filter(next)
            .modify_select(|select| select.order_by_asc(Column::Seq).limit(most))
            .all()
            .await?;
        let events = rows.into_iter().filter_map(|row| {
            let (id, payload, created_at) = (row.id, row.payload, row.created_at);
            row.seq.map(|seq| ConsumedEvent { id, seq, payload, created_at })
        });
        Ok(events.collect())
    }

    /// Moves the locked position to the event with this number.
    ///
    /// # Errors
    /// Database errors.
    pub async fn advance<V>(&self, tx: &Tx<'_, V>, seq: i64) -> Result<(), DbErr> {
        const SQL: &str =
            "UPDATE event_consumers SET position = $2, updated_at = $3 WHERE name = $1";
        let values = vec![self.name.into(), seq.into(), tx.now().into()];
        tx.execute(SQL, values).await.map(drop)
    }
}

/// SQL condition that every consumer of the kind of the row `events` has consumed it.
pub(crate) const IS_CONSUMED: &str = "NOT EXISTS (SELECT 1 FROM event_consumers c \
     WHERE c.kind = events.kind AND c.position < events.seq)";
