//! Closes introductions that were not answered in time.

use super::rows::{ActiveModel, IntroductionState};
use super::{rules, store};
use crate::profiles;
use platform::jobs::JobScope;
use platform::{System, Tx};
use sea_orm::ActiveValue::Set;
use sea_orm::DbErr;

/// Introductions per transaction.
const BATCH: u64 = 450;

/// Closes expired introductions and tells their introducers. Called hourly; until then they are
/// shown as expired.
///
/// # Errors
/// Database errors.
pub async fn sweep(scope: &mut JobScope) -> Result<(), DbErr> {
    loop {
        let tx = scope.begin().await?;
        let count = close_batch(&tx).await?;
        tx.commit().await?;
        if count < BATCH {
            return Ok(());
        }
    }
}

async fn close_batch(tx: &Tx<'_, System>) -> Result<u64, DbErr> {
    let rows = store::lock_expired(tx, tx.now(), BATCH).await?;
    let count = u64::try_from(rows.len()).unwrap_or(u64::MAX);
    for row in rows {
        let change = ActiveModel {
            state: Set(IntroductionState::Expired),
            closed_at: Set(Some(tx.now())),
            ..Default::default()
        };
        store::change(tx, row.id, change).await?;
        let names = profiles::load_people(tx, &row.everyone()).await?;
        rules::end_without_connection(tx, &row, &names).await?;
    }
    Ok(count)
}
