//! An open transaction: the only place where rows are written. What happened (events) and what
//! follows (jobs) are rows of the same transaction, so nothing is told that was not done.

use super::storage::ReleasedPart;
use super::{Conn, Doorless, Owned, Raw, Rows, Seen, Table, Transaction, on};
use crate::events::{self, Topic};
use crate::ids::{EventId, JobId};
use crate::jobs;
use crate::request::RequestFacts;
use crate::scope::{AcrossDoors, Identified};
use crate::services::Services;
use chrono::{DateTime, Utc};
use sea_orm::{
    ActiveValue::Set, Condition, ConnectionTrait as _, DbErr, EntityTrait, Statement, Value,
};
use serde::Serialize;
use wire::Door;

/// A transaction of one scope. Dropping it without [`Tx::commit`] undoes everything. After an error of the
/// database, a taken key included, nothing but that is left: every further statement and the commit fail.
#[derive(Debug)]
#[must_use = "a transaction that is not committed is undone"]
pub struct Tx<'s, V> {
    pub(crate) tx: Transaction,
    pub(crate) viewer: &'s V,
    pub(crate) facts: &'s RequestFacts,
    pub(crate) services: &'s Services,
    wakes: std::sync::Mutex<Wakes>,
    /// Space on a full disk that is its own; given back after the commit.
    released: Option<ReleasedPart>,
}

/// Events written in one statement.
const EVENTS_AT_ONCE: usize = 500;

/// Bus channels to wake once the transaction is committed.
type Wakes = std::collections::BTreeSet<&'static str>;

impl<'s, V> Tx<'s, V> {
    pub(crate) fn new(
        tx: Transaction,
        viewer: &'s V,
        facts: &'s RequestFacts,
        services: &'s Services,
    ) -> Self {
        Self { tx, viewer, facts, services, wakes: std::sync::Mutex::default(), released: None }
    }

    /// Gives the transaction some of the reserved space if the disk is full.
    pub(crate) async fn with_reserved_space(mut self) -> Self {
        self.released = self.services.database().storage().release_part().await;
        self
    }

    /// Who acts.
    pub const fn viewer(&self) -> &V {
        self.viewer
    }
    /// Through which door.
    pub const fn door(&self) -> Door {
        self.facts.door
    }
    /// What the edge and the browser said about the request.
    pub const fn facts(&self) -> &RequestFacts {
        self.facts
    }
    /// What the process is made of.
    pub const fn services(&self) -> &Services {
        self.services
    }
    /// The time now.
    pub fn now(&self) -> DateTime<Utc> {
        self.services.clock().now()
    }

