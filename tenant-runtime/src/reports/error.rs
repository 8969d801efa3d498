//! Errors of reports.

use platform::{CatalogueError, ProblemEntry};

/// Reason why a report was not accepted, returned or closed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum ReportError {
    /// It does not exist, or the viewer may not see it.
    #[error("Report not found")]
    NotFound,
    /// The reporter already has an open report about this subject.
    #[error("You have already reported this")]
    Already,
    /// Users cannot report their own content.
    #[error("You cannot report your own content")]
    Own,
    /// Only moderators of the community may do this (G-062).
    #[error("Admin privileges required")]
    NotAModerator,
    /// The report was already closed by another moderator.
    #[error("This report was already handled")]
    Handled,
    #[error("A report is open, resolved or dismissed")]
    UnknownStatus,
}

impl CatalogueError for ReportError {
    fn entry(&self) -> ProblemEntry {
        match self {
            Self::NotFound => ProblemEntry::not_found("report-not-found"),
            Self::Already => ProblemEntry::conflict("report-already-made"),
            Self::Own => ProblemEntry::invalid("report-of-own"),
            Self::NotAModerator => ProblemEntry::forbidden("admin-privileges-required"),
            Self::Handled => ProblemEntry::conflict("report-already-handled"),
            Self::UnknownStatus => ProblemEntry::invalid("report-status-unknown"),
        }
    }
}

/// Message when a report could not be stored.
pub(super) const REPORT_FAILED: &str = "Failed to send report";
/// Message when reports could not be loaded.
pub(super) const LOAD_FAILED: &str = "Failed to load reports";
/// Message when a report could not be closed.
pub(super) const HANDLE_FAILED: &str = "Failed to update report";
