//! Stored key pairs: creation at the first use, rotation, and re-encryption.
//!
//! A browser accepts messages of the key for which it subscribed only. After a rotation an older
//! key therefore signs for its subscriptions until the browsers have subscribed again.

use super::encryption::PushError;
use super::key_row::{ActiveModel, Column, Entity, Model};
use super::{PushKeyId, VapidKey};
use crate::db::Tx;
use crate::scope::{Scope, System};
use crate::sealed_column::{SealedColumn, SealedValues};
use chrono::{DateTime, Utc};
use data_encoding::BASE64URL_NOPAD;
use sea_orm::{ActiveValue::Set, ColumnTrait, Condition, DbErr, QueryOrder};

/// A key pair as listed for operators; without its private key.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredPushKey {
    /// Id of the key pair.
    pub id: PushKeyId,
    /// The point of 65 bytes, base64url.
    pub public_key: String,
    /// Time of creation.
    pub created_at: DateTime<Utc>,
}

impl From<Model> for StoredPushKey {
    fn from(row: Model) -> Self {
        Self { id: row.id, public_key: row.public_key, created_at: row.created_at }
    }
}

/// Place for which a private key is encrypted.
fn place_of(id: PushKeyId) -> String {
    format!("push-key/{id}")
}

/// All key pairs, the newest first.
///
/// # Errors
/// Database errors.
pub async fn key_list(scope: &Scope<System>) -> Result<Vec<StoredPushKey>, DbErr> {
    let newest = |select: sea_orm::Select<Entity>| select.order_by_desc(Column::Generation);
    let rows = scope.global::<Entity>().modify_select(newest).all().await?;
    Ok(rows.into_iter().map(StoredPushKey::from).collect())
}

/// Key pair for new subscriptions, if there is one.
///
/// # Errors
/// Database errors.
pub async fn newest_key<V>(scope: &Scope<V>) -> Result<Option<StoredPushKey>, DbErr> {
    let newest = |select: sea_orm::Select<Entity>| select.order_by_desc(Column::Generation);
    let row = scope.global::<Entity>().modify_select(newest).one().await?;
    Ok(row.map(StoredPushKey::from))
}

/// Key pair for new subscriptions; it is created if there is none.
///
/// # Errors
/// Database errors.
pub async fn current_key<V>(tx: &Tx<'_, V>) -> Result<StoredPushKey, DbErr> {
    if let Some(newest) = newest(tx).await? {
        return Ok(newest.into());
    }
    create(tx, 0).await?;
    // Another process may have created the first key meanwhile.
    let newest = newest(tx).await?.ok_or(DbErr::RecordNotInserted)?;
    Ok(newest.into())
}

/// Creates a new key pair for new subscriptions. Older ones sign for their subscriptions.
///
/// # Errors
/// Database errors.
pub async fn rotate_key<V>(tx: &Tx<'_, V>) -> Result<StoredPushKey, DbErr> {
    let generation = newest(tx).await?.map_or(0, |row| row.generation + 1);
    create(tx, generation).await?;
    current_key(tx).await
}

/// Deletes older key pairs without subscriptions. Returns their number.
///
/// # Errors
/// Database errors.
pub async fn delete_unused_keys<V>(
    tx: &Tx<'_, V>,
    used: sea_orm::sea_query::SelectStatement,
) -> Result<u64, DbErr> {
    let Some(newest) = newest(tx).await? else { return Ok(0) };
    let unused = Condition::all()
        .add(Column::Generation.lt(newest.generation))
        .add(Column::Id.not_in_subquery(used));
    Ok(tx.global_table::<Entity>().delete(unused).await?.0)
}

/// Key pair with this id, ready to sign.
///
/// # Errors
/// Database errors; [`PushError::Sealed`] if no key of this instance decrypts it.
pub async fn key_of(
    scope: &Scope<System>,
    id: PushKeyId,
) -> Result<Result<VapidKey, PushError>, DbErr> {
    let Some(row) = scope.global::<Entity>().by_id(id).one().await? else {
        return Ok(Err(PushError::Key));
    };
    let vault = &scope.services().keys().vault;
    let Ok(private) = vault.open(&place_of(id), &row.sealed_private_key) else {
        return Ok(Err(PushError::Sealed));
    };
    let public = BASE64URL_NOPAD.decode(row.public_key.as_bytes()).unwrap_or_default();
    Ok(VapidKey::from_bytes(&private, &public))
}

async fn newest<V>(tx: &Tx<'_, V>) -> Result<Option<Model>, DbErr> {
    let newest = |select: sea_orm::Select<Entity>| select.order_by_desc(Column::Generation);
    tx.global::<Entity>().modify_select(newest).one().await
}

async fn create<V>(tx: &Tx<'_, V>, generation: i64) -> Result<(), DbErr> {
    let failed = |error: &dyn std::fmt::Display| DbErr::Custom(error.to_string());
    let (private, public) = VapidKey::generate().map_err(|error| failed(&error))?;
    let id = PushKeyId::new();
    let vault = &tx.services().keys().vault;
    let sealed = vault.seal(&place_of(id), &private).map_err(|error| failed(&error))?;
    let row = ActiveModel {
        id: Set(id),
        generation: Set(generation),
        public_key: Set(BASE64URL_NOPAD.encode(&public)),
        sealed_private_key: Set(sealed),
        created_at: Set(tx.now()),
    };
    let table = tx.global_table::<Entity>();
    table.insert_unless_there(row, &[Column::Generation]).await.map(drop)
}

/// Encrypted columns.
#[must_use]
pub fn sealed_columns() -> Vec<Box<dyn SealedValues>> {
    vec![Box::new(SealedColumn::<Entity> {
        name: "push keys",
        key: Column::Id,
        sealed: Column::SealedPrivateKey,
        place: |row| place_of(row.id),
    })]
}
