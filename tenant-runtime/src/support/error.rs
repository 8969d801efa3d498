//! Errors of support, with the specified messages.

use platform::problem::FieldError;
use platform::{CatalogueError, ProblemEntry};

/// Reason why a ticket was not returned, created or changed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum SupportError {
    /// The ticket does not exist, or not for the viewer on this site (F-099).
    #[error("Ticket not found")]
    NotFound,
    /// The title or the description is missing (F-096).
    #[error("Please fill in all required fields")]
    Required {
        /// The title is missing.
        title: bool,
        /// The description is missing.
        description: bool,
    },
    /// A paused account has an open ticket about its pause already.
    #[error("You already have an open ticket about the pause")]
    PauseTicketExists,
    /// The ticket is closed (F-101).
    #[error("This ticket is closed")]
    Closed,
    /// The ticket was merged into another one.
    #[error("This ticket was merged into another one")]
    Merged,
    /// Another member of staff, or the owner, has changed the ticket meanwhile.
    #[error("Someone else has changed this ticket. Check the changes and try again.")]
    Changed,
    /// The assignee is not staff (F-099).
    #[error("Staff user not found")]
    StaffNotFound,
    /// Tickets of different people cannot be merged.
    #[error("Only tickets of the same person can be merged")]
    OtherOwner,
    /// No ticket, or more than ten, are to be merged.
    #[error("Choose between one and ten tickets to merge")]
    MergeCount,
    /// The attachment does not exist, or is part of a message.
    #[error("Attachment not found")]
    AttachmentNotFound,
    /// The file is neither a picture nor a PDF.
    #[error("Only images and PDF files can be attached")]
    AttachmentType,
    /// The file is larger than 10 MB.
    #[error("A file may have at most 10 MB")]
    AttachmentSize,
    /// More than ten files.
    #[error("At most 10 files can be attached")]
    TooManyAttachments,
    /// The canned answer does not exist.
    #[error("Canned answer not found")]
    CannedNotFound,
    /// The affiliation has no portal.
    #[error("This affiliation has no portal")]
    PortalNotFound,
    /// A filter has an unknown value.
    #[error("This filter is not valid")]
    Filter,
}

impl CatalogueError for SupportError {
    fn entry(&self) -> ProblemEntry {
        match self {
            Self::NotFound => ProblemEntry::not_found("ticket-not-found"),
            Self::Required { .. } => ProblemEntry::invalid("ticket-fields-required"),
            Self::PauseTicketExists => ProblemEntry::conflict("pause-ticket-exists"),
            Self::Closed => ProblemEntry::conflict("ticket-closed"),
            Self::Merged => ProblemEntry::conflict("ticket-merged"),
            Self::Changed => ProblemEntry::conflict("ticket-changed"),
            Self::StaffNotFound => ProblemEntry::not_found("staff-user-not-found"),
            Self::OtherOwner => ProblemEntry::conflict("ticket-other-owner"),
            Self::MergeCount => ProblemEntry::invalid("ticket-merge-count"),
            Self::AttachmentNotFound => ProblemEntry::not_found("attachment-not-found"),
            Self::AttachmentType => ProblemEntry::invalid("attachment-type"),
            Self::AttachmentSize => ProblemEntry::too_large("attachment-size"),
            Self::TooManyAttachments => ProblemEntry::invalid("attachments-too-many"),
            Self::CannedNotFound => ProblemEntry::not_found("canned-answer-not-found"),
            Self::PortalNotFound => ProblemEntry::not_found("portal-not-found"),
            Self::Filter => ProblemEntry::bad_request("bad-filter"),
        }
    }

    fn fields(&self) -> Vec<FieldError> {
        let Self::Required { title, description } = self else { return Vec::new() };
        [("title", *title), ("description", *description)]
            .into_iter()
            .filter(|(_, is_missing)| *is_missing)
            .map(|(field, _)| FieldError::new(field, self.entry().code, self.to_string()))
            .collect()
    }
}

/// Message when tickets could not be loaded (F-098).
pub(super) const LIST_FAILED: &str = "Failed to load tickets";
/// Message when a ticket could not be created (F-098).
pub(super) const CREATE_FAILED: &str = "Failed to create ticket";
/// Message when a ticket is created without a session (F-098).
pub(super) const SIGN_IN_TO_CREATE: &str = "You must be logged in to create a ticket";
/// Message when a ticket could not be loaded (F-098).
pub(super) const DETAILS_FAILED: &str = "Failed to load ticket details";
/// Message when a message could not be sent (F-103).
pub(super) const SEND_FAILED: &str = "Failed to send message";
/// Message when a ticket could not be changed.
pub(super) const CHANGE_FAILED: &str = "Failed to update ticket";
/// Message when a file could not be attached.
pub(super) const ATTACH_FAILED: &str = "Failed to attach the file";
/// Message when the members of support staff could not be loaded (F-117).
pub(super) const TEAM_FAILED: &str = "Failed to load support staff";
