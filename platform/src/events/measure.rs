//! Metrics of the outbox, read when they are requested.

use crate::services::Services;
use crate::telemetry::{OUTBOX_AGE, OUTBOX_WAITING};
use chrono::{DateTime, Utc};
use metrics::gauge;
use sea_orm::{DbErr, FromQueryResult};

const SQL: &str =
    "SELECT COUNT(*) AS waiting, MIN(created_at) AS oldest FROM events WHERE seq IS NULL";

#[derive(FromQueryResult)]
struct OutboxRow {
    waiting: i64,
    oldest: Option<DateTime<Utc>>,
}

/// Updates the metrics of the outbox. All processes on one database show the same.
///
/// # Errors
/// Database errors.
pub async fn measure(services: &Services) -> Result<(), DbErr> {
    let system = services.system("measure the outbox");
    if let Some(row) = system.raw(SQL, Vec::new()).one::<OutboxRow>().await? {
        #[expect(clippy::cast_precision_loss, reason = "a number of rows is far below 2^52")]
        gauge!(OUTBOX_WAITING).set(row.waiting as f64);
        let age = row.oldest.and_then(|oldest| (services.clock().now() - oldest).to_std().ok());
        gauge!(OUTBOX_AGE).set(age.unwrap_or_default().as_secs_f64());
    }
    Ok(())
}
