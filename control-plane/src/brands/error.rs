//! Errors of brands.

use platform::problem::FieldError;
use platform::{CatalogueError, ProblemEntry};

/// Reason why a brand was not changed.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum BrandError {
    /// Invalid fields; displays the first one's message.
    #[error("{}", .0.first().map_or("This brand cannot be saved.", |field| field.message.as_str()))]
    Fields(Vec<FieldError>),
    /// Someone else saved, published or discarded the draft.
    #[error(
        "Someone else has changed this brand in the meantime. Check their version before you save yours."
    )]
    Changed,
    /// There is no draft to publish or preview.
    #[error("There is no draft of this brand. Change something first.")]
    NoDraft,
    /// The version does not exist.
    #[error("This brand has no such version.")]
    NoVersion,
    /// The version to restore is already published.
    #[error("This version is published already.")]
    Current,
    /// The portal is archived, so its brand cannot change.
    #[error("This portal is archived. Its brand can no longer be changed.")]
    Archived,
    /// The preview link is unknown, revoked or expired.
    #[error("This preview has expired. Request a new link.")]
    PreviewEnded,
    /// The file cannot be decoded as an image.
    #[error(transparent)]
    Picture(platform::picture::PictureError),
    /// SVG is refused because it can contain scripts.
    #[error(
        "SVG files can contain scripts and are not accepted. Please choose a JPEG, PNG, WebP, GIF, HEIC or AVIF picture."
    )]
    Vector,
    /// Rate limited; seconds to wait.
    #[error("Too many attempts. Please try again later.")]
    TooMany(u64),
}

impl CatalogueError for BrandError {
    fn entry(&self) -> ProblemEntry {
        match self {
            Self::Fields(_) => ProblemEntry::invalid("brand-invalid"),
            Self::Changed => ProblemEntry::conflict("brand-changed"),
            Self::NoDraft => ProblemEntry::conflict("brand-no-draft"),
            Self::NoVersion => ProblemEntry::not_found("brand-no-version"),
            Self::Current => ProblemEntry::conflict("brand-version-current"),
            Self::Archived => ProblemEntry::conflict("tenant-archived"),
            Self::PreviewEnded => ProblemEntry::not_found("brand-preview-ended"),
            Self::Picture(error) => error.entry(),
            Self::Vector => ProblemEntry::invalid("picture-vector"),
            Self::TooMany(_) => ProblemEntry::slow_down("rate-limited"),
        }
    }
    fn fields(&self) -> Vec<FieldError> {
        match self {
            Self::Fields(fields) => fields.clone(),
            _ => Vec::new(),
        }
    }
    fn retry_after_s(&self) -> Option<u64> {
        match self {
            Self::TooMany(seconds) => Some(*seconds),
            _ => None,
        }
    }
}
