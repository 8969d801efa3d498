//! Pictures in posts: re-encoded, stored under unguessable names, each used by one post.

use crate::community_fixture::CommunityFixture;
use crate::kit::{Browser, Reply};
use axum::body::Body;
use http::{Method, header};
use image::{ImageFormat, Rgb, RgbImage};
use insta::assert_snapshot;
use platform::retention;
use serde_json::{Value, json};
use std::io::Cursor;
use uuid::Uuid;

const MARK: &str = "----part-of-a-form";

pub fn picture(width: u32) -> Vec<u8> {
    let mut file = Cursor::new(Vec::new());
    RgbImage::from_pixel(width, 120, Rgb([9, 99, 9]))
        .write_to(&mut file, ImageFormat::Png)
        .unwrap();
    file.into_inner()
}

pub async fn upload(
    hall: &CommunityFixture,
    who: &Browser,
    file: &[u8],
    key: Option<&str>,
) -> Reply {
    upload_with_alt(hall, who, file, None, key).await
}

/// Uploads a picture with a description.
async fn upload_with_alt(
    hall: &CommunityFixture,
    who: &Browser,
    file: &[u8],
    alt: Option<&str>,
    key: Option<&str>,
) -> Reply {
    let mut form = Vec::new();
    if let Some(alt) = alt {
        let part = format!("--{MARK}\r\ncontent-disposition: form-data; name=\"alt\"\r\n\r\n");
        form.extend_from_slice(format!("{part}{alt}\r\n").as_bytes());
    }
    let part = format!(
        "--{MARK}\r\ncontent-disposition: form-data; name=\"file\"; filename=\"x.html\"\r\n\
         content-type: text/html\r\n\r\n"
    );
    form.extend_from_slice(part.as_bytes());
    form.extend_from_slice(file);
    form.extend_from_slice(format!("\r\n--{MARK}--\r\n").as_bytes());
    let at = who.main();
    let mut request = at
        .request(Method::POST, &hall.path("/images"))
        .header(header::CONTENT_TYPE, format!("multipart/form-data; boundary={MARK}"));
    if let Some(key) = key {
        request = request.header("idempotency-key", key);
    }
    at.send(request.body(Body::from(form)).unwrap()).await
}

pub async fn post_with_images(hall: &CommunityFixture, who: &Browser, ids: &[&str]) -> Reply {
    who.post(&hall.posts_path(), json!({ "content": "Look", "imageIds": ids })).await
}

#[tokio::test]
async fn picture_belongs_to_one_post_and_is_deleted_with_it() {
    let hall = CommunityFixture::open().await;
    let bob = hall.member("bob").await;
    let key = Uuid::now_v7().to_string();
    let made = upload(&hall, &hall.ada, &picture(3200), Some(&key)).await.expect(201).body;
    assert_eq!((&made["width"], &made["height"]), (&json!(1600), &json!(60)));
    let again = upload(&hall, &hall.ada, &picture(3200), Some(&key)).await.expect(201).body;
    assert_eq!(again, made);
    let other = upload(&hall, &hall.ada, &picture(200), None).await.expect(201).body;
    let url = made["url"].as_str().unwrap();
    let name = url.rsplit_once("/picture-").unwrap().1;
    assert_eq!(name.len(), "0123456789abcdef0123456789abcdef.jpg".len());
    let served = hall.ada.get(url).await.expect(200);
    assert_eq!(served.header("content-type"), "image/jpeg");
    assert_eq!(served.header("x-content-type-options"), "nosniff");
    let ids = [other["id"].as_str().unwrap(), made["id"].as_str().unwrap()];
    assert_snapshot!(post_with_images(&hall, &bob, &ids).await, @"422 This picture is no longer available. Please choose it again.");
    let post = post_with_images(&hall, &hall.ada, &ids).await.expect(201).body;
    assert_eq!(post["images"], json!([other, made]), "in the requested order");
    let shown = bob.get(&hall.posts_path()).await.items()[0].clone();
    assert_eq!(shown["images"], post["images"]);
    assert_snapshot!(post_with_images(&hall, &hall.ada, &ids[..1]).await, @"422 This picture is no longer available. Please choose it again.");
    let path = format!("/api/posts/{}", post["id"].as_str().unwrap());
    hall.ada.delete(&path).await.expect(200);
    hall.app.work().await;
    assert_eq!(hall.ada.get(url).await.status, 404);
    assert!(!is_stored(&hall, url).await);
    assert_eq!(hall.rows("post_images").await, 0);
}

