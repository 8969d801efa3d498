//! Keyset pages: `{items, nextCursor}`, an opaque cursor, one row more than asked to know whether
//! there is a next page.

use crate::problem::{Entry, Problem};
use chrono::{DateTime, Utc};
use data_encoding::BASE64URL_NOPAD;
use sea_orm::{ColumnTrait, Condition};
use serde::{Deserialize, Serialize, de::DeserializeOwned};
use utoipa::{IntoParams, ToSchema};
use uuid::Uuid;

/// The query of a list.
#[derive(Debug, Clone, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct PageQuery {
    /// Where the page before ended.
    pub cursor: Option<String>,
    /// How many at most.
    pub limit: Option<u64>,
}

/// A page of a list.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Page<T> {
    /// The rows.
    pub items: Vec<T>,
    /// Where the next page begins; `null` at the end.
    pub next_cursor: Option<String>,
}

/// The usual keyset: a time and, for rows of the same microsecond, an id.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct TimeCursor {
    /// The sort time of the last row.
    pub at: DateTime<Utc>,
    /// Its id.
    pub id: Uuid,
}

/// Each condition bounds the time alone first, so that an index on it is read from the cursor on: of two
/// times joined by "or" a database makes a filter, and walks all that was shown before.
impl TimeCursor {
    /// The rows beyond this one where the newest come first, and of one moment the greatest id.
    pub fn older<C: ColumnTrait>(self, at: C, id: C) -> Condition {
        let beyond = Condition::any().add(at.lt(self.at)).add(id.lt(self.id));
        Condition::all().add(at.lte(self.at)).add(beyond)
    }

    /// The rows beyond this one where the oldest come first, and of one moment the smallest id.
    pub fn newer<C: ColumnTrait>(self, at: C, id: C) -> Condition {
        let beyond = Condition::any().add(at.gt(self.at)).add(id.gt(self.id));
        Condition::all().add(at.gte(self.at)).add(beyond)
    }
}

impl PageQuery {
    /// How many rows to show: what was asked, at least 1 and at most `most`; `usual` if not asked.
    #[must_use]
    pub fn limit(&self, usual: u64, most: u64) -> u64 {
        self.limit.unwrap_or(usual).clamp(1, most)
    }

    /// The cursor as it was handed out, if there is one.
    ///
    /// # Errors
    /// 400 when it is not one of ours.
    pub fn after<C: DeserializeOwned>(&self) -> Result<Option<C>, Problem> {
        let Some(text) = &self.cursor else { return Ok(None) };
        let bytes = BASE64URL_NOPAD.decode(text.as_bytes()).map_err(|_| bad_cursor())?;
        serde_json::from_slice(&bytes).map(Some).map_err(|_| bad_cursor())
    }
}

fn bad_cursor() -> Problem {
    Problem::new(Entry::bad_request("bad-cursor"), "This page link is no longer valid.")
}

impl<T> Page<T> {
    /// Cuts `rows` (asked for with `limit + 1`) to `limit` and names the cursor of the last one.
    pub fn cut<C: Serialize>(mut rows: Vec<T>, limit: u64, cursor: impl Fn(&T) -> C) -> Self {
        let limit = usize::try_from(limit).unwrap_or(usize::MAX);
        let more = rows.len() > limit;
        rows.truncate(limit);
        let next_cursor =
            if more { rows.last().and_then(|row| encode(&cursor(row))) } else { None };
        Self { items: rows, next_cursor }
    }

    /// The same page with every row turned into something else.
    pub fn map<U>(self, turn: impl FnMut(T) -> U) -> Page<U> {
        Page { items: self.items.into_iter().map(turn).collect(), next_cursor: self.next_cursor }
    }
}

/// A cursor as the opaque text clients hand back.
pub fn encode<C: Serialize>(cursor: &C) -> Option<String> {
    serde_json::to_vec(cursor).ok().map(|json| BASE64URL_NOPAD.encode(&json))
}
