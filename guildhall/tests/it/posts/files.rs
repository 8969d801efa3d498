//! Files of posts: checked by content, downloaded by the readers of their posts, deleted with them.

use crate::community_fixture::CommunityFixture;
use crate::kit::{Browser, Reply};
use axum::body::Body;
use chrono::Duration;
use http::{Method, header};
use insta::assert_snapshot;
use platform::retention;
use serde_json::{Value, json};
use uuid::Uuid;

const MARK: &str = "----part-of-a-form";
const PDF: &[u8] = b"%PDF-1.7\n\x00\x01 plan";

/// Uploads a file with this name and content.
pub async fn upload_file(
    hall: &CommunityFixture,
    who: &Browser,
    (name, content): (&str, &[u8]),
    key: Option<&str>,
) -> Reply {
    let head = format!(
        "--{MARK}\r\ncontent-disposition: form-data; name=\"file\"; filename=\"{name}\"\r\n\
         content-type: text/html\r\n\r\n"
    );
    let form = [head.as_bytes(), content, format!("\r\n--{MARK}--\r\n").as_bytes()].concat();
    let at = who.main();
    let mut request = at
        .request(Method::POST, &hall.path("/files"))
        .header(header::CONTENT_TYPE, format!("multipart/form-data; boundary={MARK}"));
    if let Some(key) = key {
        request = request.header("idempotency-key", key);
    }
    at.send(request.body(Body::from(form)).unwrap()).await
}

async fn post_files(hall: &CommunityFixture, who: &Browser, ids: &[&str]) -> Reply {
    who.post(&hall.posts_path(), json!({ "content": "Read", "fileIds": ids })).await
}

/// A post with a file: the post's id and the file's address.
async fn post_with_file(hall: &CommunityFixture, who: &Browser) -> (String, String) {
    let file = upload_file(hall, who, ("Plan.pdf", PDF), None).await.expect(201).body;
    let url = file["url"].as_str().unwrap().to_owned();
    let id = file["id"].as_str().unwrap();
    (post_files(hall, who, &[id]).await.expect(201).id(), url)
}

async fn is_stored(hall: &CommunityFixture, url: &str) -> bool {
    let key = url.strip_prefix("/media/").unwrap().parse().unwrap();
    hall.app.services().blob().get(&key).await.unwrap().is_some()
}

async fn status(who: &Browser, url: &str) -> u16 {
    who.get(url).await.status
}

#[tokio::test]
async fn file_is_uploaded_posted_and_downloaded_as_an_attachment() {
    let hall = CommunityFixture::open().await;
    let bob = hall.member("bob").await;
    let key = Uuid::now_v7().to_string();
    let name = "../Größe\u{202e} 1.html";
    let made = upload_file(&hall, &bob, (name, PDF), Some(&key)).await.expect(201).body;
    assert_eq!(made["name"], "Größe 1.html.pdf");
    assert_eq!((&made["mediaType"], &made["size"]), (&json!("application/pdf"), &json!(PDF.len())));
    let again = upload_file(&hall, &bob, (name, PDF), Some(&key)).await.expect(201).body;
    assert_eq!(again, made);
    // More than is read from the store at once.
    let table = "a;b\n1;2\n".repeat(400_000);
    let other = upload_file(&hall, &bob, ("a.csv", table.as_bytes()), None).await.expect(201).body;
    assert_eq!(other["mediaType"], "text/csv");
    let ids = [other["id"].as_str().unwrap(), made["id"].as_str().unwrap()];
    let unavailable = post_files(&hall, &hall.ada, &ids).await;
    assert_snapshot!(unavailable, @"422 This file is no longer available. Please choose it again.");
    let post = post_files(&hall, &bob, &ids).await.expect(201).body;
    assert_eq!(post["files"], json!([other, made]), "in the requested order");
    let shown = hall.ada.get(&hall.posts_path()).await.items()[0].clone();
    assert_eq!(shown["files"], post["files"]);
    let downloaded = hall.ada.get(other["url"].as_str().unwrap()).await.expect(200);
    assert!(downloaded.text == table, "the whole file is downloaded");
    assert_eq!(downloaded.header("content-length"), table.len().to_string());
    let served = hall.ada.get(made["url"].as_str().unwrap()).await.expect(200);
    for (name, value) in [
        ("content-disposition", "attachment; filename*=UTF-8''Gr%C3%B6%C3%9Fe%201.html.pdf"),
        ("content-type", "application/pdf"),
        ("x-content-type-options", "nosniff"),
        ("content-security-policy", "sandbox; default-src 'none'"),
        ("cache-control", "private, no-cache"),
        ("vary", "cookie"),
    ] {
        assert_eq!(served.header(name), value);
    }
    let unavailable = post_files(&hall, &bob, &ids[..1]).await;
    assert_snapshot!(unavailable, @"422 This file is no longer available. Please choose it again.");
}

