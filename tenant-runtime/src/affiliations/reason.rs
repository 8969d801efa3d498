//! Reason of an action on an affiliation or its members, entered by the person who acts.

use crate::content::{self, ContentError};
use platform::problem::FieldError;
use platform::{CatalogueError, Problem, ProblemEntry};
use serde::Deserialize;
use utoipa::ToSchema;

/// Maximum characters of a reason.
const CHARS_MAX: usize = 500;

/// Body of an action that needs a reason.
#[derive(Debug, Clone, Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) struct AffiliationActionReason {
    /// 1 to 500 characters.
    #[serde(default)]
    pub reason: String,
}

/// The reason is missing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("Give a reason.")]
struct MissingReason;

impl CatalogueError for MissingReason {
    fn entry(&self) -> ProblemEntry {
        ProblemEntry::invalid("affiliation-reason-required")
    }
}

/// Validates a required reason.
pub(super) fn check_reason(typed: &str) -> Result<String, Problem> {
    let refused = |error: ContentError| {
        Problem::from(error).with_errors(vec![error.to_field_error("reason")])
    };
    let reason = content::check_note(typed, CHARS_MAX).map_err(refused)?;
    let reason = reason.trim().to_owned();
    if reason.is_empty() {
        let field = FieldError::new("reason", MissingReason.entry().code, "Give a reason.");
        return Err(Problem::from(MissingReason).with_errors(vec![field]));
    }
    Ok(reason)
}
