//! JPEG, reduced during decoding: a phone's photo with 50 megapixels needs a tenth of the memory of
//! its pixels.

use super::colour::Profile;
use super::raster;
use super::{DecodedPicture, MEGA, MEMORY_BYTES_MAX, PictureError, check_pixels};
use image::metadata::Orientation;
use image::{DynamicImage, GrayImage, ImageFormat, RgbImage};
use jpeg_decoder::{CodingProcess, Decoder, PixelFormat};

const PIXELS_MAX: u64 = 100 * MEGA;
/// Maximum block visits over all scans: a file with many empty scans would take minutes.
const BLOCK_VISITS_MAX: u64 = 60 * MEGA;
/// Bytes per coefficient. A progressive file is decoded into all of its coefficients.
const COEFFICIENT_BYTES: u64 = 2;

/// Header data needed before decoding.
#[derive(Debug, PartialEq, Eq)]
struct JpegHeader {
    width: u16,
    height: u16,
    /// Horizontal and vertical sampling factors of each component.
    components: Vec<(u8, u8)>,
    is_progressive: bool,
    scans: u64,
}

impl JpegHeader {
    /// Reads the segments of a file; `None` if it is malformed.
    fn read(file: &[u8]) -> Option<Self> {
        let mut header = None;
        let mut scans = 0;
        let mut rest = file.get(2..)?;
        while let Some(start) =
            rest.windows(2).position(|pair| pair[0] == 0xff && !is_data(pair[1]))
        {
            let marker = rest[start + 1];
            rest = &rest[start + 2..];
            match marker {
                0xd9 => break,
                // Markers without a segment.
                0x01 | 0xd8 => continue,
                0xda => scans += 1,
                0xc0..=0xcf if !matches!(marker, 0xc4 | 0xc8 | 0xcc) => {
                    let frame = Self::of_frame(rest, matches!(marker, 0xc2 | 0xc6 | 0xca | 0xce))?;
                    if header.replace(frame).is_some() {
                        return None;
                    }
                }
                _ => {}
            }
            let length = u16::from_be_bytes(*rest.first_chunk::<2>()?);
            rest = rest.get(usize::from(length)..).unwrap_or_default();
        }
        header.map(|header| Self { scans, ..header })
    }

    fn of_frame(segment: &[u8], is_progressive: bool) -> Option<Self> {
        let [_, _, _, h1, h0, w1, w0, count] = *segment.first_chunk::<8>()?;
        let components = segment.get(8..8 + 3 * usize::from(count))?;
        let sampling = components.chunks_exact(3).map(|of_one| (of_one[1] >> 4, of_one[1] & 15));
        let components: Vec<_> = sampling.collect();
        let (width, height) = (u16::from_be_bytes([w1, w0]), u16::from_be_bytes([h1, h0]));
        let is_sound = width > 0
            && height > 0
            && matches!(components.len(), 1..=4)
            && components
                .iter()
                .all(|(across, down)| (1..=4).contains(across) && (1..=4).contains(down));
        is_sound.then_some(Self { width, height, components, is_progressive, scans: 0 })
    }

    fn size(&self) -> (u32, u32) {
        (self.width.into(), self.height.into())
    }

    /// Samples of all components together.
    fn sample_count(&self) -> u64 {
        let most = |of: fn(&(u8, u8)) -> u8| self.components.iter().map(of).max().unwrap_or(1);
        let of_unit = u64::from(most(|c| c.0)) * u64::from(most(|c| c.1));
        let of_all: u64 = self.components.iter().map(|c| u64::from(c.0) * u64::from(c.1)).sum();
        u64::from(self.width) * u64::from(self.height) * of_all / of_unit
    }

    /// Refuses pictures that would need too much memory or time.
    fn check(&self) -> Result<(), PictureError> {
        check_pixels(self.size(), PIXELS_MAX)?;
        let samples = self.sample_count();
        if self.is_progressive {
            let pixels = u64::from(self.width) * u64::from(self.height);
            let coefficients = samples * COEFFICIENT_BYTES;
            check_pixels(self.size(), MEMORY_BYTES_MAX * pixels / coefficients.max(1))?;
        }
        let visits = samples / 64 * self.scans;
        if visits > BLOCK_VISITS_MAX { Err(PictureError::TooComplex) } else { Ok(()) }
    }
}

/// Returns whether a byte after `0xff` belongs to coded data or padding, and starts no segment.
const fn is_data(byte: u8) -> bool {
    matches!(byte, 0x00 | 0xd0..=0xd7 | 0xff)
}

pub(super) fn decode(
    file: &[u8],
    side: impl Fn((u32, u32)) -> u32,
) -> Result<DecodedPicture, PictureError> {
    let header = JpegHeader::read(file).ok_or(PictureError::Unreadable)?;
    header.check()?;
    if !matches!(header.components.len(), 1 | 3) {
        return raster::decode(file, ImageFormat::Jpeg);
    }
    let mut decoder = Decoder::new(file);
    let unread = |_| PictureError::Unreadable;
    decoder.read_info().map_err(unread)?;
    let info = decoder.info().ok_or(PictureError::Unreadable)?;
    let is_plain = matches!(info.pixel_format, PixelFormat::L8 | PixelFormat::RGB24)
        && info.coding_process != CodingProcess::Lossless;
    if !is_plain {
        return raster::decode(file, ImageFormat::Jpeg);
    }
    let (width, height) = fit_size(header.size(), &side);
    decoder.scale(width, height).map_err(unread)?;
    let bytes = decoder.decode().map_err(unread)?;
    let scaled = decoder.info().ok_or(PictureError::Unreadable)?;
    let (width, height) = (scaled.width.into(), scaled.height.into());
    let pixels: Option<DynamicImage> = if scaled.pixel_format == PixelFormat::L8 {
        GrayImage::from_raw(width, height, bytes).map(Into::into)
    } else {
        RgbImage::from_raw(width, height, bytes).map(Into::into)
    };
    let orientation = decoder.exif_data().and_then(Orientation::from_exif_chunk);
    let icc = decoder.icc_profile();
    Ok(DecodedPicture {
        pixels: pixels.ok_or(PictureError::Unreadable)?,
        size: header.size(),
        orientation: orientation.unwrap_or(Orientation::NoTransforms),
        profile: icc.as_deref().and_then(Profile::from_icc),
    })
}

/// Width and height of a picture scaled to the required longest side.
fn fit_size((width, height): (u32, u32), side: impl Fn((u32, u32)) -> u32) -> (u16, u16) {
    let longest = width.max(height);
    let needed = side((width, height)).min(longest);
    let scaled = |length: u32| {
        let length = (u64::from(length) * u64::from(needed)).div_ceil(u64::from(longest));
        u16::try_from(length).unwrap_or(u16::MAX).max(1)
    };
    (scaled(width), scaled(height))
}

#[cfg(test)]
#[path = "jpeg_tests.rs"]
mod tests;
