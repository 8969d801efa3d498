//! Errors of reports.

use platform::limiter::Verdict;
use platform::{CatalogueError, ProblemEntry};

/// Reason why a request is refused.
#[derive(Debug, thiserror::Error)]
pub enum CspReportError {
    /// Neither of the two formats.
    #[error("The report could not be read.")]
    Unreadable,
    /// Too many reports from one network.
    #[error("Too many attempts. Please try again later.")]
    Limit(Verdict),
}

impl CatalogueError for CspReportError {
    fn entry(&self) -> ProblemEntry {
        match self {
            Self::Unreadable => ProblemEntry::bad_request("body-unreadable"),
            Self::Limit(_) => ProblemEntry::slow_down("rate-limited"),
        }
    }

    fn retry_after_s(&self) -> Option<u64> {
        match self {
            Self::Limit(verdict) => Some(verdict.retry_after_s),
            Self::Unreadable => None,
        }
    }
}
