//! HEIC and AVIF test files, written by the same library's encoder.

use super::*;
use crate::picture::tests::{TestResult, flag, is_near};
use crate::picture::{self, FILE_BYTES_MAX};
use moxcms::ColorProfile;
use oxideav_heif::{ColorInfo, EncodeOptions, StillCodec, encode_rgb8};

fn options(codec: StillCodec) -> EncodeOptions {
    let mut options = EncodeOptions::default();
    options.codec = codec;
    options.hevc_mode = "intra".to_owned();
    options.qp = 22;
    options.av1_quality = Some(80);
    options.colr = ColorInfo::default().to_colr();
    options
}

fn written(width: u32, height: u32, options: &EncodeOptions) -> TestResult<Vec<u8>> {
    Ok(encode_rgb8(width, height, &flag(width, height), options)?)
}

#[test]
fn reads_heic_and_avif() -> TestResult {
    for codec in [StillCodec::Hevc, StillCodec::Av1] {
        let file = written(192, 128, &options(codec))?;
        for side in [192, 48] {
            let read = picture::decode(&file, side)?;
            assert_eq!((read.width, read.height), (192, 128));
            let pixels = read.pixels.to_rgb8();
            assert!((side..=2 * side).contains(&pixels.width()), "{side}: {}", pixels.width());
            let top = pixels.get_pixel(pixels.width() / 2, 5).0;
            let below = pixels.get_pixel(pixels.width() / 2, pixels.height() - 5).0;
            assert!(is_near(top, [220, 10, 10], 24), "{codec:?} {side}: {top:?}");
            assert!(is_near(below, [10, 10, 220], 24), "{codec:?} {side}: {below:?}");
        }
    }
    Ok(())
}

#[test]
fn reads_a_tiled_picture() -> TestResult {
    let mut tiled = options(StillCodec::Hevc);
    tiled.grid_tile = Some(64);
    let read = picture::decode(&written(200, 150, &tiled)?, 200)?;
    assert_eq!((read.width, read.height), (200, 150));
    assert!(is_near(read.pixels.to_rgb8().get_pixel(100, 140).0, [10, 10, 220], 24));
    Ok(())
}

#[test]
fn converts_the_colours_of_an_embedded_profile() -> TestResult {
    let mut in_p3 = options(StillCodec::Av1);
    in_p3.icc_profile = Some(ColorProfile::new_display_p3().encode()?);
    let red = [234_u8, 51, 35].repeat(64 * 64);
    let file = encode_rgb8(64, 64, &red, &in_p3)?;
    let found = picture::decode(&file, 64)?.pixels.to_rgb8().get_pixel(30, 30).0;
    assert!(is_near(found, [255, 0, 0], 14), "{found:?}");
    Ok(())
}

#[test]
fn applies_the_rotation_only_once() -> TestResult {
    let mut noted = options(StillCodec::Av1);
    let tiff = b"MM\0\x2a\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01\0\x03\0\0\0\0\0\0";
    noted.exif = Some(tiff.to_vec());
    let read = picture::decode(&written(64, 64, &noted)?, 64)?.pixels.to_rgb8();
    assert!(is_near(read.get_pixel(30, 4).0, [220, 10, 10], 24), "only the container rotates it");
    Ok(())
}

#[test]
fn refuses_a_coded_picture_that_is_larger_than_its_item() -> TestResult {
    // An item with a small stated size and the coded data of a larger picture.
    for codec in [StillCodec::Hevc, StillCodec::Av1] {
        let mut file = written(256, 256, &options(codec))?;
        let at = file.windows(4).position(|part| part == b"ispe").ok_or("no ispe")? + 8;
        file[at..at + 8].copy_from_slice(&[0, 0, 0, 64, 0, 0, 0, 64]);
        let refused = picture::decode(&file, 64).err();
        assert_eq!(refused, Some(PictureError::Unreadable), "{codec:?}");
    }
    Ok(())
}

#[test]
fn rejects_too_many_pixels_from_the_container_header() -> TestResult {
    let mut file = written(64, 64, &options(StillCodec::Av1))?;
    let at = file.windows(4).position(|part| part == b"ispe").ok_or("no ispe")? + 8;
    for (width, height) in [(0xff00_u32, 0xff00_u32), (5712, 4284)] {
        file[at..at + 4].copy_from_slice(&width.to_be_bytes());
        file[at + 4..at + 8].copy_from_slice(&height.to_be_bytes());
        assert_eq!(picture::decode(&file, 64).err(), Some(PictureError::TooManyPixels(12)));
    }
    file[at..at + 8].copy_from_slice(&[0, 0, 15, 192, 0, 0, 11, 208]);
    let refused = picture::decode(&file, 64).err();
    assert!(!matches!(refused, Some(PictureError::TooManyPixels(_))), "4032 x 3024: {refused:?}");
    Ok(())
}

#[test]
fn damaged_file_never_panics() -> TestResult {
    for codec in [StillCodec::Hevc, StillCodec::Av1] {
        let whole = written(64, 64, &options(codec))?;
        for at in (0..whole.len()).step_by(37) {
            let mut file = whole.clone();
            file[at] ^= 0x55;
            drop(picture::decode(&file, 64));
            drop(picture::decode(&whole[..at], 64));
        }
        assert!(whole.len() < FILE_BYTES_MAX);
    }
    Ok(())
}
