//! Everything that can go wrong with a thread or a post, in the catalogue's words.

use platform::{Catalogued, Entry};

/// Why a thread was not shown or made.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum ThreadError {
    /// Not there, or not for this viewer (C-076).
    #[error("Failed to load thread posts")]
    NotFound,
    /// Threads are for those inside.
    #[error("Unable to load threads. Please check your permissions.")]
    MembersOnly,
    /// Made by admins of the community (C-073, G-062).
    #[error("Only admins can create threads")]
    AdminOnly,
    /// No caption at all (C-076).
    #[error("Missing required data to create thread")]
    Missing,
}

impl Catalogued for ThreadError {
    fn entry(&self) -> Entry {
        match self {
            Self::NotFound => Entry::not_found("thread-not-found"),
            Self::MembersOnly => Entry::forbidden("thread-members-only"),
            Self::AdminOnly => Entry::forbidden("thread-admin-only"),
            Self::Missing => Entry::invalid("thread-data-missing"),
        }
    }
}

/// Why a post was not shown, made or liked.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum PostError {
    /// Not there, or not for this viewer (C-084).
    #[error("Post not found")]
    NotFound,
    /// Posts are for those inside (C-082, A-244).
    #[error("Unable to load posts. Please check your permissions.")]
    MembersOnly,
    /// Only members write.
    #[error("User is not a member of this community")]
    NotAMember,
    /// No content at all (C-084).
    #[error("Missing required data to create post")]
    PostMissing,
    /// No content at all in a reply (C-084).
    #[error("Missing required data to create reply")]
    ReplyMissing,
    /// Changed and taken back by its author alone (G-079).
    #[error("You can only change your own posts")]
    NotTheAuthor,
    /// Removed by those who look after the community (G-062, G-079).
    #[error("Admin privileges required")]
    NotAModerator,
    /// More pictures than a post shows.
    #[error("A post may have at most 4 pictures")]
    TooManyImages,
    /// More than a line about a picture.
    #[error("Image description exceeds maximum length of 300 characters")]
    AltTooLong,
    /// Not there, somebody else's, of another community, or shown by a post already.
    #[error("This picture is no longer available. Please choose it again.")]
    ImageNotFound,
    /// More pictures than a person may leave unused.
    #[error("You have too many unused pictures. Please post some of them first.")]
    ImagesUnused,
}

impl Catalogued for PostError {
    fn entry(&self) -> Entry {
        match self {
            Self::NotFound => Entry::not_found("post-not-found"),
            Self::MembersOnly => Entry::forbidden("post-members-only"),
            Self::NotAMember => Entry::forbidden("post-not-a-member"),
            Self::PostMissing => Entry::invalid("post-data-missing"),
            Self::ReplyMissing => Entry::invalid("reply-data-missing"),
            Self::NotTheAuthor => Entry::forbidden("post-not-the-author"),
            Self::NotAModerator => Entry::forbidden("admin-privileges-required"),
            Self::TooManyImages => Entry::invalid("post-too-many-images"),
            Self::AltTooLong => Entry::invalid("post-image-alt-too-long"),
            Self::ImageNotFound => Entry::invalid("post-image-not-found"),
            Self::ImagesUnused => Entry::conflict("post-images-unused"),
        }
    }
}

/// The line of a thread that could not be made (C-076).
pub(super) const THREAD_FAILED: &str = "Failed to create thread";
/// The line of posts that could not be read (C-076).
pub(super) const LOAD_FAILED: &str = "Failed to load thread posts";
/// The line of a post that could not be made (C-084).
pub(super) const POST_FAILED: &str = "Failed to create post";
/// The line of a reply that could not be made (C-084).
pub(super) const REPLY_FAILED: &str = "Failed to create reply";
/// The line of a like that did not work (C-088).
pub(super) const LIKE_FAILED: &str = "Failed to like post";
/// The line of a post that could not be changed.
pub(super) const EDIT_FAILED: &str = "Failed to update post";
/// The line of a post that could not be taken away.
pub(super) const REMOVE_FAILED: &str = "Failed to delete post";
/// The line of a picture that could not be kept.
pub(super) const IMAGE_FAILED: &str = "Failed to upload picture";
