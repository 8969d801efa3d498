//! Readiness of the database: it answers, and stores writes.

use super::{Database, ErrorClass};
use data_encoding::BASE64;
use sea_orm::{ConnectionTrait, DbBackend, DbErr, Statement};
use uuid::Uuid;

/// Size of the row that is written to test for space: several pages, so that a disk with room for a
/// single page does not count as healthy. Random, because PostgreSQL compresses.
const PROBE: usize = 48 << 10;
/// PostgreSQL: `on` on a standby, and where the operator has made the database read-only.
const READ_ONLY: &str = "SELECT current_setting('transaction_read_only')";

/// Readiness of this process.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Readiness {
    /// It can.
    Ready,
    /// The disk is full: only reads and sign-outs succeed.
    StorageFull,
    /// The database does not answer, or is read-only.
    Unavailable,
    /// A statement has found the database damaged.
    Damaged,
}

impl Database {
    /// Checks that a statement succeeds, that no statement has found damaged data, and that a write
    /// finds space. A write is tried only after one has failed on a full disk, or if the disk has
    /// little space left, and only if no other write has failed within the last second: under load a
    /// test write waits behind all of them.
    pub async fn check_readiness(&self) -> Readiness {
        if !self.storage().is_damaged() && self.storage().has_just_failed() {
            return Readiness::StorageFull;
        }
        let accepts_writes = self.accepts_writes().await;
        if self.storage().is_damaged() {
            return Readiness::Damaged;
        }
        if !accepts_writes.is_ok_and(|accepts| accepts) {
            return Readiness::Unavailable;
        }
        if !self.storage().may_be_full().await {
            return Readiness::Ready;
        }
        if self.storage().is_read_only() {
            return Readiness::StorageFull;
        }
        match self.store_probe().await {
            Ok(()) => {
                self.storage().record_recovery().await;
                Readiness::Ready
            }
            Err(error) if ErrorClass::from_error(&error) == Some(ErrorClass::StorageFull) => {
                Readiness::StorageFull
            }
            Err(_) => Readiness::Unavailable,
        }
    }

    /// Runs a statement. On PostgreSQL, returns whether the server accepts writes: an old primary
    /// answers reads after a failover. Its connections are then replaced.
    async fn accepts_writes(&self) -> Result<bool, DbErr> {
        if self.backend() != DbBackend::Postgres {
            return self.conn().execute_unprepared("SELECT 1").await.map(|_| true);
        }
        let statement = Statement::from_string(DbBackend::Postgres, READ_ONLY);
        let row = self.conn().query_one_raw(statement).await?;
        let setting: Option<String> = row.map(|row| row.try_get_by_index(0)).transpose()?;
        let is_read_only = setting.as_deref() == Some("on");
        if is_read_only {
            self.conn().breaker.observe_read_only();
        }
        Ok(!is_read_only)
    }

    async fn store_probe(&self) -> Result<(), DbErr> {
        let mut filler = vec![0; PROBE];
        crate::random::fill_random(&mut filler);
        let tx = self.begin().await?;
        let values = [Uuid::now_v7().into(), BASE64.encode(&filler).into()];
        let backend = self.backend();
        let insert = "INSERT INTO storage_probe (id, filler) VALUES ($1, $2)";
        tx.execute_unprepared("DELETE FROM storage_probe").await?;
        tx.execute_raw(Statement::from_sql_and_values(backend, insert, values)).await?;
        tx.commit().await
    }
}
