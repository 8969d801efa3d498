//! Making a portrait out of whatever was uploaded: told by its content, bounded before it is
//! decoded, turned as its camera meant it, cropped, and written anew, so that nothing of the file
//! but its picture is kept (F-040 to F-042, G-030).

use image::imageops::FilterType;
use platform::picture::{decode, jpeg, on_paper};

pub use platform::picture::PictureError;

/// Smallest part worth showing.
const CROP_PX_MIN: u32 = 64;
const LARGE_PX: u32 = 512;
const SMALL_PX: u32 = 128;
const JPEG_QUALITY: u8 = 86;

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
    let picture = decode(file)?;
    let (width, height) = (picture.width(), picture.height());
    let crop = crop.unwrap_or_else(|| middle(width, height));
    check(crop, width, height)?;
    let square = picture.crop_imm(crop.x, crop.y, crop.side, crop.side);
    let large = on_paper(&square.resize_exact(LARGE_PX, LARGE_PX, FilterType::CatmullRom));
    let small = image::imageops::resize(&large, SMALL_PX, SMALL_PX, FilterType::Lanczos3);
    Ok(Portrait { large: jpeg(&large, JPEG_QUALITY)?, small: jpeg(&small, JPEG_QUALITY)? })
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

#[cfg(test)]
#[path = "portrait_tests.rs"]
mod tests;
