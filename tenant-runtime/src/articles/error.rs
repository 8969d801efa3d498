//! Errors of articles, with the specified messages.

use platform::{CatalogueError, ProblemEntry};

/// Reason why an article was not returned, created or changed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum ArticleError {
    /// It does not exist, or the viewer may not see it.
    #[error("Article not found")]
    NotFound,
    /// The comment does not exist, or the viewer may not see it.
    #[error("Comment not found")]
    CommentNotFound,
    /// Only members may read articles.
    #[error("Unable to load articles. Please check your permissions.")]
    MembersOnly,
    /// Only members may write.
    #[error("User is not a member of this community")]
    NotAMember,
    /// More than 1600 words (C-092).
    #[error("Article exceeds maximum length of 1600 words")]
    TooLong,
    /// Only the author may change or delete it.
    #[error("You can only change your own articles")]
    NotTheAuthor,
    /// Only moderators may remove it (G-062).
    #[error("Admin privileges required")]
    NotAModerator,
    /// Not one of the predefined reactions (G-080).
    #[error("This reaction is not available")]
    UnknownReaction,
}

impl CatalogueError for ArticleError {
    fn entry(&self) -> ProblemEntry {
        match self {
            Self::NotFound => ProblemEntry::not_found("article-not-found"),
            Self::CommentNotFound => ProblemEntry::not_found("comment-not-found"),
            Self::MembersOnly => ProblemEntry::forbidden("article-members-only"),
            Self::NotAMember => ProblemEntry::forbidden("article-not-a-member"),
            Self::TooLong => ProblemEntry::invalid("article-too-long"),
            Self::NotTheAuthor => ProblemEntry::forbidden("article-not-the-author"),
            Self::NotAModerator => ProblemEntry::forbidden("admin-privileges-required"),
            Self::UnknownReaction => ProblemEntry::invalid("article-reaction-unknown"),
        }
    }
}

/// Message when an article could not be created (C-093).
pub(super) const CREATE_FAILED: &str = "Failed to create article";
/// Message when articles could not be loaded.
pub(super) const LOAD_FAILED: &str = "Failed to load articles";
/// Message when an article could not be changed.
pub(super) const EDIT_FAILED: &str = "Failed to update article";
/// Message when an article could not be deleted.
pub(super) const REMOVE_FAILED: &str = "Failed to delete article";
/// Message when a like failed.
pub(super) const MARK_FAILED: &str = "Failed to like article";
/// Message when the likes or reactions of an article could not be loaded.
pub(super) const LIKES_FAILED: &str = "Failed to load likes";
/// Message when a comment could not be created.
pub(super) const COMMENT_FAILED: &str = "Failed to create comment";
/// Message when comments could not be loaded.
pub(super) const COMMENTS_FAILED: &str = "Failed to load comments";
/// Message when a comment could not be deleted.
pub(super) const UNCOMMENT_FAILED: &str = "Failed to delete comment";
/// Message when a reaction could not be stored.
pub(super) const REACTION_FAILED: &str = "Failed to react to article";
/// Message when a draft could not be loaded.
pub(super) const DRAFT_LOAD_FAILED: &str = "Failed to load draft";
/// Message when a draft could not be stored.
pub(super) const DRAFT_FAILED: &str = "Failed to save draft";
