//! Fingerprints of the keys with which a database is used. The first start records them; a later
//! start with other keys is refused, because it would end every session and could not decrypt
//! anything stored.

mod row;

pub use row::Model as KeyRecord;

use crate::config::{KeyName, SecurityConfig, fingerprint};
use crate::db::is_taken;
use crate::scope::{Scope, System};
use crate::tokens::Keys;
use row::{ActiveModel, Column, Entity};
use sea_orm::sea_query::Expr;
use sea_orm::{ActiveValue::Set, ColumnTrait, Condition, DbErr, QueryOrder};

/// Number of attempts to record keys while other processes record theirs.
const ATTEMPTS_MAX: usize = 5;

/// Reason why keys are refused.
#[derive(Debug, thiserror::Error)]
pub enum KeyRecordError {
    /// The configured key is another one than the database was used with.
    #[error(
        "the key security.{field}{} does not belong to this database: its fingerprint is {}, and the \
         database was used with {}. Nothing was changed. With this key every session would end, and \
         stored secrets (authenticators, certificate keys) could not be decrypted. Use the keys of \
         the backup that the database is from; to replace a key, follow docs/operations/keys.md \
         (`guildhall keys rotate`)",
        in_file(.file), list(.configured), list(.recorded)
    )]
    Foreign {
        /// Setting of the key.
        field: &'static str,
        /// File that it was read from.
        file: Option<String>,
        /// Fingerprints of the configured keys.
        configured: Vec<String>,
        /// Fingerprints of the recorded keys.
        recorded: Vec<String>,
    },
    /// Database error.
    #[error("failed to compare the keys with the recorded ones: {0}")]
    Db(#[from] DbErr),
}

fn in_file(file: &Option<String>) -> String {
    file.as_ref().map_or_else(String::new, |file| format!(" in {file}"))
}

fn list(fingerprints: &[String]) -> String {
    fingerprints.join(", ")
}

/// A configured key.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ConfiguredKey {
    /// Name of the key.
    pub name: KeyName,
    /// Its fingerprint.
    pub fingerprint: String,
    /// Vault name; only of token keys.
    pub vault_key: Option<String>,
    /// True if it signs and encrypts.
    pub is_first: bool,
}

/// All configured keys, in the order of their rings.
#[must_use]
pub fn configured(security: &SecurityConfig) -> Vec<ConfiguredKey> {
    let of = |name: KeyName| {
        let keys = security.ring(name);
        let keys = keys.iter().enumerate().map(|(at, key)| ConfiguredKey {
            name,
            fingerprint: fingerprint(name, key),
            vault_key: (name == KeyName::Token).then(|| Keys::vault_key_of(key)),
            is_first: at == 0,
        });
        keys.collect::<Vec<_>>()
    };
    KeyName::ALL.into_iter().flat_map(of).collect()
}

/// All recorded keys, the oldest first.
///
/// # Errors
/// Database errors.
pub async fn recorded(scope: &Scope<System>) -> Result<Vec<KeyRecord>, DbErr> {
    let in_order = |select: sea_orm::Select<Entity>| {
        select.order_by_asc(Column::Name).order_by_asc(Column::Position)
    };
    scope.global::<Entity>().modify_select(in_order).all().await
}

/// Returns the first key that belongs to another database. Does not write.
///
/// # Errors
/// [`KeyRecordError`].
pub fn compare(security: &SecurityConfig, records: &[KeyRecord]) -> Result<(), KeyRecordError> {
    for name in KeyName::ALL {
        let of_name = records.iter().filter(|record| record.name == name.field_name());
        let recorded: Vec<_> = of_name.map(|record| record.fingerprint.clone()).collect();
        let keys = security.ring(name);
        let configured: Vec<_> = keys.iter().map(|key| fingerprint(name, key)).collect();
        let is_known = configured.iter().any(|key| recorded.contains(key));
        if !recorded.is_empty() && !is_known {
            let file = security.key_file(name).map(|path| path.display().to_string());
            let field = name.field_name();
            return Err(KeyRecordError::Foreign { field, file, configured, recorded });
        }
    }
    Ok(())
}

