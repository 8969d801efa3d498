//! Errors of threads and posts, with the specified messages.

use platform::{CatalogueError, ProblemEntry};

/// Reason why a thread was not returned or created.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum ThreadError {
    /// It does not exist, or the viewer may not see it (C-076).
    #[error("Failed to load thread posts")]
    NotFound,
    /// Only members may read threads.
    #[error("Unable to load threads. Please check your permissions.")]
    MembersOnly,
    /// Only admins of the community may create threads (C-073, G-062).
    #[error("Only admins can create threads")]
    AdminOnly,
    /// The caption is missing (C-076).
    #[error("Missing required data to create thread")]
    Missing,
}

impl CatalogueError for ThreadError {
    fn entry(&self) -> ProblemEntry {
        match self {
            Self::NotFound => ProblemEntry::not_found("thread-not-found"),
            Self::MembersOnly => ProblemEntry::forbidden("thread-members-only"),
            Self::AdminOnly => ProblemEntry::forbidden("thread-admin-only"),
            Self::Missing => ProblemEntry::invalid("thread-data-missing"),
        }
    }
}

/// Reason why a post was not returned, created or liked.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum PostError {
    /// It does not exist, or the viewer may not see it (C-084).
    #[error("Post not found")]
    NotFound,
    /// Only members may read posts (C-082, A-244).
    #[error("Unable to load posts. Please check your permissions.")]
    MembersOnly,
    /// Only members may write.
    #[error("User is not a member of this community")]
    NotAMember,
    /// A moderator has closed the thread.
    #[error("This thread is closed")]
    ThreadClosed,
    /// The content is missing (C-084).
    #[error("Missing required data to create post")]
    PostMissing,
    /// The content of a reply is missing (C-084).
    #[error("Missing required data to create reply")]
    ReplyMissing,
    /// Only the author may edit or delete a post (G-079).
    #[error("You can only change your own posts")]
    NotTheAuthor,
    /// Only moderators may remove a post (G-062, G-079).
    #[error("Admin privileges required")]
    NotAModerator,
    /// Not one of the predefined reactions.
    #[error("This reaction is not available")]
    UnknownReaction,
    /// More pictures than a post may have.
    #[error("A post may have at most 4 pictures")]
    TooManyImages,
    /// The description of a picture is too long.
    #[error("Image description exceeds maximum length of 300 characters")]
    AltTooLong,
    /// It does not exist, belongs to another user or community, or is already part of a post.
    #[error("This picture is no longer available. Please choose it again.")]
    ImageNotFound,
    /// The user has too many uploaded pictures that are not part of a post.
    #[error("You have too many unused pictures. Please post some of them first.")]
    ImagesUnused,
}

impl CatalogueError for PostError {
    fn entry(&self) -> ProblemEntry {
        match self {
            Self::NotFound => ProblemEntry::not_found("post-not-found"),
            Self::MembersOnly => ProblemEntry::forbidden("post-members-only"),
            Self::NotAMember => ProblemEntry::forbidden("post-not-a-member"),
            Self::ThreadClosed => ProblemEntry::conflict("thread-closed"),
            Self::PostMissing => ProblemEntry::invalid("post-data-missing"),
            Self::ReplyMissing => ProblemEntry::invalid("reply-data-missing"),
            Self::NotTheAuthor => ProblemEntry::forbidden("post-not-the-author"),
            Self::NotAModerator => ProblemEntry::forbidden("admin-privileges-required"),
            Self::UnknownReaction => ProblemEntry::invalid("post-reaction-unknown"),
            Self::TooManyImages => ProblemEntry::invalid("post-too-many-images"),
            Self::AltTooLong => ProblemEntry::invalid("post-image-alt-too-long"),
            Self::ImageNotFound => ProblemEntry::invalid("post-image-not-found"),
            Self::ImagesUnused => ProblemEntry::conflict("post-images-unused"),
        }
    }
}

/// Message when a thread could not be created (C-076).
pub(super) const THREAD_FAILED: &str = "Failed to create thread";
/// Message when posts could not be loaded (C-076).
pub(super) const LOAD_FAILED: &str = "Failed to load thread posts";
/// Message when a post could not be created (C-084).
pub(super) const POST_FAILED: &str = "Failed to create post";
/// Message when a reply could not be created (C-084).
pub(super) const REPLY_FAILED: &str = "Failed to create reply";
/// Message when a like failed (C-088).
pub(super) const LIKE_FAILED: &str = "Failed to like post";
/// Message when the likes of a post could not be loaded.
pub(super) const LIKES_FAILED: &str = "Failed to load likes";
/// Message when a reaction could not be stored.
pub(super) const REACTION_FAILED: &str = "Failed to react to post";
/// Message when the reactions to a post could not be loaded.
pub(super) const REACTIONS_FAILED: &str = "Failed to load reactions";
/// Message when a post could not be edited.
pub(super) const EDIT_FAILED: &str = "Failed to update post";
/// Message when a post could not be deleted.
pub(super) const REMOVE_FAILED: &str = "Failed to delete post";
/// Message when a read mark could not be changed.
pub(super) const READ_FAILED: &str = "Failed to mark thread as read";
/// Message when a picture could not be stored.
pub(super) const IMAGE_FAILED: &str = "Failed to upload picture";
