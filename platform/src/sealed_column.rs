//! Columns with values that the vault has encrypted: how many each key encrypts, and their
//! re-encryption with the first key, in chunks, while the instance runs.

use crate::db::SiteIndependent;
use crate::scope::{Scope, System};
use crate::vault::key_of;
use async_trait::async_trait;
use sea_orm::sea_query::{Expr, ValueType};
use sea_orm::{
    ColumnTrait, Condition, DbErr, EntityTrait, IdenStatic, ModelTrait, QueryOrder, QuerySelect,
    Value,
};
use std::collections::BTreeMap;

/// Rows of one transaction.
const CHUNK_ROWS: u64 = 100;

/// Number of values by the name of the key that encrypted them.
pub type CountByKey = BTreeMap<String, u64>;

/// A table column with encrypted values.
pub struct SealedColumn<E: EntityTrait> {
    /// Name of the values, for operators.
    pub name: &'static str,
    /// Primary key.
    pub key: E::Column,
    /// The encrypted values.
    pub sealed: E::Column,
    /// Place for which a row's value is encrypted.
    pub place: fn(&E::Model) -> String,
}

/// Result of one chunk.
#[derive(Debug, Default)]
pub struct ChunkResult {
    /// Number of values that were encrypted with the first key.
    pub resealed: u64,
    /// Number of values that no key of the ring opens; they are left unchanged.
    pub unreadable: u64,
    /// Key of the last row; `None` after the last chunk.
    pub last: Option<Value>,
}

/// Encrypted values of one table.
#[async_trait]
pub trait SealedValues: Send + Sync {
    /// Name of the values, for operators.
    fn name(&self) -> &'static str;

    /// Counts the values by key.
    ///
    /// # Errors
    /// Database errors.
    async fn count_by_key(&self, scope: &Scope<System>) -> Result<CountByKey, DbErr>;

    /// Encrypts the next values after `after` with the first key. A value that changes meanwhile is
    /// left to the next run.
    ///
    /// # Errors
    /// Database errors.
    async fn reseal_chunk(
        &self,
        scope: &mut Scope<System>,
        after: Option<Value>,
    ) -> Result<ChunkResult, DbErr>;
}

impl<E: EntityTrait> SealedColumn<E>
where
    E::Model: ModelTrait<Entity = E>,
{
    fn sealed_of(&self, row: &E::Model) -> Option<String> {
        <Option<String> as ValueType>::try_from(row.get(self.sealed)).ok().flatten()
    }
}

#[async_trait]
impl<E> SealedValues for SealedColumn<E>
where
    E: EntityTrait + SiteIndependent,
    E::Model: ModelTrait<Entity = E> + Send + Sync,
    E::Column: Send + Sync,
{
    fn name(&self) -> &'static str {
        self.name
    }

    async fn count_by_key(&self, scope: &Scope<System>) -> Result<CountByKey, DbErr> {
        let key = format!("substr({}, 1, 8)", self.sealed.as_str());
        let by_key = |select: sea_orm::Select<E>| {
            let select = select.select_only().expr_as(Expr::cust(key.clone()), "vault_key");
            select.expr_as(self.key.count(), "values").group_by(Expr::cust(key))
        };
        let sealed = Condition::all().add(self.sealed.is_not_null());
        let counts =
            scope.global::<E>().filter(sealed).modify_select(by_key).all_tuples::<(String, i64)>();
        let counts = counts.await?.into_iter();
        Ok(counts.map(|(key, values)| (key, values.unsigned_abs())).collect())
    }

    async fn reseal_chunk(
        &self,
        scope: &mut Scope<System>,
        after: Option<Value>,
    ) -> Result<ChunkResult, DbErr> {
        let vault = scope.services().keys().vault.clone();
        let older = Condition::all()
            .add(self.sealed.is_not_null())
            .add(self.sealed.not_like(format!("{}.%", vault.first_key())))
            .add_option(after.map(|after| self.key.gt(after)));
        let in_order = |select: sea_orm::Select<E>| select.order_by_asc(self.key).limit(CHUNK_ROWS);
        let rows = scope.global::<E>().filter(older).modify_select(in_order).all().await?;
        let mut result = ChunkResult::default();
        let tx = scope.begin().await?;
        for row in &rows {
            result.last = Some(row.get(self.key));
            let Some(sealed) = self.sealed_of(row) else { continue };
            let Ok(resealed) = vault.reseal(&(self.place)(row), &sealed) else {
                let key = key_of(&sealed).unwrap_or_default();
                tracing::error!(values = self.name, key, "failed to decrypt a stored value");
                result.unreadable += 1;
                continue;
            };
            let Some(resealed) = resealed else { continue };
            let unchanged =
                Condition::all().add(self.key.eq(row.get(self.key))).add(self.sealed.eq(sealed));
            let set = |update: sea_orm::UpdateMany<E>| {
                update.col_expr(self.sealed, Expr::value(resealed))
            };
            let changed = tx.global_table::<E>().update(unchanged, set).await?;
            result.resealed += u64::from(changed.is_changed());
        }
        tx.commit().await?;
        Ok(result)
    }
}
