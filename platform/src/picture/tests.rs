//! Valid and invalid pictures of every format.

use super::*;
use image::{
    AnimationDecoder, ExtendedColorType, GenericImageView, ImageEncoder, Rgba, RgbaImage,
    codecs::{png::PngEncoder, webp::WebPEncoder},
};
use moxcms::ColorProfile;
use std::error::Error;

pub(super) type TestResult<T = ()> = Result<T, Box<dyn Error>>;

/// Red above blue.
pub(super) fn flag(width: u32, height: u32) -> RgbImage {
    RgbImage::from_fn(width, height, |_, y| {
        if y < height / 2 { Rgb([220, 10, 10]) } else { Rgb([10, 10, 220]) }
    })
}

fn written(picture: &RgbImage, format: ImageFormat) -> TestResult<Vec<u8>> {
    let mut file = Cursor::new(Vec::new());
    picture.write_to(&mut file, format)?;
    Ok(file.into_inner())
}

fn refusal(file: &[u8]) -> String {
    decode(file, 100).map_or_else(|error| error.to_string(), |_| "decoded".to_owned())
}

pub(super) fn is_near(found: [u8; 3], wanted: [u8; 3], by: u8) -> bool {
    found.iter().zip(wanted).all(|(found, wanted)| found.abs_diff(wanted) <= by)
}

#[test]
fn reduces_every_format_to_about_the_required_size() -> TestResult {
    for format in [ImageFormat::Jpeg, ImageFormat::Png, ImageFormat::WebP, ImageFormat::Gif] {
        let file = written(&flag(800, 600), format)?;
        for (side, least, most) in [(800, 800, 800), (200, 200, 400), (45, 45, 100)] {
            let read = decode(&file, side)?;
            assert_eq!((read.width, read.height), (800, 600), "{format:?}");
            let width = read.pixels.width();
            assert!((least..=most).contains(&width), "{format:?} {side}: {width}");
            let top = read.pixels.to_rgb8().get_pixel(width / 2, 5).0;
            assert!(is_near(top, [220, 10, 10], 12), "{format:?}: {top:?}");
        }
    }
    Ok(())
}

#[test]
fn rotates_a_picture_upright() -> TestResult {
    // Orientation 6: the camera was rotated a quarter turn to the left.
    let tiff = b"Exif\0\0MM\0\x2a\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01\0\x06\0\0\0\0\0\0";
    let mut file = b"\xff\xd8\xff\xe1".to_vec();
    file.extend_from_slice(&u16::try_from(tiff.len() + 2)?.to_be_bytes());
    file.extend_from_slice(tiff);
    file.extend_from_slice(&written(&flag(300, 200), ImageFormat::Jpeg)?[2..]);
    let read = decode(&file, 300)?;
    assert_eq!((read.width, read.height, read.pixels.dimensions()), (200, 300, (200, 300)));
    let read = read.pixels.to_rgb8();
    assert!(is_near(read.get_pixel(190, 150).0, [220, 10, 10], 20), "the top is on the right");
    assert!(is_near(read.get_pixel(10, 150).0, [10, 10, 220], 20));
    Ok(())
}

/// A picture of one colour in Display P3, in each format that supports profiles.
fn in_display_p3(colour: [u8; 3]) -> TestResult<Vec<(ImageFormat, Vec<u8>)>> {
    let profile = ColorProfile::new_display_p3().encode()?;
    let picture = RgbImage::from_pixel(64, 64, Rgb(colour));
    let mut files = Vec::new();
    let mut file = Vec::new();
    let mut encoder = JpegEncoder::new_with_quality(&mut file, 100);
    encoder.set_icc_profile(profile.clone())?;
    picture.write_with_encoder(encoder)?;
    files.push((ImageFormat::Jpeg, file));
    let mut file = Vec::new();
    let mut encoder = PngEncoder::new(&mut file);
    encoder.set_icc_profile(profile.clone())?;
    picture.write_with_encoder(encoder)?;
    files.push((ImageFormat::Png, file));
    let mut file = Vec::new();
    let mut encoder = WebPEncoder::new_lossless(&mut file);
    encoder.set_icc_profile(profile)?;
    picture.write_with_encoder(encoder)?;
    files.push((ImageFormat::WebP, file));
    Ok(files)
}

