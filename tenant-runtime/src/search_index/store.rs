//! Stores the words of rows, in the transaction that writes them.

use super::kinds::{HANDLES, RowTexts, Source, TextKind};
use crate::content::TextFormat;
use crate::sql::placeholders;
use platform::Tx;
use sea_orm::{DbBackend, DbErr, FromQueryResult, Value};
use uuid::Uuid;

/// Stores the words of a new row, whose texts the caller has: its name or title, and its text. One
/// query.
///
/// # Errors
/// Database errors.
pub async fn store_words<V>(
    tx: &Tx<'_, V>,
    kind: TextKind,
    id: Uuid,
    (name, text): (&str, &str),
) -> Result<(), DbErr> {
    let (name, text) = (name.to_owned(), text.to_owned());
    let texts = RowTexts { name, text, profile: String::new(), format: TextFormat::Text };
    store(tx, kind, id, &texts).await
}

async fn store<V>(tx: &Tx<'_, V>, kind: TextKind, id: Uuid, texts: &RowTexts) -> Result<(), DbErr> {
    let values = vec![id.into(), kind.stored_words(texts).into()];
    tx.execute(&kind.store_sql(tx.backend()), values).await.map(drop)
}

#[derive(Debug, FromQueryResult)]
struct SourceRow {
    id: Uuid,
    name: String,
    text: String,
    profile: String,
    format: TextFormat,
}

/// Reads the texts of these rows, at most a thousand, and stores their words. A row that is gone is
/// skipped. One query, and one for each row.
///
/// # Errors
/// Database errors.
pub async fn refresh<V: Send + Sync>(
    tx: &Tx<'_, V>,
    kind: TextKind,
    ids: &[Uuid],
) -> Result<(), DbErr> {
    if ids.is_empty() {
        return Ok(());
    }
    let Source { table, condition, name, text, profile, format, .. } = kind.source();
    let name = name.replace("{handles}", HANDLES);
    // Locked, so that a text that another transaction changes meanwhile is not overwritten.
    let lock = match tx.backend() {
        DbBackend::Postgres => "FOR NO KEY UPDATE OF x",
        _ => "",
    };
    let sql = format!(
        "SELECT x.id, {name} AS name, {text} AS text, {profile} AS profile, {format} AS format \
         FROM {table} x WHERE x.id IN ({}) AND {condition} ORDER BY x.id {lock}",
        placeholders(1, ids.len())
    );
    let values: Vec<Value> = ids.iter().map(|id| Value::from(*id)).collect();
    for row in tx.raw(&sql, values).all::<SourceRow>().await? {
        let SourceRow { id, name, text, profile, format } = row;
        store(tx, kind, id, &RowTexts { name, text, profile, format }).await?;
    }
    Ok(())
}
