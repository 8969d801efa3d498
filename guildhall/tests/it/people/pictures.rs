//! Uploading a profile picture: it is re-encoded and served from its own address.

use crate::kit::{Browser, Reply, TestApp};
use axum::body::Body;
use chrono::Duration;
use http::{Method, header};
use image::{ImageFormat, Rgb, RgbImage};
use insta::assert_snapshot;
use serde_json::Value;
use std::io::Cursor;

const MARK: &str = "----part-of-a-form";

fn picture(colour: [u8; 3]) -> Vec<u8> {
    let mut file = Cursor::new(Vec::new());
    RgbImage::from_pixel(200, 120, Rgb(colour)).write_to(&mut file, ImageFormat::Png).unwrap();
    file.into_inner()
}

async fn upload(who: &Browser, file: &[u8], crop: Option<(u32, u32, u32)>) -> Reply {
    let mut form = Vec::new();
    let mut part = |head: &str, body: &[u8]| {
        form.extend_from_slice(
            format!("--{MARK}\r\ncontent-disposition: form-data; {head}\r\n\r\n").as_bytes(),
        );
        form.extend_from_slice(body);
        form.extend_from_slice(b"\r\n");
    };
    if let Some((x, y, side)) = crop {
        for (name, value) in [("x", x), ("y", y), ("side", side)] {
            part(&format!("name=\"{name}\""), value.to_string().as_bytes());
        }
    }
    part("name=\"file\"; filename=\"me.svg\"\r\ncontent-type: image/svg+xml", file);
    form.extend_from_slice(format!("--{MARK}--\r\n").as_bytes());
    let at = who.main();
    let request = at
        .request(Method::POST, "/api/me/picture")
        .header(header::CONTENT_TYPE, format!("multipart/form-data; boundary={MARK}"));
    at.send(request.body(Body::from(form)).unwrap()).await
}

#[tokio::test]
async fn picture_is_re_encoded_and_served_from_a_content_address() {
    let app = TestApp::open().await;
    let ada = app.member("ada").await;
    let red = upload(&ada, &picture([200, 0, 0]), Some((10, 10, 100))).await.expect(200).body;
    let (small, large) =
        (red["profilePicture"].as_str().unwrap(), red["profilePictureLarge"].as_str().unwrap());
    assert!(small.ends_with("-128.jpg") && large.ends_with("-512.jpg"), "{small} {large}");
    for address in [small, large] {
        let shown = app.browser().get(address).await.expect(200);
        assert_eq!(shown.header("content-type"), "image/jpeg");
        assert_eq!(shown.header("x-content-type-options"), "nosniff");
        assert!(shown.header("content-security-policy").contains("sandbox"));
        assert!(shown.header("cache-control").contains("immutable"));
    }
    let blue = upload(&ada, &picture([0, 0, 200]), None).await.expect(200).body;
    assert_ne!(blue["profilePicture"], red["profilePicture"]);
    app.work().await;
    for address in [small, large] {
        app.browser().get(address).await.expect(200);
    }
    app.clock.advance_by(Duration::hours(1));
    app.work().await;
    for address in [small, large] {
        assert_eq!(app.browser().get(address).await.status, 404, "the replaced picture is deleted");
    }
    let again = upload(&ada, &picture([0, 0, 200]), None).await.expect(200).body;
    assert_eq!(again["profilePicture"], blue["profilePicture"], "named by its content");
    let removed = ada.delete("/api/me/picture").await.expect(200).body;
    assert_eq!(removed["profilePicture"], Value::Null);
    app.work().await;
    let gone = blue["profilePicture"].as_str().unwrap();
    assert_eq!(app.browser().get(gone).await.status, 404, "deleted immediately");
}

#[tokio::test]
async fn picture_uploaded_again_is_not_deleted() {
    let app = TestApp::open().await;
    let ada = app.member("ada").await;
    let red = upload(&ada, &picture([200, 0, 0]), None).await.expect(200).body;
    upload(&ada, &picture([0, 0, 200]), None).await.expect(200);
    upload(&ada, &picture([200, 0, 0]), None).await.expect(200);
    app.clock.advance_by(Duration::hours(1));
    app.work().await;
    app.browser().get(red["profilePicture"].as_str().unwrap()).await.expect(200);
}

#[tokio::test]
async fn picture_upload_rejects_invalid_files_and_crops() {
    let app = TestApp::open().await;
    let ada = app.member("ada").await;
    let svg = b"<svg xmlns='http://www.w3.org/2000/svg' onload='alert(1)'/>";
    assert_snapshot!(upload(&ada, svg, None).await, @"422 Please choose a JPEG, PNG, WebP, GIF, HEIC or AVIF picture.");
    assert_snapshot!(upload(&ada, b"", None).await, @"422 Please choose a picture.");
    assert_snapshot!(upload(&ada, &picture([1, 2, 3])[..60], None).await, @"422 This picture cannot be read. Please choose another one.");
    assert_snapshot!(upload(&ada, &picture([1, 2, 3]), Some((150, 0, 100))).await, @"422 The chosen part lies outside the picture.");
    assert_snapshot!(upload(&ada, &picture([1, 2, 3]), Some((0, 0, 10))).await, @"422 The chosen part is too small. It needs at least 64 pixels.");
    assert_snapshot!(upload(&ada, &vec![0; 25 * 1024 * 1024 + 1], None).await, @"413 A picture may have at most 25 MB.");
    assert_snapshot!(upload(&ada, &vec![0; 26 * 1024 * 1024], None).await, @"413 A picture may have at most 25 MB.");
    assert_snapshot!(ada.post("/api/me/picture", serde_json::json!({})).await, @"422 Please choose a picture.");
    assert_eq!(ada.get("/api/me").await.expect(200).body["profilePicture"], Value::Null);
}
