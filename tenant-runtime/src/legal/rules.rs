//! Records acknowledgements of legal documents.

use super::acknowledgement_status::site_name;
use super::document::DocumentKey;
use super::error::LegalError;
use super::rows::{addition, document};
use super::{history, store};
use crate::sql::SqlReader;
use chrono::{DateTime, Utc};
use platform::language::{TextGroup, in_response};
use platform::scope::RequestViewer;
use platform::{AccountViewer, Member, Scope, Services, Site, Staff, System, Tx, UserId, Visitor};
use sea_orm::{DbErr, FromQueryResult};
use serde::Serialize;
use utoipa::ToSchema;

/// Inserts missing initial documents of a new installation. Reads first, so that the start of an
/// existing installation does not wait for a writer.
///
/// # Errors
/// Database errors.
pub async fn insert_initial_documents(services: &Services) -> Result<(), DbErr> {
    let mut system = services.system("insert the initial legal documents");
    if store::document_count(&system).await? == DocumentKey::ALL.len() {
        return Ok(());
    }
    let tx = system.begin().await?;
    for key in DocumentKey::ALL {
        store::insert_unless_there(&tx, key).await?;
        if let Some(document) = store::find_in(&tx, key).await? {
            history::store_version(&tx, &document).await?;
        }
    }
    tx.commit().await
}

/// A document, with the portal's addition. Only staff can read the text of a placeholder.
pub(super) async fn read_document(
    scope: &Scope<Visitor>,
    key: &str,
) -> Result<(document::Model, Option<addition::Model>), LegalError> {
    let key = DocumentKey::from_name(key).ok_or(LegalError::NotFound)?;
    let mut document = store::find(scope, key).await?.ok_or(LegalError::NotFound)?;
    if document.is_placeholder && !is_staff(scope) {
        let notice = key.placeholder_notice();
        document.content = in_response(TextGroup::Labels, &notice).into_owned();
        document.effective_date = None;
    }
    let addition = match scope.site() {
        Site::Main => None,
        Site::Portal(_) => store::find_addition(scope, key).await?,
    };
    Ok((document, addition.filter(|added| !added.content.is_empty())))
}

/// Keys of the legal documents that staff have not adapted to their installation.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct UnadaptedDocuments {
    /// Not published yet; only staff can read them.
    pub placeholders: Vec<String>,
    /// Public with the shipped text, as in installations from before G-095.
    pub shipped: Vec<String>,
}

/// The documents that staff have not adapted yet. 1 query.
///
/// # Errors
/// Database errors.
pub async fn unadapted_documents(scope: &Scope<Staff>) -> Result<UnadaptedDocuments, DbErr> {
    let mut found = UnadaptedDocuments::default();
    for (key, is_placeholder) in store::unadapted_keys(scope).await? {
        if is_placeholder { &mut found.placeholders } else { &mut found.shipped }.push(key);
    }
    Ok(found)
}

/// Reading is public, so this checks for staff without requiring a sign-in.
fn is_staff(scope: &Scope<Visitor>) -> bool {
    Member::admit_viewer(scope.facts()).is_ok_and(|member| member.is_staff())
}

/// Publishes the texts that come with the software, for the demo network.
///
/// # Errors
/// Database errors.
pub async fn adopt_placeholders(tx: &Tx<'_, System>) -> Result<(), DbErr> {
    store::adopt_placeholders(tx).await
}

/// Acknowledges all documents of the main site for the first staff account, in their current
/// version. Like other users, it must acknowledge later versions itself.
///
/// # Errors
/// Database errors.
pub async fn acknowledge_for<V>(tx: &Tx<'_, V>, user: UserId) -> Result<(), DbErr> {
    store::acknowledge_for(tx, user).await
}

/// An acknowledgement of a user, for staff and for their export.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, FromQueryResult, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct LegalAcknowledgement {
    /// `main`, or the affiliation of a portal.
    pub door: String,
    /// Key of the document.
    pub document: String,
    /// Acknowledged version.
    pub version: i64,
    pub acknowledged_at: DateTime<Utc>,
}

/// A user's acknowledgements on all sites.
///
/// # Errors
/// Database errors.
pub async fn acknowledgements_of(
    reads: &impl SqlReader,
    user: UserId,
) -> Result<Vec<LegalAcknowledgement>, DbErr> {
    const SQL: &str = "SELECT door, document, version, acknowledged_at \
         FROM legal_acknowledgements WHERE user_id = $1 ORDER BY door, document";
    reads.sql(SQL, vec![user.into()]).all().await
}

/// Deletes a user's acknowledgements on all sites; they have to acknowledge again (A-187, G-096).
///
/// # Errors
/// Database errors.
pub async fn delete_acknowledgements<V>(tx: &Tx<'_, V>, user: UserId) -> Result<(), DbErr> {
    const SQL: &str = "DELETE FROM legal_acknowledgements WHERE user_id = $1";
    tx.execute(SQL, vec![user.into()]).await.map(drop)
}

/// Current version of each document on this site.
///
/// # Errors
/// Database errors.
pub async fn current_versions(reads: &impl SqlReader) -> Result<Vec<(DocumentKey, i64)>, DbErr> {
    let current = store::versions_of(reads).await?;
    let named = |(key, version): (String, i64)| Some((DocumentKey::from_name(&key)?, version));
    Ok(current.into_iter().filter_map(named).collect())
}

/// Acknowledges all documents in their current version, on the site of the request.
///
/// # Errors
/// Database errors.
pub async fn acknowledge_all<V: AccountViewer>(tx: &Tx<'_, V>) -> Result<(), DbErr> {
    let door = site_name(tx.site());
    for (key, version) in store::versions_of(tx).await? {
        store::upsert_own(tx, &door, key, version).await?;
    }
    Ok(())
}
