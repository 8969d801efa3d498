//! Job that stores missing words: of rows that a program without this index wrote or changed, before
//! and during its upgrade. It works in chunks of one transaction each and continues where it
//! stopped.

use super::kinds::{Source, TextKind};
use super::store::refresh;
use chrono::Duration;
use platform::jobs::{JobError, JobScope, NewJob};
use platform::{Services, System, Tx};
use sea_orm::{DbErr, FromQueryResult};
use serde::{Deserialize, Serialize};
use uuid::{NoContext, Timestamp, Uuid};

pub const REFILL_JOB: &str = "refill-search";
/// Rows per transaction.
const CHUNK: usize = 200;
/// Transactions per job, so that other jobs have their turn.
const CHUNKS_PER_JOB: usize = 20;
/// Rows written within this time before a run are read again by the next run, because transactions
/// end in another order than their ids.
const READ_AGAIN: Duration = Duration::minutes(10);

/// Payload of the job: its number in a run, only for people who read the table.
#[derive(Debug, Serialize, Deserialize)]
pub struct SearchRefill {
    step: u64,
}

#[derive(Debug, FromQueryResult)]
struct StaleRow {
    id: Uuid,
    kind: String,
}

#[derive(Debug, FromQueryResult)]
struct ProgressRow {
    after_id: Uuid,
}

#[derive(Debug, FromQueryResult)]
struct ScannedRow {
    id: Uuid,
    is_missing: bool,
}

/// Enqueues a run, at the start of a worker.
///
/// # Errors
/// Database errors.
pub async fn schedule(services: &Services) -> Result<(), DbErr> {
    let mut system = services.system("schedule the refill of the search index");
    begin_run(&mut system).await
}

/// Enqueues an hourly run.
///
/// # Errors
/// Database errors.
pub async fn sweep(scope: &mut JobScope) -> Result<(), DbErr> {
    begin_run(scope).await
}

async fn begin_run(scope: &mut JobScope) -> Result<(), DbErr> {
    let tx = scope.begin().await?;
    let hour = tx.now().format("%Y-%m-%dT%H");
    let job = NewJob::new(REFILL_JOB, &SearchRefill { step: 0 })?;
    tx.enqueue(job.once_as(format!("{REFILL_JOB}:{hour}"))).await?;
    tx.commit().await
}

/// Stores missing words, and enqueues a job for the rest.
///
/// # Errors
/// Database errors; the job is retried.
pub async fn refill(mut scope: JobScope, job: SearchRefill) -> Result<(), JobError> {
    for _ in 0..CHUNKS_PER_JOB {
        let tx = scope.begin().await?;
        let is_done = refill_chunk(&tx, read_again_from(&tx)).await?;
        tx.commit().await?;
        if is_done {
            return Ok(());
        }
    }
    let tx = scope.begin().await?;
    tx.enqueue(NewJob::new(REFILL_JOB, &SearchRefill { step: job.step + 1 })?).await?;
    Ok(tx.commit().await?)
}

/// Stores all missing words at once, after an import of rows with ids from any time.
///
/// # Errors
/// Database errors.
pub async fn fill(scope: &mut JobScope) -> Result<(), DbErr> {
    let tx = scope.begin().await?;
    tx.execute("DELETE FROM search_refills", Vec::new()).await?;
    tx.commit().await?;
    loop {
        let tx = scope.begin().await?;
        let is_done = refill_chunk(&tx, Uuid::max()).await?;
        tx.commit().await?;
        if is_done {
            return Ok(());
        }
    }
}

/// Stores the words of one chunk. The progress is stored up to the id `last_reached`. Returns true if
/// nothing is missing any more.
async fn refill_chunk(tx: &Tx<'_, System>, last_reached: Uuid) -> Result<bool, DbErr> {
    if refill_stale(tx).await? {
        return Ok(false);
    }
    for kind in TextKind::ALL {
        if refill_kind(tx, kind, last_reached).await? {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Texts that an earlier program changed. Returns whether there were any.
async fn refill_stale(tx: &Tx<'_, System>) -> Result<bool, DbErr> {
    const SKIPPED: &str = "DELETE FROM search_texts WHERE id = $1 AND words IS NULL";
    let sql =
        format!("SELECT id, kind FROM search_texts WHERE words IS NULL ORDER BY id LIMIT {CHUNK}");
    let rows = tx.raw(&sql, Vec::new()).all::<StaleRow>().await?;
    for kind in TextKind::ALL {
        let of_kind = rows.iter().filter(|row| TextKind::from_code(&row.kind) == Some(kind));
        refresh(tx, kind, &of_kind.map(|row| row.id).collect::<Vec<_>>()).await?;
    }
    // A row whose text is no longer searched would be found again and again.
    for row in &rows {
        tx.execute(SKIPPED, vec![row.id.into()]).await?;
    }
    Ok(!rows.is_empty())
}

/// The next rows of a kind in the order of their ids. Returns whether there may be more.
async fn refill_kind(
    tx: &Tx<'_, System>,
    kind: TextKind,
    last_reached: Uuid,
) -> Result<bool, DbErr> {
    const AFTER: &str = "SELECT after_id FROM search_refills WHERE kind = $1";
    let Source { table, condition, .. } = kind.source();
    let progress = tx.raw(AFTER, vec![kind.code().into()]).one::<ProgressRow>().await?;
    let after = progress.map_or_else(Uuid::nil, |row| row.after_id);
    let sql = format!(
        "SELECT x.id, (SELECT t.id FROM search_texts t WHERE t.id = x.id) IS NULL AS is_missing \
         FROM {table} x WHERE x.id > $1 AND {condition} ORDER BY x.id LIMIT {CHUNK}"
    );
    let rows = tx.raw(&sql, vec![after.into()]).all::<ScannedRow>().await?;
    let missing: Vec<Uuid> = rows.iter().filter(|row| row.is_missing).map(|row| row.id).collect();
    refresh(tx, kind, &missing).await?;
    let reached = rows.last().map_or(after, |row| row.id.min(last_reached));
    let is_further = reached > after;
    if is_further {
        const REACHED: &str = "INSERT INTO search_refills (kind, after_id) VALUES ($1, $2) \
             ON CONFLICT (kind) DO UPDATE SET after_id = excluded.after_id";
        tx.execute(REACHED, vec![kind.code().into(), reached.into()]).await?;
    }
    Ok(is_further && rows.len() == CHUNK)
}

/// The smallest id of the time from which rows are read again by the next run.
fn read_again_from(tx: &Tx<'_, System>) -> Uuid {
    let time = tx.now() - READ_AGAIN;
    let seconds = u64::try_from(time.timestamp()).unwrap_or_default();
    let timestamp = Timestamp::from_unix(NoContext, seconds, 0);
    let (high, _) = Uuid::new_v7(timestamp).as_u64_pair();
    Uuid::from_u64_pair(high & !0xFFFF, 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_has_its_own_code() {
        for kind in TextKind::ALL {
            assert_eq!(TextKind::from_code(kind.code()), Some(kind));
            assert!(!kind.source().table.is_empty());
        }
    }
}
