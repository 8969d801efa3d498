//! Errors of polls.

use platform::{CatalogueError, ProblemEntry};

/// Reason why a poll was not created, closed or voted in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub(super) enum PollError {
    /// The post has no poll, or the poll has no such option.
    #[error("Poll not found")]
    NotFound,
    /// Only posts that are no replies have polls.
    #[error("Replies cannot have a poll")]
    OnReply,
    /// Too few or too many options.
    #[error("A poll must have between 2 and 10 options")]
    OptionCount,
    /// An option without text.
    #[error("Poll option cannot be empty")]
    OptionEmpty,
    /// An option is too long.
    #[error("Poll option exceeds maximum length of 100 characters")]
    OptionTooLong,
    /// An option contains executable markup.
    #[error("Content contains potentially harmful code")]
    OptionHarmful,
    /// Two options are the same.
    #[error("The options of a poll must be different")]
    OptionRepeated,
    /// The closing time is in the past or too late.
    #[error("A poll must close in the future, within a year")]
    ClosingTime,
    /// Several options were chosen in a poll that allows one.
    #[error("Only one option can be chosen in this poll")]
    SingleChoice,
    /// The poll accepts no votes any more.
    #[error("This poll is closed")]
    Closed,
    /// Only the author and admins may close a poll.
    #[error("Only the author and admins can close a poll")]
    CloseForbidden,
    /// Only the counts of a secret poll are shown.
    #[error("The votes of this poll are secret")]
    Secret,
}

impl CatalogueError for PollError {
    fn entry(&self) -> ProblemEntry {
        match self {
            Self::NotFound => ProblemEntry::not_found("poll-not-found"),
            Self::OnReply => ProblemEntry::invalid("poll-on-reply"),
            Self::OptionCount => ProblemEntry::invalid("poll-option-count"),
            Self::OptionEmpty => ProblemEntry::invalid("poll-option-empty"),
            Self::OptionTooLong => ProblemEntry::invalid("poll-option-too-long"),
            Self::OptionHarmful => ProblemEntry::invalid("poll-option-harmful"),
            Self::OptionRepeated => ProblemEntry::invalid("poll-option-repeated"),
            Self::ClosingTime => ProblemEntry::invalid("poll-closing-time"),
            Self::SingleChoice => ProblemEntry::invalid("poll-single-choice"),
            Self::Closed => ProblemEntry::conflict("poll-closed"),
            Self::CloseForbidden => ProblemEntry::forbidden("poll-close-forbidden"),
            Self::Secret => ProblemEntry::forbidden("poll-secret"),
        }
    }
}

/// Message when a vote failed.
pub(super) const VOTE_FAILED: &str = "Failed to vote";
/// Message when a poll could not be closed.
pub(super) const CLOSE_FAILED: &str = "Failed to close poll";
/// Message when the voters of an option could not be loaded.
pub(super) const VOTERS_FAILED: &str = "Failed to load votes";