#[tokio::test]
async fn content_decides_what_is_accepted() {
    let hall = CommunityFixture::open().await;
    let olaf = hall.app.member("olaf").await;
    let upload = async |name: &str, content: &[u8]| {
        upload_file(&hall, &hall.ada, (name, content), None).await
    };
    for (name, content) in
        [("a.pdf", b"MZ\x90\x00\x03".as_slice()), ("a.zip", b"\x7fELF\x00"), ("a.txt", b"a\x00b")]
    {
        let refused = upload(name, content).await.to_string();
        assert_eq!(refused, "422 Only PDF, text, CSV and ZIP files can be added.", "{name}");
    }
    let svg = upload("x.svg", b"<svg onload='alert(1)'/>").await.expect(201).body;
    assert_eq!((&svg["name"], &svg["mediaType"]), (&json!("x.svg.txt"), &json!("text/plain")));
    let zip = upload("Minutes.docx", b"PK\x03\x04\x00").await.expect(201).body;
    assert_eq!(
        (&zip["name"], &zip["mediaType"]),
        (&json!("Minutes.docx"), &json!("application/zip"))
    );
    assert_snapshot!(upload("a.pdf", b"").await, @"422 Please choose a file.");
    let refused = upload_file(&hall, &olaf, ("a.pdf", PDF), None).await;
    assert_snapshot!(refused, @"403 User is not a member of this community");
    let mut large = vec![b'a'; 20 * 1024 * 1024 + 1];
    assert_snapshot!(upload("a.txt", &large).await, @"413 A file may have at most 20 MB.");
    large.resize(21 * 1024 * 1024, b'a');
    let refused = upload("a.txt", &large).await;
    assert_eq!((refused.status, &refused.body["code"]), (413, &json!("file-too-large")));
    large.truncate(20 * 1024 * 1024);
    upload("a.txt", &large).await.expect(201);
    let five: Vec<String> = (0..5).map(|_| Uuid::now_v7().simple().to_string()).collect();
    let five: Vec<&str> = five.iter().map(String::as_str).collect();
    assert_snapshot!(post_files(&hall, &hall.ada, &five).await, @"422 A post may have at most 4 files");
    hall.time_out(&hall.ada, 5).await;
    assert_snapshot!(upload("a.pdf", PDF).await, @"403 You are currently timed out from this community");
}

#[tokio::test]
async fn file_is_served_to_readers_of_its_post_only() {
    let hall = CommunityFixture::open().await;
    let (bob, olaf) = (hall.member("bob").await, hall.app.member("olaf").await);
    let staff = hall.app.staff("sam").await;
    let file = upload_file(&hall, &bob, ("Plan.pdf", PDF), None).await.expect(201).body;
    let unattached = file["url"].as_str().unwrap();
    assert_eq!(status(&bob, unattached).await, 200);
    for other in [&hall.ada, &staff, &olaf] {
        assert_eq!(status(other, unattached).await, 404);
    }
    let (_, url) = post_with_file(&hall, &bob).await;
    for reader in [&hall.ada, &bob, &staff] {
        assert_eq!(status(reader, &url).await, 200);
    }
    hall.app.clock.advance_by(Duration::seconds(1));
    let late = hall.member("late").await;
    for other in [&olaf, &late] {
        assert_eq!(other.get(&url).await.to_string(), "404 Not found");
    }
    assert_eq!(status(&hall.app.browser(), &url).await, 401);
    for spelling in [
        url.replacen("/files/", "/files%2F", 1),
        url.replacen("/communities", "//communities", 1),
        url.replacen("/communities", "/users/../communities", 1),
        url.replacen("/files/", "/", 1),
    ] {
        assert!(status(&olaf, &spelling).await >= 400, "{spelling}");
    }
    let cleo = hall.member("cleo").await;
    let (_, by_cleo) = post_with_file(&hall, &cleo).await;
    let block = format!("/api/users/{}/block", hall.app.id_of(&cleo).await);
    bob.main().put(&block, json!({})).await.expect(200);
    assert_eq!(status(&bob, &by_cleo).await, 404);
    bob.post(&hall.path("/leave"), json!({})).await.expect(204);
    assert_eq!(status(&bob, &url).await, 404);
}

