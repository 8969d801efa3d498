//! Making a portrait out of whatever was uploaded: told by its content, bounded before it is
//! decoded, turned as its camera meant it, cropped, and written anew, so that nothing of the file
//! but its picture is kept (F-040 to F-042, G-030).

use image::codecs::jpeg::JpegEncoder;
use image::imageops::FilterType;
use image::metadata::Orientation;
use image::{DynamicImage, ImageDecoder, ImageFormat, ImageReader, Limits, Rgb, RgbImage};
use platform::{Catalogued, Entry};
use std::io::Cursor;

/// Longest side that is read.
pub const SIDE_PX_MAX: u32 = 8192;
/// Largest file.
pub const FILE_BYTES_MAX: usize = 10 * 1024 * 1024;
/// Most memory that a decoded picture may need.
const DECODED_BYTES_MAX: u64 = 128 * 1024 * 1024;
/// Smallest part worth showing.
const CROP_PX_MIN: u32 = 64;
const LARGE_PX: u32 = 512;
const SMALL_PX: u32 = 128;
const JPEG_QUALITY: u8 = 86;
/// What a see-through picture stands on.
const PAPER: [u8; 3] = [255, 255, 255];

/// Why a file becomes no portrait.
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
        }
    }
}

/// The square to keep, in pixels of the picture as it is seen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Crop {
    pub x: u32,
    pub y: u32,
    pub side: u32,
}

/// A portrait, as JPEG in two sizes.
#[derive(Debug)]
pub struct Portrait {
    pub large: Vec<u8>,
    pub small: Vec<u8>,
}

/// Reads a file and keeps a square of it; the middle, unless told which. Takes a while: run it where
/// it holds up nobody.
///
/// # Errors
/// [`PictureError`].
pub fn portrait(file: &[u8], crop: Option<Crop>) -> Result<Portrait, PictureError> {
    if file.len() > FILE_BYTES_MAX {
        return Err(PictureError::TooLarge);
    }
    let picture = decode(file)?;
    let (width, height) = (picture.width(), picture.height());
    let crop = crop.unwrap_or_else(|| middle(width, height));
    check(crop, width, height)?;
    let square = picture.crop_imm(crop.x, crop.y, crop.side, crop.side);
    let large = on_paper(&square.resize_exact(LARGE_PX, LARGE_PX, FilterType::CatmullRom));
    let small = image::imageops::resize(&large, SMALL_PX, SMALL_PX, FilterType::Lanczos3);
    Ok(Portrait { large: written(&large)?, small: written(&small)? })
}

fn decode(file: &[u8]) -> Result<DynamicImage, PictureError> {
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

fn middle(width: u32, height: u32) -> Crop {
    let side = width.min(height);
    Crop { x: (width - side) / 2, y: (height - side) / 2, side }
}

fn check(crop: Crop, width: u32, height: u32) -> Result<(), PictureError> {
    let ends = |from: u32, of: u32| from.checked_add(crop.side).is_some_and(|end| end <= of);
    if !ends(crop.x, width) || !ends(crop.y, height) {
        return Err(PictureError::Outside);
    }
    if crop.side < CROP_PX_MIN { Err(PictureError::TooSmall) } else { Ok(()) }
}

/// Without its see-through parts, which JPEG does not know.
fn on_paper(picture: &DynamicImage) -> RgbImage {
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

fn written(picture: &RgbImage) -> Result<Vec<u8>, PictureError> {
    let mut bytes = Vec::new();
    let encoder = JpegEncoder::new_with_quality(&mut bytes, JPEG_QUALITY);
    picture.write_with_encoder(encoder).map_err(|_| PictureError::Unreadable)?;
    Ok(bytes)
}

#[cfg(test)]
#[path = "portrait_tests.rs"]
mod tests;