/// True if the object of the URL is stored.
pub async fn is_stored(hall: &CommunityFixture, url: &str) -> bool {
    let key = url.strip_prefix("/media/").unwrap().parse().unwrap();
    hall.app.services().blob().get(&key).await.unwrap().is_some()
}

#[tokio::test]
async fn picture_description_is_normalised_validated_and_stored() {
    let hall = CommunityFixture::open().await;
    let submit = async |alt, key| upload_with_alt(&hall, &hall.ada, &picture(9), alt, key).await;
    let key = Uuid::now_v7().to_string();
    let told = submit(Some(" Two piers\nat <b>dusk</b> "), Some(&key)).await.expect(201).body;
    assert_eq!(told["alt"], "Two piers at <b>dusk</b>");
    assert_snapshot!(submit(Some("Else"), Some(&key)).await, @"422 This Idempotency-Key was already used for a different request.");
    assert_eq!(submit(Some("  "), None).await.expect(201).body["alt"], Value::Null);
    assert_eq!(submit(None, None).await.expect(201).body["alt"], Value::Null);
    assert_eq!(submit(Some("A\u{7}pier"), None).await.expect(201).body["alt"], "Apier");
    assert_snapshot!(submit(Some("A\u{0}pier"), None).await, @"422 The text contains a character that cannot be saved. Please remove it and try again.");
    assert_snapshot!(submit(Some("<script>"), None).await, @"422 Content contains potentially harmful code");
    let long = "ä".repeat(301);
    assert_snapshot!(submit(Some(&long), None).await, @"422 Image description exceeds maximum length of 300 characters");
    assert_eq!(submit(Some(&long[2..]), None).await.expect(201).body["alt"], long[2..]);
    post_with_images(&hall, &hall.ada, &[told["id"].as_str().unwrap()]).await.expect(201);
    let shown = hall.ada.get(&hall.posts_path()).await.items()[0].clone();
    assert_eq!(shown["images"][0]["alt"], "Two piers at <b>dusk</b>");
}

#[tokio::test]
async fn upload_rejects_invalid_files_non_members_and_timed_out_members() {
    let hall = CommunityFixture::open().await;
    let olaf = hall.app.member("olaf").await;
    assert_snapshot!(upload(&hall, &olaf, &picture(9), None).await, @"403 User is not a member of this community");
    assert_snapshot!(upload(&hall, &hall.ada, b"<svg/>", None).await, @"422 Please choose a JPEG, PNG, WebP, GIF, HEIC or AVIF picture.");
    assert_snapshot!(upload(&hall, &hall.ada, b"", None).await, @"422 Please choose a picture.");
    let five: Vec<Value> = (0..5).map(|_| json!(Uuid::now_v7().simple().to_string())).collect();
    let many = json!({ "content": "Look", "imageIds": five });
    assert_snapshot!(hall.ada.post(&hall.posts_path(), many).await, @"422 A post may have at most 4 pictures");
    hall.time_out(&hall.ada, 5).await;
    assert_snapshot!(upload(&hall, &hall.ada, &picture(9), None).await, @"403 You are currently timed out from this community");
    assert_eq!(hall.rows("post_images").await, 0);
}

#[tokio::test]
async fn unused_picture_is_deleted_after_one_day() {
    let hall = CommunityFixture::open().await;
    let made = upload(&hall, &hall.ada, &picture(90), None).await.expect(201).body;
    let url = made["url"].as_str().unwrap();
    retention::schedule_sweep(hall.app.services()).await.unwrap();
    hall.app.clock.advance_by(chrono::Duration::hours(2));
    hall.app.work().await;
    assert!(is_stored(&hall, url).await);
    hall.app.clock.advance_by(chrono::Duration::hours(23));
    hall.app.work().await;
    hall.app.work().await;
    assert_eq!(hall.rows("post_images").await, 0);
    assert!(!is_stored(&hall, url).await);
}
