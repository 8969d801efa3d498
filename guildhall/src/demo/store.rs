//! Storage of the demo network: rows for tables of many features, inserted in bulk.
//!
//! The loader does not belong to a feature and writes to tables by name, like an import. The
//! counters it writes are those that the features maintain.

use platform::{System, Tx};
use sea_orm::sea_query::{Alias, Expr, Query};
use sea_orm::{DbErr, Value};

/// Rows per statement, far below both databases' limits for parameters.
const ROWS_AT_ONCE: usize = 500;

/// Rows of one table.
#[derive(Debug)]
pub struct Rows {
    table: &'static str,
    columns: &'static [&'static str],
    rows: Vec<Vec<Value>>,
}

impl Rows {
    /// Creates an empty list.
    pub const fn new(table: &'static str, columns: &'static [&'static str]) -> Self {
        Self { table, columns, rows: Vec::new() }
    }

    /// Adds a row with a value for each column.
    pub fn add(&mut self, row: Vec<Value>) {
        self.rows.push(row);
    }

    /// Inserts all rows.
    pub async fn insert(self, tx: &Tx<'_, System>) -> Result<(), DbErr> {
        let Self { table, columns, rows } = self;
        for chunk in rows.chunks(ROWS_AT_ONCE) {
            let mut insert = Query::insert();
            insert.into_table(Alias::new(table)).columns(columns.iter().copied().map(Alias::new));
            for row in chunk {
                let values = row.iter().cloned().map(Expr::val);
                insert
                    .values(values)
                    .map_err(|error| DbErr::Custom(format!("{table}: {error}")))?;
            }
            let statement = tx.backend().build(&insert);
            let values = statement.values.map(|values| values.0).unwrap_or_default();
            tx.execute(&statement.sql, values).await?;
        }
        Ok(())
    }
}

/// Converts a length to a counter value.
pub fn count(length: usize) -> i64 {
    i64::try_from(length).unwrap_or(i64::MAX)
}

/// Builds a row, converting each value to a database value.
macro_rules! row {
    ($($value:expr),* $(,)?) => {
        vec![$(sea_orm::Value::from($value)),*]
    };
}
pub(super) use row;