#[tokio::test]
async fn file_is_deleted_with_its_post_and_when_it_is_unused() {
    let hall = CommunityFixture::open().await;
    let bob = hall.member("bob").await;
    let (post, url) = post_with_file(&hall, &bob).await;
    hall.write_reply(&hall.ada, &post, "A reply keeps an empty place").await.expect(201);
    let removal = json!({ "reason": "Off topic" });
    hall.ada.post(&format!("/api/posts/{post}/removal"), removal).await.expect(200);
    assert_eq!(status(&bob, &url).await, 404, "at once");
    hall.app.work().await;
    assert!(!is_stored(&hall, &url).await);
    let page = hall.ada.get(&hall.posts_path()).await.expect(200);
    assert_eq!(page.items()[0]["files"], json!([]));
    let unused = upload_file(&hall, &bob, ("Plan.pdf", PDF), None).await.expect(201).body;
    let unused = unused["url"].as_str().unwrap();
    retention::schedule_sweep(hall.app.services()).await.unwrap();
    hall.app.clock.advance_by(Duration::hours(2));
    hall.app.work().await;
    assert!(is_stored(&hall, unused).await);
    hall.app.clock.advance_by(Duration::hours(23));
    hall.app.work().await;
    hall.app.work().await;
    assert!(!is_stored(&hall, unused).await);
    assert_eq!(hall.rows("post_files").await, 0);
}

#[tokio::test]
async fn files_are_deleted_with_their_thread_or_community() {
    let hall = CommunityFixture::open().await;
    let (_, first) = post_with_file(&hall, &hall.ada).await;
    let removal = hall.path(&format!("/threads/{}/removal", hall.thread));
    hall.ada.post(&removal, json!({ "reason": "Off topic" })).await.expect(200);
    hall.app.work().await;
    assert!(!is_stored(&hall, &first).await);
    let unused = upload_file(&hall, &hall.ada, ("Plan.pdf", PDF), None).await.expect(201).body;
    let unused = unused["url"].as_str().unwrap();
    hall.ada.post(&hall.path("/deletion"), json!({})).await.expect(200);
    hall.app.work().await;
    assert!(!is_stored(&hall, unused).await);
    assert_eq!(hall.app.count("SELECT COUNT(*) AS n FROM post_files", vec![]).await, 0);
}

#[tokio::test]
async fn files_move_with_their_thread_and_outlive_the_first_community() {
    let hall = CommunityFixture::open().await;
    let (_, url) = post_with_file(&hall, &hall.ada).await;
    let other = hall.app.community(&hall.ada, "Short spans", &[]).await;
    let path = hall.path(&format!("/threads/{}/move", hall.thread));
    hall.ada.post(&path, json!({ "communityId": other })).await.expect(200);
    assert_eq!(status(&hall.ada, &url).await, 200);
    hall.ada.post(&hall.path("/deletion"), json!({})).await.expect(200);
    hall.app.work().await;
    let posts = format!("/api/communities/{other}/threads/{}/posts", hall.thread);
    let shown = hall.ada.get(&posts).await.expect(200).items()[0]["files"][0].clone();
    assert_ne!(shown["url"], json!(url));
    assert_eq!(status(&hall.ada, shown["url"].as_str().unwrap()).await, 200);
}

#[tokio::test]
async fn exports_contain_the_files() {
    let hall = CommunityFixture::open().await;
    let bob = hall.member("bob").await;
    let (post, url) = post_with_file(&hall, &bob).await;
    post_with_file(&hall, &hall.ada).await;
    let lines = hall.ada.get(&hall.path("/export")).await.expect(200).text;
    let lines: Vec<Value> = lines.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let files: Vec<&Value> = lines.iter().filter(|line| line["kind"] == "file").collect();
    assert_eq!(files.len(), 2);
    let content = files[0]["contentBase64"].as_str().unwrap();
    assert_eq!(data_encoding::BASE64.decode(content.as_bytes()).unwrap(), PDF);
    let export = bob.post("/api/me/export", json!({})).await.expect(200).id();
    hall.app.work().await;
    let key = format!("users/{}/export-{export}.zip", hall.app.id_of(&bob).await).parse().unwrap();
    let stored = hall.app.services().blob().get(&key).await.unwrap().unwrap();
    let mut archive = zip::ZipArchive::new(std::io::Cursor::new(stored.bytes)).unwrap();
    let posts = std::io::read_to_string(archive.by_name("posts.json").unwrap()).unwrap();
    let posts: Value = serde_json::from_str(&posts).unwrap();
    let files = posts["files"].as_array().unwrap();
    assert_eq!(files.len(), 1);
    assert_eq!((&files[0]["address"], &files[0]["postId"]), (&json!(url), &json!(post)));
}

#[tokio::test]
async fn repeated_upload_restores_the_object_of_an_interrupted_one() {
    let hall = CommunityFixture::open().await;
    let key = Uuid::now_v7().to_string();
    let first = upload_file(&hall, &hall.ada, ("a.pdf", PDF), Some(&key)).await.expect(201).body;
    let url = first["url"].as_str().unwrap();
    let object = url.strip_prefix("/media/").unwrap().parse().unwrap();
    // As if the process had ended between the row and the object.
    hall.app.services().blob().delete(&object).await.unwrap();
    upload_file(&hall, &hall.ada, ("a.pdf", PDF), Some(&key)).await.expect(201);
    assert_eq!(status(&hall.ada, url).await, 200);
}
