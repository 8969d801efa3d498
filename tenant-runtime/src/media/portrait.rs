//! Converts an upload to a portrait: the type is recognised by content, the size checked before
//! decoding, the picture rotated upright, cropped and re-encoded, so that no metadata of the file
//! is stored (F-040 to F-042, G-030).

use image::DynamicImage;
use image::imageops::FilterType;
use platform::picture::{Picture, decode_for, encode_jpeg, on_paper};

pub use platform::picture::PictureError;

/// Smallest side of a crop, in pixels.
const CROP_PX_MIN: u32 = 64;
const LARGE_PX: u32 = 512;
const SMALL_PX: u32 = 128;
const JPEG_QUALITY: u8 = 86;

/// The square to crop, in pixels of the upright picture.
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

/// Decodes a file and crops a square, by default the middle. CPU-bound: run it in
/// [`platform::picture::in_pool`].
///
/// # Errors
/// [`PictureError`].
pub fn process_portrait(file: &[u8], crop: Option<Crop>) -> Result<Portrait, PictureError> {
    let picture = decode_for(file, |width, height| {
        let side = crop.map_or(width.min(height), |crop| crop.side).max(1);
        scale_length(width.max(height), LARGE_PX, side)
    })?;
    let (width, height) = (picture.width, picture.height);
    let crop = crop.unwrap_or_else(|| middle_square(width, height));
    check(crop, width, height)?;
    let square = crop_picture(&picture, crop);
    let large = on_paper(&square.resize_exact(LARGE_PX, LARGE_PX, FilterType::CatmullRom));
    let small = image::imageops::resize(&large, SMALL_PX, SMALL_PX, FilterType::Lanczos3);
    Ok(Portrait {
        large: encode_jpeg(&large, JPEG_QUALITY)?,
        small: encode_jpeg(&small, JPEG_QUALITY)?,
    })
}

fn scale_length(length: u32, to: u32, from: u32) -> u32 {
    let length = u64::from(length) * u64::from(to) / u64::from(from.max(1));
    u32::try_from(length).unwrap_or(u32::MAX)
}

/// Crops a picture that may have been decoded at a smaller size than the one to which `crop`
/// refers.
fn crop_picture(picture: &Picture, crop: Crop) -> DynamicImage {
    let in_pixels = |length: u32| scale_length(length, picture.pixels.width(), picture.width);
    let side = in_pixels(crop.side).max(1);
    picture.pixels.crop_imm(in_pixels(crop.x), in_pixels(crop.y), side, side)
}

fn middle_square(width: u32, height: u32) -> Crop {
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

#[cfg(test)]
#[path = "portrait_tests.rs"]
mod tests;
