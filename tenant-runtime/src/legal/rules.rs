//! Who has acknowledged what.

use super::document::DocumentKey;
use super::error::LegalError;
use super::rows::{acknowledgement, addition, document};
use super::{history, store};
use crate::reads::Reads;
use chrono::{DateTime, Utc};
use platform::{Door, Identified, Scope, Services, Staff, Tx, UserId, Visitor};
use sea_orm::{DbErr, FromQueryResult};
use serde::Serialize;
use std::collections::HashMap;
use utoipa::ToSchema;

/// How far somebody is with the documents, at one door.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Acknowledged {
    /// All of them were acknowledged, in some version.
    pub acknowledged: bool,
    /// Those that have changed since.
    pub changed: Vec<String>,
}

/// Writes the documents that an installation starts with, where there are none.
///
/// # Errors
/// The database's.
pub async fn seed(services: &Services) -> Result<(), DbErr> {
    let mut system = services.system("give a new installation its legal documents");
    let tx = system.begin().await?;
    for key in DocumentKey::ALL {
        store::insert_unless_there(&tx, key).await?;
        if let Some(document) = store::find_in(&tx, key).await? {
            history::keep(&tx, &document).await?;
        }
    }
    tx.commit().await
}

/// A document, with what the portal adds to it.
pub(super) async fn read(
    scope: &Scope<Visitor>,
    key: &str,
) -> Result<(document::Model, Option<addition::Model>), LegalError> {
    let key = DocumentKey::named(key).ok_or(LegalError::NotFound)?;
    let document = store::find(scope, key).await?.ok_or(LegalError::NotFound)?;
    let addition = match scope.door() {
        Door::Main => None,
        Door::Portal(_) => store::addition(scope, key).await?,
    };
    Ok((document, addition.filter(|added| !added.content.is_empty())))
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
    tx.raw(SQL, vec![user.into()]).execute().await.map(drop)
}

/// How far the viewer is, at the door they came through. When that cannot be learnt, every document
/// is to be acknowledged anew: nobody gets past them because a query failed.
pub async fn acknowledged_by<V: Identified>(scope: &Scope<V>) -> Acknowledged {
    match compared(scope).await {
        Ok(acknowledged) => acknowledged,
        Err(error) => {
            tracing::error!(%error, "who has acknowledged the legal documents is not known");
            let changed = DocumentKey::ALL.map(|key| key.name().to_owned()).to_vec();
            Acknowledged { acknowledged: true, changed }
        }
    }
}

async fn compared<V: Identified>(scope: &Scope<V>) -> Result<Acknowledged, DbErr> {
    let current = store::versions(scope).await?;
    let own = store::own(scope, &door_name(scope.door())).await?;
    Ok(compare(&current, &own))
}

/// Acknowledges every document in its current version, at the door of the request.
///
/// # Errors
/// The database's.
pub async fn acknowledge<V: Identified>(tx: &Tx<'_, V>) -> Result<(), DbErr> {
    let door = door_name(tx.door());
    for (key, version) in store::versions_in(tx).await? {
        store::upsert_own(tx, &door, key, version).await?;
    }
    Ok(())
}

fn door_name(door: Door) -> String {
    door.affiliation().map_or_else(|| "main".to_owned(), |affiliation| affiliation.to_string())
}

fn compare(current: &[(String, i64)], own: &[acknowledgement::Model]) -> Acknowledged {
    let own: HashMap<&str, i64> =
        own.iter().map(|row| (row.document.as_str(), row.version)).collect();
    let raised = |(key, version): &&(String, i64)| {
        own.get(key.as_str()).is_some_and(|acknowledged| acknowledged < version)
    };
    Acknowledged {
        acknowledged: current.iter().all(|(key, _)| own.contains_key(key.as_str())),
        changed: current.iter().filter(raised).map(|(key, _)| key.clone()).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn own(document: &str, version: i64) -> acknowledgement::Model {
        acknowledgement::Model {
            user_id: UserId::new(),
            door: "main".to_owned(),
            document: document.to_owned(),
            version,
            acknowledged_at: Utc::now(),
        }
    }

    #[test]
    fn only_what_was_raised_since_has_changed() {
        let current = vec![("a".to_owned(), 2), ("b".to_owned(), 1)];
        let said = |own: &[acknowledgement::Model]| {
            let Acknowledged { acknowledged, changed } = compare(&current, own);
            (acknowledged, changed.join(","))
        };
        assert_eq!(said(&[]), (false, String::new()));
        assert_eq!(said(&[own("a", 2)]), (false, String::new()));
        assert_eq!(said(&[own("a", 2), own("b", 1)]), (true, String::new()));
        assert_eq!(said(&[own("a", 1), own("b", 1)]), (true, "a".to_owned()));
    }
}
