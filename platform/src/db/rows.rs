//! Reading: one select, with the condition of its scope put on when it runs, so that nothing a
//! caller does to the select can take it off.

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

    /// Only rows that fit.
    pub fn filter(mut self, condition: impl IntoCondition) -> Self {
        self.select = self.select.filter(condition);
        self
    }

    /// Only the row with this primary key.
    pub fn by_id<T: Into<<E::PrimaryKey as PrimaryKeyTrait>::ValueType>>(mut self, id: T) -> Self {
        self.select = QueryFilter::filter(self.select, by_key::<E>(id));
        self
    }

    /// Order, limit, joins, columns: anything a select can be. The scope's condition stays.
    pub fn shape(mut self, shape: impl FnOnce(Select<E>) -> Select<E>) -> Self {
        self.select = shape(self.select);
        self
    }

    fn scoped(self) -> (Conn<'c>, Select<E>) {
        (self.conn, QueryFilter::filter(self.select, self.scope))
    }

    /// The first row, if there is one.
    ///
    /// # Errors
    /// The database's.
    pub async fn one(self) -> Result<Option<E::Model>, DbErr> {
        let (conn, select) = self.scoped();
        on!(conn, c => select.one(c).await)
    }

    /// Every row.
    ///
    /// # Errors
    /// The database's.
    pub async fn all(self) -> Result<Vec<E::Model>, DbErr> {
        let (conn, select) = self.scoped();
        on!(conn, c => select.all(c).await)
    }

    /// The first row as another shape.
    ///
    /// # Errors
    /// The database's.
    pub async fn one_as<M: FromQueryResult + Send + Sync>(self) -> Result<Option<M>, DbErr> {
        let (conn, select) = self.scoped();
        on!(conn, c => select.into_model::<M>().one(c).await)
    }

    /// Every row as another shape.
    ///
    /// # Errors
    /// The database's.
    pub async fn all_as<M: FromQueryResult + Send + Sync>(self) -> Result<Vec<M>, DbErr> {
        let (conn, select) = self.scoped();
        on!(conn, c => select.into_model::<M>().all(c).await)
    }

    /// Every row as a tuple of the selected columns (`shape(|s| s.select_only().column(…))`).
    ///
    /// # Errors
    /// The database's.
    pub async fn tuples<T: TryGetableMany + Send + Sync>(self) -> Result<Vec<T>, DbErr> {
        let (conn, select) = self.scoped();
        on!(conn, c => select.into_tuple::<T>().all(c).await)
    }

    /// How many rows.
    ///
    /// # Errors
    /// The database's.
    pub async fn count(self) -> Result<u64, DbErr>
    where
        E::Model: Send + Sync,
    {
        let (conn, select) = self.scoped();
        on!(conn, c => select.count(c).await)
    }

    /// Whether there is a row at all.
    ///
    /// # Errors
    /// The database's.
    pub async fn exists(self) -> Result<bool, DbErr> {
        let (conn, select) = self.scoped();
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

/// Hand-written SQL that returns rows, for queries that the query builder cannot express. Clippy denies other ways to
/// write a statement (clippy.toml). The text uses `$1`, `$2`, … on both databases.
#[derive(Debug)]
pub struct Raw<'c> {
    conn: Conn<'c>,
    statement: Statement,
}

impl<'c> Raw<'c> {
    pub(crate) fn new(conn: Conn<'c>, sql: &str, values: Vec<Value>) -> Self {
        let backend = on!(conn, c => c.get_database_backend());
        Self { conn, statement: Statement::from_sql_and_values(backend, sql, values) }
    }

    /// Every row.
    ///
    /// # Errors
    /// The database's.
    pub async fn all<M: FromQueryResult>(self) -> Result<Vec<M>, DbErr> {
        let rows = on!(self.conn, c => c.query_all_raw(self.statement).await)?;
        rows.iter().map(|row| M::from_query_result(row, "")).collect()
    }

    /// The first row.
    ///
    /// # Errors
    /// The database's.
    pub async fn one<M: FromQueryResult>(self) -> Result<Option<M>, DbErr> {
        let row = on!(self.conn, c => c.query_one_raw(self.statement).await)?;
        row.map(|row| M::from_query_result(&row, "")).transpose()
    }
}
