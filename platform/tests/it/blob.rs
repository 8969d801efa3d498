use crate::world::config;
use bytes::Bytes;
use platform::blob::{Blob, BlobError, BlobKey};

#[tokio::test]
async fn an_object_comes_back_with_its_type_until_it_is_removed() {
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
async fn everything_of_one_owner_goes_and_nothing_of_another() {
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
fn a_key_stays_in_its_place() {
    let refused =
        ["", "users", "/users/a", "users//a", "users/../a", "users/.a", "Users/a", "users/a b"];
    for text in refused {
        assert!(matches!(text.parse::<BlobKey>(), Err(BlobError::Key(_))), "{text}");
    }
    assert!("users/a.content-type".parse::<BlobKey>().is_err());
    assert_eq!(BlobKey::new("brands/7", "logo-1.png").unwrap().to_string(), "brands/7/logo-1.png");
}
