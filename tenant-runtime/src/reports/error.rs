//! Everything that can go wrong with a report.

use platform::{Catalogued, Entry};

/// Why a report was not taken, shown or handled.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum ReportError {
    /// Not there, or not for this viewer.
    #[error("Report not found")]
    NotFound,
    /// One open report of one person about one thing.
    #[error("You have already reported this")]
    Already,
    /// Their own words.
    #[error("You cannot report your own content")]
    Own,
    /// For those who look after the community (G-062).
    #[error("Admin privileges required")]
    NotAModerator,
    /// Somebody was faster.
    #[error("This report was already handled")]
    Handled,
    /// No such state.
    #[error("A report is open, resolved or dismissed")]
    UnknownStatus,
}

impl Catalogued for ReportError {
    fn entry(&self) -> Entry {
        match self {
            Self::NotFound => Entry::not_found("report-not-found"),
            Self::Already => Entry::conflict("report-already-made"),
            Self::Own => Entry::invalid("report-of-own"),
            Self::NotAModerator => Entry::forbidden("admin-privileges-required"),
            Self::Handled => Entry::conflict("report-already-handled"),
            Self::UnknownStatus => Entry::invalid("report-status-unknown"),
        }
    }
}

/// The line of a report that could not be made.
pub(super) const REPORT_FAILED: &str = "Failed to send report";
/// The line of reports that could not be read.
pub(super) const LOAD_FAILED: &str = "Failed to load reports";
/// The line of a report that could not be handled.
pub(super) const HANDLE_FAILED: &str = "Failed to update report";
