//! A user's introductions: exported, and deleted with the account.

use super::IntroductionId;
use super::rows::{IntroductionAnswer, IntroductionState};
use crate::sql::SqlReader;
use chrono::{DateTime, Utc};
use platform::{System, Tx, UserId};
use sea_orm::{DbErr, FromQueryResult};
use serde::Serialize;

/// Deletes up to `most` introductions that concern a user. Returns their number.
///
/// # Errors
/// Database errors.
pub async fn delete_introductions_of(
    tx: &Tx<'_, System>,
    user: UserId,
    most: u64,
) -> Result<u64, DbErr> {
    const SQL: &str = "DELETE FROM introductions WHERE id IN (SELECT id FROM introductions \
         WHERE introducer_id = $1 OR person_a = $1 OR person_b = $1 ORDER BY id LIMIT $2)";
    tx.execute(SQL, vec![user.into(), most.cast_signed().into()]).await
}

/// An introduction in the export of one of the three people.
#[derive(FromQueryResult, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct IntroductionRecord {
    id: IntroductionId,
    introducer_id: UserId,
    person_a: UserId,
    person_b: UserId,
    message: String,
    state: IntroductionState,
    my_answer: Option<IntroductionAnswer>,
    created_at: DateTime<Utc>,
}

/// Introductions that concern a user, for their export. Answers of others are omitted. One query.
///
/// # Errors
/// Database errors.
pub async fn export_of(
    reads: &impl SqlReader,
    user: UserId,
) -> Result<Vec<IntroductionRecord>, DbErr> {
    const SQL: &str = "SELECT id, introducer_id, person_a, person_b, message, state, \
         CASE WHEN person_a = $1 THEN answer_a WHEN person_b = $1 THEN answer_b END AS my_answer, \
         created_at FROM introductions \
         WHERE introducer_id = $1 OR person_a = $1 OR person_b = $1 ORDER BY created_at, id";
    reads.sql(SQL, vec![user.into()]).all().await
}
