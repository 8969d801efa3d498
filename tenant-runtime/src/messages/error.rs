//! Errors of conversations and messages, with the specified messages.

use chrono::{DateTime, Utc};
use platform::{CatalogueError, ProblemEntry};

/// Reason why a conversation or message was not returned, created or changed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum MessageError {
    /// The conversation does not exist, or not for the viewer on this site.
    #[error("Conversation not found")]
    NotFound,
    /// The message does not exist in the conversation, or not for the viewer.
    #[error("Message not found")]
    MessageNotFound,
    /// A participant does not exist, or not for the viewer on this site.
    #[error("This person cannot be found")]
    PersonNotFound,
    /// A conversation needs another participant.
    #[error("Choose at least one other person")]
    NobodyChosen,
    /// More than twelve participants.
    #[error("A group can have at most 12 people")]
    TooManyPeople,
    /// One of the two has blocked the other.
    #[error("You cannot send messages to this person")]
    Blocked,
    /// The recipient accepts no messages from the sender.
    #[error("This person does not accept messages from you")]
    NotAccepting,
    /// The only other participant has deleted their account.
    #[error("This person is no longer a member")]
    FormerMember,
    /// The recipient has not accepted the request yet.
    #[error("You can write again when this person has accepted your message request")]
    RequestPending,
    /// The message may no longer be edited.
    #[error("Messages can be edited for 15 minutes")]
    EditTooLate,
    /// Only the sender may change or delete a message.
    #[error("You can only change your own messages")]
    NotTheSender,
    /// Only the owner of a group may do this.
    #[error("Only the creator of the group can do this")]
    NotTheOwner,
    /// Only groups have names and changing participants.
    #[error("This is only possible in a group")]
    NotAGroup,
    /// Only the recipient of a request may accept or decline it.
    #[error("There is no message request to answer")]
    NoRequest,
    /// Not one of the predefined reactions.
    #[error("This reaction is not available")]
    UnknownReaction,
    /// More images than a message may have.
    #[error("A message may have at most 4 pictures")]
    TooManyImages,
    /// More people than one request may name.
    #[error("Presence can be requested for at most 50 people")]
    TooManyUsers,
    /// The report does not exist.
    #[error("Report not found")]
    ReportNotFound,
}

impl CatalogueError for MessageError {
    fn entry(&self) -> ProblemEntry {
        match self {
            Self::NotFound => ProblemEntry::not_found("conversation-not-found"),
            Self::MessageNotFound => ProblemEntry::not_found("message-not-found"),
            Self::PersonNotFound => ProblemEntry::not_found("person-not-found"),
            Self::NobodyChosen => ProblemEntry::invalid("conversation-nobody-chosen"),
            Self::TooManyPeople => ProblemEntry::invalid("conversation-too-many-people"),
            Self::Blocked => ProblemEntry::forbidden("message-blocked"),
            Self::NotAccepting => ProblemEntry::forbidden("message-not-accepting"),
            Self::FormerMember => ProblemEntry::conflict("message-former-member"),
            Self::RequestPending => ProblemEntry::conflict("message-request-pending"),
            Self::EditTooLate => ProblemEntry::conflict("message-edit-too-late"),
            Self::NotTheSender => ProblemEntry::forbidden("message-not-the-sender"),
            Self::NotTheOwner => ProblemEntry::forbidden("conversation-not-the-owner"),
            Self::NotAGroup => ProblemEntry::conflict("conversation-not-a-group"),
            Self::NoRequest => ProblemEntry::conflict("message-request-missing"),
            Self::UnknownReaction => ProblemEntry::invalid("message-reaction-unknown"),
            Self::TooManyImages => ProblemEntry::invalid("message-too-many-images"),
            Self::TooManyUsers => ProblemEntry::invalid("presence-too-many-users"),
            Self::ReportNotFound => ProblemEntry::not_found("report-not-found"),
        }
    }
}

/// Message when conversations could not be loaded (C-097).
pub(super) const CONVERSATIONS_FAILED: &str = "Failed to load conversations";
/// Message when a conversation could not be created (C-097).
pub(super) const CREATE_FAILED: &str = "Failed to create conversation";
/// Message when a conversation could not be changed.
pub(super) const CHANGE_FAILED: &str = "Failed to update conversation";
/// Message when messages could not be loaded (C-101).
pub(super) const MESSAGES_FAILED: &str = "Failed to load messages";
/// Message when a message could not be sent (C-101).
pub(super) const SEND_FAILED: &str = "Failed to send message";
/// Message when an image could not be stored.
pub(super) const IMAGE_FAILED: &str = "Failed to upload picture";
/// Message when messages could not be searched.
pub(super) const SEARCH_FAILED: &str = "Failed to search messages";
/// Message when a message could not be reported.
pub(super) const REPORT_FAILED: &str = "Failed to send report";
/// Message when reports could not be loaded.
pub(super) const REPORTS_FAILED: &str = "Failed to load reports";
/// Message when a report could not be closed.
pub(super) const HANDLE_FAILED: &str = "Failed to update report";
/// Message when a message could not be edited.
pub(super) const EDIT_FAILED: &str = "Failed to edit message";
/// Message when a message could not be deleted.
pub(super) const DELETE_FAILED: &str = "Failed to delete message";
/// Message when a reaction could not be stored.
pub(super) const REACTION_FAILED: &str = "Failed to react to message";
/// Message when the settings could not be loaded or saved.
pub(super) const SETTINGS_FAILED: &str = "Failed to save message settings";

/// Latest time at which a message written at `created` may be edited.
pub(super) fn edit_ends_at(created: DateTime<Utc>) -> DateTime<Utc> {
    created + chrono::Duration::minutes(15)
}
