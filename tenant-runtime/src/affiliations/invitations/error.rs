//! What can go wrong with an invitation, in the catalogue's words.

use platform::{Catalogued, Entry};

/// Why an invitation was not sent, shown or answered. What the specification gives no words for is said in
/// the tone of the rest.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum InvitationError {
    /// They belong already (F-069).
    #[error("User is already a member of this affiliation")]
    AlreadyMember,
    /// Nobody can come to belong now.
    #[error("This affiliation is not accepting new members at the moment.")]
    Shut,
    /// Not there, or one blocked the other.
    #[error("User not found")]
    NobodyThere,
    /// Somebody else invites them in this moment.
    #[error("This person has just been invited to this affiliation.")]
    Waits,
    /// Not there, or not for this viewer.
    #[error("Invitation not found")]
    NotFound,
    /// Whoever has applied cannot put it off any more.
    #[error("This invitation has already been accepted.")]
    Accepted,
}

impl Catalogued for InvitationError {
    fn entry(&self) -> Entry {
        match self {
            Self::AlreadyMember => Entry::conflict("affiliation-already-member"),
            Self::Shut => Entry::conflict("affiliation-shut"),
            Self::NobodyThere => Entry::not_found("user-not-found"),
            Self::Waits => Entry::conflict("affiliation-invitation-waits"),
            Self::NotFound => Entry::not_found("affiliation-invitation-not-found"),
            Self::Accepted => Entry::conflict("affiliation-invitation-accepted"),
        }
    }
}

/// The line of an invitation that could not be sent (F-073).
pub(super) const SEND_FAILED: &str = "Failed to create affiliation invitation";
/// The line of one that could not be read; the page says nothing of it.
pub(super) const LOAD_FAILED: &str = "Failed to load invitation";
/// The line of a look that could not be noted (F-073).
pub(super) const VIEW_FAILED: &str = "Failed to update invitation status";
/// The line of one that could not be put off (F-073).
pub(super) const DISMISS_FAILED: &str = "Failed to dismiss invitation";
/// The line of one that could not be accepted (F-073).
pub(super) const ACCEPT_FAILED: &str = "Failed to accept invitation";
