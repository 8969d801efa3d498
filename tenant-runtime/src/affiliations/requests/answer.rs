//! What a reviewer says, and what it decides (F-058, F-061, gap G-055).

use super::error::RequestError;
use super::rows::AffiliationRequestStatus as Status;
use super::store::Decision;
use crate::content::{self, ContentError};
use platform::problem::FieldError;
use platform::{Catalogued, Problem};
use serde::Deserialize;
use utoipa::ToSchema;

/// Characters of a reason and of notes (G-040).
const WORDS_CHARS_MAX: usize = 5_000;

/// What a reviewer says beside an approval.
#[derive(Debug, Clone, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) struct Approval {
    /// For other reviewers; at most 5000 characters.
    #[serde(default)]
    notes: Option<String>,
}

/// What a reviewer says beside a rejection.
#[derive(Debug, Clone, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) struct Rejection {
    /// For the applicant; required, at most 5000 characters.
    #[serde(default)]
    rejection_reason: Option<String>,
    /// For other reviewers; at most 5000 characters.
    #[serde(default)]
    notes: Option<String>,
}

impl Approval {
    /// The decision, if its words may stand.
    pub(super) fn decision(&self) -> Result<Decision, Problem> {
        let notes = checked(self.notes.as_deref(), "notes")?;
        Ok(Decision { status: Status::Approved, rejection_reason: None, notes })
    }
}

impl Rejection {
    /// The decision, if it says why and its words may stand.
    pub(super) fn decision(&self) -> Result<Decision, Problem> {
        let reason = checked(self.rejection_reason.as_deref(), "rejectionReason")?;
        if reason.is_none() {
            let none = RequestError::NoReason;
            let field = FieldError::new("rejectionReason", none.entry().code, none.to_string());
            return Err(Problem::from(none).with_errors(vec![field]));
        }
        let notes = checked(self.notes.as_deref(), "notes")?;
        Ok(Decision { status: Status::Rejected, rejection_reason: reason, notes })
    }
}

fn checked(text: Option<&str>, field: &str) -> Result<Option<String>, Problem> {
    let refused = |error: ContentError| Problem::from(error).with_errors(vec![error.on(field)]);
    let text = content::check_note(text.unwrap_or_default(), WORDS_CHARS_MAX).map_err(refused)?;
    Ok(Some(text).filter(|text| !text.is_empty()))
}
