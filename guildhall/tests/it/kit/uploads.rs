//! Pictures, and sending them in a form that has nothing else in it.

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

/// Sends a file, under a name that says nothing true of it.
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
