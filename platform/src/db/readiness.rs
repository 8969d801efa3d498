//! Readiness of the database: it answers, and stores writes.

use super::{Database, ErrorClass};
use data_encoding::BASE64;
use sea_orm::{ConnectionTrait, DbErr, Statement};
use uuid::Uuid;

/// Size of the row that is written to test for space: several pages, so that a disk with room for a
/// single page does not count as healthy. Random, because PostgreSQL compresses.
const PROBE: usize = 48 << 10;

/// Readiness of this process.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Readiness {
    /// It can.
    Ready,
    /// The disk is full: only reads and sign-outs succeed.
    StorageFull,
    /// The database does not answer.
    Unavailable,
    /// A statement has found the database damaged.
    Damaged,
}

impl Database {
    /// Checks that a statement succeeds, that no statement has found damaged data, and that a write
    /// finds space. A write is tried only after one has failed on a full disk, or if the disk has
    /// little space left.
    pub async fn check_readiness(&self) -> Readiness {
        let answer = self.conn().execute_unprepared("SELECT 1").await;
        if self.storage().is_damaged() {
            return Readiness::Damaged;
        }
        if answer.is_err() {
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
