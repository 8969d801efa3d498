//! Polls for the community export: counts only, for named polls too.

use super::{PollId, PollOptionId};
use crate::community_export::{CHUNK, ExportLine, read_lines};
use crate::sql::{SqlReader, placeholders};
use chrono::{DateTime, Utc};
use platform::page::TimeCursor;
use platform::{CommunityId, PostId};
use sea_orm::{DbErr, FromQueryResult, Value};
use serde::Serialize;
use serde_json::json;
use std::collections::HashMap;

#[derive(FromQueryResult, Serialize)]
#[serde(rename_all = "camelCase")]
struct PollRow {
    id: PollId,
    post_id: PostId,
    multiple: bool,
    secret: bool,
    closes_at: Option<DateTime<Utc>>,
    closed_at: Option<DateTime<Utc>>,
    voters: i64,
    created_at: DateTime<Utc>,
}

#[derive(FromQueryResult, Serialize)]
struct OptionRow {
    #[serde(skip)]
    poll_id: PollId,
    id: PollOptionId,
    text: String,
    votes: i64,
}

/// Returns the next polls of a community with their options. Two queries, or one at the end.
///
/// # Errors
/// Database errors.
pub async fn poll_export_sql(
    reads: &impl SqlReader,
    from: (CommunityId, Option<TimeCursor>),
) -> Result<Vec<ExportLine>, DbErr> {
    const SQL: &str = "SELECT l.id, l.post_id, l.multiple, l.secret, l.closes_at, l.closed_at, \
         l.voters, l.created_at FROM polls l JOIN posts p ON p.id = l.post_id \
         WHERE p.community_id = $1 AND p.removed_at IS NULL AND (l.created_at, l.id) > ($2, $3) \
         ORDER BY l.created_at, l.id LIMIT $4";
    let place = |row: &PollRow| TimeCursor { at: row.created_at, id: row.id.uuid() };
    let mut lines = read_lines(reads, ("poll", SQL, CHUNK), from, place).await?;
    let ids: Vec<PollId> = lines.iter().filter_map(|line| poll_of(&line.said)).collect();
    let mut options = options_of(reads, &ids).await?;
    for line in &mut lines {
        let of_it = poll_of(&line.said).and_then(|poll| options.remove(&poll));
        line.said["options"] = json!(of_it.unwrap_or_default());
    }
    Ok(lines)
}

fn poll_of(said: &serde_json::Value) -> Option<PollId> {
    said["id"].as_str()?.parse().ok()
}

async fn options_of(
    reads: &impl SqlReader,
    polls: &[PollId],
) -> Result<HashMap<PollId, Vec<OptionRow>>, DbErr> {
    let mut options: HashMap<PollId, Vec<OptionRow>> = HashMap::new();
    if polls.is_empty() {
        return Ok(options);
    }
    let sql = format!(
        "SELECT poll_id, id, text, votes FROM poll_options WHERE poll_id IN ({}) \
         ORDER BY poll_id, position",
        placeholders(1, polls.len())
    );
    let values: Vec<Value> = polls.iter().map(|id| (*id).into()).collect();
    for row in reads.sql(&sql, values).all::<OptionRow>().await? {
        options.entry(row.poll_id).or_default().push(row);
    }
    Ok(options)
}
