//! The database. Only this module holds connections.
//!
//! Features use [`crate::Scope`] (reads) and [`Tx`] (reads and writes), which add the site's
//! condition to every table that has one. [`Seen`], [`Doorless`] and [`Owned`] declare how a table
//! may be accessed; a table without a declaration cannot be accessed.

#![expect(
    clippy::disallowed_methods,
    reason = "the one place that opens connections and writes statements"
)]

mod acquire;
mod begin;
mod breaker;
mod failure;
mod gather;
mod inspect;
mod open;
mod pool;
mod privileges;
mod readiness;
mod rows;
mod storage;
mod table;
mod tally;
mod transaction;
mod tx;

pub(crate) use failure::Failure;
pub use failure::{is_away, is_full, is_taken};
pub use gather::{Gather, Holds};
pub use inspect::{DamageError, check_header, needs_recovery, quick_check};
pub use open::{Database, DbSettings, OpenError};
pub(crate) use pool::Pool;
pub use privileges::GrantError;
pub use readiness::Readiness;
pub use rows::{Raw, Rows};
pub use table::{Changed, Table};
pub use tally::{counted, recorded};
pub(crate) use transaction::Transaction;
pub use tx::Tx;

use sea_orm::{ColumnTrait, Condition, EntityTrait};

use crate::ids::UserId;
use wire::Door;

/// A table whose rows are visible on some sites and not on others.
#[diagnostic::on_unimplemented(
    message = "`{Self}` does not say how it is seen through a door",
    note = "implement `Seen` for it, or reach a table without a door by `scope.doorless`"
)]
pub trait Seen: EntityTrait {
    /// Condition of the rows that are visible on this site: all on main, its own on a portal.
    fn through(door: Door) -> Condition;
}

/// A table that does not depend on a site: credentials, sessions, invite codes, legal texts, jobs.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is seen through doors and cannot be reached as doorless",
    note = "use `scope.select` for it"
)]
pub trait Doorless: EntityTrait {}

/// A table with rows that belong to one user, who may access them on every site.
pub trait Owned: EntityTrait {
    /// Column with the owner.
    fn owner() -> Self::Column;
    /// Condition of the owner's rows.
    fn of(owner: UserId) -> Condition {
        Condition::all().add(Self::owner().eq(owner.uuid()))
    }
}

/// Connection on which a query runs.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Conn<'c> {
    /// Any connection of the pool.
    Pool(&'c Pool),
    /// An open transaction.
    Tx(&'c Transaction),
}

/// Runs an expression on either kind of connection.
macro_rules! on {
    ($conn:expr, $c:ident => $body:expr) => {
        match $conn {
            $crate::db::Conn::Pool($c) => $body,
            $crate::db::Conn::Tx($c) => $body,
        }
    };
}
pub(crate) use on;
