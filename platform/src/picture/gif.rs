//! Animated GIF: stays a GIF. Each frame is decoded and encoded again without loss; all other data
//! of the file is dropped.

use super::{FILE_BYTES_MAX, MEGA, PictureError};
use gif::{DecodeOptions, Decoder, Encoder, Frame, MemoryLimit};
use std::num::NonZeroU64;

/// Maximum side: no picture is displayed larger.
const SIDE_PX_MAX: u16 = 1600;
const FRAMES_MAX: usize = 500;
/// Maximum pixels of all frames together.
const PIXELS_MAX: u64 = 100 * MEGA;
/// Maximum memory of a frame.
const FRAME_BYTES_MAX: u64 = 4 * MEGA;

/// A re-encoded animation.
#[derive(Debug)]
pub struct Animation {
    /// Encoded file.
    pub bytes: Vec<u8>,
    /// In pixels.
    pub width: u32,
    /// In pixels.
    pub height: u32,
}

fn open(file: &[u8], skips_pixels: bool) -> Option<Decoder<&[u8]>> {
    let mut options = DecodeOptions::new();
    options.skip_frame_decoding(skips_pixels);
    options.check_frame_consistency(true);
    options.set_memory_limit(MemoryLimit::Bytes(NonZeroU64::new(FRAME_BYTES_MAX)?));
    options.read_info(file).ok()
}

/// Returns whether a file is a GIF with more than one frame.
#[must_use]
pub fn is_animated(file: &[u8]) -> bool {
    let Some(mut decoder) = open(file, true) else { return false };
    let mut next = || decoder.next_frame_info().is_ok_and(|frame| frame.is_some());
    next() && next()
}

/// Re-encodes an animated GIF.
///
/// # Errors
/// [`PictureError`].
pub fn reencode(file: &[u8]) -> Result<Animation, PictureError> {
    if file.len() > FILE_BYTES_MAX {
        return Err(PictureError::TooLarge);
    }
    check(file)?;
    let mut decoder = open(file, false).ok_or(PictureError::Unreadable)?;
    let (width, height) = (decoder.width(), decoder.height());
    let palette = decoder.global_palette().unwrap_or_default().to_vec();
    let unwritten = |_| PictureError::Unreadable;
    let mut encoder = Encoder::new(Vec::new(), width, height, &palette).map_err(unwritten)?;
    let mut is_first = true;
    while let Some(frame) = decoder.read_next_frame().map_err(|_| PictureError::Unreadable)? {
        // The rows are deinterlaced now.
        let frame = Frame { interlaced: false, needs_user_input: false, ..frame.clone() };
        if std::mem::take(&mut is_first) {
            encoder.set_repeat(decoder.repeat()).map_err(unwritten)?;
        }
        encoder.write_frame(&frame).map_err(unwritten)?;
        if encoder.get_ref().len() > FILE_BYTES_MAX {
            return Err(PictureError::TooLarge);
        }
    }
    let bytes = encoder.into_inner().map_err(|_| PictureError::Unreadable)?;
    Ok(Animation { bytes, width: width.into(), height: height.into() })
}

/// Checks the limits from the frame headers, before any frame is decoded.
fn check(file: &[u8]) -> Result<(), PictureError> {
    let mut decoder = open(file, true).ok_or(PictureError::Unreadable)?;
    if decoder.width().max(decoder.height()) > SIDE_PX_MAX {
        return Err(PictureError::AnimationSide(SIDE_PX_MAX));
    }
    let (mut frames, mut pixels) = (0, 0);
    while let Some(frame) = decoder.next_frame_info().map_err(|_| PictureError::Unreadable)? {
        frames += 1;
        pixels += u64::from(frame.width) * u64::from(frame.height);
        if frames > FRAMES_MAX {
            return Err(PictureError::AnimationFrames(FRAMES_MAX));
        }
        if pixels > PIXELS_MAX {
            return Err(PictureError::AnimationPixels(PIXELS_MAX / MEGA));
        }
    }
    Ok(())
}
