//! Making a photo of an uploaded picture: recognised by its content, bounded, turned upright, no larger than a
//! screen shows, and re-encoded, so that nothing of the file but its picture is stored (G-030). An animated GIF
//! stays one.

use platform::picture::{PictureError, decode, encode_jpeg, gif, no_larger, on_paper};

/// Longest side of the stored photo, in pixels.
const SIDE_PX_MAX: u32 = 1600;
const JPEG_QUALITY: u8 = 84;

/// A photo as it is stored.
#[derive(Debug)]
pub struct Photo {
    pub bytes: Vec<u8>,
    /// Its media type.
    pub content_type: &'static str,
    /// Ending of its name.
    pub ending: &'static str,
    pub width: u32,
    pub height: u32,
}

/// Decodes a file and re-encodes its picture. CPU-bound: run it in [`platform::picture::in_pool`].
///
/// # Errors
/// [`PictureError`].
pub fn process_photo(file: &[u8]) -> Result<Photo, PictureError> {
    if gif::is_animated(file) {
        let gif::Animation { bytes, width, height } = gif::reencode(file)?;
        return Ok(Photo { bytes, content_type: "image/gif", ending: "gif", width, height });
    }
    let picture = decode(file, SIDE_PX_MAX)?.pixels;
    let paper = on_paper(&no_larger(picture, SIDE_PX_MAX, SIDE_PX_MAX));
    Ok(Photo {
        bytes: encode_jpeg(&paper, JPEG_QUALITY)?,
        content_type: "image/jpeg",
        ending: "jpg",
        width: paper.width(),
        height: paper.height(),
    })
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
    fn scales_down_large_photos_only() {
        let sides = |width, height| {
            process_photo(&file(width, height)).map(|made| (made.width, made.height))
        };
        assert_eq!(sides(3200, 1000), Ok((1600, 500)));
        assert_eq!(sides(40, 30), Ok((40, 30)));
    }
}
