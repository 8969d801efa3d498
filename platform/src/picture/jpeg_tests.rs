//! Large and hostile JPEG files.

use super::*;
use crate::picture::tests::{TestResult, flag, is_near};
use crate::picture::{self, PictureError};
use image::codecs::jpeg::JpegEncoder;

fn encoded(width: u32, height: u32) -> TestResult<Vec<u8>> {
    let mut file = Vec::new();
    flag(width, height).write_with_encoder(JpegEncoder::new_with_quality(&mut file, 80))?;
    Ok(file)
}

/// Offset of the frame header's precision, and its marker.
fn frame_at(file: &[u8]) -> TestResult<usize> {
    let found = file.windows(4).position(|part| part == [0xff, 0xc0, 0x00, 0x11]);
    Ok(found.ok_or("no frame header")?)
}

/// A grey picture of any size: all blocks are coded alike, so its data is a repeated pattern of 14
/// bits.
fn grey(width: u16, height: u16) -> TestResult<Vec<u8>> {
    let mut file = Vec::new();
    let small = image::RgbImage::from_pixel(8, 8, image::Rgb([128, 128, 128]));
    small.write_with_encoder(JpegEncoder::new_with_quality(&mut file, 80))?;
    let frame = frame_at(&file)?;
    file[frame + 5..frame + 7].copy_from_slice(&height.to_be_bytes());
    file[frame + 7..frame + 9].copy_from_slice(&width.to_be_bytes());
    let scan = file.windows(2).position(|part| part == [0xff, 0xda]).ok_or("no scan")?;
    let length = usize::from(u16::from_be_bytes([file[scan + 2], file[scan + 3]]));
    file.truncate(scan + 2 + length);
    let blocks = usize::from(width).div_ceil(8) * usize::from(height).div_ceil(8);
    // A zero difference and the end of the block, for luminance and twice for chrominance: four of
    // these patterns fill seven bytes.
    let pattern = [0b0010_1000, 0b0000_0000, 0b1010_0000, 0b0000_0010, 0b1000_0000, 0b0000_1010, 0];
    file.extend(pattern.repeat(blocks.div_ceil(4)));
    file.extend([0xff, 0xd9]);
    Ok(file)
}

#[test]
fn accepts_a_photo_of_50_megapixels_and_reduces_it_while_decoding() -> TestResult {
    for (width, height) in [(8064, 6048), (8160, 6120)] {
        let file = grey(width, height)?;
        let read = picture::decode(&file, 1600)?;
        assert_eq!((read.width, read.height), (width.into(), height.into()));
        let (width, height) = (read.pixels.width(), read.pixels.height());
        assert!((1600..=3200).contains(&width) && (1200..=2400).contains(&height));
        let middle = read.pixels.to_rgb8().get_pixel(width / 2, height / 2).0;
        assert!(is_near(middle, [128; 3], 2), "{middle:?}");
    }
    Ok(())
}

#[test]
fn reduced_photo_matches_the_full_one() -> TestResult {
    let file = encoded(800, 600)?;
    for side in [50, 100, 200, 401, 800] {
        let pixels = picture::decode(&file, side)?.pixels.to_rgb8();
        assert!(pixels.width() >= side);
        assert!(is_near(pixels.get_pixel(pixels.width() / 2, 3).0, [220, 10, 10], 20));
        let below = pixels.get_pixel(pixels.width() / 2, pixels.height() - 3).0;
        assert!(is_near(below, [10, 10, 220], 20), "{below:?}");
    }
    Ok(())
}

#[test]
fn finds_the_frame_header_after_other_segments() -> TestResult {
    let mut file = encoded(300, 200)?;
    // A thumbnail in its own segment is not the picture.
    let thumbnail = encoded(16, 16)?;
    let mut segment = vec![0xff, 0xe1];
    segment.extend(u16::try_from(thumbnail.len() + 2)?.to_be_bytes());
    segment.extend(thumbnail);
    file.splice(2..2, segment);
    let header = JpegHeader::read(&file).ok_or("no header")?;
    assert_eq!((header.width, header.height, header.scans), (300, 200, 1));
    assert_eq!((header.components.len(), header.is_progressive), (3, false));
    Ok(())
}

fn refusal(file: &[u8]) -> Option<PictureError> {
    picture::decode(file, 1600).err()
}

#[test]
fn rejects_a_huge_picture_by_its_header() -> TestResult {
    let mut file = encoded(64, 64)?;
    let frame = frame_at(&file)?;
    file[frame + 5..frame + 9].copy_from_slice(&[0xff, 0xdc, 0xff, 0xdc]);
    assert_eq!(refusal(&file), Some(PictureError::TooManyPixels(100)));
    file[frame + 1] = 0xc2;
    assert_eq!(refusal(&file), Some(PictureError::TooManyPixels(100)));
    Ok(())
}

#[test]
fn limits_the_coefficient_memory_of_a_progressive_picture() {
    let header = |width, height, components: &[(u8, u8)]| JpegHeader {
        width,
        height,
        components: components.to_vec(),
        is_progressive: true,
        scans: 10,
    };
    let subsampled = [(2, 2), (1, 1), (1, 1)];
    let full = [(1, 1); 3];
    assert_eq!(header(8160, 6120, &subsampled).check(), Ok(()));
    assert_eq!(header(9000, 8000, &subsampled).check(), Err(PictureError::TooManyPixels(55)));
    assert_eq!(header(8160, 6120, &full).check(), Err(PictureError::TooManyPixels(27)));
    assert_eq!(header(5000, 5000, &full).check(), Ok(()));
}

#[test]
fn rejects_a_picture_with_too_many_scans() -> TestResult {
    let mut file = encoded(64, 64)?;
    let frame = frame_at(&file)?;
    let side = 4000_u16.to_be_bytes();
    file[frame + 5..frame + 9].copy_from_slice(&[side, side].concat());
    let scan = file.windows(2).position(|part| part == [0xff, 0xda]).ok_or("no scan")?;
    let length = usize::from(u16::from_be_bytes([file[scan + 2], file[scan + 3]]));
    let empty = file[scan..scan + 2 + length].to_vec();
    file.splice(scan..scan, empty.repeat(200));
    assert_eq!(refusal(&file), Some(PictureError::TooComplex));
    Ok(())
}

#[test]
fn refuses_malformed_headers() -> TestResult {
    let whole = encoded(64, 64)?;
    let frame = frame_at(&whole)?;
    for (at, bytes) in [
        (frame + 5, &[0, 0][..]),
        (frame + 7, &[0, 0]),
        (frame + 9, &[0]),
        (frame + 9, &[9]),
        (frame + 11, &[0x05]),
    ] {
        let mut file = whole.clone();
        file[at..at + bytes.len()].copy_from_slice(bytes);
        assert_eq!(refusal(&file), Some(PictureError::Unreadable), "{at}");
    }
    let twice = [&whole[..frame + 19], &whole[frame..]].concat();
    assert_eq!(refusal(&twice), Some(PictureError::Unreadable), "two frames");
    for length in [2, 3, frame, frame + 6] {
        assert_eq!(refusal(&whole[..length.max(3)]), Some(PictureError::Unreadable), "{length}");
    }
    Ok(())
}
