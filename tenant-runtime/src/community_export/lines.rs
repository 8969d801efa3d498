//! Lines of a community export.

use crate::sql::SqlReader;
use chrono::{DateTime, Utc};
use platform::CommunityId;
use platform::page::TimeCursor;
use sea_orm::{DbErr, FromQueryResult};
use serde::Serialize;
use serde_json::{Value, json};
use uuid::Uuid;

/// Lines read per query.
pub const CHUNK: usize = 500;

/// A line with its sort position among those of its kind.
#[derive(Debug, Clone)]
pub struct ExportLine {
    pub(super) place: TimeCursor,
    pub said: Value,
}

/// Reads the next lines of one kind, at most `most`. `sql` selects rows of the community `$1` after
/// the position `($2, $3)` of time and id, in this order, limited to `$4`.
///
/// # Errors
/// Database errors.
pub async fn read_lines<R: FromQueryResult + Serialize + Send + Sync>(
    reads: &impl SqlReader,
    (kind, sql, most): (&str, &str, usize),
    (community, after): (CommunityId, Option<TimeCursor>),
    place: impl Fn(&R) -> TimeCursor,
) -> Result<Vec<ExportLine>, DbErr> {
    let first = TimeCursor { at: DateTime::<Utc>::UNIX_EPOCH, id: Uuid::nil() };
    let TimeCursor { at, id } = after.unwrap_or(first);
    let most = i64::try_from(most).unwrap_or(i64::MAX);
    let values = vec![community.into(), at.into(), id.into(), most.into()];
    let rows = reads.sql(sql, values).all::<R>().await?;
    let line = |row: &R| {
        let mut said = json!(row);
        said["kind"] = kind.into();
        ExportLine { place: place(row), said }
    };
    Ok(rows.iter().map(line).collect())
}
