//! Making a photo out of whatever was uploaded: told by its content, bounded, turned as its camera meant
//! it, no larger than a screen shows, and written anew, so that nothing of the file but its picture is
//! kept (G-030).

use image::imageops::FilterType;
use platform::picture::{PictureError, decode, jpeg, on_paper};

/// Longest side that is kept.
const SIDE_PX_MAX: u32 = 1600;
const JPEG_QUALITY: u8 = 84;

/// A photo, as JPEG.
#[derive(Debug)]
pub struct Photo {
    pub jpeg: Vec<u8>,
    pub width: u32,
    pub height: u32,
}

/// Reads a file and keeps its picture. Takes a while: run it where it holds up nobody.
///
/// # Errors
/// [`PictureError`].
pub fn photo(file: &[u8]) -> Result<Photo, PictureError> {
    let picture = decode(file)?;
    let is_large = picture.width().max(picture.height()) > SIDE_PX_MAX;
    let picture = if is_large {
        picture.resize(SIDE_PX_MAX, SIDE_PX_MAX, FilterType::CatmullRom)
    } else {
        picture
    };
    let paper = on_paper(&picture);
    Ok(Photo { jpeg: jpeg(&paper, JPEG_QUALITY)?, width: paper.width(), height: paper.height() })
}

#[cfg(test)]
mod tests {
    use super::*;
    use image::{ImageFormat, Rgb, RgbImage};
    use std::io::Cursor;

    fn file(width: u32, height: u32) -> Vec<u8> {
        let mut file = Cursor::new(Vec::new());
        let picture = RgbImage::from_pixel(width, height, Rgb([9, 90, 200]));
        picture.write_to(&mut file, ImageFormat::Png).map_err(drop).ok();
        file.into_inner()
    }

    #[test]
    fn a_large_photo_is_made_smaller_and_a_small_one_stays() {
        let sides =
            |width, height| photo(&file(width, height)).map(|made| (made.width, made.height));
        assert_eq!(sides(3200, 1000), Ok((1600, 500)));
        assert_eq!(sides(40, 30), Ok((40, 30)));
    }
}
