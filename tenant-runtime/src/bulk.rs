//! Actions on several subjects at once. Each subject has its own transaction and outcome: a refused
//! one does not undo the others.

use platform::problem::{FieldError, Problem, ProblemEntry};
use serde::Serialize;
use std::fmt::Display;
use utoipa::ToSchema;

/// Maximum number of subjects.
const BULK_MAX: usize = 100;

/// Outcome for one subject.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct BulkOutcome {
    id: String,
    ok: bool,
    /// Status that the single action would have returned.
    status: u16,
    /// Problem code, if refused.
    code: Option<&'static str>,
    /// Problem text, if refused.
    detail: Option<String>,
}

/// Outcomes in the order of the request.
#[derive(Debug, Serialize, ToSchema)]
pub struct BulkOutcomes {
    pub outcomes: Vec<BulkOutcome>,
}

/// Checks the number of subjects.
///
/// # Errors
/// 422 for none, or for more than 100.
pub fn check_count(count: usize) -> Result<(), Problem> {
    if (1..=BULK_MAX).contains(&count) {
        return Ok(());
    }
    let text = "Choose between 1 and 100 entries.";
    let entry = ProblemEntry::invalid("bulk-count");
    let field = FieldError::new("ids", entry.code, text);
    Err(Problem::new(entry, text).with_errors(vec![field]))
}

impl BulkOutcome {
    /// Outcome of the action on one subject.
    ///
    /// # Errors
    /// A server error ends the whole request.
    pub fn from_result(id: impl Display, result: Result<(), Problem>) -> Result<Self, Problem> {
        let id = id.to_string();
        match result {
            Ok(()) => Ok(Self { id, ok: true, status: 200, code: None, detail: None }),
            Err(problem) if problem.entry.status.is_server_error() => Err(problem),
            Err(problem) => Ok(Self {
                id,
                ok: false,
                status: problem.entry.status.as_u16(),
                code: Some(problem.entry.code),
                detail: Some(problem.detail),
            }),
        }
    }
}
