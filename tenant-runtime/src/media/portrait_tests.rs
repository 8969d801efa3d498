//! Tests with valid and invalid pictures.

use super::*;
use image::{ColorType, ImageEncoder, ImageFormat, Rgb, RgbImage, RgbaImage};
use std::error::Error;
use std::io::Cursor;

type Outcome = Result<(), Box<dyn Error>>;

/// A picture, red above blue, in the given format.
fn flag(format: ImageFormat, width: u32, height: u32) -> Result<Vec<u8>, Box<dyn Error>> {
    let picture = RgbImage::from_fn(width, height, |_, y| {
        if y < height / 2 { Rgb([220, 10, 10]) } else { Rgb([10, 10, 220]) }
    });
    let mut file = Cursor::new(Vec::new());
    picture.write_to(&mut file, format)?;
    Ok(file.into_inner())
}

fn message_for(file: &[u8], crop: Option<Crop>) -> String {
    process_portrait(file, crop).map_or_else(|error| error.to_string(), |_| "fine".to_owned())
}

fn pixel(file: &[u8], x: u32, y: u32) -> Result<[u8; 3], Box<dyn Error>> {
    Ok(image::load_from_memory(file)?.to_rgb8().get_pixel(x, y).0)
}

fn is_red([red, _, blue]: [u8; 3]) -> bool {
    red > 180 && blue < 80
}

#[test]
fn every_format_becomes_jpegs_in_two_fixed_sizes() -> Outcome {
    for format in [ImageFormat::Png, ImageFormat::Jpeg, ImageFormat::WebP] {
        let made = process_portrait(&flag(format, 300, 200)?, None)?;
        for (file, side) in [(&made.large, 512), (&made.small, 128)] {
            assert_eq!(image::guess_format(file)?, ImageFormat::Jpeg);
            let shown = image::load_from_memory(file)?;
            assert_eq!((shown.width(), shown.height()), (side, side));
        }
        assert!(is_red(pixel(&made.large, 256, 20)?), "{format:?}");
        assert!(!is_red(pixel(&made.large, 256, 490)?), "{format:?}");
    }
    Ok(())
}

#[test]
fn crops_the_chosen_square() -> Outcome {
    let file = flag(ImageFormat::Png, 400, 400)?;
    let below = process_portrait(&file, Some(Crop { x: 0, y: 200, side: 200 }))?;
    assert!(!is_red(pixel(&below.large, 256, 10)?));
    let above = process_portrait(&file, Some(Crop { x: 200, y: 0, side: 200 }))?;
    assert!(is_red(pixel(&above.large, 256, 500)?));
    Ok(())
}

#[test]
fn crops_the_chosen_square_of_a_picture_scaled_while_decoding() -> Outcome {
    // Red above 1200; the crop begins below.
    let file = flag(ImageFormat::Jpeg, 2400, 2400)?;
    let below = process_portrait(&file, Some(Crop { x: 600, y: 1220, side: 1180 }))?;
    assert!(!is_red(pixel(&below.large, 256, 4)?) && !is_red(pixel(&below.small, 64, 2)?));
    let across = process_portrait(&file, Some(Crop { x: 0, y: 600, side: 1200 }))?;
    assert!(is_red(pixel(&across.large, 256, 250)?) && !is_red(pixel(&across.large, 256, 262)?));
    let outside = process_portrait(&file, Some(Crop { x: 1300, y: 0, side: 1180 })).err();
    assert_eq!(outside, Some(PictureError::Outside));
    Ok(())
}

#[test]
fn rejects_a_crop_outside_the_picture_or_too_small() -> Outcome {
    let file = flag(ImageFormat::Png, 300, 200)?;
    let outside = "The chosen part lies outside the picture.";
    for (x, y, side) in [(0, 0, 201), (101, 0, 200), (0, 1, 200), (u32::MAX, 0, 100)] {
        assert_eq!(message_for(&file, Some(Crop { x, y, side })), outside);
    }
    let small = "The chosen part is too small. It needs at least 64 pixels.";
    assert_eq!(message_for(&file, Some(Crop { x: 0, y: 0, side: 63 })), small);
    assert_eq!(message_for(&file, Some(Crop { x: 0, y: 0, side: 64 })), "fine");
    assert_eq!(message_for(&flag(ImageFormat::Png, 300, 20)?, None), small);
    Ok(())
}

