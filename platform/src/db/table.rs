//! Writes to one table within an open transaction.

use super::rows::Rows;
use super::{Conn, Transaction};
use sea_orm::sea_query::{IntoCondition, OnConflict};
use sea_orm::{
    ActiveModelBehavior, ActiveModelTrait, Condition, DbErr, DeleteMany, EntityTrait,
    IntoActiveModel, QueryFilter, TryInsertResult, UpdateMany,
};

/// Number of rows that a write changed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[must_use = "a write says how many rows it expects"]
pub struct AffectedRows(pub u64);

impl AffectedRows {
    /// Requires exactly one changed row.
    ///
    /// # Errors
    /// [`DbErr::RecordNotUpdated`] for any other number.
    pub fn exactly_one(self) -> Result<(), DbErr> {
        if self.0 == 1 { Ok(()) } else { Err(DbErr::RecordNotUpdated) }
    }
    /// Returns whether a row was changed; shows whether a conditional update has won.
    #[must_use]
    pub const fn is_changed(self) -> bool {
        self.0 > 0
    }
    /// Accepts any number.
    pub const fn as_many_as_there_are(self) {}
}

/// A table within an open transaction, restricted to the rows of the scope.
#[derive(Debug)]
pub struct Table<'t, E: EntityTrait> {
    tx: &'t Transaction,
    scope: Condition,
    entity: std::marker::PhantomData<E>,
}

impl<'t, E: EntityTrait> Table<'t, E> {
    pub(crate) const fn new(tx: &'t Transaction, scope: Condition) -> Self {
        Self { tx, scope, entity: std::marker::PhantomData }
    }

    /// Reads the same table in the same transaction.
    pub fn rows(&self) -> Rows<'t, E> {
        Rows::new(Conn::Tx(self.tx), self.scope.clone())
    }

    /// Inserts a row.
    ///
    /// # Errors
    /// Database errors; [`super::is_taken`] detects a unique key violation.
    pub async fn insert<A>(&self, row: A) -> Result<E::Model, DbErr>
    where
        A: ActiveModelTrait<Entity = E> + ActiveModelBehavior + Send,
        E::Model: IntoActiveModel<A>,
    {
        row.insert(self.tx).await
    }

    /// Inserts rows with one statement. Accepts an empty list.
    ///
    /// # Errors
    /// Database errors.
    pub async fn insert_many<A>(&self, rows: Vec<A>) -> Result<(), DbErr>
    where
        A: ActiveModelTrait<Entity = E> + Send + Sync,
    {
        if rows.is_empty() {
            return Ok(());
        }
        E::insert_many(rows).exec_without_returning(self.tx).await.map(|_| ())
    }

    /// Inserts a row unless its key exists; returns whether it was inserted.
    ///
    /// # Errors
    /// Database errors.
    pub async fn insert_unless_there<A>(&self, row: A, key: &[E::Column]) -> Result<bool, DbErr>
    where
        A: ActiveModelTrait<Entity = E> + Send + Sync,
    {
        let mut quiet = OnConflict::columns(key.iter().copied());
        quiet.do_nothing();
        let outcome =
            E::insert(row).on_conflict(quiet).try_insert().exec_without_returning(self.tx).await?;
        Ok(match outcome {
            TryInsertResult::Inserted(rows) => rows > 0,
            TryInsertResult::Conflicted | TryInsertResult::Empty => false,
        })
    }

    /// Inserts a row, or applies `on_conflict` if its key exists.
    ///
    /// # Errors
    /// Database errors.
    pub async fn upsert<A>(&self, row: A, on_conflict: OnConflict) -> Result<(), DbErr>
    where
        A: ActiveModelTrait<Entity = E> + Send + Sync,
    {
        E::insert(row).on_conflict(on_conflict).exec_without_returning(self.tx).await.map(|_| ())
    }

    /// Like [`Self::upsert`], for several rows with one statement. Accepts an empty list.
    ///
    /// # Errors
    /// Database errors.
    pub async fn upsert_many<A>(&self, rows: Vec<A>, on_conflict: OnConflict) -> Result<(), DbErr>
    where
        A: ActiveModelTrait<Entity = E> + Send + Sync,
    {
        if rows.is_empty() {
            return Ok(());
        }
        let statement = E::insert_many(rows).on_conflict(on_conflict);
        statement.exec_without_returning(self.tx).await.map(|_| ())
    }

    /// Updates the matching rows.
    ///
    /// # Errors
    /// Database errors.
    pub async fn update(
        &self,
        rows: impl IntoCondition,
        change: impl FnOnce(UpdateMany<E>) -> UpdateMany<E>,
    ) -> Result<AffectedRows, DbErr> {
        let statement = change(E::update_many()).filter(rows).filter(self.scope.clone());
        Ok(AffectedRows(statement.exec(self.tx).await?.rows_affected))
    }

    /// Updates the matching rows and returns them.
    ///
    /// # Errors
    /// Database errors.
    pub async fn update_returning(
        &self,
        rows: impl IntoCondition,
        change: impl FnOnce(UpdateMany<E>) -> UpdateMany<E>,
    ) -> Result<Vec<E::Model>, DbErr> {
        let statement = change(E::update_many()).filter(rows).filter(self.scope.clone());
        statement.exec_with_returning(self.tx).await
    }

    /// Deletes the matching rows and returns them. Of several concurrent calls only one gets a row.
    ///
    /// # Errors
    /// Database errors.
    pub async fn delete_returning(&self, rows: impl IntoCondition) -> Result<Vec<E::Model>, DbErr> {
        let statement: DeleteMany<E> = E::delete_many().filter(rows).filter(self.scope.clone());
        statement.exec_with_returning(self.tx).await
    }

    /// Deletes the matching rows.
    ///
    /// # Errors
    /// Database errors.
    pub async fn delete(&self, rows: impl IntoCondition) -> Result<AffectedRows, DbErr> {
        let statement: DeleteMany<E> = E::delete_many().filter(rows).filter(self.scope.clone());
        Ok(AffectedRows(statement.exec(self.tx).await?.rows_affected))
    }
}
