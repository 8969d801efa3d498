//! PNG, WebP and still GIF, and JPEG files that [`super::jpeg`] cannot reduce: decoded completely,
//! within a memory limit.

use super::colour::Profile;
use super::{MEGA, PictureError, Raw, check_pixels};
use image::metadata::Orientation;
use image::{DynamicImage, ImageDecoder, ImageError, ImageFormat, ImageReader, Limits};
use std::io::Cursor;

/// Maximum memory of a decoded picture.
const DECODED_BYTES_MAX: u64 = 128 * 1024 * 1024;
/// The WebP decoder needs up to 7 bytes for each pixel.
const WEBP_PIXELS_MAX: u64 = 24 * MEGA;

pub(super) fn decode(file: &[u8], format: ImageFormat) -> Result<Raw, PictureError> {
    let mut reader = ImageReader::with_format(Cursor::new(file), format);
    let mut limits = Limits::no_limits();
    limits.max_alloc = Some(DECODED_BYTES_MAX);
    reader.limits(limits);
    let mut decoder = reader.into_decoder().map_err(|error| refusal(&error))?;
    let size = decoder.dimensions();
    let most = DECODED_BYTES_MAX / u64::from(decoder.color_type().bytes_per_pixel());
    let is_webp = format == ImageFormat::WebP;
    check_pixels(size, if is_webp { most.min(WEBP_PIXELS_MAX) } else { most })?;
    let orientation = decoder.orientation().unwrap_or(Orientation::NoTransforms);
    let icc = decoder.icc_profile().ok().flatten();
    let pixels = DynamicImage::from_decoder(decoder).map_err(|error| refusal(&error))?;
    Ok(Raw { pixels, size, orientation, profile: icc.as_deref().and_then(Profile::from_icc) })
}

fn refusal(error: &ImageError) -> PictureError {
    match error {
        // Four bytes per pixel, as in most pictures that exceed the limit.
        ImageError::Limits(_) => PictureError::TooManyPixels(DECODED_BYTES_MAX / 4 / MEGA),
        _ => PictureError::Unreadable,
    }
}