    /// Rows of a table that doors divide.
    pub fn select<E: Seen>(&self) -> Rows<'_, E> {
        Rows::new(Conn::Tx(&self.tx), E::through(self.facts.door))
    }
    /// Rows of a table that no door divides.
    pub fn doorless<E: Doorless>(&self) -> Rows<'_, E> {
        Rows::new(Conn::Tx(&self.tx), Condition::all())
    }
    /// A table that doors divide, to write.
    pub fn table<E: Seen>(&self) -> Table<'_, E> {
        Table::new(&self.tx, E::through(self.facts.door))
    }
    /// A table that no door divides, to write.
    pub fn doorless_table<E: Doorless>(&self) -> Table<'_, E> {
        Table::new(&self.tx, Condition::all())
    }
    /// Hand-written SQL that returns rows. The caller answers for the door.
    pub fn raw(&self, sql: &str, values: Vec<Value>) -> Raw<'_> {
        Raw::new(Conn::Tx(&self.tx), sql, values)
    }

    /// Executes hand-written SQL and returns the number of changed rows. Only a transaction can: a scope only reads.
    /// The caller answers for the door.
    ///
    /// # Errors
    /// The database's.
    pub async fn execute(&self, sql: &str, values: Vec<Value>) -> Result<u64, DbErr> {
        let statement = Statement::from_sql_and_values(self.backend(), sql, values);
        Ok(self.tx.execute_raw(statement).await?.rows_affected())
    }

    /// Tells what happened, to everyone who listens to `topic`, once the transaction is committed.
    ///
    /// # Errors
    /// The database's, or a payload that is no JSON.
    pub async fn publish(
        &self,
        topic: Topic,
        kind: &'static str,
        payload: &(impl Serialize + Sync),
    ) -> Result<EventId, DbErr> {
        let payload = serde_json::to_value(payload).map_err(|e| DbErr::Custom(e.to_string()))?;
        let id = EventId::new();
        let row = self.event(id, topic, kind, payload);
        events::row::Entity::insert(row).exec_without_returning(&self.tx).await?;
        self.wake_after_commit(events::WAKE_CHANNEL);
        Ok(id)
    }

    /// Tells many at once, each on a topic of their own. None is fine.
    ///
    /// # Errors
    /// The database's.
    pub async fn publish_each(
        &self,
        kind: &'static str,
        told: Vec<(Topic, serde_json::Value)>,
    ) -> Result<(), DbErr> {
        let rows: Vec<_> = told
            .into_iter()
            .map(|(topic, payload)| self.event(EventId::new(), topic, kind, payload))
            .collect();
        for some in rows.chunks(EVENTS_AT_ONCE) {
            events::row::Entity::insert_many(some.to_vec())
                .exec_without_returning(&self.tx)
                .await?;
            self.wake_after_commit(events::WAKE_CHANNEL);
        }
        Ok(())
    }

    fn event(
        &self,
        id: EventId,
        topic: Topic,
        kind: &'static str,
        payload: serde_json::Value,
    ) -> events::row::ActiveModel {
        events::row::ActiveModel {
            id: Set(id),
            seq: Set(None),
            topic: Set(topic.to_string()),
            kind: Set(kind.to_owned()),
            payload: Set(payload),
            created_at: Set(self.now()),
        }
    }

    /// Leaves work for later, done by a worker once the transaction is committed.
    ///
    /// # Errors
    /// The database's, or a payload that is no JSON.
    pub async fn enqueue(&self, job: jobs::NewJob) -> Result<Option<JobId>, DbErr> {
        let id = jobs::insert(&self.tx, job, self.now()).await?;
        self.wake_after_commit(jobs::WAKE_CHANNEL);
        Ok(id)
    }

    /// Wakes those who wait on `channel`, here and in other processes, once the transaction is
    /// committed.
    pub fn wake_after_commit(&self, channel: &'static str) {
        let mut wakes = self.wakes.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        wakes.insert(channel);
    }

    /// Makes everything since `begin` true, and wakes those who wait for it.
    ///
    /// # Errors
    /// The database's, also that of an earlier statement whose error was ignored; then nothing of it is true,
    /// unless the connection was lost before the answer to the commit.
    pub async fn commit(self) -> Result<(), DbErr> {
        self.tx.commit().await?;
        let wakes = self.wakes.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner);
        drop(self.released);
        for channel in wakes {
            self.services.wake(channel).await;
        }
        Ok(())
    }
}

impl<V: Identified> Tx<'_, V> {
    /// The viewer's own rows, through every door.
    pub fn own<E: Owned>(&self) -> Rows<'_, E> {
        Rows::new(Conn::Tx(&self.tx), E::of(self.viewer.id()))
    }
    /// The viewer's own rows, to write.
    pub fn own_table<E: Owned>(&self) -> Table<'_, E> {
        Table::new(&self.tx, E::of(self.viewer.id()))
    }
}

impl<V: AcrossDoors> Tx<'_, V> {
    /// Rows of a table that doors divide, whatever the door.
    pub fn through_every_door<E: Seen>(&self) -> Rows<'_, E> {
        Rows::new(Conn::Tx(&self.tx), Condition::all())
    }
    /// A table that doors divide, to write, whatever the door.
    pub fn table_of_every_door<E: Seen>(&self) -> Table<'_, E> {
        Table::new(&self.tx, Condition::all())
    }
}

impl<V> Tx<'_, V> {
    /// Which of the two databases this is.
    pub fn backend(&self) -> sea_orm::DbBackend {
        use sea_orm::ConnectionTrait as _;
        let conn = Conn::Tx(&self.tx);
        on!(conn, c => c.get_database_backend())
    }
}
