//! Uploaded pictures: detected by content, checked against limits before decoding, reduced during
//! decoding, rotated upright, converted to sRGB and encoded again, so that only pixels of the file
//! are stored (G-030).
//!
//! A picture may take 200 MB of memory and 2 s of one core of 2026. Measured with
//! `cargo run --release -p platform --example picture_cost` on noisy photos in Display P3, each in its own process;
//! the last column is the limit that follows:
//!
//! | file | megapixels | seconds of a core | peak MB | limit in megapixels |
//! |---|---|---|---|---|
//! | JPEG | 12, 24, 49 | 0.3, 0.5, 0.5 | 59, 84, 65 | 100 |
//! | JPEG, progressive | 12, 24, 49 | 0.4, 0.7, 0.9 | 58, 105, 165 | 55 with reduced colour, 27 without |
//! | PNG | 12 with noise, 33 with alpha, 45 | 0.8, 1.0, 1.3 | 113, 211, 191 | 29 with alpha, 39 without |
//! | GIF, still | 33 | 1.0 | 177 | 29 |
//! | WebP | 12, 24 | 1.0, 1.9 | 91, 119 | 24 |
//! | WebP with alpha | 24 | 1.8 | 270 | 16 |
//! | HEIC, one picture | 12, 24, 49 | 2.0, 3.9, 6.8 | 71, 189, 253 | 12 |
//! | HEIC, 48 tiles | 12 | 2.9, on two cores | 66 | 12 |
//! | AVIF | 12, 24 | 2.0, 3.9 | 178, 351 | 12 |
//!
//! Read [`decode`] first; each format has its module. Work runs in [`in_pool`].

mod colour;
pub mod gif;
#[cfg(feature = "heif")]
mod heif;
mod jpeg;
mod kind;
mod pool;
mod raster;

pub use pool::in_pool;
/// Maximum file size.
pub use wire::bodies::PICTURE_FILE_BYTES_MAX as FILE_BYTES_MAX;

use crate::problem::{CatalogueError, ProblemEntry};
use colour::Profile;
use image::codecs::jpeg::JpegEncoder;
use image::imageops::FilterType;
use image::metadata::Orientation;
use image::{DynamicImage, ImageFormat, Rgb, RgbImage};
use kind::PictureFormat;
use std::io::Cursor;

/// Maximum memory for decoding one picture.
const MEMORY_BYTES_MAX: u64 = 160 * 1024 * 1024;
/// Maximum longest side of decoded pixels: no larger picture is stored.
const DECODED_SIDE_PX_MAX: u32 = 4096;
const MEGA: u64 = 1_000_000;
/// Background of a transparent picture.
const BACKGROUND: [u8; 3] = [255, 255, 255];

/// Reason to refuse a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum PictureError {
    /// No file was sent.
    #[error("Please choose a picture.")]
    Missing,
    /// Larger than [`FILE_BYTES_MAX`].
    #[error("A picture may have at most 25 MB.")]
    TooLarge,
    /// The content is not a supported format.
    #[cfg_attr(
        feature = "heif",
        error("Please choose a JPEG, PNG, WebP, GIF, HEIC or AVIF picture.")
    )]
    #[cfg_attr(not(feature = "heif"), error("Please choose a JPEG, PNG, WebP or GIF picture."))]
    Kind,
    /// Too many pixels for this format; contains the limit in megapixels.
    #[error(
        "This picture has too many pixels. A picture of its kind may have at most {0} megapixels."
    )]
    TooManyPixels(u64),
    /// A file constructed to take long.
    #[error("This picture takes too long to read. Please save it in another format.")]
    TooComplex,
    /// An animation in a format that cannot be stored animated.
    #[error(
        "Animated WebP, PNG, HEIC and AVIF pictures are not supported. Please choose an animated GIF or a still picture."
    )]
    Animated,
    /// An animation where only still pictures are allowed.
    #[error("An animated picture cannot be used here. Please choose a still one.")]
    AnimatedHere,
    /// An animated GIF that is wider or higher than this.
    #[error("An animated GIF may be at most {0} pixels wide and high.")]
    AnimationSide(u16),
    /// An animated GIF with more frames than this.
    #[error("An animated GIF may have at most {0} frames.")]
    AnimationFrames(usize),
    /// An animated GIF whose frames together have more megapixels than this.
    #[error("An animated GIF may have at most {0} megapixels in all of its frames together.")]
    AnimationPixels(u64),
    /// Starts like a picture but cannot be decoded.
    #[error("This picture cannot be read. Please choose another one.")]
    Unreadable,
    /// The selected part lies outside of the picture.
    #[error("The chosen part lies outside the picture.")]
    Outside,
    /// The selected part is too small.
    #[error("The chosen part is too small. It needs at least 64 pixels.")]
    TooSmall,
    /// Fewer pixels than required on a side.
    #[error("This picture is too small. It needs at least {0} pixels on each side.")]
    Smaller(u32),
    /// All workers are busy, and the queue is full or the wait timed out.
    #[error("Too many pictures are being uploaded at the moment. Please try again.")]
    Busy,
}

