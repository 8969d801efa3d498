use crate::world::config;
use axum::Router;
use axum::body::to_bytes;
use axum::extract::{Request, State};
use axum::http::{HeaderValue, Method, StatusCode, header};
use axum::response::IntoResponse;
use bytes::Bytes;
use futures::TryStreamExt;
use platform::blob::{Blob, BlobError, BlobKey};
use std::collections::HashMap;
use std::pin::pin;
use std::sync::{Arc, Mutex};
use tokio::net::TcpListener;

#[tokio::test]
async fn stored_object_has_its_type_until_deleted() {
    let folder = tempfile::tempdir().unwrap();
    let blob = Blob::open(&config(folder.path())).unwrap();
    let key = BlobKey::new("users/0192", "picture-ab12.webp").unwrap();
    assert_eq!(blob.get(&key).await.unwrap(), None);
    blob.put(&key, Bytes::from_static(b"RIFF"), "image/webp").await.unwrap();

    // Another process on the same folder.
    let again = Blob::open(&config(folder.path())).unwrap().get(&key).await.unwrap().unwrap();
    assert_eq!(
        (again.bytes, again.content_type),
        (Bytes::from_static(b"RIFF"), "image/webp".into())
    );
    blob.delete(&key).await.unwrap();
    blob.delete(&key).await.unwrap();
    assert_eq!(blob.get(&key).await.unwrap(), None);
}

#[tokio::test]
async fn delete_all_of_removes_only_the_owners_objects() {
    let folder = tempfile::tempdir().unwrap();
    let blob = Blob::open(&config(folder.path())).unwrap();
    let keys = ["users/1/a.png", "users/1/b.png", "users/11/a.png"];
    for key in keys {
        let key = key.parse().unwrap();
        blob.put(&key, Bytes::from_static(b"x"), "image/png").await.unwrap();
    }
    assert_eq!(blob.delete_all_of("users/1").await.unwrap(), 2);
    assert_eq!(blob.get(&keys[0].parse().unwrap()).await.unwrap(), None);
    assert!(blob.get(&keys[2].parse().unwrap()).await.unwrap().is_some());
}

#[test]
fn keys_cannot_leave_their_owner() {
    let refused =
        ["", "users", "/users/a", "users//a", "users/../a", "users/.a", "Users/a", "users/a b"];
    for text in refused {
        assert!(matches!(text.parse::<BlobKey>(), Err(BlobError::Key(_))), "{text}");
    }
    assert!("users/a.content-type".parse::<BlobKey>().is_err());
    assert_eq!(BlobKey::new("brands/7", "logo-1.png").unwrap().to_string(), "brands/7/logo-1.png");
}

/// The part that a `Range` header requests, and its place.
fn part_of(range: &HeaderValue, bytes: &Bytes) -> (Bytes, String) {
    let (start, last) = range.to_str().unwrap()["bytes=".len()..].split_once('-').unwrap();
    let start: usize = start.parse().unwrap();
    let end = bytes.len().min(last.parse::<usize>().unwrap() + 1);
    (bytes.slice(start..end), format!("bytes {start}-{}/{}", end - 1, bytes.len()))
}

/// Content of an object that is read in parts, with the sizes of these.
async fn read_in_parts(blob: &Blob, key: &BlobKey) -> (Vec<u8>, Vec<usize>) {
    let reader = blob.open_object(key).await.unwrap().unwrap();
    assert_eq!(reader.content_type, "application/pdf");
    let size = usize::try_from(reader.size).unwrap();
    let parts: Vec<Bytes> = reader.into_stream().try_collect().await.unwrap();
    let content = parts.concat();
    assert_eq!(content.len(), size);
    (content, parts.iter().map(Bytes::len).collect())
}

#[tokio::test]
async fn large_object_is_read_in_parts_until_it_is_deleted() {
    let folder = tempfile::tempdir().unwrap();
    let blob = Blob::open(&config(folder.path())).unwrap();
    let key = BlobKey::new("posts/1", "plan.pdf").unwrap();
    assert!(blob.open_object(&key).await.unwrap().is_none());
    let content = large_content();
    blob.put(&key, content.clone(), "application/pdf").await.unwrap();
    let (read, sizes) = read_in_parts(&blob, &key).await;
    assert!(read == content, "the parts make up the content");
    assert_eq!(sizes, [1 << 20, 1 << 20, 3]);
    let mut rest = pin!(blob.open_object(&key).await.unwrap().unwrap().into_stream());
    rest.try_next().await.unwrap().unwrap();
    blob.delete(&key).await.unwrap();
    assert!(rest.try_next().await.is_err(), "a deleted object does not end early without an error");
}

