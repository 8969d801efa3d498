//! Pictures, and uploading them in a multipart form.

use super::{Browser, Reply};
use axum::body::Body;
use http::{Method, header};
use image::{DynamicImage, ImageFormat, Rgb, RgbImage};
use std::io::Cursor;

const MARK: &str = "----part-of-a-form";

/// A picture of one colour.
pub fn plain(width: u32, height: u32, colour: [u8; 3], format: ImageFormat) -> Vec<u8> {
    written(&RgbImage::from_pixel(width, height, Rgb(colour)).into(), format)
}

pub fn written(picture: &DynamicImage, format: ImageFormat) -> Vec<u8> {
    let mut file = Cursor::new(Vec::new());
    picture.write_to(&mut file, format).unwrap();
    file.into_inner()
}

/// An animated GIF with alternating red and blue frames, and a comment with a location.
pub fn animated_gif(frames: u8, side: u16) -> Vec<u8> {
    let palette = [220, 10, 10, 10, 10, 220];
    let mut encoder = gif::Encoder::new(Vec::new(), side, side, &palette).unwrap();
    let comment = &b"taken at 52.5 N 13.4 E"[..];
    encoder.write_raw_extension(gif::AnyExtension(0xfe), &[comment]).unwrap();
    for n in 0..frames {
        let pixels = vec![n % 2; usize::from(side) * usize::from(side)];
        let mut frame = gif::Frame::from_indexed_pixels(side, side, pixels, None);
        (frame.delay, frame.palette) = (5, None);
        encoder.write_frame(&frame).unwrap();
    }
    encoder.into_inner().unwrap()
}

/// Uploads a file under a misleading file name.
pub async fn upload(who: &Browser, path: &str, file: &[u8]) -> Reply {
    let head = format!(
        "--{MARK}\r\ncontent-disposition: form-data; name=\"file\"; filename=\"a.svg\"\r\n\r\n"
    );
    let form = [head.as_bytes(), file, format!("\r\n--{MARK}--\r\n").as_bytes()].concat();
    let at = who.main();
    let request = at
        .request(Method::POST, path)
        .header(header::CONTENT_TYPE, format!("multipart/form-data; boundary={MARK}"));
    at.send(request.body(Body::from(form)).unwrap()).await
}
