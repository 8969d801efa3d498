//! PNG, WebP and still GIF, and JPEG files that [`super::jpeg`] cannot reduce: decoded completely,
//! within a memory limit.

use super::colour::Profile;
use super::{DecodedPicture, MEGA, PictureError, check_pixels};
use image::metadata::Orientation;
use image::{DynamicImage, ImageDecoder, ImageError, ImageFormat, ImageReader, Limits};
use std::io::Cursor;

/// Maximum memory of a decoded picture.
const DECODED_BYTES_MAX: u64 = 112 * 1024 * 1024;
/// The WebP decoder needs 2 s for this many pixels.
const WEBP_PIXELS_MAX: u64 = 24 * MEGA;
/// With transparency it needs 10 bytes for each pixel.
const WEBP_ALPHA_PIXELS_MAX: u64 = 16 * MEGA;

pub(super) fn decode(file: &[u8], format: ImageFormat) -> Result<DecodedPicture, PictureError> {
    let mut reader = ImageReader::with_format(Cursor::new(file), format);
    let mut limits = Limits::no_limits();
    limits.max_alloc = Some(DECODED_BYTES_MAX);
    reader.limits(limits);
    let mut decoder = reader.into_decoder().map_err(|error| to_picture_error(&error))?;
    let size = decoder.dimensions();
    let most = DECODED_BYTES_MAX / u64::from(decoder.color_type().bytes_per_pixel());
    let most = match (format, decoder.color_type().has_alpha()) {
        (ImageFormat::WebP, true) => most.min(WEBP_ALPHA_PIXELS_MAX),
        (ImageFormat::WebP, false) => most.min(WEBP_PIXELS_MAX),
        _ => most,
    };
    check_pixels(size, most)?;
    let orientation = decoder.orientation().unwrap_or(Orientation::NoTransforms);
    let icc = decoder.icc_profile().ok().flatten();
    let pixels = DynamicImage::from_decoder(decoder).map_err(|error| to_picture_error(&error))?;
    Ok(DecodedPicture {
        pixels,
        size,
        orientation,
        profile: icc.as_deref().and_then(Profile::from_icc),
    })
}

fn to_picture_error(error: &ImageError) -> PictureError {
    match error {
        // Four bytes per pixel, as in most pictures that exceed the limit.
        ImageError::Limits(_) => PictureError::TooManyPixels(DECODED_BYTES_MAX / 4 / MEGA),
        _ => PictureError::Unreadable,
    }
}
