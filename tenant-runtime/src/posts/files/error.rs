//! Errors of files.

use axum::extract::multipart::MultipartError;
use platform::{CatalogueError, ProblemEntry};

/// Reason why a file was not stored or attached.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub(super) enum FileError {
    /// No file was sent, or an empty one.
    #[error("Please choose a file.")]
    Missing,
    /// Larger than 20 MB.
    #[error("A file may have at most 20 MB.")]
    TooLarge,
    /// The content is of no accepted type.
    #[error("Only PDF, text, CSV and ZIP files can be added.")]
    Type,
    /// More files than a post may have.
    #[error("A post may have at most 4 files")]
    TooMany,
    /// It does not exist, belongs to another user or community, or is already part of a post.
    #[error("This file is no longer available. Please choose it again.")]
    NotFound,
    /// The user has too many uploaded files that are not part of a post.
    #[error("You have too many unused files. Please post some of them first.")]
    Unused,
}

impl CatalogueError for FileError {
    fn entry(&self) -> ProblemEntry {
        match self {
            Self::Missing => ProblemEntry::invalid("file-missing"),
            Self::TooLarge => ProblemEntry::too_large("file-too-large"),
            Self::Type => ProblemEntry::invalid("file-type"),
            Self::TooMany => ProblemEntry::invalid("post-too-many-files"),
            Self::NotFound => ProblemEntry::invalid("post-file-not-found"),
            Self::Unused => ProblemEntry::conflict("post-files-unused"),
        }
    }
}

impl From<&MultipartError> for FileError {
    fn from(error: &MultipartError) -> Self {
        let is_too_large = error.status() == http::StatusCode::PAYLOAD_TOO_LARGE;
        if is_too_large { Self::TooLarge } else { Self::Missing }
    }
}

/// Message when a file could not be stored.
pub(super) const FILE_FAILED: &str = "Failed to upload file";
