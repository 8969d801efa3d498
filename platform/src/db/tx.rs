//! An open transaction; rows are written only here. Events and jobs are rows of the same
//! transaction, so nothing is published for a change that was not committed.

use super::storage::ReleasedPart;
use super::{
    Conn, RawQuery, Rows, SiteIndependent, SiteVisibility, Table, Transaction, UserOwned, on,
};
use crate::events::{self, EndedSessions, Topic};
use crate::ids::{EventId, JobId};
use crate::jobs;
use crate::request::RequestFacts;
use crate::scope::{AccountViewer, AcrossSites};
use crate::services::Services;
use chrono::{DateTime, Utc};
use sea_orm::{
    ActiveValue::Set, Condition, ConnectionTrait as _, DbErr, EntityTrait, Statement, Value,
};
use serde::Serialize;
use wire::Site;

/// A transaction of one scope. Dropping it without [`Tx::commit`] rolls it back. After a database
/// error, including a unique key violation, every further statement and the commit fail.
#[derive(Debug)]
#[must_use = "a transaction that is not committed is undone"]
pub struct Tx<'s, V> {
    pub(crate) tx: Transaction,
    pub(crate) viewer: &'s V,
    pub(crate) facts: &'s RequestFacts,
    pub(crate) services: &'s Services,
    wakes: std::sync::Mutex<Wakes>,
    ended_sessions: std::sync::Mutex<Vec<EndedSessions>>,
    /// Reserved space on a full disk; returned after the commit.
    released: Option<ReleasedPart>,
}

/// Maximum events per insert statement.
const EVENTS_AT_ONCE: usize = 500;

/// Bus channels to wake after the commit.
type Wakes = std::collections::BTreeSet<&'static str>;

impl<'s, V> Tx<'s, V> {
    pub(crate) fn new(
        tx: Transaction,
        viewer: &'s V,
        facts: &'s RequestFacts,
        services: &'s Services,
    ) -> Self {
        Self {
            tx,
            viewer,
            facts,
            services,
            wakes: std::sync::Mutex::default(),
            ended_sessions: std::sync::Mutex::default(),
            released: None,
        }
    }

    /// Gives the transaction reserved space if the disk is full.
    pub(crate) async fn with_reserved_space(mut self) -> Self {
        self.released = self.services.database().storage().release_part().await;
        self
    }

    /// Returns the viewer.
    pub const fn viewer(&self) -> &V {
        self.viewer
    }
    /// Returns the site.
    pub const fn site(&self) -> Site {
        self.facts.site
    }
    /// Returns the request facts from the edge and the browser.
    pub const fn facts(&self) -> &RequestFacts {
        self.facts
    }
    /// Returns the services of the process.
    pub const fn services(&self) -> &Services {
        self.services
    }
    /// Returns the current time.
    pub fn now(&self) -> DateTime<Utc> {
        self.services.clock().now()
    }