impl CatalogueError for PictureError {
    fn entry(&self) -> ProblemEntry {
        match self {
            Self::Missing => ProblemEntry::invalid("picture-missing"),
            Self::TooLarge => ProblemEntry::too_large("picture-too-large"),
            Self::Kind => ProblemEntry::invalid("picture-kind"),
            Self::TooManyPixels(_) => ProblemEntry::invalid("picture-too-many-pixels"),
            Self::TooComplex => ProblemEntry::invalid("picture-too-complex"),
            Self::Animated | Self::AnimatedHere => ProblemEntry::invalid("picture-animated"),
            Self::AnimationSide(_) | Self::AnimationFrames(_) | Self::AnimationPixels(_) => {
                ProblemEntry::invalid("picture-animation-too-large")
            }
            Self::Unreadable => ProblemEntry::invalid("picture-unreadable"),
            Self::Outside => ProblemEntry::invalid("picture-part-outside"),
            Self::TooSmall => ProblemEntry::invalid("picture-part-too-small"),
            Self::Smaller(_) => ProblemEntry::invalid("picture-too-small"),
            Self::Busy => ProblemEntry::away("pictures-busy"),
        }
    }

    fn retry_after_s(&self) -> Option<u64> {
        (*self == Self::Busy).then_some(5)
    }
}

/// A decoded still picture: upright, in sRGB, reduced to about the required size.
#[derive(Debug, Clone)]
pub struct Picture {
    /// Pixels with 8 bits per channel.
    pub pixels: DynamicImage,
    /// Width of the original picture, upright.
    pub width: u32,
    /// Height of the original picture, upright.
    pub height: u32,
}

/// A decoded picture before rotation and conversion.
struct DecodedPicture {
    pixels: DynamicImage,
    /// Width and height in the file; `pixels` may be smaller.
    size: (u32, u32),
    orientation: Orientation,
    profile: Option<Profile>,
}

/// Decodes a still picture whose longest side is needed with `side` pixels. The result is at most
/// about twice as large, and no larger than the original.
///
/// # Errors
/// [`PictureError`].
pub fn decode(file: &[u8], side: u32) -> Result<Picture, PictureError> {
    decode_for(file, |_, _| side)
}

/// Like [`decode`]; `side` computes the required longest side from both sides of the picture.
///
/// # Errors
/// [`PictureError`].
pub fn decode_for(file: &[u8], side: impl Fn(u32, u32) -> u32) -> Result<Picture, PictureError> {
    if file.len() > FILE_BYTES_MAX {
        return Err(PictureError::TooLarge);
    }
    let side = |(a, b): (u32, u32)| side(a, b).clamp(1, DECODED_SIDE_PX_MAX);
    let kind = PictureFormat::detect_kind(file).ok_or(PictureError::Kind)?;
    if kind.is_animated(file) {
        let is_gif = kind == PictureFormat::Gif;
        return Err(if is_gif { PictureError::AnimatedHere } else { PictureError::Animated });
    }
    let raw = match kind {
        PictureFormat::Jpeg => jpeg::decode(file, side)?,
        PictureFormat::Png => raster::decode(file, ImageFormat::Png)?,
        PictureFormat::WebP => raster::decode(file, ImageFormat::WebP)?,
        PictureFormat::Gif => raster::decode(file, ImageFormat::Gif)?,
        #[cfg(feature = "heif")]
        PictureFormat::Heif => heif::decode(file, side)?,
    };
    Ok(finish_picture(raw, side))
}

