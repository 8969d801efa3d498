//! Whether the database answers, and stores what is written.

use super::{Database, Failure};
use data_encoding::BASE64;
use sea_orm::{ConnectionTrait, DbErr, Statement};
use uuid::Uuid;

/// Bytes of the row that is stored to see whether there is space: several pages, so that a disk on which one
/// more page fits does not count as healthy. Random, because PostgreSQL compresses.
const PROBE: usize = 48 << 10;

/// Whether this process can serve requests.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Readiness {
    /// It can.
    Ready,
    /// The disk is full: it serves reads and sign-outs only.
    StorageFull,
    /// The database does not answer.
    Unavailable,
}

impl Database {
    /// Whether a statement gets through and a write finds space. A write is tried only if one has met a full
    /// disk before, or the disk has little space left.
    pub async fn readiness(&self) -> Readiness {
        if self.conn().execute_unprepared("SELECT 1").await.is_err() {
            return Readiness::Unavailable;
        }
        if !self.storage().may_be_full().await {
            return Readiness::Ready;
        }
        match self.store_probe().await {
            Ok(()) => {
                self.storage().recovered().await;
                Readiness::Ready
            }
            Err(error) if Failure::of(&error) == Some(Failure::StorageFull) => {
                Readiness::StorageFull
            }
            Err(_) => Readiness::Unavailable,
        }
    }

    async fn store_probe(&self) -> Result<(), DbErr> {
        let mut filler = vec![0; PROBE];
        crate::random::fill(&mut filler);
        let tx = self.begin().await?;
        let values = [Uuid::now_v7().into(), BASE64.encode(&filler).into()];
        let backend = self.backend();
        let insert = "INSERT INTO storage_probe (id, filler) VALUES ($1, $2)";
        tx.execute_unprepared("DELETE FROM storage_probe").await?;
        tx.execute_raw(Statement::from_sql_and_values(backend, insert, values)).await?;
        tx.commit().await
    }
}