    /// Reads a site-dependent table.
    pub fn select<E: SiteVisibility>(&self) -> Rows<'_, E> {
        Rows::new(Conn::Tx(&self.tx), E::visible_on(self.facts.site))
    }
    /// Reads a site-independent table.
    pub fn global<E: SiteIndependent>(&self) -> Rows<'_, E> {
        Rows::new(Conn::Tx(&self.tx), Condition::all())
    }
    /// Writes to a site-dependent table.
    pub fn table<E: SiteVisibility>(&self) -> Table<'_, E> {
        Table::new(&self.tx, E::visible_on(self.facts.site))
    }
    /// Writes to a site-independent table.
    pub fn global_table<E: SiteIndependent>(&self) -> Table<'_, E> {
        Table::new(&self.tx, Condition::all())
    }
    /// Hand-written SQL that returns rows. The caller must restrict it to the site.
    pub fn raw(&self, sql: &str, values: Vec<Value>) -> RawQuery<'_> {
        RawQuery::new(Conn::Tx(&self.tx), sql, values)
    }

    /// Executes hand-written SQL and returns the number of changed rows. Only a transaction can write.
    /// The caller must restrict the statement to the site.
    ///
    /// # Errors
    /// Database errors.
    pub async fn execute(&self, sql: &str, values: Vec<Value>) -> Result<u64, DbErr> {
        let statement = Statement::from_sql_and_values(self.backend(), sql, values);
        Ok(self.tx.execute_raw(statement).await?.rows_affected())
    }

    /// Publishes an event to all subscribers of `topic` after the commit.
    ///
    /// # Errors
    /// Database errors, or a payload that cannot be serialised.
    pub async fn publish(
        &self,
        topic: Topic,
        kind: &'static str,
        payload: &(impl Serialize + Sync),
    ) -> Result<EventId, DbErr> {
        let payload = serde_json::to_value(payload).map_err(|e| DbErr::Custom(e.to_string()))?;
        let id = EventId::new();
        let row = self.build_event(id, topic, kind, payload);
        events::row::Entity::insert(row).exec_without_returning(&self.tx).await?;
        self.wake_after_commit(events::WAKE_CHANNEL);
        Ok(id)
    }

    /// Publishes several events, each to its own topic. Accepts an empty list.
    ///
    /// # Errors
    /// Database errors.
    pub async fn publish_each(
        &self,
        kind: &'static str,
        told: Vec<(Topic, serde_json::Value)>,
    ) -> Result<(), DbErr> {
        let rows: Vec<_> = told
            .into_iter()
            .map(|(topic, payload)| self.build_event(EventId::new(), topic, kind, payload))
            .collect();
        for some in rows.chunks(EVENTS_AT_ONCE) {
            events::row::Entity::insert_many(some.to_vec())
                .exec_without_returning(&self.tx)
                .await?;
            self.wake_after_commit(events::WAKE_CHANNEL);
        }
        Ok(())
    }

    fn build_event(
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

    /// Enqueues a job that a worker runs after the commit.
    ///
    /// # Errors
    /// Database errors, or a payload that cannot be serialised.
    pub async fn enqueue(&self, job: jobs::NewJob) -> Result<Option<JobId>, DbErr> {
        let id = jobs::insert(&self.tx, job, self.now()).await?;
        self.wake_after_commit(jobs::WAKE_CHANNEL);
        Ok(id)
    }

    /// Wakes listeners of `channel` in all processes after the commit.
    pub fn wake_after_commit(&self, channel: &'static str) {
        let mut wakes = self.wakes.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        wakes.insert(channel);
    }

    /// Ends the streams of the sessions in this process after the commit.
    pub(crate) fn end_streams_after_commit(&self, ended: EndedSessions) {
        let mut all = self.ended_sessions.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        all.push(ended);
    }

    /// Commits, and wakes the listeners.
    ///
    /// # Errors
    /// Database errors, including the ignored error of an earlier statement; then nothing was
    /// stored, unless the connection broke before the response to the commit.
    pub async fn commit(self) -> Result<(), DbErr> {
        self.tx.commit().await?;
        let wakes = self.wakes.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner);
        let ended = self.ended_sessions.into_inner();
        drop(self.released);
        for ended in ended.unwrap_or_else(std::sync::PoisonError::into_inner) {
            self.services.hub().publish_ended_sessions(&ended);
        }
        for channel in wakes {
            self.services.wake(channel).await;
        }
        Ok(())
    }
}

impl<V: AccountViewer> Tx<'_, V> {
    /// Reads the viewer's own rows on every site.
    pub fn own<E: UserOwned>(&self) -> Rows<'_, E> {
        Rows::new(Conn::Tx(&self.tx), E::owned_by(self.viewer.id()))
    }
    /// Writes to the viewer's own rows.
    pub fn own_table<E: UserOwned>(&self) -> Table<'_, E> {
        Table::new(&self.tx, E::owned_by(self.viewer.id()))
    }
}

impl<V: AcrossSites> Tx<'_, V> {
    /// Reads a site-dependent table across all sites.
    pub fn across_sites<E: SiteVisibility>(&self) -> Rows<'_, E> {
        Rows::new(Conn::Tx(&self.tx), Condition::all())
    }
    /// Writes to a site-dependent table across all sites.
    pub fn table_across_sites<E: SiteVisibility>(&self) -> Table<'_, E> {
        Table::new(&self.tx, Condition::all())
    }
}

impl<V> Tx<'_, V> {
    /// Returns the kind of database.
    pub fn backend(&self) -> sea_orm::DbBackend {
        use sea_orm::ConnectionTrait as _;
        let conn = Conn::Tx(&self.tx);
        on!(conn, c => c.get_database_backend())
    }
}