#[test]
fn rejects_files_that_are_no_picture_by_content() {
    let kind = "Please choose a JPEG, PNG, WebP, GIF, HEIC or AVIF picture.";
    let svg = b"<svg xmlns='http://www.w3.org/2000/svg'><script>alert(1)</script></svg>";
    let others: [&[u8]; 6] =
        [b"", svg, b"%PDF-1.7", b"PK\x03\x04", b"BM\x00\x00", b"<html><body onload=x()>"];
    for file in others {
        assert_eq!(message_for(file, None), kind);
    }
}

#[test]
fn rejects_truncated_and_fake_pictures() -> Outcome {
    let words = "This picture cannot be read. Please choose another one.";
    for format in [ImageFormat::Png, ImageFormat::WebP] {
        let whole = flag(format, 300, 200)?;
        assert_eq!(message_for(&whole[..whole.len() / 2], None), words, "{format:?}");
    }
    assert_eq!(message_for(b"\x89PNG\r\n\x1a\n<?php system('id');", None), words);
    assert_eq!(message_for(b"\xff\xd8\xff\xe0<script>alert(1)</script>", None), words);
    Ok(())
}

#[test]
fn removes_data_appended_to_the_picture() -> Outcome {
    for format in [ImageFormat::Png, ImageFormat::Jpeg] {
        let mut file = flag(format, 300, 200)?;
        file.extend_from_slice(b"<script>alert('still here')</script>PK\x03\x04");
        let made = process_portrait(&file, None)?;
        for kept in [made.large, made.small] {
            assert!(!kept.windows(10).any(|part| part == b"still here"));
        }
    }
    Ok(())
}

/// A PNG of a few kilobytes whose pixels would fill the memory.
fn bomb(width: u32, height: u32) -> Vec<u8> {
    let mut file = b"\x89PNG\r\n\x1a\n".to_vec();
    let mut head = b"IHDR".to_vec();
    head.extend_from_slice(&width.to_be_bytes());
    head.extend_from_slice(&height.to_be_bytes());
    head.extend_from_slice(&[8, 6, 0, 0, 0]);
    file.extend_from_slice(&13_u32.to_be_bytes());
    let sum = crc(&head);
    file.extend_from_slice(&head);
    file.extend_from_slice(&sum.to_be_bytes());
    let data = b"IDAT\x78\x9c\x01\x00\x00\xff\xff\x00\x00\x00\x01";
    file.extend_from_slice(&11_u32.to_be_bytes());
    file.extend_from_slice(data);
    file.extend_from_slice(&crc(data).to_be_bytes());
    file
}

fn crc(bytes: &[u8]) -> u32 {
    !bytes.iter().fold(u32::MAX, |sum, byte| {
        (0..8).fold(sum ^ u32::from(*byte), |sum, _| {
            if sum & 1 == 1 { (sum >> 1) ^ 0xedb8_8320 } else { sum >> 1 }
        })
    })
}

#[test]
fn rejects_a_picture_with_too_many_pixels() {
    let words =
        "This picture has too many pixels. A picture of its kind may have at most 29 megapixels.";
    for (width, height) in [(60_000, 60_000), (8192, 8192)] {
        assert_eq!(message_for(&bomb(width, height), None), words, "{width}x{height}");
    }
}

#[test]
fn rejects_a_file_over_25_megabytes() {
    assert_eq!(
        message_for(&vec![0; platform::picture::FILE_BYTES_MAX + 1], None),
        "A picture may have at most 25 MB."
    );
}

#[test]
fn transparent_pictures_are_flattened_onto_white() -> Outcome {
    let clear = RgbaImage::from_pixel(100, 100, image::Rgba([255, 0, 0, 0]));
    let mut file = Vec::new();
    let encoder = image::codecs::png::PngEncoder::new(&mut file);
    encoder.write_image(&clear, 100, 100, ColorType::Rgba8.into())?;
    let made = process_portrait(&file, None)?;
    assert!(pixel(&made.large, 256, 256)?.iter().all(|channel| *channel > 250));
    Ok(())
}

#[test]
fn applies_the_exif_orientation() -> Outcome {
    let mut exif =
        b"Exif\0\0MM\0\x2a\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01\0\x03\0\0\0\0\0\0".to_vec();
    let mut file = b"\xff\xd8\xff\xe1".to_vec();
    file.extend_from_slice(&u16::try_from(exif.len() + 2)?.to_be_bytes());
    file.append(&mut exif);
    file.extend_from_slice(&flag(ImageFormat::Jpeg, 300, 200)?[2..]);
    let made = process_portrait(&file, None)?;
    assert!(!is_red(pixel(&made.large, 256, 20)?), "upside down");
    assert!(is_red(pixel(&made.large, 256, 490)?), "upside down");
    assert!(!made.large.windows(4).any(|part| part == b"Exif"));
    Ok(())
}
