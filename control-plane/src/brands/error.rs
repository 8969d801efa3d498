//! What can go wrong with a brand.

use platform::problem::FieldError;
use platform::{Catalogued, Entry};

/// Why a brand was not changed.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum BrandError {
    /// Fields that cannot be taken; the first one's words.
    #[error("{}", .0.first().map_or("This brand cannot be saved.", |field| field.message.as_str()))]
    Fields(Vec<FieldError>),
    /// Somebody else saved, published or discarded the draft.
    #[error(
        "Someone else has changed this brand in the meantime. Check their version before you save yours."
    )]
    Changed,
    /// Nothing that could be published or shown.
    #[error("There is no draft of this brand. Change something first.")]
    NoDraft,
    /// No such version.
    #[error("This brand has no such version.")]
    NoVersion,
    /// The version to go back to is the one that people see.
    #[error("This version is published already.")]
    Current,
    /// Nothing changes there any more.
    #[error("This portal is archived. Its brand can no longer be changed.")]
    Archived,
    /// A link that was never given out, was ended, or is too old.
    #[error("This preview has expired. Request a new link.")]
    PreviewEnded,
    /// A file that becomes no picture.
    #[error(transparent)]
    Picture(platform::picture::PictureError),
    /// Drawn by a program: it could carry one.
    #[error(
        "SVG files can contain scripts and are not accepted. Please choose a JPEG, PNG, WebP, GIF, HEIC or AVIF picture."
    )]
    Vector,
    /// Too often.
    #[error("Too many attempts. Please try again later.")]
    TooMany(u64),
}

impl Catalogued for BrandError {
    fn entry(&self) -> Entry {
        match self {
            Self::Fields(_) => Entry::invalid("brand-invalid"),
            Self::Changed => Entry::conflict("brand-changed"),
            Self::NoDraft => Entry::conflict("brand-no-draft"),
            Self::NoVersion => Entry::not_found("brand-no-version"),
            Self::Current => Entry::conflict("brand-version-current"),
            Self::Archived => Entry::conflict("tenant-archived"),
            Self::PreviewEnded => Entry::not_found("brand-preview-ended"),
            Self::Picture(error) => error.entry(),
            Self::Vector => Entry::invalid("picture-vector"),
            Self::TooMany(_) => Entry::slow_down("rate-limited"),
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