/// Two parts and three bytes, of which no two parts are equal.
fn large_content() -> Bytes {
    (0..(2_u32 << 20) + 3).map(|n| (n / 4099).to_le_bytes()[0]).collect()
}

/// A minimal S3 server: stores bytes and type under their path, and requires a signature.
fn bucket() -> Router {
    type Kept = Arc<Mutex<HashMap<String, (Bytes, HeaderValue)>>>;
    let answer = async |State(kept): State<Kept>, request: Request| {
        let (head, body) = request.into_parts();
        let path = head.uri.path().to_owned();
        if !head.headers.contains_key(header::AUTHORIZATION) {
            return StatusCode::FORBIDDEN.into_response();
        }
        let body = to_bytes(body, 4 << 20).await.unwrap();
        let mut kept = kept.lock().unwrap();
        match head.method {
            Method::PUT => {
                kept.insert(path, (body, head.headers[header::CONTENT_TYPE].clone()));
                ([(header::ETAG, "\"1\"")], ()).into_response()
            }
            Method::GET | Method::HEAD => match kept.get(&path) {
                Some((bytes, kind)) => {
                    let range = head.headers.get(header::RANGE).map(|range| part_of(range, bytes));
                    let status =
                        range.as_ref().map_or(StatusCode::OK, |_| StatusCode::PARTIAL_CONTENT);
                    let (part, place) = range.unwrap_or_else(|| (bytes.clone(), String::new()));
                    let headers = [
                        (header::CONTENT_TYPE, kind.clone()),
                        (header::ETAG, HeaderValue::from_static("\"1\"")),
                        (
                            header::LAST_MODIFIED,
                            HeaderValue::from_static("Sat, 21 Nov 2026 12:00:00 GMT"),
                        ),
                    ];
                    let size = match head.method {
                        Method::HEAD => bytes.len(),
                        _ => part.len(),
                    };
                    let place = [
                        (header::CONTENT_RANGE, place),
                        (header::CONTENT_LENGTH, size.to_string()),
                    ];
                    (status, headers, place, part).into_response()
                }
                None => StatusCode::NOT_FOUND.into_response(),
            },
            _ => {
                kept.remove(&path);
                StatusCode::NO_CONTENT.into_response()
            }
        }
    };
    Router::new().fallback(answer).with_state(Kept::default())
}

#[tokio::test]
async fn bucket_behaves_like_a_folder() {
    rustls::crypto::aws_lc_rs::default_provider().install_default().unwrap();
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    tokio::spawn(async move { axum::serve(listener, bucket()).await });
    let folder = tempfile::tempdir().unwrap();
    let mut config = config(folder.path());
    config.blob.url = Some(format!("s3://pictures?region=eu-north-1&endpoint=http://{address}"));
    config.blob.access_key = Some("access".into());
    config.blob.secret_key = Some("secret".into());
    let blob = Blob::open(&config).unwrap();
    let key = BlobKey::new("users/0192", "picture-ab12.webp").unwrap();
    assert_eq!(blob.get(&key).await.unwrap(), None);
    blob.put(&key, Bytes::from_static(b"RIFF"), "image/webp").await.unwrap();
    let object = blob.get(&key).await.unwrap().unwrap();
    assert_eq!((&object.bytes[..], object.content_type.as_str()), (&b"RIFF"[..], "image/webp"));
    blob.delete(&key).await.unwrap();
    assert_eq!(blob.get(&key).await.unwrap(), None);
    assert!(blob.open_object(&key).await.unwrap().is_none());
    blob.put(&key, large_content(), "application/pdf").await.unwrap();
    assert!(read_in_parts(&blob, &key).await.0 == large_content());
    config.blob.url = Some(String::from("s3://pictures?colour=red"));
    assert!(matches!(Blob::open(&config), Err(BlobError::Address(_))));
}
