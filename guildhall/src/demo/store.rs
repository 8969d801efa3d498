//! How the demo network is kept: rows for tables of many features, written at once.
//!
//! The loader stands outside the features and fills their tables by name, as an import would; the
//! counts it writes are those the features themselves keep.

use platform::{System, Tx};
use sea_orm::sea_query::{Alias, Expr, Query};
use sea_orm::{DbErr, Value};

/// Rows in one statement: far from the limits on bound values of both databases.
const ROWS_AT_ONCE: usize = 500;

/// Rows of one table.
#[derive(Debug)]
pub struct Rows {
    table: &'static str,
    columns: &'static [&'static str],
    rows: Vec<Vec<Value>>,
}

impl Rows {
    /// No rows yet.
    pub const fn of(table: &'static str, columns: &'static [&'static str]) -> Self {
        Self { table, columns, rows: Vec::new() }
    }

    /// One more, a value for each column.
    pub fn add(&mut self, row: Vec<Value>) {
        self.rows.push(row);
    }

    /// Writes them all.
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

/// How many, as the tables keep it.
pub fn count(length: usize) -> i64 {
    i64::try_from(length).unwrap_or(i64::MAX)
}

/// A row, each value turned into the database's.
macro_rules! row {
    ($($value:expr),* $(,)?) => {
        vec![$(sea_orm::Value::from($value)),*]
    };
}
pub(super) use row;
