//! Notes of staff about an account. Staff see all of them; each author deletes their own. The audit
//! log records that a note was added or deleted, without its text.

use super::super::error::StaffError;
use super::actions::write_down;
use crate::accounts::account_status;
use crate::content::{self, ContentError};
use crate::profiles;
use chrono::{DateTime, Utc};
use platform::StaffWith;
use platform::staff::Accounts;
use platform::{AccountViewer, Scope, UserId};
use sea_orm::{DbErr, FromQueryResult};
use serde::Serialize;
use serde_json::{Value, json};
use utoipa::ToSchema;

/// Maximum characters of a note.
const NOTE_CHARS_MAX: usize = 2_000;
/// Maximum number of listed notes.
const NOTES_MAX: u64 = 200;

platform::id!(
    /// Id of a note of staff.
    StaffNoteId
);

/// A note of staff about an account.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct StaffNote {
    id: StaffNoteId,
    text: String,
    /// `null` if the author's account was deleted.
    author_id: Option<UserId>,
    author_name: Option<String>,
    /// The viewer wrote it and may delete it.
    is_own: bool,
    created_at: DateTime<Utc>,
}

/// Notes about an account, newest first; at most 200.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct StaffNotes {
    items: Vec<StaffNote>,
}

#[derive(Debug, FromQueryResult)]
struct NoteRow {
    id: StaffNoteId,
    author_id: Option<UserId>,
    text: String,
    created_at: DateTime<Utc>,
}

/// The notes, newest first. 2 queries.
pub(super) async fn list(
    scope: &Scope<StaffWith<Accounts>>,
    user: UserId,
) -> Result<StaffNotes, DbErr> {
    let sql = format!(
        "SELECT id, author_id, text, created_at FROM staff_notes WHERE user_id = $1 \
         ORDER BY created_at DESC, id DESC LIMIT {NOTES_MAX}"
    );
    let rows = scope.raw(&sql, vec![user.into()]).all::<NoteRow>().await?;
    let mut authors: Vec<UserId> = rows.iter().filter_map(|row| row.author_id).collect();
    authors.sort_unstable();
    authors.dedup();
    let people = profiles::load_people(scope, &authors).await?;
    let me = scope.viewer().id();
    let to_note = |row: NoteRow| StaffNote {
        id: row.id,
        text: row.text,
        author_name: row
            .author_id
            .and_then(|id| people.get(&id))
            .map(|person| person.display_name.clone()),
        is_own: row.author_id == Some(me),
        author_id: row.author_id,
        created_at: row.created_at,
    };
    Ok(StaffNotes { items: rows.into_iter().map(to_note).collect() })
}

/// Adds a note.
pub(super) async fn create(
    scope: &mut Scope<StaffWith<Accounts>>,
    user: UserId,
    text: &str,
) -> Result<StaffNote, StaffError> {
    const SQL: &str = "INSERT INTO staff_notes (id, user_id, author_id, text, created_at) \
         VALUES ($1, $2, $3, $4, $5)";
    let text = content::check_note(text, NOTE_CHARS_MAX)?;
    if text.is_empty() {
        return Err(ContentError::Required.into());
    }
    let tx = scope.begin().await?;
    account_status::find(&tx, user).await?.ok_or(StaffError::NotFound)?;
    let (id, me, now) = (StaffNoteId::new(), tx.viewer().id(), tx.now());
    let values = vec![id.into(), user.into(), me.into(), text.clone().into(), now.into()];
    tx.execute(SQL, values).await?;
    let after = json!({ "noteId": id });
    write_down(&tx, "account.note", user, None, (Value::Null, after)).await?;
    tx.commit().await?;
    let people = profiles::load_people(scope, &[me]).await?;
    Ok(StaffNote {
        id,
        text,
        author_id: Some(me),
        author_name: people.get(&me).map(|person| person.display_name.clone()),
        is_own: true,
        created_at: now,
    })
}

/// Deletes a note that the viewer wrote.
pub(super) async fn delete(
    scope: &mut Scope<StaffWith<Accounts>>,
    user: UserId,
    note: StaffNoteId,
) -> Result<(), StaffError> {
    const SQL: &str = "DELETE FROM staff_notes WHERE id = $1 AND user_id = $2 AND author_id = $3";
    let tx = scope.begin().await?;
    let values = vec![note.into(), user.into(), tx.viewer().id().into()];
    if tx.execute(SQL, values).await? == 0 {
        return Err(StaffError::NoNote);
    }
    let before = json!({ "noteId": note });
    write_down(&tx, "account.note-delete", user, None, (before, Value::Null)).await?;
    Ok(tx.commit().await?)
}

/// Notes about a user, for their export: text and time, without the author.
pub(in crate::staff) async fn notes_about(
    reads: &impl crate::sql::SqlReader,
    user: UserId,
) -> Result<Value, DbErr> {
    const SQL: &str = "SELECT id, author_id, text, created_at FROM staff_notes \
         WHERE user_id = $1 ORDER BY created_at, id";
    let rows = reads.sql(SQL, vec![user.into()]).all::<NoteRow>().await?;
    let notes =
        rows.into_iter().map(|row| json!({ "text": row.text, "createdAt": row.created_at }));
    Ok(notes.collect())
}
