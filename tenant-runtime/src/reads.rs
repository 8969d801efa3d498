//! Reading alike from a scope and from an open transaction, for what both need: the people behind
//! ids, the names of affiliations.

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
