//! Reading alike from a scope and from an open transaction, for what both need: the people behind
//! ids, the names of affiliations.

use chrono::{DateTime, Utc};
use platform::db::Raw;
use platform::{Scope, Tx};
use sea_orm::Value;
use wire::Door;

/// Something hand-written SQL can be read from. Whoever writes it answers for the door.
pub trait Reads: Send + Sync {
    /// A statement with `$1`, `$2`, … for its values.
    fn sql(&self, text: &str, values: Vec<Value>) -> Raw<'_>;
    /// The door that is looked through.
    fn door(&self) -> Door;
}

impl<V: Send + Sync> Reads for Scope<V> {
    fn sql(&self, text: &str, values: Vec<Value>) -> Raw<'_> {
        self.raw(text, values)
    }
    fn door(&self) -> Door {
        self.door()
    }
}

impl<V: Send + Sync> Reads for Tx<'_, V> {
    fn sql(&self, text: &str, values: Vec<Value>) -> Raw<'_> {
        self.raw(text, values)
    }
    fn door(&self) -> Door {
        self.door()
    }
}

/// The places of `count` values, from `$first` on, for an `IN (…)`.
#[must_use]
pub fn places(first: usize, count: usize) -> String {
    (first..first + count).map(|n| format!("${n}")).collect::<Vec<_>>().join(", ")
}

/// A time from one moment up to another, which is not part of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Span {
    /// Its first moment.
    pub from: DateTime<Utc>,
    /// The first moment after it.
    pub until: DateTime<Utc>,
}

impl Span {
    /// One row for each span, in their order, of a statement that begins with what is selected and
    /// ends with the column that is to lie in the span.
    pub fn of_each<'r>(
        reads: &'r impl Reads,
        spans: &[Self],
        select: &str,
        mut values: Vec<Value>,
    ) -> Raw<'r> {
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