/// Compares the configured keys with the recorded ones, and records new ones: all of them at the
/// first start, and those that were added to a ring.
///
/// # Errors
/// [`KeyRecordError`]; a refused key is not recorded.
pub async fn check_and_record(
    scope: &mut Scope<System>,
    security: &SecurityConfig,
) -> Result<(), KeyRecordError> {
    for _ in 0..ATTEMPTS_MAX {
        let records = recorded(scope).await?;
        compare(security, &records)?;
        match record_new(scope, security, &records).await {
            // Another process has recorded keys meanwhile; they may be others.
            Err(error) if is_taken(&error) => {}
            recorded => return Ok(recorded?),
        }
    }
    Err(DbErr::Custom("other processes keep recording keys".to_owned()).into())
}

async fn record_new(
    scope: &mut Scope<System>,
    security: &SecurityConfig,
    records: &[KeyRecord],
) -> Result<(), DbErr> {
    let is_recorded = |key: &ConfiguredKey| {
        let same = |record: &KeyRecord| {
            record.name == key.name.field_name() && record.fingerprint == key.fingerprint
        };
        records.iter().any(same)
    };
    let new: Vec<_> = configured(security).into_iter().filter(|key| !is_recorded(key)).collect();
    if new.is_empty() {
        return Ok(());
    }
    let tx = scope.begin().await?;
    let mut rows = Vec::new();
    for (at, key) in new.iter().enumerate() {
        let earlier = new[..at].iter().filter(|other| other.name == key.name).count();
        let of_name = records.iter().filter(|record| record.name == key.name.field_name());
        let next = of_name.map(|record| record.position + 1).max().unwrap_or(0);
        rows.push(ActiveModel {
            name: Set(key.name.field_name().to_owned()),
            position: Set(next + i64::try_from(earlier).unwrap_or(0)),
            fingerprint: Set(key.fingerprint.clone()),
            vault_key: Set(key.vault_key.clone()),
            created_at: Set(tx.now()),
            loaded_at: Set(None),
        });
    }
    tx.global_table::<Entity>().insert_many(rows).await?;
    tx.commit().await?;
    for key in &new {
        let (field, fingerprint) = (key.name.field_name(), &key.fingerprint);
        tracing::info!(key = field, fingerprint, "recorded the key {field} of this database");
    }
    Ok(())
}

/// Records that this process, which serves, uses the first key of each ring.
///
/// # Errors
/// Database errors.
pub async fn record_loaded(
    scope: &mut Scope<System>,
    security: &SecurityConfig,
) -> Result<(), DbErr> {
    let tx = scope.begin().await?;
    let now = tx.now();
    for key in configured(security).into_iter().filter(|key| key.is_first) {
        let unused = of(key.name, &key.fingerprint).add(Column::LoadedAt.is_null());
        let set = |update: sea_orm::UpdateMany<Entity>| {
            update.col_expr(Column::LoadedAt, Expr::value(now))
        };
        tx.global_table::<Entity>().update(unused, set).await?.as_many_as_there_are();
    }
    tx.commit().await
}

/// Deletes the record of a key that was removed from its ring.
///
/// # Errors
/// Database errors.
pub async fn delete(
    scope: &mut Scope<System>,
    name: KeyName,
    fingerprint: &str,
) -> Result<(), DbErr> {
    let tx = scope.begin().await?;
    let table = tx.global_table::<Entity>();
    table.delete(of(name, fingerprint)).await?.as_many_as_there_are();
    tx.commit().await
}

fn of(name: KeyName, fingerprint: &str) -> Condition {
    Condition::all()
        .add(Column::Name.eq(name.field_name()))
        .add(Column::Fingerprint.eq(fingerprint))
}
