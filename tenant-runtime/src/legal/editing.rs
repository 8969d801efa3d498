//! Editing of legal documents by staff. Each publication increments the version, keeps all earlier
//! versions, and asks all users to acknowledge the document again (A-175 to A-177, G-095, G-096).

use super::document::{DocumentKey, split_date};
use super::error::{LegalError, TextError};
use super::rows::{addition, document};
use super::{history, store};
use crate::content;
use chrono::NaiveDate;
use platform::audit::{AuditedAction, record_action};
use platform::events::Topic;
use platform::{AccountViewer, AffiliationId, Scope, Staff, Tx};
use sea_orm::DbErr;
use serde_json::{Value, json};

/// A new version to publish.
pub(super) struct LegalDraft {
    pub title: String,
    pub content: String,
    /// If omitted, the date above the text applies, or the previous date if there is none.
    /// `Some(None)` removes it.
    pub effective_date: Option<Option<String>>,
    /// Version on which the edit is based.
    pub base_version: Option<i64>,
}

/// Publishes a new version. If two members of staff started from the same version, the second one
/// gets an error.
pub(super) async fn publish(
    scope: &mut Scope<Staff>,
    key: DocumentKey,
    draft: LegalDraft,
) -> Result<document::Model, LegalError> {
    let on = |field| move |error| LegalError::Text(TextError { field, error });
    let title = content::check_title(&draft.title).map_err(on("title"))?;
    let text = content::check_description(&draft.content).map_err(on("content"))?;
    let text = split_date(&text);
    let given = match draft.effective_date {
        Some(Some(date)) => Some(Some(check_date(&date)?)),
        other => other,
    };
    let tx = scope.begin().await?;
    let before = store::lock(&tx, key).await?.ok_or(LegalError::NotFound)?;
    if draft.base_version.is_some_and(|base| base != before.version) {
        return Err(LegalError::Changed(before.version));
    }
    let kept = before.effective_date.clone();
    let effective_date = given.unwrap_or_else(|| text.effective_date.or(kept));
    let after = document::Model {
        title,
        content: text.content,
        effective_date,
        version: before.version + 1,
        last_updated: tx.now(),
        updated_by: Some(tx.viewer().id()),
        is_placeholder: false,
        key: before.key.clone(),
    };
    history::store_version(&tx, &before).await?;
    if !store::replace_version(&tx, before.version, &after).await? {
        return Err(LegalError::Changed(before.version + 1));
    }
    history::store_version(&tx, &after).await?;
    let (was, is) = (json!({ "version": before.version }), json!({ "version": after.version }));
    write_down(&tx, "legal.publish", after.key.clone(), was, is).await?;
    publish_event(&tx).await?;
    tx.commit().await?;
    tracing::info!(document.key = %after.key, document.version = after.version, "legal document published");
    Ok(after)
}

/// Changes a portal's addition to a document; an empty text removes it. Only the portal's members
/// are asked to acknowledge the document again, on that portal.
pub(super) async fn add(
    scope: &mut Scope<Staff>,
    key: DocumentKey,
    portal: AffiliationId,
    text: &str,
) -> Result<addition::Model, LegalError> {
    let text = content::check_note(text, content::DESCRIPTION_CHARS_MAX)
        .map_err(|error| LegalError::Text(TextError { field: "content", error }))?;
    let tx = scope.begin().await?;
    if !history::has_portal(&tx, portal).await? {
        return Err(LegalError::NotFound);
    }
    let before = history::lock_addition(&tx, key, portal).await?;
    let version = before.as_ref().map_or(0, |before| before.version);
    let after = addition::Model {
        affiliation_id: portal,
        key: key.name().to_owned(),
        content: text,
        version: version + 1,
        last_updated: tx.now(),
        updated_by: Some(tx.viewer().id()),
    };
    history::put_addition(&tx, &after).await?;
    let subject = format!("{}@{portal}", key.name());
    let (was, is) = (json!({ "version": version }), json!({ "version": after.version }));
    write_down(&tx, "legal.add", subject, was, is).await?;
    publish_event(&tx).await?;
    tx.commit().await?;
    Ok(after)
}

/// Notifies open pages, which ask for acknowledgement at once.
async fn publish_event(tx: &Tx<'_, Staff>) -> Result<(), DbErr> {
    tx.publish(Topic::Everyone, "legal.published", &json!({})).await.map(drop)
}

fn check_date(text: &str) -> Result<String, LegalError> {
    let text = text.trim();
    let date = NaiveDate::parse_from_str(text, "%Y-%m-%d").map_err(|_| LegalError::Date)?;
    if text.len() == 10 { Ok(date.format("%Y-%m-%d").to_string()) } else { Err(LegalError::Date) }
}

async fn write_down(
    tx: &Tx<'_, Staff>,
    action: &'static str,
    subject_id: String,
    before: Value,
    after: Value,
) -> Result<(), DbErr> {
    let act = AuditedAction {
        actor: Some(tx.viewer().id()),
        action,
        subject_kind: "legal-document",
        subject_id,
        before,
        after,
        reason: None,
    };
    record_action(tx, act).await
}
