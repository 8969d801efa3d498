//! Keyset pagination: `{items, nextCursor}` with an opaque cursor. Queries read one extra row to
//! detect a next page.

use crate::problem::{Problem, ProblemEntry};
use chrono::{DateTime, Utc};
use data_encoding::BASE64URL_NOPAD;
use sea_orm::{ColumnTrait, Condition};
use serde::{Deserialize, Serialize, de::DeserializeOwned};
use utoipa::{IntoParams, ToSchema};
use uuid::Uuid;

/// Query parameters of a list.
#[derive(Debug, Clone, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct PageQuery {
    /// Cursor from the previous page.
    pub cursor: Option<String>,
    /// Maximum number of items.
    pub limit: Option<u64>,
}

/// A page of a list.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Page<T> {
    /// The rows.
    pub items: Vec<T>,
    /// Cursor of the next page; `null` at the end.
    pub next_cursor: Option<String>,
}

/// Default cursor: a time and, for rows with the same microsecond, an id.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct TimeCursor {
    /// Sort time of the last row.
    pub at: DateTime<Utc>,
    /// Id of the last row.
    pub id: Uuid,
}

/// Each condition first bounds the time alone, so that an index scan starts at the cursor. Two
/// conditions joined by "or" would be a filter over all earlier rows.
impl TimeCursor {
    /// Condition of the rows after this one, in the order newest first and greatest id first.
    pub fn after_in_descending<C: ColumnTrait>(self, at: C, id: C) -> Condition {
        let beyond = Condition::any().add(at.lt(self.at)).add(id.lt(self.id));
        Condition::all().add(at.lte(self.at)).add(beyond)
    }

    /// Condition of the rows after this one, in the order oldest first and smallest id first.
    pub fn after_in_ascending<C: ColumnTrait>(self, at: C, id: C) -> Condition {
        let beyond = Condition::any().add(at.gt(self.at)).add(id.gt(self.id));
        Condition::all().add(at.gte(self.at)).add(beyond)
    }
}

impl PageQuery {
    /// Number of rows to return: the requested number between 1 and `most`, or `usual` by default.
    #[must_use]
    pub fn row_limit(&self, usual: u64, most: u64) -> u64 {
        self.limit.unwrap_or(usual).clamp(1, most)
    }

    /// Returns the decoded cursor, if there is one.
    ///
    /// # Errors
    /// 400 if it is not valid.
    pub fn decode_cursor<C: DeserializeOwned>(&self) -> Result<Option<C>, Problem> {
        let Some(text) = &self.cursor else { return Ok(None) };
        let bytes = BASE64URL_NOPAD.decode(text.as_bytes()).map_err(|_| bad_cursor())?;
        serde_json::from_slice(&bytes).map(Some).map_err(|_| bad_cursor())
    }
}

fn bad_cursor() -> Problem {
    Problem::new(ProblemEntry::bad_request("bad-cursor"), "This page link is no longer valid.")
}

impl<T> Page<T> {
    /// Cuts `rows` (queried with `limit + 1`) to `limit` and sets the cursor of the last one.
    pub fn from_rows<C: Serialize>(mut rows: Vec<T>, limit: u64, cursor: impl Fn(&T) -> C) -> Self {
        let limit = usize::try_from(limit).unwrap_or(usize::MAX);
        let more = rows.len() > limit;
        rows.truncate(limit);
        let next_cursor =
            if more { rows.last().and_then(|row| encode(&cursor(row))) } else { None };
        Self { items: rows, next_cursor }
    }

    /// Converts every row.
    pub fn map_items<U>(self, turn: impl FnMut(T) -> U) -> Page<U> {
        Page { items: self.items.into_iter().map(turn).collect(), next_cursor: self.next_cursor }
    }
}

/// Encodes a cursor as opaque text.
pub fn encode<C: Serialize>(cursor: &C) -> Option<String> {
    serde_json::to_vec(cursor).ok().map(|json| BASE64URL_NOPAD.encode(&json))
}
