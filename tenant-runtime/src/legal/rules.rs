//! Who has acknowledged what.

use super::document::DocumentKey;
use super::error::LegalError;
use super::rows::{addition, document};
use super::standing::door_name;
use super::{history, store};
use crate::reads::Reads;
use chrono::{DateTime, Utc};
use platform::scope::Gate;
use platform::{Door, Identified, Member, Scope, Services, Staff, System, Tx, UserId, Visitor};
use sea_orm::{DbErr, FromQueryResult};
use serde::Serialize;
use utoipa::ToSchema;

/// Writes the documents that an installation starts with, where there are none. Looks first: a
/// start of an installation that has them waits for nobody who writes.
///
/// # Errors
/// The database's.
pub async fn seed(services: &Services) -> Result<(), DbErr> {
    let mut system = services.system("give a new installation its legal documents");
    if store::kept(&system).await? == DocumentKey::ALL.len() {
        return Ok(());
    }
    let tx = system.begin().await?;
    for key in DocumentKey::ALL {
        store::insert_unless_there(&tx, key).await?;
        if let Some(document) = store::find_in(&tx, key).await? {
            history::keep(&tx, &document).await?;
        }
    }
    tx.commit().await
}

/// A document, with what the portal adds to it. Of a placeholder only staff read the text.
pub(super) async fn read(
    scope: &Scope<Visitor>,
    key: &str,
) -> Result<(document::Model, Option<addition::Model>), LegalError> {
    let key = DocumentKey::named(key).ok_or(LegalError::NotFound)?;
    let mut document = store::find(scope, key).await?.ok_or(LegalError::NotFound)?;
    if document.is_placeholder && !is_staff(scope) {
        document.content = key.placeholder();
        document.effective_date = None;
    }
    let addition = match scope.door() {
        Door::Main => None,
        Door::Portal(_) => store::addition(scope, key).await?,
    };
    Ok((document, addition.filter(|added| !added.content.is_empty())))
}

/// Everybody may read, so staff are recognised rather than required.
fn is_staff(scope: &Scope<Visitor>) -> bool {
    Member::admit(scope.facts()).is_ok_and(|member| member.is_staff())
}

/// Publishes the texts that came with the software, for the demo network.
///
/// # Errors
/// The database's.
pub async fn adopt_placeholders(tx: &Tx<'_, System>) -> Result<(), DbErr> {
    store::adopt_placeholders(tx).await
}

/// Acknowledges every document of main for the first staff account, which agrees to no placeholder: a
/// publication asks it like everybody else.
///
/// # Errors
/// The database's.
pub async fn acknowledge_for<V>(tx: &Tx<'_, V>, user: UserId) -> Result<(), DbErr> {
    store::acknowledge_for(tx, user).await
}

/// What somebody has acknowledged, for staff and for their archive.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, FromQueryResult, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Held {
    /// `main`, or the affiliation of a portal.
    pub door: String,
    /// Which document.
    pub document: String,
    /// Which version of it.
    pub version: i64,
    /// When.
    pub acknowledged_at: DateTime<Utc>,
}

/// What somebody has acknowledged, through every door.
///
/// # Errors
/// The database's.
pub async fn held_by(reads: &impl Reads, user: UserId) -> Result<Vec<Held>, DbErr> {
    const SQL: &str = "SELECT door, document, version, acknowledged_at \
         FROM legal_acknowledgements WHERE user_id = $1 ORDER BY door, document";
    reads.sql(SQL, vec![user.into()]).all().await
}

/// Forgets what somebody has acknowledged, at every door: they are asked anew (A-187, G-096).
///
/// # Errors
/// The database's.
pub async fn reset(tx: &Tx<'_, Staff>, user: UserId) -> Result<(), DbErr> {
    const SQL: &str = "DELETE FROM legal_acknowledgements WHERE user_id = $1";
    tx.execute(SQL, vec![user.into()]).await.map(drop)
}

/// The current version of every document on this site.
///
/// # Errors
/// The database's.
pub async fn versions(reads: &impl Reads) -> Result<Vec<(DocumentKey, i64)>, DbErr> {
    let current = store::versions_of(reads).await?;
    let named = |(key, version): (String, i64)| Some((DocumentKey::named(&key)?, version));
    Ok(current.into_iter().filter_map(named).collect())
}

/// Acknowledges every document in its current version, at the door of the request.
///
/// # Errors
/// The database's.
pub async fn acknowledge<V: Identified>(tx: &Tx<'_, V>) -> Result<(), DbErr> {
    let door = door_name(tx.door());
    for (key, version) in store::versions_of(tx).await? {
        store::upsert_own(tx, &door, key, version).await?;
    }
    Ok(())
}
