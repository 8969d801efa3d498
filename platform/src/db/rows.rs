//! Reads: one select, to which the scope's condition is added when it runs, so that callers cannot
//! remove it.

use super::{Conn, on};
use sea_orm::sea_query::IntoCondition;
use sea_orm::{
    Condition, ConnectionTrait, DbErr, EntityTrait, FromQueryResult, PaginatorTrait,
    PrimaryKeyTrait, QueryFilter, QuerySelect, Select, Statement, TryGetableMany, Value,
};

/// A select within its scope.
#[must_use = "a select does nothing until `one`, `all` or `count` runs it"]
#[derive(Debug)]
pub struct Rows<'c, E: EntityTrait> {
    conn: Conn<'c>,
    select: Select<E>,
    scope: Condition,
}

impl<'c, E: EntityTrait> Rows<'c, E> {
    pub(crate) fn new(conn: Conn<'c>, scope: Condition) -> Self {
        Self { conn, select: E::find(), scope }
    }

    /// Adds a condition.
    pub fn filter(mut self, condition: impl IntoCondition) -> Self {
        self.select = self.select.filter(condition);
        self
    }

    /// Selects the row with this primary key.
    pub fn by_id<T: Into<<E::PrimaryKey as PrimaryKeyTrait>::ValueType>>(mut self, id: T) -> Self {
        self.select = QueryFilter::filter(self.select, by_key::<E>(id));
        self
    }

    /// Changes order, limit, joins or columns. The scope's condition stays.
    pub fn modify_select(mut self, shape: impl FnOnce(Select<E>) -> Select<E>) -> Self {
        self.select = shape(self.select);
        self
    }

    fn into_scoped(self) -> (Conn<'c>, Select<E>) {
        (self.conn, QueryFilter::filter(self.select, self.scope))
    }

    /// Returns the first row, if any.
    ///
    /// # Errors
    /// Database errors.
    pub async fn one(self) -> Result<Option<E::Model>, DbErr> {
        let (conn, select) = self.into_scoped();
        on!(conn, c => select.one(c).await)
    }

    /// Returns all rows.
    ///
    /// # Errors
    /// Database errors.
    pub async fn all(self) -> Result<Vec<E::Model>, DbErr> {
        let (conn, select) = self.into_scoped();
        on!(conn, c => select.all(c).await)
    }

    /// Returns the first row as another type.
    ///
    /// # Errors
    /// Database errors.
    pub async fn one_as<M: FromQueryResult + Send + Sync>(self) -> Result<Option<M>, DbErr> {
        let (conn, select) = self.into_scoped();
        on!(conn, c => select.into_model::<M>().one(c).await)
    }

    /// Returns all rows as another type.
    ///
    /// # Errors
    /// Database errors.
    pub async fn all_as<M: FromQueryResult + Send + Sync>(self) -> Result<Vec<M>, DbErr> {
        let (conn, select) = self.into_scoped();
        on!(conn, c => select.into_model::<M>().all(c).await)
    }

    /// Returns all rows as tuples of the selected columns (`modify_select(|s| s.select_only().column(…))`).
    ///
    /// # Errors
    /// Database errors.
    pub async fn all_tuples<T: TryGetableMany + Send + Sync>(self) -> Result<Vec<T>, DbErr> {
        let (conn, select) = self.into_scoped();
        on!(conn, c => select.into_tuple::<T>().all(c).await)
    }

    /// Returns the number of rows.
    ///
    /// # Errors
    /// Database errors.
    pub async fn count(self) -> Result<u64, DbErr>
    where
        E::Model: Send + Sync,
    {
        let (conn, select) = self.into_scoped();
        on!(conn, c => select.count(c).await)
    }

    /// Returns whether there is any row.
    ///
    /// # Errors
    /// Database errors.
    pub async fn exists(self) -> Result<bool, DbErr> {
        let (conn, select) = self.into_scoped();
        on!(conn, c => select.limit(1).one(c).await.map(|row| row.is_some()))
    }
}

fn by_key<E: EntityTrait>(
    id: impl Into<<E::PrimaryKey as PrimaryKeyTrait>::ValueType>,
) -> Condition {
    use sea_orm::{ColumnTrait, Iterable, PrimaryKeyToColumn, sea_query::IntoValueTuple};
    let values = id.into().into_value_tuple();
    E::PrimaryKey::iter()
        .zip(values)
        .fold(Condition::all(), |all, (key, value)| all.add(key.into_column().eq(value)))
}

/// Hand-written SQL that returns rows, for queries that the query builder cannot express. Clippy denies
/// other ways to write a statement (clippy.toml). Placeholders are `$1`, `$2`, … on both databases.
#[derive(Debug)]
pub struct RawQuery<'c> {
    conn: Conn<'c>,
    statement: Statement,
}

impl<'c> RawQuery<'c> {
    pub(crate) fn new(conn: Conn<'c>, sql: &str, values: Vec<Value>) -> Self {
        let backend = on!(conn, c => c.get_database_backend());
        Self { conn, statement: Statement::from_sql_and_values(backend, sql, values) }
    }

    /// Returns all rows.
    ///
    /// # Errors
    /// Database errors.
    pub async fn all<M: FromQueryResult>(self) -> Result<Vec<M>, DbErr> {
        let rows = on!(self.conn, c => c.query_all_raw(self.statement).await)?;
        rows.iter().map(|row| M::from_query_result(row, "")).collect()
    }

    /// Returns the first row.
    ///
    /// # Errors
    /// Database errors.
    pub async fn one<M: FromQueryResult>(self) -> Result<Option<M>, DbErr> {
        let row = on!(self.conn, c => c.query_one_raw(self.statement).await)?;
        row.map(|row| M::from_query_result(&row, "")).transpose()
    }
}