/// Reduces first, so that every further step handles only a few megapixels.
fn finish_picture(raw: DecodedPicture, side: impl Fn((u32, u32)) -> u32) -> Picture {
    let (width, height) = raw.size;
    let most = side(raw.size).saturating_mul(2);
    let pixels = raw.pixels;
    let pixels = if pixels.width().max(pixels.height()) > most {
        pixels.thumbnail(most, most)
    } else {
        pixels
    };
    let mut pixels = colour::to_srgb(pixels, raw.profile.as_ref());
    pixels.apply_orientation(raw.orientation);
    let (width, height) =
        if is_sideways(raw.orientation) { (height, width) } else { (width, height) };
    Picture { pixels, width, height }
}

const fn is_sideways(orientation: Orientation) -> bool {
    matches!(
        orientation,
        Orientation::Rotate90
            | Orientation::Rotate270
            | Orientation::Rotate90FlipH
            | Orientation::Rotate270FlipH
    )
}

/// Returns an error if a picture has more pixels than `most`.
const fn check_pixels((width, height): (u32, u32), most: u64) -> Result<(), PictureError> {
    if width as u64 * height as u64 > most {
        Err(PictureError::TooManyPixels(most / MEGA))
    } else {
        Ok(())
    }
}

/// Scales a picture down to this width and height at most, keeping its shape.
#[must_use]
pub fn no_larger(picture: DynamicImage, width: u32, height: u32) -> DynamicImage {
    if picture.width() <= width && picture.height() <= height {
        return picture;
    }
    picture.resize(width, height, FilterType::CatmullRom)
}

/// Flattens transparency onto a background, because JPEG does not support it.
#[must_use]
pub fn on_paper(picture: &DynamicImage) -> RgbImage {
    if !picture.color().has_alpha() {
        return picture.to_rgb8();
    }
    let seen = picture.to_rgba8();
    RgbImage::from_fn(seen.width(), seen.height(), |x, y| {
        let [red, green, blue, alpha] = seen.get_pixel(x, y).0;
        let mix = |ink: u8, paper: u8| {
            let (ink, paper, alpha) = (u32::from(ink), u32::from(paper), u32::from(alpha));
            u8::try_from((ink * alpha + paper * (255 - alpha)) / 255).unwrap_or(u8::MAX)
        };
        Rgb([mix(red, BACKGROUND[0]), mix(green, BACKGROUND[1]), mix(blue, BACKGROUND[2])])
    })
}

/// Encodes a picture as JPEG, with a quality of 1 to 100.
///
/// # Errors
/// [`PictureError::Unreadable`], which does not occur for a decoded picture.
pub fn encode_jpeg(picture: &RgbImage, quality: u8) -> Result<Vec<u8>, PictureError> {
    let mut bytes = Vec::new();
    let encoder = JpegEncoder::new_with_quality(&mut bytes, quality);
    picture.write_with_encoder(encoder).map_err(|_| PictureError::Unreadable)?;
    Ok(bytes)
}

/// Encodes a picture as PNG.
///
/// # Errors
/// As [`encode_jpeg`].
pub fn encode_png(picture: &DynamicImage) -> Result<Vec<u8>, PictureError> {
    let mut bytes = Cursor::new(Vec::new());
    picture.write_to(&mut bytes, ImageFormat::Png).map_err(|_| PictureError::Unreadable)?;
    Ok(bytes.into_inner())
}

#[cfg(test)]
mod tests;
