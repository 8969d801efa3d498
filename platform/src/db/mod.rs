//! The database. Only this module holds connections.
//!
//! Features use [`crate::Scope`] (reads) and [`Tx`] (reads and writes), which add the site's
//! condition to every table that has one. [`SiteVisibility`], [`SiteIndependent`] and [`UserOwned`] declare how a table
//! may be accessed; a table without a declaration cannot be accessed.

#![expect(
    clippy::disallowed_methods,
    reason = "the one place that opens connections and writes statements"
)]

mod acquire;
mod begin;
mod breaker;
mod connection_age;
mod connection_check;
mod inspect;
mod json_select;
mod migrate;
mod open;
mod outage_cause;
mod pool;
mod privileges;
mod query_counter;
mod readiness;
mod rows;
mod schema;
mod server_probe;
mod snapshot;
mod storage;
mod table;
mod transaction;
mod tx;

pub(crate) use crate::db_failure::ErrorClass;
pub use crate::db_failure::{is_away, is_full, is_taken};
pub use crate::table_access::{SiteIndependent, SiteVisibility, UserOwned};
pub use connection_check::{ConnectionError, check_connection};
pub use inspect::{DamageError, check_header, needs_recovery, quick_check};
pub use json_select::{JsonSelect, JsonType};
pub use open::{Database, DbSettings, OpenError};
pub(crate) use pool::ConnectionPool;
pub use privileges::GrantError;
pub use query_counter::{count_queries, record_statements};
pub use readiness::Readiness;
pub use rows::{RawQuery, Rows};
pub use schema::SchemaFault;
pub use snapshot::{CopyFacts, check_copy};
pub use table::{AffectedRows, Table};
pub(crate) use transaction::Transaction;
pub use tx::Tx;

/// Connection on which a query runs.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Conn<'c> {
    /// Any connection of the pool.
    Pool(&'c ConnectionPool),
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
