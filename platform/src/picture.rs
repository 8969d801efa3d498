//! Pictures that people upload: told by their content, bounded before they are decoded, turned as their
//! camera meant them, and written anew, so that nothing of a file but its picture is kept (G-030).

use crate::problem::{Catalogued, Entry};
use image::codecs::jpeg::JpegEncoder;
use image::metadata::Orientation;
use image::{DynamicImage, ImageDecoder, ImageFormat, ImageReader, Limits, Rgb, RgbImage};
use std::io::Cursor;
use tokio::sync::Semaphore;

/// Longest side that is read.
pub const SIDE_PX_MAX: u32 = 8192;
/// Largest file.
pub use wire::bodies::PICTURE_FILE_BYTES_MAX as FILE_BYTES_MAX;
/// Most memory that a decoded picture may need.
const DECODED_BYTES_MAX: u64 = 128 * 1024 * 1024;
/// What a see-through picture stands on.
const PAPER: [u8; 3] = [255, 255, 255];
/// Pictures worked on at once in one process: each may need [`DECODED_BYTES_MAX`].
static WORKING: Semaphore = Semaphore::const_new(2);

/// Why a file becomes no picture.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum PictureError {
    /// Nothing was sent.
    #[error("Please choose a picture.")]
    Missing,
    /// More than [`FILE_BYTES_MAX`].
    #[error("A picture may have at most 10 MB.")]
    TooLarge,
    /// By its content something else.
    #[error("Please choose a PNG, JPEG or WebP picture.")]
    Kind,
    /// Wider or higher than [`SIDE_PX_MAX`], or more than is worth decoding.
    #[error("A picture may be at most 8192 pixels wide and high.")]
    TooManyPixels,
    /// Begins like a picture and is none.
    #[error("This picture cannot be read. Please choose another one.")]
    Unreadable,
    /// A part that is not in it.
    #[error("The chosen part lies outside the picture.")]
    Outside,
    /// A part of a few pixels.
    #[error("The chosen part is too small. It needs at least 64 pixels.")]
    TooSmall,
    /// Fewer pixels than its place needs.
    #[error("This picture is too small. It needs at least {0} pixels on each side.")]
    Smaller(u32),
}

impl Catalogued for PictureError {
    fn entry(&self) -> Entry {
        match self {
            Self::Missing => Entry::invalid("picture-missing"),
            Self::TooLarge => Entry::too_large("picture-too-large"),
            Self::Kind => Entry::invalid("picture-kind"),
            Self::TooManyPixels => Entry::invalid("picture-too-many-pixels"),
            Self::Unreadable => Entry::invalid("picture-unreadable"),
            Self::Outside => Entry::invalid("picture-part-outside"),
            Self::TooSmall => Entry::invalid("picture-part-too-small"),
            Self::Smaller(_) => Entry::invalid("picture-too-small"),
        }
    }
}

/// Reads a picture.
///
/// # Errors
/// [`PictureError`].
pub fn decode(file: &[u8]) -> Result<DynamicImage, PictureError> {
    if file.len() > FILE_BYTES_MAX {
        return Err(PictureError::TooLarge);
    }
    let reader = ImageReader::new(Cursor::new(file)).with_guessed_format();
    let mut reader = reader.map_err(|_| PictureError::Unreadable)?;
    let known = [ImageFormat::Png, ImageFormat::Jpeg, ImageFormat::WebP];
    if !reader.format().is_some_and(|format| known.contains(&format)) {
        return Err(PictureError::Kind);
    }
    let mut limits = Limits::default();
    limits.max_image_width = Some(SIDE_PX_MAX);
    limits.max_image_height = Some(SIDE_PX_MAX);
    limits.max_alloc = Some(DECODED_BYTES_MAX);
    reader.limits(limits);
    let mut decoder = reader.into_decoder().map_err(|error| unread(&error))?;
    let (width, height) = decoder.dimensions();
    let is_vast = width > SIDE_PX_MAX || height > SIDE_PX_MAX;
    if is_vast || decoder.total_bytes() > DECODED_BYTES_MAX {
        return Err(PictureError::TooManyPixels);
    }
    let turned = decoder.orientation().unwrap_or(Orientation::NoTransforms);
    let mut picture = DynamicImage::from_decoder(decoder).map_err(|error| unread(&error))?;
    picture.apply_orientation(turned);
    Ok(picture)
}

fn unread(error: &image::ImageError) -> PictureError {
    match error {
        image::ImageError::Limits(_) => PictureError::TooManyPixels,
        _ => PictureError::Unreadable,
    }
}

/// Without its see-through parts, which JPEG does not know.
#[must_use]
pub fn on_paper(picture: &DynamicImage) -> RgbImage {
    let seen = picture.to_rgba8();
    RgbImage::from_fn(seen.width(), seen.height(), |x, y| {
        let [red, green, blue, alpha] = seen.get_pixel(x, y).0;
        let mix = |ink: u8, paper: u8| {
            let (ink, paper, alpha) = (u32::from(ink), u32::from(paper), u32::from(alpha));
            u8::try_from((ink * alpha + paper * (255 - alpha)) / 255).unwrap_or(u8::MAX)
        };
        Rgb([mix(red, PAPER[0]), mix(green, PAPER[1]), mix(blue, PAPER[2])])
    })
}

/// A picture as JPEG, at a quality of 1 to 100.
///
/// # Errors
/// [`PictureError::Unreadable`], which a decoded picture does not come to.
pub fn jpeg(picture: &RgbImage, quality: u8) -> Result<Vec<u8>, PictureError> {
    let mut bytes = Vec::new();
    let encoder = JpegEncoder::new_with_quality(&mut bytes, quality);
    picture.write_with_encoder(encoder).map_err(|_| PictureError::Unreadable)?;
    Ok(bytes)
}

/// A picture as PNG.
///
/// # Errors
/// As [`jpeg`].
pub fn png(picture: &DynamicImage) -> Result<Vec<u8>, PictureError> {
    let mut bytes = Cursor::new(Vec::new());
    picture.write_to(&mut bytes, ImageFormat::Png).map_err(|_| PictureError::Unreadable)?;
    Ok(bytes.into_inner())
}

/// Does work on pictures where it holds up nobody, a few at a time.
///
/// # Errors
/// What the work says. A decoder that gives up on a malformed file is the file's fault.
pub async fn beside<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, PictureError> + Send + 'static,
) -> Result<T, PictureError> {
    let Ok(_turn) = WORKING.acquire().await else { return Err(PictureError::Unreadable) };
    let done = tokio::task::spawn_blocking(work).await;
    done.unwrap_or(Err(PictureError::Unreadable))
}
