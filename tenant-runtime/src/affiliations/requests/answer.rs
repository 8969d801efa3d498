//! A reviewer's answer, and the decision that results (F-058, F-061, gap G-055).

use super::error::RequestError;
use super::rows::AffiliationRequestStatus as Status;
use super::store::Decision;
use crate::content::{self, ContentError};
use platform::problem::FieldError;
use platform::{CatalogueError, Problem};
use serde::Deserialize;
use utoipa::ToSchema;

/// Maximum characters of a reason and of notes (G-040).
const WORDS_CHARS_MAX: usize = 5_000;

/// Body of an approval.
#[derive(Debug, Clone, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) struct AffiliationApproval {
    /// Visible to other reviewers; at most 5000 characters.
    #[serde(default)]
    notes: Option<String>,
}

/// Body of a rejection.
#[derive(Debug, Clone, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) struct AffiliationRejection {
    /// Shown to the applicant; required, at most 5000 characters.
    #[serde(default)]
    rejection_reason: Option<String>,
    /// Visible to other reviewers; at most 5000 characters.
    #[serde(default)]
    notes: Option<String>,
}

impl AffiliationApproval {
    pub(super) const fn with_notes(notes: String) -> Self {
        Self { notes: Some(notes) }
    }

    /// The decision, if the notes are valid.
    pub(super) fn validated_decision(&self) -> Result<Decision, Problem> {
        let notes = validated(self.notes.as_deref(), "notes")?;
        Ok(Decision { status: Status::Approved, rejection_reason: None, notes })
    }
}

impl AffiliationRejection {
    pub(super) const fn for_reason(reason: String) -> Self {
        Self { rejection_reason: Some(reason), notes: None }
    }

    /// The decision, if there is a reason and the texts are valid.
    pub(super) fn decision(&self) -> Result<Decision, Problem> {
        let reason = validated(self.rejection_reason.as_deref(), "rejectionReason")?;
        if reason.is_none() {
            let none = RequestError::NoReason;
            let field = FieldError::new("rejectionReason", none.entry().code, none.to_string());
            return Err(Problem::from(none).with_errors(vec![field]));
        }
        let notes = validated(self.notes.as_deref(), "notes")?;
        Ok(Decision { status: Status::Rejected, rejection_reason: reason, notes })
    }
}

fn validated(text: Option<&str>, field: &str) -> Result<Option<String>, Problem> {
    let refused =
        |error: ContentError| Problem::from(error).with_errors(vec![error.to_field_error(field)]);
    let text = content::check_note(text.unwrap_or_default(), WORDS_CHARS_MAX).map_err(refused)?;
    Ok(Some(text).filter(|text| !text.is_empty()))
}
