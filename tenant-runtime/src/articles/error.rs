//! Everything that can go wrong with an article, in the catalogue's words.

use platform::{Catalogued, Entry};

/// Why an article was not shown, made or changed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum ArticleError {
    /// It does not exist, or the viewer may not see it.
    #[error("Article not found")]
    NotFound,
    /// No such comment, or not for this viewer.
    #[error("Comment not found")]
    CommentNotFound,
    /// Articles are for those inside.
    #[error("Unable to load articles. Please check your permissions.")]
    MembersOnly,
    /// Only members write.
    #[error("User is not a member of this community")]
    NotAMember,
    /// More than 1600 words (C-092).
    #[error("Article exceeds maximum length of 1600 words")]
    TooLong,
    /// Changed and taken back by its author alone.
    #[error("You can only change your own articles")]
    NotTheAuthor,
    /// Removed by those who look after the community (G-062).
    #[error("Admin privileges required")]
    NotAModerator,
    /// None of the fixed set (G-080).
    #[error("This reaction is not available")]
    UnknownReaction,
}

impl Catalogued for ArticleError {
    fn entry(&self) -> Entry {
        match self {
            Self::NotFound => Entry::not_found("article-not-found"),
            Self::CommentNotFound => Entry::not_found("comment-not-found"),
            Self::MembersOnly => Entry::forbidden("article-members-only"),
            Self::NotAMember => Entry::forbidden("article-not-a-member"),
            Self::TooLong => Entry::invalid("article-too-long"),
            Self::NotTheAuthor => Entry::forbidden("article-not-the-author"),
            Self::NotAModerator => Entry::forbidden("admin-privileges-required"),
            Self::UnknownReaction => Entry::invalid("article-reaction-unknown"),
        }
    }
}

/// The line of an article that could not be made (C-093).
pub(super) const CREATE_FAILED: &str = "Failed to create article";
/// The line of articles that could not be read.
pub(super) const LOAD_FAILED: &str = "Failed to load articles";
/// The line of an article that could not be changed.
pub(super) const EDIT_FAILED: &str = "Failed to update article";
/// The line of an article that could not be taken away.
pub(super) const REMOVE_FAILED: &str = "Failed to delete article";
/// The line of a like that did not work.
pub(super) const MARK_FAILED: &str = "Failed to like article";
/// The line of a comment that could not be made.
pub(super) const COMMENT_FAILED: &str = "Failed to create comment";
/// The line of comments that could not be read.
pub(super) const COMMENTS_FAILED: &str = "Failed to load comments";
/// The line of a comment that could not be taken away.
pub(super) const UNCOMMENT_FAILED: &str = "Failed to delete comment";
/// The line of a reaction that could not be kept.
pub(super) const REACTION_FAILED: &str = "Failed to react to article";
/// The line of a draft that could not be read.
pub(super) const DRAFT_LOAD_FAILED: &str = "Failed to load draft";
/// The line of a draft that could not be kept.
pub(super) const DRAFT_FAILED: &str = "Failed to save draft";
