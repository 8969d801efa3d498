//! Errors of support chat, with the specified messages.

use platform::problem::FieldError;
use platform::{CatalogueError, ProblemEntry};

/// Reason why a support conversation was not returned, started or changed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum ChatError {
    /// The conversation does not exist, or not for the viewer on this site.
    #[error("Conversation not found")]
    NotFound,
    /// The topic is missing (F-113).
    #[error("Please enter a topic for your chat")]
    TopicRequired,
    /// Chat is turned off on this site (G-050).
    #[error("Support chat is coming soon")]
    Off,
    /// The conversation is closed.
    #[error("This conversation has ended")]
    Ended,
    /// Someone else has changed the conversation meanwhile.
    #[error("Someone else has changed this conversation. Check the changes and try again.")]
    Changed,
    /// The assignee is not staff (F-099).
    #[error("Staff user not found")]
    StaffNotFound,
    /// There is no such portal.
    #[error("Portal not found")]
    PortalNotFound,
    /// The account is paused.
    #[error("Your account is paused. Communities, messaging and profile updates are unavailable.")]
    Paused,
}

impl CatalogueError for ChatError {
    fn entry(&self) -> ProblemEntry {
        match self {
            Self::NotFound => ProblemEntry::not_found("support-conversation-not-found"),
            Self::TopicRequired => ProblemEntry::invalid("chat-topic-required"),
            Self::Off => ProblemEntry::conflict("chat-off"),
            Self::Ended => ProblemEntry::conflict("chat-ended"),
            Self::Changed => ProblemEntry::conflict("conversation-changed"),
            Self::StaffNotFound => ProblemEntry::not_found("staff-user-not-found"),
            Self::PortalNotFound => ProblemEntry::not_found("portal-not-found"),
            Self::Paused => ProblemEntry::forbidden("account-paused"),
        }
    }

    fn fields(&self) -> Vec<FieldError> {
        match self {
            Self::TopicRequired => {
                vec![FieldError::new("topic", self.entry().code, self.to_string())]
            }
            _ => Vec::new(),
        }
    }
}

/// Message when conversations could not be loaded (F-116).
pub(super) const LIST_FAILED: &str = "Failed to load support conversations";
/// Message when a conversation could not be started (F-116).
pub(super) const START_FAILED: &str = "Failed to start chat";
/// Message when a message could not be sent.
pub(super) const SEND_FAILED: &str = "Failed to send message";
/// Message when a conversation could not be marked as read (F-116).
pub(super) const READ_FAILED: &str = "Failed to mark conversation as read";
/// Message when a conversation could not be assigned (F-117).
pub(super) const ASSIGN_FAILED: &str = "Failed to assign staff";
/// Message when the status could not be changed (F-117).
pub(super) const STATUS_FAILED: &str = "Failed to update conversation status";