#[test]
fn converts_display_p3_to_srgb() -> TestResult {
    // sRGB red and a grey in Display P3 coordinates (CSS Color 4, sample conversions).
    for (in_p3, in_srgb) in [([234, 51, 35], [255, 0, 0]), ([128, 128, 128], [128, 128, 128])] {
        for (format, file) in in_display_p3(in_p3)? {
            let found = decode(&file, 64)?.pixels.to_rgb8().get_pixel(30, 30).0;
            assert!(is_near(found, in_srgb, 4), "{format:?}: {found:?} for {in_srgb:?}");
        }
    }
    Ok(())
}

#[test]
fn keeps_transparency_during_colour_conversion() -> TestResult {
    let mut file = Vec::new();
    let mut encoder = PngEncoder::new(&mut file);
    encoder.set_icc_profile(ColorProfile::new_display_p3().encode()?)?;
    let picture = RgbaImage::from_pixel(8, 8, Rgba([234, 51, 35, 77]));
    encoder.write_image(&picture, 8, 8, ExtendedColorType::Rgba8)?;
    let Rgba([red, green, _, alpha]) = *decode(&file, 8)?.pixels.to_rgba8().get_pixel(3, 3);
    assert!(red > 250 && green < 5 && alpha == 77, "{red} {green} {alpha}");
    Ok(())
}

#[test]
fn ignores_a_malformed_profile() -> TestResult {
    for length in [0, 3, 128, 400] {
        let mut file = Vec::new();
        let mut encoder = JpegEncoder::new_with_quality(&mut file, 95);
        let mut profile = ColorProfile::new_display_p3().encode()?;
        profile.truncate(length);
        encoder.set_icc_profile(profile)?;
        RgbImage::from_pixel(16, 16, Rgb([200, 100, 50])).write_with_encoder(encoder)?;
        let found = decode(&file, 16)?.pixels.to_rgb8().get_pixel(8, 8).0;
        assert!(is_near(found, [200, 100, 50], 6), "{found:?}");
    }
    Ok(())
}

#[test]
fn reads_16_bit_and_grey_pictures_as_8_bit() -> TestResult {
    let deep = image::ImageBuffer::from_pixel(32, 32, Rgb([0x8080_u16, 0x4040, 0xffff]));
    let grey = image::GrayImage::from_pixel(32, 32, image::Luma([90]));
    for (picture, wanted) in [
        (DynamicImage::ImageRgb16(deep), [0x80, 0x40, 0xff]),
        (DynamicImage::ImageLuma8(grey), [90, 90, 90]),
    ] {
        let read = decode(&encode_png(&picture)?, 32)?.pixels;
        assert!(read.color().bytes_per_pixel() <= 3);
        assert!(is_near(read.to_rgb8().get_pixel(3, 3).0, wanted, 1));
    }
    Ok(())
}

/// Checksum of a PNG chunk.
fn crc(bytes: &[u8]) -> u32 {
    !bytes.iter().fold(u32::MAX, |sum, byte| {
        (0..8).fold(sum ^ u32::from(*byte), |sum, _| {
            if sum & 1 == 1 { (sum >> 1) ^ 0xedb8_8320 } else { sum >> 1 }
        })
    })
}

fn chunk(kind: &[u8; 4], content: &[u8]) -> Vec<u8> {
    let named = [&kind[..], content].concat();
    let length = u32::try_from(content.len()).unwrap_or(u32::MAX).to_be_bytes();
    [&length[..], &named, &crc(&named).to_be_bytes()].concat()
}

/// A small PNG file that claims a size of `width` by `height`.
fn png_bomb(width: u32, height: u32) -> Vec<u8> {
    let head = [&width.to_be_bytes()[..], &height.to_be_bytes(), &[8, 6, 0, 0, 0]].concat();
    let data = b"\x78\x9c\x01\x00\x00\xff\xff\x00\x00\x00\x01";
    [b"\x89PNG\r\n\x1a\n".to_vec(), chunk(b"IHDR", &head), chunk(b"IDAT", data)].concat()
}

