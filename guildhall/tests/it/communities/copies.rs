//! Export of a community by its admins.

use crate::community_fixture::{CommunityFixture, start_thread};
use crate::kit::uuid_of;
use crate::posts::images::{picture, post_with_images, upload};
use chrono::Duration;
use serde_json::{Value, json};

async fn export(hall: &CommunityFixture) -> Vec<Value> {
    let copy = hall.ada.get(&hall.path("/export")).await.expect(200);
    assert_eq!(copy.header("content-type"), "application/x-ndjson");
    assert_eq!(copy.header("content-disposition"), "attachment; filename=\"community.ndjson\"");
    assert_eq!(copy.header("cache-control"), "no-store");
    copy.text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

fn lines_of_kind<'l>(lines: &'l [Value], kind: &str) -> Vec<&'l Value> {
    lines.iter().filter(|line| line["kind"] == kind).collect()
}

#[tokio::test]
async fn export_contains_all_content_of_the_community() {
    let hall = CommunityFixture::open().await;
    let bob = hall.member("bob").await;
    let post = hall.write_post(&bob, "Steel\n\"sings\"").await.expect(201).id();
    let gone = hall.write_post(&bob, "Taken back").await.expect(201).id();
    hall.write_reply(&hall.ada, &post, "It does").await.expect(201);
    bob.delete(&format!("/api/posts/{gone}")).await.expect(200);
    let article = json!({ "title": "On cables", "content": "Long." });
    let article = bob.post(&hall.path("/articles"), article).await.expect(201).id();
    let comment = format!("/api/articles/{article}/comments");
    bob.post(&comment, json!({ "content": "Mine" })).await.expect(201);
    hall.ada.post(&hall.path("/announcements"), json!({ "content": "Soon" })).await.expect(201);
    let other = hall.app.community(&bob, "Elsewhere", &[]).await;
    start_thread(&bob, &other, "Not here").await.expect(201);
    let lines = export(&hall).await;
    assert_eq!((&lines[0]["kind"], &lines[0]["name"]), (&json!("community"), &json!("Long spans")));
    assert_eq!(lines.len(), 7);
    let posts = lines_of_kind(&lines, "post");
    assert_eq!(
        (&posts[0]["content"], &posts[0]["authorName"]),
        (&json!("Steel\n\"sings\""), &json!("Bob Tester"))
    );
    assert_eq!(posts[1]["parentPostId"], json!(post));
    for (kind, field, said) in [
        ("thread", "caption", "Cables"),
        ("article", "title", "On cables"),
        ("comment", "content", "Mine"),
        ("announcement", "content", "Soon"),
    ] {
        assert_eq!(lines_of_kind(&lines, kind)[0][field], said);
    }
    let audited = "SELECT COUNT(*) AS n FROM audit_log WHERE action = 'community.export'";
    assert_eq!(hall.app.count(audited, vec![]).await, 1);
}

#[tokio::test]
async fn export_contains_the_images_of_posts() {
    let hall = CommunityFixture::open().await;
    let mut posts = Vec::new();
    for _ in 0..2 {
        let mut ids = Vec::new();
        for width in [90, 91, 92] {
            ids.push(upload(&hall, &hall.ada, &picture(width), None).await.expect(201).id());
        }
        let ids: Vec<&str> = ids.iter().map(String::as_str).collect();
        posts.push(post_with_images(&hall, &hall.ada, &ids).await.expect(201).id());
    }
    upload(&hall, &hall.ada, &picture(9), None).await.expect(201);
    let lines = export(&hall).await;
    let images = lines_of_kind(&lines, "image");
    assert_eq!(images.len(), 6, "more than are read at once, and none that no post shows");
    for image in images {
        assert_eq!(image["contentType"], "image/jpeg");
        let content = image["contentBase64"].as_str().unwrap().as_bytes();
        let content = data_encoding::BASE64.decode(content).unwrap();
        let read = image::load_from_memory(&content).unwrap();
        assert_eq!(json!(read.width()), image["width"]);
        assert!(posts.iter().any(|post| image["postId"] == json!(post)));
    }
}

#[tokio::test]
async fn export_of_many_posts_contains_each_once_in_order() {
    let hall = CommunityFixture::open().await;
    let (community, thread) = (uuid_of(&hall.community), uuid_of(&hall.thread));
    // Many share one timestamp, so that a chunk ends among equal ones.
    let now = hall.app.clock.now();
    for n in 0..1203_i64 {
        let sql = "INSERT INTO posts (id, community_id, thread_id, content, created) \
            VALUES ($1, $2, $3, $4, $5)";
        let at = now + Duration::seconds(n / 400);
        let id = uuid::Uuid::now_v7();
        let values =
            vec![id.into(), community.into(), thread.into(), n.to_string().into(), at.into()];
        hall.app.sql(sql, values).await;
    }
    let lines = export(&hall).await;
    let said = lines_of_kind(&lines, "post").into_iter();
    let said: Vec<i64> =
        said.map(|post| post["content"].as_str().unwrap().parse().unwrap()).collect();
    assert_eq!(said, (0..1203).collect::<Vec<_>>());
}

#[tokio::test]
async fn export_requires_an_admin_with_recent_authentication() {
    let hall = CommunityFixture::open().await;
    let (bob, olaf) = (hall.member("bob").await, hall.app.member("olaf").await);
    let sam = hall.app.staff("sam").await;
    hall.set_role(&bob, "trustee").await;
    for who in [&bob, &olaf, &sam] {
        let refused = who.get(&hall.path("/export")).await.to_string();
        assert_eq!(refused, "403 Admin privileges required");
    }
    hall.app.clock.advance_by(Duration::minutes(6));
    let stale = hall.ada.get(&hall.path("/export")).await;
    assert_eq!((stale.status, &stale.body["code"]), (403, &json!("proof-required")));
}
