//! A common interface to read from a scope or from an open transaction, for code that needs both.

use chrono::{DateTime, Utc};
use platform::db::{RawQuery, Rows};
use platform::{Scope, SiteVisibility, Tx, UserId};
use sea_orm::{DbBackend, Value};
use wire::Site;

/// Source of hand-written SQL reads. The caller must apply the site's visibility itself.
pub trait SqlReader: Send + Sync {
    /// A statement with `$1`, `$2`, … for its values.
    fn sql(&self, text: &str, values: Vec<Value>) -> RawQuery<'_>;
    /// Reads the rows of a site-dependent table that are visible on the site.
    fn rows_on_site<E: SiteVisibility>(&self) -> Rows<'_, E>;
    /// The site whose visibility applies.
    fn site(&self) -> Site;
    /// The kind of database.
    fn backend(&self) -> DbBackend;
    /// The account for which content is read. `None` for a visitor, for the product itself, and in a
    /// transaction, whose results are also published to others.
    fn reading_account(&self) -> Option<UserId>;
}

impl<V: Send + Sync> SqlReader for Scope<V> {
    fn sql(&self, text: &str, values: Vec<Value>) -> RawQuery<'_> {
        self.raw(text, values)
    }
    fn rows_on_site<E: SiteVisibility>(&self) -> Rows<'_, E> {
        self.select()
    }
    fn site(&self) -> Site {
        self.site()
    }
    fn backend(&self) -> DbBackend {
        self.backend()
    }
    fn reading_account(&self) -> Option<UserId> {
        self.facts().session.as_ref().map(|session| session.user_id)
    }
}

impl<V: Send + Sync> SqlReader for Tx<'_, V> {
    fn sql(&self, text: &str, values: Vec<Value>) -> RawQuery<'_> {
        self.raw(text, values)
    }
    fn rows_on_site<E: SiteVisibility>(&self) -> Rows<'_, E> {
        self.select()
    }
    fn site(&self) -> Site {
        self.site()
    }
    fn backend(&self) -> DbBackend {
        self.backend()
    }
    fn reading_account(&self) -> Option<UserId> {
        None
    }
}

/// Placeholders for `count` values, starting with `$first`, for an `IN (…)`.
#[must_use]
pub fn placeholders(first: usize, count: usize) -> String {
    (first..first + count).map(|n| format!("${n}")).collect::<Vec<_>>().join(", ")
}

/// A half-open time range.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TimeRange {
    /// Start, inclusive.
    pub from: DateTime<Utc>,
    /// End, exclusive.
    pub until: DateTime<Utc>,
}

impl TimeRange {
    /// Runs a statement once per time range, in one query, and returns one row per range in their
    /// order. The statement begins with the selected columns and ends with the column that must lie
    /// in the range.
    pub fn of_each<'r>(
        reads: &'r impl SqlReader,
        spans: &[Self],
        select: &str,
        mut values: Vec<Value>,
    ) -> RawQuery<'r> {
        let parts: Vec<String> = spans
            .iter()
            .enumerate()
            .map(|(n, span)| {
                let (from, until) = (values.len() + 1, values.len() + 2);
                values.extend([span.from.into(), span.until.into()]);
                let column = select.rsplit(' ').next().unwrap_or_default();
                format!("SELECT {n} AS place, {select} >= ${from} AND {column} < ${until}")
            })
            .collect();
        reads.sql(&format!("{} ORDER BY place", parts.join(" UNION ALL ")), values)
    }
}