#[test]
fn rejects_too_many_pixels_and_names_the_limit() -> TestResult {
    let words = |most: u64| {
        format!(
            "This picture has too many pixels. A picture of its kind may have at most {most} megapixels."
        )
    };
    for (width, height) in [(8192, 8192), (60_000, 60_000), (i32::MAX as u32, 2)] {
        assert_eq!(refusal(&png_bomb(width, height)), words(29), "{width}x{height}");
    }
    // A lossless WebP that claims 16,383 pixels on each side.
    let written_webp = written(&flag(16, 16), ImageFormat::WebP)?;
    let start = written_webp.windows(4).position(|part| part == b"VP8L").ok_or("no VP8L")?;
    let mut coded = written_webp[start..].to_vec();
    coded[9..13].copy_from_slice(&[0xfe, 0xbf, 0xff, 0x0f]);
    let length = u32::try_from(coded.len() + 4)?.to_le_bytes();
    let webp = [&b"RIFF"[..], &length, b"WEBP", &coded].concat();
    assert_eq!(refusal(&webp), words(24));
    let mut gif = written(&flag(16, 16), ImageFormat::Gif)?;
    gif[6..10].copy_from_slice(&[0xff; 4]);
    assert_eq!(refusal(&gif), words(29));
    Ok(())
}

#[test]
fn detects_formats_by_content_only() {
    let kind = "Please choose a JPEG, PNG, WebP, GIF, HEIC or AVIF picture.";
    let svg = b"<svg xmlns='http://www.w3.org/2000/svg'><script>alert(1)</script></svg>";
    let others: [&[u8]; 7] = [
        b"",
        svg,
        b"%PDF-1.7",
        b"PK\x03\x04",
        b"BM\x00\x00",
        b"<html><body onload=x()>",
        b"\0\0\0\x18ftypisom\0\0\0\0isommp42",
    ];
    for file in others {
        assert_eq!(refusal(file), kind);
    }
}

#[test]
fn rejects_a_truncated_picture() -> TestResult {
    let words = "This picture cannot be read. Please choose another one.";
    for format in [ImageFormat::Png, ImageFormat::WebP] {
        let whole = written(&flag(300, 200), format)?;
        assert_eq!(refusal(&whole[..whole.len() / 2]), words, "{format:?}");
    }
    for file in [
        &b"\x89PNG\r\n\x1a\n<?php system('id');"[..],
        b"\xff\xd8\xff\xe0<script>alert(1)</script>",
        b"GIF89a\x10\0\x10\0<script>alert(1)</script>",
        b"RIFF\x10\0\0\0WEBPVP8X",
        b"\0\0\0\x18ftypheic\0\0\0\0mif1heic",
    ] {
        assert_eq!(refusal(file), words, "{file:?}");
    }
    Ok(())
}

#[test]
fn rejects_animated_png_and_webp() -> TestResult {
    let words = PictureError::Animated.to_string();
    let mut png = written(&flag(16, 16), ImageFormat::Png)?;
    // After the signature and the header.
    png.splice(33..33, chunk(b"acTL", &[0, 0, 0, 2, 0, 0, 0, 0]));
    assert_eq!(refusal(&png), words);
    let webp = b"RIFF\x16\0\0\0WEBPVP8X\x0a\0\0\0\x02\0\0\0\x0f\0\0\x0f\0\0";
    assert_eq!(refusal(webp), words);
    let mut late = written(&flag(16, 16), ImageFormat::Png)?;
    late.extend(chunk(b"acTL", &[0, 0, 0, 2, 0, 0, 0, 0]));
    assert_eq!(refusal(&late), "decoded", "a chunk after the picture does not make it animated");
    Ok(())
}

/// An animation with this many frames, each in its own colour, and a comment.
fn animation(frames: u8, side: u16) -> TestResult<Vec<u8>> {
    let palette = [220, 10, 10, 10, 10, 220, 255, 255, 255];
    let mut encoder = ::gif::Encoder::new(Vec::new(), side, side, &palette)?;
    encoder.set_repeat(::gif::Repeat::Infinite)?;
    encoder.write_raw_extension(::gif::AnyExtension(0xfe), &[&b"taken at 52.5 N 13.4 E"[..]])?;
    for n in 0..frames {
        let pixels = vec![n % 2; usize::from(side) * usize::from(side)];
        let mut frame = ::gif::Frame::from_indexed_pixels(side, side, pixels, None);
        (frame.delay, frame.palette) = (7, None);
        encoder.write_frame(&frame)?;
    }
    Ok(encoder.into_inner()?)
}

