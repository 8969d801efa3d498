//! Errors of invitations, with the specified messages.

use platform::{CatalogueError, ProblemEntry};

/// Reason why an invitation was not sent, returned or answered. Messages that are not specified
/// follow the same tone.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum InvitationError {
    /// The user is a member already (F-069).
    #[error("User is already a member of this affiliation")]
    AlreadyMember,
    /// The affiliation accepts no members now.
    #[error("This affiliation is not accepting new members at the moment.")]
    Shut,
    /// The user does not exist, or one of the two has blocked the other.
    #[error("User not found")]
    NobodyThere,
    /// A concurrent request invites the same user.
    #[error("This person has just been invited to this affiliation.")]
    Waits,
    /// It does not exist, or the viewer may not see it.
    #[error("Invitation not found")]
    NotFound,
    /// An accepted invitation cannot be dismissed.
    #[error("This invitation has already been accepted.")]
    Accepted,
}

impl CatalogueError for InvitationError {
    fn entry(&self) -> ProblemEntry {
        match self {
            Self::AlreadyMember => ProblemEntry::conflict("affiliation-already-member"),
            Self::Shut => ProblemEntry::conflict("affiliation-shut"),
            Self::NobodyThere => ProblemEntry::not_found("user-not-found"),
            Self::Waits => ProblemEntry::conflict("affiliation-invitation-waits"),
            Self::NotFound => ProblemEntry::not_found("affiliation-invitation-not-found"),
            Self::Accepted => ProblemEntry::conflict("affiliation-invitation-accepted"),
        }
    }
}

/// Reason why a list of addresses is refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum BulkError {
    /// The list is empty.
    #[error("Enter at least one email address.")]
    NoRows,
    /// The list is too long.
    #[error("A list has at most 500 rows.")]
    TooManyRows,
}

impl CatalogueError for BulkError {
    fn entry(&self) -> ProblemEntry {
        ProblemEntry::invalid(match self {
            Self::NoRows => "invitation-rows-missing",
            Self::TooManyRows => "invitation-rows-limit",
        })
    }
}

/// Message when an invitation could not be sent (F-073).
pub(super) const SEND_FAILED: &str = "Failed to create affiliation invitation";
/// Message when an invitation could not be loaded; the page does not show it.
pub(super) const LOAD_FAILED: &str = "Failed to load invitation";
/// Message when the invitation could not be marked as seen (F-073).
pub(super) const VIEW_FAILED: &str = "Failed to update invitation status";
/// Message when an invitation could not be dismissed (F-073).
pub(super) const DISMISS_FAILED: &str = "Failed to dismiss invitation";
/// Message when an invitation could not be accepted (F-073).
pub(super) const ACCEPT_FAILED: &str = "Failed to accept invitation";
/// Message when sent invitations could not be loaded.
pub(super) const LIST_FAILED: &str = "Failed to load invitations";
/// Message when an invitation could not be withdrawn.
pub(super) const WITHDRAW_FAILED: &str = "Failed to withdraw invitation";
