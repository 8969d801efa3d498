//! Errors of staff actions.

use crate::content::ContentError;
use platform::problem::FieldError;
use platform::scope::GateError;
use platform::step_up::ProofNeeded;
use platform::{CatalogueError, ProblemEntry};
use sea_orm::DbErr;

/// Reason why a request is refused.
#[derive(Debug, thiserror::Error)]
pub enum StaffError {
    /// The account does not exist.
    #[error("User not found")]
    NotFound,
    /// The reason is missing or invalid (G-091).
    #[error(transparent)]
    Reason(#[from] ContentError),
    /// The pause would end in the past.
    #[error("A pause must end in the future.")]
    PastEnd,
    /// Only staff can grant staff status (C-147, G-091).
    #[error("Only staff members can grant staff status")]
    GrantByStaff,
    /// Staff cannot act on their own account (G-091).
    #[error("You cannot do this to your own account.")]
    Oneself,
    /// At least one member of staff must remain (G-091).
    #[error("The last member of staff cannot be removed.")]
    LastStaff,
    /// At least one administrator must remain (G-091).
    #[error("The last administrator cannot be removed.")]
    LastAdministrator,
    /// Only administrators act on accounts of staff.
    #[error("Only administrators can do this to the account of a member of staff.")]
    StaffProtected,
    /// The account has the role already.
    #[error("This account has this role already.")]
    SameRole,
    /// The viewer's role does not include the action.
    #[error(transparent)]
    Gate(#[from] GateError),
    /// The session does not exist or has ended.
    #[error("Session not found")]
    NoSession,
    /// The note does not exist, or another person wrote it.
    #[error("Note not found")]
    NoNote,
    /// The account is not staff.
    #[error("This account is not staff.")]
    NotStaff,
    /// The account is not paused.
    #[error("This account is not paused.")]
    NotPaused,
    /// The account has no second factor.
    #[error("This account has no second factor.")]
    NoFactor,
    /// The account is banned or suspended.
    #[error("This account is banned or suspended.")]
    Disabled,
    /// An action failed for a reason that is no refusal.
    #[error("{0}")]
    Fault(String),
    /// Recent authentication is needed.
    #[error(transparent)]
    Proof(#[from] ProofNeeded),
    /// The subscription would end before it starts.
    #[error("A subscription must end after it starts.")]
    TierEndsEarly,
    /// Neither `strict` nor `relaxed`.
    #[error("The content filter must be strict or relaxed.")]
    ContentFilter,
    /// An archived portal cannot change.
    #[error("This portal is archived and cannot be changed.")]
    PortalArchived,
    /// Database error.
    #[error("An error occurred. Please try again.")]
    Store(#[from] DbErr),
}

impl CatalogueError for StaffError {
    fn entry(&self) -> ProblemEntry {
        match self {
            Self::NotFound => ProblemEntry::not_found("user-not-found"),
            Self::Reason(error) => error.entry(),
            Self::PastEnd => ProblemEntry::invalid("pause-end-past"),
            Self::Proof(error) => error.entry(),
            Self::GrantByStaff => ProblemEntry::forbidden("staff-grant-by-staff"),
            Self::Oneself => ProblemEntry::forbidden("staff-oneself"),
            Self::LastStaff => ProblemEntry::conflict("staff-last"),
            Self::LastAdministrator => ProblemEntry::conflict("staff-last-administrator"),
            Self::StaffProtected => ProblemEntry::forbidden("staff-protected"),
            Self::SameRole => ProblemEntry::conflict("staff-role-unchanged"),
            Self::Gate(error) => error.entry(),
            Self::NoSession => ProblemEntry::not_found("session-not-found"),
            Self::NoNote => ProblemEntry::not_found("note-not-found"),
            Self::NotStaff => ProblemEntry::conflict("staff-not-staff"),
            Self::NotPaused => ProblemEntry::conflict("account-not-paused"),
            Self::NoFactor => ProblemEntry::conflict("second-factor-none"),
            Self::Disabled => ProblemEntry::forbidden("account-disabled"),
            Self::TierEndsEarly => ProblemEntry::invalid("subscription-end-early"),
            Self::ContentFilter => ProblemEntry::invalid("content-filter-unknown"),
            Self::PortalArchived => ProblemEntry::conflict("tenant-archived"),
            Self::Store(error) if platform::db::is_away(error) => {
                ProblemEntry::away("storage-away")
            }
            Self::Store(_) | Self::Fault(_) => ProblemEntry::internal(),
        }
    }

    fn fields(&self) -> Vec<FieldError> {
        let on = |field| vec![FieldError::new(field, self.entry().code, self.to_string())];
        match self {
            Self::Reason(error) => vec![error.to_field_error("reason")],
            Self::PastEnd => on("pausedUntil"),
            Self::TierEndsEarly => on("subscriptionEndDate"),
            Self::ContentFilter => on("filter"),
            _ => Vec::new(),
        }
    }
}