#[test]
fn keeps_only_the_frames_of_an_animated_gif() -> TestResult {
    let file = animation(5, 40)?;
    assert!(file.windows(5).any(|part| part == b"taken"));
    assert!(gif::is_animated(&file));
    assert_eq!(refusal(&file), PictureError::AnimatedHere.to_string());
    let kept = gif::reencode(&file)?;
    assert_eq!((kept.width, kept.height), (40, 40));
    assert!(!kept.bytes.windows(5).any(|part| part == b"taken"));
    let decoder = image::codecs::gif::GifDecoder::new(Cursor::new(&kept.bytes))?;
    let frames = decoder.into_frames().collect_frames()?;
    assert_eq!(frames.len(), 5);
    for (n, frame) in frames.iter().enumerate() {
        let wanted = if n % 2 == 0 { [220, 10, 10, 255] } else { [10, 10, 220, 255] };
        assert_eq!(frame.buffer().get_pixel(20, 20).0, wanted, "frame {n}");
        assert_eq!(frame.delay().numer_denom_ms().0, 70);
    }
    let mut decoder = ::gif::DecodeOptions::new().read_info(&kept.bytes[..])?;
    decoder.next_frame_info()?;
    assert_eq!(decoder.repeat(), ::gif::Repeat::Infinite);
    Ok(())
}

#[test]
fn interlaced_frame_is_stored_deinterlaced() -> TestResult {
    let palette = [0, 0, 0, 255, 255, 255];
    let mut encoder = ::gif::Encoder::new(Vec::new(), 1, 8, &palette)?;
    for _ in 0..2 {
        // Rows 0, 4, 2, 6, 1, 3, 5, 7: the odd ones are white.
        let pixels = vec![0, 0, 0, 0, 1, 1, 1, 1];
        let mut frame = ::gif::Frame::from_indexed_pixels(1, 8, pixels, None);
        (frame.interlaced, frame.palette) = (true, None);
        encoder.write_frame(&frame)?;
    }
    let kept = gif::reencode(&encoder.into_inner()?)?;
    let decoder = image::codecs::gif::GifDecoder::new(Cursor::new(&kept.bytes))?;
    for frame in decoder.into_frames().collect_frames()? {
        let column: Vec<u8> = frame.buffer().pixels().map(|pixel| pixel.0[0]).collect();
        assert_eq!(column, [0, 255, 0, 255, 0, 255, 0, 255]);
    }
    Ok(())
}

#[test]
fn gif_with_one_frame_is_a_still_picture() -> TestResult {
    let file = animation(1, 40)?;
    assert!(!gif::is_animated(&file));
    assert_eq!(decode(&file, 40)?.pixels.to_rgb8().get_pixel(9, 9).0, [220, 10, 10]);
    Ok(())
}

#[test]
fn rejects_large_animations_by_their_headers() -> TestResult {
    let refusal = |file: &[u8]| match gif::reencode(file) {
        Ok(_) => "kept".to_owned(),
        Err(error) => error.to_string(),
    };
    let mut wide = animation(2, 8)?;
    wide[6..8].copy_from_slice(&1601_u16.to_le_bytes());
    assert_eq!(refusal(&wide), "An animated GIF may be at most 1600 pixels wide and high.");
    let long: Vec<u8> = {
        let one = animation(2, 1)?;
        let head = animation(0, 1)?;
        let frames = &one[head.len() - 1..one.len() - 1];
        [&head[..head.len() - 1], &frames.repeat(251), &b";"[..]].concat()
    };
    assert_eq!(refusal(&long), "An animated GIF may have at most 500 frames.");
    let vast = {
        let mut one = animation(2, 8)?;
        one[6..10].copy_from_slice(&[0x40, 0x06, 0x40, 0x06]);
        let head = animation(0, 8)?;
        let mut frames = one[head.len() - 1..one.len() - 1].to_vec();
        for at in 0..frames.len().saturating_sub(9) {
            if frames[at..at + 9] == [0x2c, 0, 0, 0, 0, 8, 0, 8, 0] {
                frames[at + 5..at + 9].copy_from_slice(&[0x40, 0x06, 0x40, 0x06]);
            }
        }
        [&one[..head.len() - 1], &frames.repeat(20), &b";"[..]].concat()
    };
    assert_eq!(
        refusal(&vast),
        "An animated GIF may have at most 100 megapixels in all of its frames together."
    );
    Ok(())
}
