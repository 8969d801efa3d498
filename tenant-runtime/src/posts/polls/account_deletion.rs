//! A user's votes: exported, and deleted with the account.

use super::{PollId, PollOptionId};
use crate::sql::{SqlReader, placeholders};
use chrono::{DateTime, Utc};
use platform::{PostId, System, Tx, UserId};
use sea_orm::{DbErr, FromQueryResult, Value};
use serde::Serialize;
use std::collections::HashSet;

/// Deletes up to `most` votes of a user. Returns their number.
///
/// # Errors
/// Database errors.
pub async fn delete_votes_of(tx: &Tx<'_, System>, user: UserId, most: u64) -> Result<u64, DbErr> {
    #[derive(FromQueryResult)]
    struct DeletedVoteRow {
        poll_id: PollId,
        option_id: PollOptionId,
    }
    const DELETE: &str = "DELETE FROM poll_votes WHERE user_id = $1 AND option_id IN \
         (SELECT option_id FROM poll_votes WHERE user_id = $1 LIMIT $2) \
         RETURNING poll_id, option_id";
    let values = vec![user.into(), most.cast_signed().into()];
    let gone = tx.raw(DELETE, values).all::<DeletedVoteRow>().await?;
    if gone.is_empty() {
        return Ok(0);
    }
    let sql = format!(
        "UPDATE poll_options SET votes = votes - 1 WHERE id IN ({})",
        placeholders(1, gone.len())
    );
    tx.execute(&sql, gone.iter().map(|vote| vote.option_id.into()).collect()).await?;
    // A poll with votes of the user in the next chunk is counted then.
    let polls: HashSet<PollId> = gone.iter().map(|vote| vote.poll_id).collect();
    let sql = format!(
        "UPDATE polls SET voters = voters - 1 WHERE id IN ({}) AND NOT EXISTS \
         (SELECT 1 FROM poll_votes v WHERE v.poll_id = polls.id AND v.user_id = $1)",
        placeholders(2, polls.len())
    );
    let values: Vec<Value> =
        std::iter::once(user.into()).chain(polls.into_iter().map(Into::into)).collect();
    tx.execute(&sql, values).await?;
    Ok(gone.len() as u64)
}

/// A vote in its voter's export.
#[derive(FromQueryResult, Serialize)]
#[serde(rename_all = "camelCase")]
pub(in crate::posts) struct VoteRecord {
    post_id: PostId,
    option: String,
    created_at: DateTime<Utc>,
}

/// All votes of a user, in named and secret polls, for their own export.
pub(in crate::posts) async fn votes_of(
    reads: &impl SqlReader,
    user: UserId,
) -> Result<Vec<VoteRecord>, DbErr> {
    const SQL: &str = "SELECT p.post_id, o.text AS option, v.created_at FROM poll_votes v \
         JOIN polls p ON p.id = v.poll_id JOIN poll_options o ON o.id = v.option_id \
         WHERE v.user_id = $1 ORDER BY v.created_at, v.option_id";
    reads.sql(SQL, vec![user.into()]).all::<VoteRecord>().await
}
