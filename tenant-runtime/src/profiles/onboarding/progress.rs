//! How far a member has come in the wizard: the step, and for each document how far it was read and
//! whether its box is ticked. Agreements count only when the wizard is completed.

use super::store;
use crate::legal::{self, DocumentKey};
use crate::profiles::error::ProfileError;
use crate::profiles::store as people;
use platform::limiter::{LimitKey, LimitedAction};
use platform::problem::FieldError;
use platform::sessions::AccountStatus;
use platform::{AccountViewer, Scope, SignedIn};
use sea_orm::DbErr;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// The overview, then one step for each document.
const LAST_STEP: i64 = 3;

/// How far one document was read.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) struct DocumentProgress {
    /// Which document.
    pub key: DocumentKey,
    /// The version that was read, as `GET` names it.
    pub version: i64,
    /// Scroll position: 0 at the beginning of the text, 1 at its end.
    pub position: f64,
    /// The end of the text was on screen once.
    pub read_to_end: bool,
    /// The box is ticked.
    pub agreed: bool,
}

/// The position of a member in the wizard.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) struct OnboardingProgress {
    /// Zero-based: the overview, then the three documents in the order of `documents`.
    pub step: i64,
    /// The documents in the order in which they are agreed to.
    pub documents: Vec<DocumentProgress>,
}

/// The stored position, brought up to date: a document that has changed since is to be read again.
pub(super) async fn read(scope: &Scope<SignedIn>) -> Result<OnboardingProgress, ProfileError> {
    let versions = legal::current_versions(scope).await?;
    let stored = store::find_own(scope).await?;
    let (step, documents) = stored.map_or((0, Vec::new()), |row| {
        (row.step, serde_json::from_value(row.documents).unwrap_or_default())
    });
    let documents = documents_of(&documents, &versions);
    let standing = scope.facts().session.as_ref().map(|session| &session.account_status);
    let reachable = reachable_step(&documents, |key| is_agreed_already(standing, key));
    Ok(OnboardingProgress { step: step.clamp(0, reachable), documents })
}

/// Stores the position of a member. Does nothing after completion: a page that is being closed may
/// save once more while the completion is in progress.
pub(super) async fn write(
    scope: &mut Scope<SignedIn>,
    progress: &OnboardingProgress,
) -> Result<(), ProfileError> {
    let user = scope.viewer().id();
    let verdict = scope
        .services()
        .limiter()
        .count_attempt(LimitedAction::KeepDraft, &LimitKey::user(user))
        .await;
    if !verdict.allowed {
        return Err(ProfileError::Limit(verdict.retry_at_words(scope.now()), verdict));
    }
    let cutoff = scope.services().config().auth.agreement_cutoff;
    let tx = scope.begin().await?;
    let row = people::own_in(&tx).await?.ok_or(ProfileError::NotFound)?;
    let standing = AccountStatus::from_row(&row.status_row(), tx.now(), cutoff);
    if standing.is_onboarded() {
        return Ok(());
    }
    check(progress, |key| is_agreed_already(Some(&standing), key))?;
    let documents = serde_json::to_value(&progress.documents)
        .map_err(|error| DbErr::Json(error.to_string()))?;
    store::upsert_own(&tx, progress.step, documents).await?;
    tx.commit().await?;
    Ok(())
}

fn is_agreed_already(standing: Option<&AccountStatus>, key: DocumentKey) -> bool {
    standing.is_some_and(|standing| match key {
        DocumentKey::TermsOfService => !standing.needs_terms,
        DocumentKey::CommunityGuidelines => !standing.needs_guidelines,
        DocumentKey::PrivacyPolicy => !standing.needs_privacy,
    })
}

/// The progress of every document in its current version.
fn documents_of(
    stored: &[DocumentProgress],
    versions: &[(DocumentKey, i64)],
) -> Vec<DocumentProgress> {
    DocumentKey::ALL
        .into_iter()
        .map(|key| {
            let version = versions.iter().find(|(of, _)| *of == key).map_or(0, |(_, now)| *now);
            let unread =
                DocumentProgress { key, version, position: 0.0, read_to_end: false, agreed: false };
            stored
                .iter()
                .find(|one| one.key == key && one.version == version)
                .copied()
                .unwrap_or(unread)
        })
        .collect()
}

/// The last step that may be opened: that of the first document not agreed to.
fn reachable_step(documents: &[DocumentProgress], already: impl Fn(DocumentKey) -> bool) -> i64 {
    let is_agreed =
        |key: DocumentKey| already(key) || documents.iter().any(|one| one.key == key && one.agreed);
    let missing = DocumentKey::ALL.into_iter().position(|key| !is_agreed(key));
    missing.and_then(|place| i64::try_from(place + 1).ok()).unwrap_or(LAST_STEP)
}

fn check(
    progress: &OnboardingProgress,
    already: impl Fn(DocumentKey) -> bool,
) -> Result<(), ProfileError> {
    let refuse = |field: &str, code: &str, words: &str| {
        Err(ProfileError::Fields(vec![FieldError::new(field, code, words)]))
    };
    for (place, one) in progress.documents.iter().enumerate() {
        let field = |name: &str| format!("documents.{place}.{name}");
        if progress.documents[..place].iter().any(|other| other.key == one.key) {
            return refuse(&field("key"), "document-repeated", "Each document can appear once");
        }
        if one.version < 1 {
            return refuse(&field("version"), "version-unknown", "Version must be at least 1");
        }
        if !(0.0..=1.0).contains(&one.position) {
            return refuse(
                &field("position"),
                "position-out-of-range",
                "Position must be between 0 and 1",
            );
        }
        if one.agreed && !one.read_to_end && !already(one.key) {
            return refuse(
                &field("agreed"),
                "document-unread",
                "A document must be read to its end first",
            );
        }
    }
    if !(0..=LAST_STEP).contains(&progress.step) {
        return refuse("step", "step-unknown", "Step must be between 0 and 3");
    }
    if progress.step > reachable_step(&progress.documents, already) {
        return refuse("step", "step-not-reached", "Agree to the earlier documents first");
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(key: DocumentKey, agreed: bool) -> DocumentProgress {
        DocumentProgress { key, version: 2, position: 1.0, read_to_end: true, agreed }
    }

    #[test]
    fn resets_a_document_that_has_a_new_version() {
        let terms = read(DocumentKey::TermsOfService, true);
        let versions = DocumentKey::ALL.map(|key| (key, 2));
        assert!(documents_of(&[terms], &versions)[0].agreed);
        let raised = [(DocumentKey::TermsOfService, 3)];
        let documents = documents_of(&[terms], &raised);
        assert!(!documents[0].agreed && documents[0].version == 3);
        assert_eq!(documents.len(), DocumentKey::ALL.len());
    }

    #[test]
    fn a_step_opens_when_all_earlier_documents_are_agreed_to() {
        let none = |_| false;
        let terms = read(DocumentKey::TermsOfService, true);
        assert_eq!(reachable_step(&[], none), 1);
        assert_eq!(reachable_step(&[terms], none), 2);
        assert_eq!(reachable_step(&[], |key| key == DocumentKey::TermsOfService), 2);
        assert_eq!(reachable_step(&DocumentKey::ALL.map(|key| read(key, true)), none), LAST_STEP);
    }
}
